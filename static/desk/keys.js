// The arrow keys move through the rows of a list marked with data-keys; Enter opens what has the focus.
(() => {
  "use strict";

  const STEPS = { ArrowDown: 1, ArrowUp: -1 };

  function rows() {
    return [...document.querySelectorAll("[data-keys] a, [data-keys] [data-row]")];
  }

  function isTyping(element) {
    return element.closest("input, select, textarea, [contenteditable]") !== null;
  }

  function goal(found, here, key) {
    if (key === "Home") {
      return found[0];
    }
    if (key === "End") {
      return found[found.length - 1];
    }
    const step = STEPS[key];
    return here < 0 ? found[step > 0 ? 0 : found.length - 1] : found[here + step];
  }

  document.addEventListener("keydown", (event) => {
    const onList = event.target.closest("[data-keys]");
    const known = event.key in STEPS || (onList && (event.key === "Home" || event.key === "End"));
    if (!known || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      return;
    }
    const found = rows();
    const next = found.length ? goal(found, found.indexOf(event.target), event.key) : undefined;
    if (next) {
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: "nearest" });
    }
  });
})();
