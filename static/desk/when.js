// What is asked for under a condition is put away while the condition does not hold, and left out on the server.
(() => {
  "use strict";

  const parts = document.querySelectorAll("[data-when]");
  const plain = (value) => String(value ?? "").toLowerCase(); // a yes and a no stand in the form in capitals

  function settle() {
    for (const part of parts) {
      const conditions = Object.entries(JSON.parse(part.dataset.when));
      part.hidden = !conditions.every(([name, values]) => values.map(plain)
        .includes(plain(document.getElementsByName(name)[0]?.value)));
    }
  }

  document.addEventListener("change", settle);
  settle();
})();
