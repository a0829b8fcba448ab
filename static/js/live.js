// Keeps a page that renews itself pleasant to read: what is open stays open, rows glide to their new
// place, a hidden tab asks nothing, and a lost connection is said in words.
(() => {
  "use strict";

  const GLIDE_MS = 180;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const updated = document.getElementById("updated");
  let open = new Map();
  let places = new Map();

  function part() {
    return document.getElementById("live");
  }

  function rows() {
    return part() ? [...part().querySelectorAll("[data-key]")] : [];
  }

  function say(state) {
    if (updated && part()?.hasAttribute("hx-get")) {
      updated.hidden = false;
      updated.dataset.state = state;
    }
  }

  function glide() {
    if (calm.matches) {
      return;
    }
    for (const row of rows()) {
      const before = places.get(row.dataset.key);
      const moved = before === undefined ? 0 : before - row.getBoundingClientRect().top;
      if (moved) {
        row.animate([{ transform: `translateY(${moved}px)` }, { transform: "none" }], {
          duration: GLIDE_MS,
          easing: "ease-out",
        });
      }
    }
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const waits = event.target.dataset.whenHidden === undefined;
    if (document.hidden && waits) {
      event.preventDefault();
    }
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap && event.detail.target.id === "live") {
      const found = document.querySelectorAll("#live details[open]");
      open = new Map([...found].map((each) => [each.id, each.querySelector("[hx-get]")]));
      places = new Map(rows().map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
    }
  });

  // What was open shows what it had until its own answer comes again.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "live") {
      return;
    }
    for (const [id, old] of open) {
      const each = document.getElementById(id);
      each?.setAttribute("open", "");
      if (old) {
        each?.querySelector("[hx-get]")?.replaceChildren(...old.childNodes);
      }
    }
    glide();
  });

  document.addEventListener("htmx:afterSettle", () => {
    for (const id of open.keys()) {
      document.getElementById(id)?.dispatchEvent(new Event("toggle"));
    }
    open.clear();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const status = event.detail.xhr?.status ?? 0;
    say(status >= 200 && status < 400 ? "fresh" : "lost");
  });

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && part() && window.htmx) {
      window.htmx.trigger(part(), "refresh");
    }
  });

  say("fresh");
})();
