// Cards drawn for seats and the first deal: each of the four takes one that lies face down, until play begins.
import { button, el, icon, toggle } from "./dom.js";
import { call } from "./queue.js";

const WAYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "up", ArrowDown: "down" };

// The draw of the match, while nothing has been entered here either.
function drawOf({ me, queue }) {
  const draw = me?.draw;
  return draw && !queue.some((item) => item.match === draw.match) ? draw : null;
}

const asks = ({ step }) => step === "draw" || step === "turn";

// Seats are drawn before anything else; who deals first may be known without this device, so that it only offers.
function isShown(state, draw) {
  const { drawn } = state;
  if (drawn?.match === draw.match && drawn.open !== undefined) {
    return drawn.open;
  }
  return draw.purpose !== "dealer" && asks(draw);
}

// One line above the first hand: who has yet to be found, or who deals.
export function offer(state, { t }, acts) {
  const draw = drawOf(state);
  if (!draw) {
    return null;
  }
  const { step, dealer, purpose } = draw;
  if (step === "name") {
    return el("p", { id: "draw-named", class: "pending" }, t("draw_named"));
  }
  const words = asks(draw) ? t(purpose === "dealer" ? "draw_dealer" : "draw_seats") : t("draw_deals", { name: dealer?.name ?? "" });
  return el("button", { id: "open-draw", type: "button", class: "pending", onclick: acts.openDraw },
    el("span", {}, words), el("span", { class: "words" }, t(asks(draw) ? "draw_begin" : "draw_look")));
}

// The screen of the draw in the place of the entry, or nothing.
export function drawing(state, table, acts) {
  const draw = drawOf(state);
  if (!draw || !isShown(state, draw)) {
    return null;
  }
  const { t } = table;
  const fault = state.drawn?.fault;
  return el("section", { id: "draw", class: "stack", "aria-labelledby": "draw-title" },
    el("h2", { id: "draw-title" }, t(draw.purpose === "dealer" ? "draw_dealer" : draw.step === "done" ? "draw_seated" : "draw_seats")),
    asks(draw) ? [people(state, draw, table, acts), asked(state, draw, table), spread(state, draw, table, acts)] : [outcome(draw, t), cards(draw, t)],
    asks(draw) ? button("skip-draw", t(draw.purpose === "dealer" ? "draw_known" : "draw_skip"), acts.closeDraw, "plain")
      : button("close-draw", t("draw_play"), acts.closeDraw, "big"),
    el("p", { id: "draw-fault", class: fault ? "errors" : "", role: "alert" }, fault ?? ""));
}

// The four with their cards, always in the same places; who is due can be told to take the next one.
function people(state, draw, { t }, acts) {
  const owned = cardsByChair(draw);
  if (draw.step === "turn" && owned.size === 0) {
    return null;
  }
  const own = ownOf(state, draw.due);
  const taker = draw.step === "draw" ? takerOf(state, draw.due) : undefined;
  const all = draw.step === "draw" ? draw.seats : [...owned.values()].map(({ by }) => by);
  return el("div", { class: "takers", role: "group", "aria-label": t("draw_who") }, all.map((each) => {
    const made = toggle(`taker-${each.seat}`, each.seat === taker?.seat, [el("span", {}, each.name), shown(owned.get(each.seat)?.cards)], () => acts.takes(each.seat), "taker");
    made.disabled = draw.step !== "draw" || !own.some(({ seat }) => seat === each.seat);
    return made;
  }));
}

const shown = (list = []) => el("span", { class: "own-cards" }, list.map((card) => el("span", { class: "drawn-card" }, face(card))));

// What is asked of whom; of several the one who reaches for it first says who it is. A phone speaks for its side.
function asked(state, { due, step, rounds }, { t }) {
  const again = step === "draw" && rounds.length > 0 && due.every(({ seat }) => rounds[rounds.length - 1].some(({ by }) => by.seat === seat));
  const { name } = takerOf(state, due) ?? due[0];
  return el("p", { class: "lead asked", role: "status" }, again && `${t("draw_again", { names: due.map((each) => each.name).join(", ") })} `,
    t(step === "turn" ? "draw_turns" : "draw_takes", { name }));
}

function ownOf({ device, me }, due) {
  const sideOf = (seat) => me.match.seats.find((each) => each.position === seat)?.side;
  return device.side ? due.filter(({ seat }) => sideOf(seat) === device.side) : due;
}

function takerOf(state, due) {
  const own = ownOf(state, due);
  return own.find((each) => each.seat === state.drawn?.taker) ?? own[0];
}

