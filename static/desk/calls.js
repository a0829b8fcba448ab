// Tables that call for help: counted in the title of the page, said to screen readers, and (where somebody asked
// for it) shown by the device in a notice without a sound, so that another window may be in front.
(() => {
  "use strict";

  const KEY = "baza-call-notices";
  const said = document.getElementById("calls-said");
  const wish = document.getElementById("calls-notices");
  const plain = document.title.replace(/^\(\d+\) /, "");

  function waiting() {
    return new Map([...document.querySelectorAll("#calls [data-call]")].map((each) => [each.dataset.call, each.textContent]));
  }

  let known = waiting();

  function isWished() {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEY) === "yes";
  }

  function tell(text) {
    said.textContent = text;
    if (isWished()) {
      new Notification(text, { tag: "baza-calls", silent: true, icon: "/static/icons/favicon.svg" }).onclick = () => window.focus();
    }
  }

  function look() {
    const found = waiting();
    const fresh = [...found].filter(([id]) => !known.has(id)).map(([, text]) => text);
    const changed = fresh.length > 0 || found.size !== known.size;
    known = found;
    document.title = found.size ? `(${found.size}) ${plain}` : plain;
    if (fresh.length) {
      tell(fresh.join(". "));
    }
    return changed;
  }

  // The board follows at once, without waiting for its own turn.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (look() && event.detail.target.id === "calls" && document.getElementById("live")) {
      window.htmx.trigger("#live", "refresh");
    }
  });

  if (wish && "Notification" in window && window.isSecureContext) {
    const show = () => wish.setAttribute("aria-pressed", String(isWished()));
    wish.hidden = false;
    wish.addEventListener("click", async () => {
      const wanted = !isWished() && (await Notification.requestPermission()) === "granted";
      localStorage.setItem(KEY, wanted ? "yes" : "no");
      show();
    });
    show();
  }
})();
