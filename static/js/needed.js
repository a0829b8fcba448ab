// What is needed and was left empty is told in the words of the page, not in the browser's own language.
(() => {
  "use strict";

  document.addEventListener(
    "invalid",
    ({ target }) => {
      if (target.validity.valueMissing) {
        target.setCustomValidity(target.dataset.needed ?? document.body.dataset.needed);
      }
    },
    true,
  );

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => target.setCustomValidity?.(""));
  }
})();
