// Steps through a recorded hand. The server has drawn one step and sent the tables of all of them; without
// this script every step is a link.
(() => {
  "use strict";

  const SWIPE = 40;
  const given = document.getElementById("replay-frames");
  if (!given) {
    return;
  }
  const { frames, step: counted } = JSON.parse(given.textContent);
  const last = frames.length - 1;
  const part = (id) => document.getElementById(`replay-${id}`);
  const board = part("table");
  const events = [...document.querySelectorAll("#replay-events .event")];
  const ending = part("ending");
  const cards = new Map(
    [...part("cards").content.children].map((each) => [each.dataset.card, each]),
  );
  let now = Number(document.getElementById("replay").dataset.step);

  function laidIn(list, codes, legal = [], interrupts = []) {
    list.replaceChildren(
      ...codes.map((code) => {
        const card = cards.get(code).cloneNode(true); // a game may be played with two packs
        card.classList.toggle("legal", legal.includes(code));
        card.classList.toggle("interrupts", interrupts.includes(code));
        return card;
      }),
    );
  }

  function chipOf(code) {
    const card = cards.get(code);
    const chip = part("chip").content.firstElementChild.cloneNode(true);
    chip.dataset.sign = card.dataset.sign;
    const rank = card.querySelector(".corner b")?.textContent ?? "";
    chip.firstElementChild.append(rank, card.querySelector(".suit-sign").cloneNode(true));
    chip.lastElementChild.textContent = card.querySelector(".hidden-text").textContent;
    return chip;
  }

  function markIn(list, marks) {
    list.replaceChildren(
      ...marks.map(([tone, words]) => {
        const mark = document.createElement("li");
        mark.className = `mark ${tone}`;
        mark.append(...[words].flat().map((piece) => (piece.card ? chipOf(piece.card) : piece)));
        return mark;
      }),
    );
  }

  function laidBy({ who, kind, place, best, cards: codes }) {
    const item = part("laid-by").content.firstElementChild.cloneNode(true);
    item.classList.add(`at-${place}`);
    item.classList.toggle("best", best);
    item.querySelector("strong").textContent = who;
    item.querySelector("p span").textContent = kind;
    laidIn(item.querySelector("ul"), codes);
    return item;
  }

  function drawTable(frame) {
    for (const place of board.querySelectorAll("[data-seat]")) {
      const seat = frame.seats[place.dataset.seat];
      place.classList.toggle("on-turn", seat.turn);
      markIn(place.querySelector(".marks"), seat.marks);
      laidIn(place.querySelector(".fan"), seat.cards, seat.legal, seat.interrupts);
    }
    part("laid").replaceChildren(...frame.laid.map(laidBy));
    markIn(part("facts"), frame.facts);
    for (const side of board.querySelectorAll("[data-side]")) {
      side.textContent = frame.taken[side.dataset.side];
    }
  }

  function drawWords(frame) {
    part("step").textContent = counted.replace("{number}", now).replace("{last}", last);
    part("said").firstElementChild.textContent = frame.said;
    part("error").hidden = !frame.error;
    part("error").lastElementChild.textContent = frame.error;
    if (ending) {
      ending.hidden = now !== last;
    }
  }

  function drawPlace() {
    for (const [at, event] of events.entries()) {
      if (at === now) {
        event.setAttribute("aria-current", "step");
        const list = event.closest("ol");
        const row = event.parentElement;
        const above = row.offsetTop - list.offsetTop;
        if (above < list.scrollTop || above + row.offsetHeight > list.scrollTop + list.clientHeight) {
          list.scrollTop = above - list.clientHeight / 2;
        }
      } else {
        event.removeAttribute("aria-current");
      }
    }
    const goals = { first: 0, back: Math.max(0, now - 1), forward: Math.min(last, now + 1), last };
    for (const [name, goal] of Object.entries(goals)) {
      part(name).href = `?step=${goal}`;
      part(name).setAttribute("aria-disabled", String(goal === now));
    }
    part("range").value = now;
  }

  // Words, cards and steps are brought into view together where they fit the screen.
  function bringIntoView() {
    const words = part("said").parentElement;
    const [above, table, below] = [words, board, part("steps")].map((each) => each.getBoundingClientRect());
    const isSeen = above.top >= 0 && table.bottom <= below.top && below.bottom <= window.innerHeight;
    if (!isSeen && table.bottom - above.top + below.height <= window.innerHeight) {
      words.scrollIntoView();
    }
  }

  function show(step) {
    const wanted = Math.min(last, Math.max(0, step));
    if (wanted === now) {
      return;
    }
    now = wanted;
    drawTable(frames[now]);
    drawWords(frames[now]);
    drawPlace();
    bringIntoView();
    if (!part("steps").dataset.fixed) {
      window.history.replaceState(null, "", `?step=${now}`);
    }
  }

  const GOALS = {
    ArrowLeft: () => now - 1,
    ArrowRight: () => now + 1,
    Home: () => 0,
    End: () => last,
  };

  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea, [contenteditable]") !== null;
    const goal = GOALS[event.key];
    if (goal && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      show(goal());
    }
  });

  document.getElementById("replay").addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='?step=']");
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (link && plain) {
      event.preventDefault();
      show(Number(new URL(link.href).searchParams.get("step")));
    }
  });

  let touched = null;
  board.addEventListener(
    "touchstart",
    ({ touches }) => {
      touched = touches.length === 1 ? touches[0] : null;
    },
    { passive: true },
  );
  board.addEventListener("touchend", ({ changedTouches }) => {
    if (touched) {
      const across = changedTouches[0].clientX - touched.clientX;
      const along = changedTouches[0].clientY - touched.clientY;
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(along)) {
        show(across < 0 ? now + 1 : now - 1);
      }
    }
    touched = null;
  });

  for (const event of events) {
    event.href = `?step=${event.dataset.step}`;
  }
  part("range").addEventListener("input", ({ target }) => show(Number(target.value)));
  for (const name of ["range", "help", "steps"]) {
    part(name).hidden = false;
  }
  drawTable(frames[now]);
  drawPlace();
})();
