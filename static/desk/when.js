// What is asked for under conditions, any of them, is put away and not sent while none of them holds.
(() => {
  "use strict";

  const parts = document.querySelectorAll("[data-when]");
  const plain = (value) => String(value ?? "").toLowerCase(); // a yes and a no stand in the form in capitals

  const holds = (condition) => Object.entries(condition).every(([name, values]) => values.map(plain)
    .includes(plain(document.getElementsByName(name)[0]?.value)));

  function settle() {
    for (const part of parts) {
      const isAsked = [JSON.parse(part.dataset.when)].flat().some(holds) || part.querySelector(".wrong");
      part.hidden = !isAsked;
      for (const field of part.querySelectorAll("input, select, textarea")) field.disabled = !isAsked;
    }
  }

  document.addEventListener("change", settle);
  settle();
})();