function spread(state, draw, { t }, acts) {
  const taker = takerOf(state, draw.due);
  const places = Array.from({ length: draw.cards }, (_, at) => at + 1);
  return el("div", { id: "spread", class: "spread", role: "group", "aria-label": t("draw_cards", { n: draw.cards }), onkeydown: walk },
    places.map((place) => (draw.taken[place] ? el("span", { class: "drawn-card" }, face(draw.taken[place]))
      : el("button", { id: `place-${place}`, type: "button", class: "card-back", disabled: state.busy || !taker, "aria-label": t("draw_place", { n: place }),
        onclick: () => acts.take(taker.seat, place) }))));
}

// Arrow keys go from card to card, as the eye does.
function walk(event) {
  const way = WAYS[event.key];
  const here = event.target.closest?.(".card-back");
  if (!way || !here) {
    return;
  }
  event.preventDefault();
  const backs = [...event.currentTarget.querySelectorAll(".card-back")];
  const row = (node) => Math.round(node.getBoundingClientRect().top);
  const next = typeof way === "number" ? backs[backs.indexOf(here) + way] : beside(backs, here, way, row);
  next?.focus();
}

function beside(backs, here, way, row) {
  const { left } = here.getBoundingClientRect();
  const there = backs.filter((each) => (way === "up" ? row(each) < row(here) : row(each) > row(here)));
  const edge = way === "up" ? Math.max(...there.map(row)) : Math.min(...there.map(row));
  const far = (each) => Math.abs(each.getBoundingClientRect().left - left);
  return there.filter((each) => row(each) === edge).sort((one, other) => far(one) - far(other))[0];
}

// Who sits where, and who deals first, in words that are read from all sides of the table.
function outcome({ seats, dealer, step, purpose }, t) {
  return [
    el("ul", { id: "drawn-seats", class: "drawn-seats" }, seats.map((each) => el("li", { class: each.seat === dealer?.seat ? "deals" : "" },
      el("span", { class: "soft" }, each.place), el("strong", {}, each.name),
      each.seat === dealer?.seat && el("span", { class: "plate good" }, t("draw_deals_first"))))),
    step === "name" && el("p", { class: "notice" }, t("draw_named")),
    dealer && purpose === "dealer" && el("p", { id: "drawn-dealer", class: "lead", role: "status" }, t("draw_deals", { name: dealer.name })),
  ];
}

// Every card that was drawn by who sat in a chair: those who drew again have all of theirs.
function cardsByChair({ rounds }) {
  const found = new Map();
  rounds.flat().forEach(({ by, card }) => found.set(by.seat, { by, cards: [...found.get(by.seat)?.cards ?? [], card] }));
  return new Map([...found].sort(([one], [other]) => one - other));
}

function cards(draw, t) {
  const owned = cardsByChair(draw);
  return (owned.size > 0 || draw.turned) && el("ul", { id: "drawn-cards", class: "drawn-cards", "aria-label": t("draw_drawn") },
    [...owned.values()].map(({ by, cards: own }) => el("li", {}, el("span", {}, by.name), shown(own))),
    draw.turned && el("li", {}, el("span", {}, t("draw_turned")), shown([draw.turned])));
}

function face({ corner, sign, name, suit }) {
  return [el("b", { "aria-hidden": "true" }, corner), el("i", { class: sign, "aria-hidden": "true", title: suit }, icon(sign)), el("span", { class: "hidden-text" }, name)];
}

// What a device does about it; whoever else draws meanwhile is seen with the next look.
export function drawActs({ state, set, once, words }) {
  const about = (values) => ({ ...state.drawn, match: state.me.draw.match, fault: "", ...values });
  return {
    openDraw: () => set({ drawn: about({ open: true }) }),
    closeDraw: () => set({ drawn: about({ open: false }) }),
    takes: (taker) => set({ drawn: about({ taker }) }),
    take: (seat, place) => once(async () => {
      state.drawn = about({ open: true });
      const how = { token: state.tokens[state.device.id], language: state.language, body: { seat, place } };
      const answer = await call(`/matches/${state.me.draw.match}/draw`, how);
      if (answer.status === 200) {
        Object.assign(state, { draft: null, me: { ...state.me, draw: answer.body } });
        state.drawn = about({ taker: undefined });
      } else {
        state.drawn = about({ fault: answer.body?.errors?.[0]?.detail ?? words("no_network") });
      }
    }),
  };
}
