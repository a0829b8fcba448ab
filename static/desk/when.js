// What is asked for under a condition is put away while the condition does not hold, and left out on the server.
(() => {
  "use strict";

  const parts = document.querySelectorAll("[data-when]");
  const typed = { true: "True", false: "False", null: "" }; // as a yes, a no and nothing stand in the form

  function settle() {
    for (const part of parts) {
      const conditions = Object.entries(JSON.parse(part.dataset.when));
      part.hidden = !conditions.every(([name, values]) => values.map((each) => typed[each] ?? each)
        .includes(document.getElementsByName(name)[0]?.value ?? ""));
    }
  }

  document.addEventListener("change", settle);
  settle();
})();
