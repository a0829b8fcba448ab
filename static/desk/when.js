// What is asked for under a condition is put away while the condition does not hold, and left out on the server.
(() => {
  "use strict";

  const parts = document.querySelectorAll("[data-when]");
  const said = (field) => (field?.type === "checkbox" ? field.checked : field?.value ?? null);

  function settle() {
    for (const part of parts) {
      const conditions = Object.entries(JSON.parse(part.dataset.when));
      part.hidden = !conditions.every(([name, values]) => values.includes(said(document.getElementsByName(name)[0])));
    }
  }

  document.addEventListener("change", settle);
  settle();
})();
