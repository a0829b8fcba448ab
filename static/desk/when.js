// What is asked for under a condition is put away while the condition does not hold, and left out on the server.
(() => {
  "use strict";

  const parts = document.querySelectorAll("[data-when]");

  function settle() {
    for (const part of parts) {
      const conditions = Object.entries(JSON.parse(part.dataset.when));
      part.hidden = !conditions.every(([name, values]) => values.includes(document.getElementsByName(name)[0]?.value));
    }
  }

  document.addEventListener("change", settle);
  settle();
})();
