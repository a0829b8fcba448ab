// Keeps a page that renews itself pleasant to read: what is open stays open, rows glide to their new
// place, a hidden tab asks nothing, and a lost connection is said in words.
(() => {
  "use strict";

  const GLIDE_MS = 180;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const updated = document.getElementById("updated");
  let open = [];
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
    if (document.hidden) {
      event.preventDefault();
    }
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap) {
      open = [...document.querySelectorAll("#live details[open]")].map((each) => each.id);
      places = new Map(rows().map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
    }
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) {
      document.getElementById(id)?.setAttribute("open", "");
    }
    glide();
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
