// Dragging one name of a draft onto another asks what their exchange would change; nothing is saved by it.
(() => {
  "use strict";

  const list = document.querySelector("[data-change]");
  let dragged = null;

  function place(event) {
    return event.target.closest?.("[data-entrant]") ?? null;
  }

  if (!list) {
    return;
  }

  list.addEventListener("dragstart", (event) => {
    dragged = place(event);
    if (dragged) {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", dragged.dataset.entrant);
      dragged.classList.add("dragged");
    }
  });

  list.addEventListener("dragover", (event) => {
    const over = place(event);
    if (dragged && over && over !== dragged) {
      event.preventDefault();
      over.classList.add("over");
    }
  });

  list.addEventListener("dragleave", (event) => {
    place(event)?.classList.remove("over");
  });

  list.addEventListener("dragend", () => {
    dragged?.classList.remove("dragged");
    dragged = null;
  });

  list.addEventListener("drop", (event) => {
    const over = place(event);
    if (dragged && over && over !== dragged) {
      event.preventDefault();
      const asked = new URLSearchParams({
        kind: "exchange",
        entrant: dragged.dataset.entrant,
        other: over.dataset.entrant,
      });
      window.location.assign(`${list.dataset.change}?${asked}`);
    }
  });
})();
