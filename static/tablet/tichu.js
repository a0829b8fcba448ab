// The hand of Tichu: seats around a table, calls at the seats, one number or the victory of a whole side.
import { el, icon, toggle } from "./dom.js";
import { allowed, fieldOf as field, misreadAs, number } from "./form.js";

const CARDS = 100;
const HALF = 50;
const PLACES = ["north", "west", "south", "east"];

export function entry(table, summary, set) {
  const seats = Object.keys(table.form.seats).map(Number);
  const round = isCompass(table) ? "around" : "ring";
  return el("div", { id: "tichu", class: "tichu" },
    el("fieldset", { class: "where" }, el("legend", {}, table.t("first_out")),
      el("div", { class: round }, seats.map((seat) => place(table, summary, set, seat)))),
    el("fieldset", { class: "count" }, el("legend", { class: "hidden-text" }, table.t("card_points")), cards(table, summary, set)));
}

export function isReady(table, summary) {
  return Boolean(summary.first_out) && (isSweep(summary) || Boolean(summary.points));
}

// What is still to be said of the hand.
export function asks(table, summary) {
  const counted = isSweep(summary) || summary.points;
  return table.t(counted ? "incomplete_first" : summary.first_out ? "incomplete_points" : "incomplete", { sweep: sweepOf(table).label });
}

// What the hand is worth by the rules of the event: a preview, the server counts.
export function preview(table, summary) {
  const { rules, sides } = table.form;
  const [own, other] = [summary.first_out % 2 ? 0 : 1, summary.first_out % 2 ? 1 : 0];
  const points = sides.map((side) => (isSweep(summary) ? 0 : cardsOf(table, summary, side)));
  points[own] += isSweep(summary) ? rules.sweep_points : 0;
  for (const [seat, call] of Object.entries(summary.calls ?? {})) {
    const value = { small: rules.tichu_points, grand: rules.grand_tichu_points }[call] ?? 0;
    const caller = Number(seat) % 2 ? 0 : 1;
    if (Number(seat) === summary.first_out) {
      points[own] += value;
    } else if (rules.failed_call === "subtract") {
      points[caller] -= value;
    } else {
      points[1 - caller] += value;
    }
  }
  const penalties = summary.penalties ?? [];
  return Object.fromEntries(sides.map((side, at) =>
    [side, penalties.filter((each) => each.side === side).reduce((sum, each) => sum + each.points, points[at])]));
}

export function sentence(table, summary) {
  const told = [table.t("went_first", { name: table.seat(summary.first_out) })];
  if (isSweep(summary)) {
    told.push(label(table, "result", summary.result));
  } else {
    told.push(`${table.t("card_points")} ${table.form.sides.map((side) => cardsOf(table, summary, side)).join("\u00a0:\u00a0").replaceAll("-", "−")}`);
  }
  for (const [seat, call] of Object.entries(summary.calls ?? {}).filter(([, each]) => each !== "none")) {
    const made = Number(seat) === summary.first_out ? "call_made" : "call_failed";
    told.push(table.t(made, { name: table.seat(Number(seat)), call: label(table, "calls", call) }));
  }
  return told.map((each) => `${capital(each)}.`).join(" ");
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function isSweep(summary) {
  return Boolean(summary.result) && summary.result !== "count";
}

// The result that takes the place of a count: the game calls it by how many are a side.
function sweepOf(table) {
  return field(table, "result").choices.find((each) => each.value !== "count");
}

function isCompass(table) {
  return Object.keys(table.form.seats).length === PLACES.length;
}

function cardsOf(table, summary, side) {
  const [one] = Object.keys(summary.points ?? {});
  return one === side ? summary.points[side] : CARDS - summary.points[one];
}

function label(table, name, value) {
  const { choices, of } = field(table, name);
  return (choices ?? of.choices).find((each) => each.value === value)?.label ?? value;
}

// Where a side has one call, a call at one seat takes the place of a partner's.
function isInstead(table, other, seat) {
  return table.form.rules.one_call_per_side && (Number(other) - seat) % table.form.sides.length === 0;
}

function place(table, summary, set, seat) {
  const first = summary.first_out === seat;
  const clockwise = table.form.rules.turn_direction === "clockwise";
  const spot = isCompass(table) ? PLACES[clockwise ? (5 - seat) % 4 : seat - 1] : `ring-${seat}`;
  const call = summary.calls?.[seat];
  const choose = (wanted) => {
    const others = Object.entries(summary.calls ?? {}).filter(([each]) => Number(each) !== seat && !isInstead(table, each, seat));
    set({ calls: Object.fromEntries(call === wanted ? others : [...others, [seat, wanted]]) });
  };
  const name = [el("strong", {}, first && icon("finished"), table.seat(seat)),
    el("span", { class: "soft" }, first ? table.t("first") : table.form.seats[seat])];
  return el("div", { class: `seat ${spot}`, role: "group", "aria-label": table.seat(seat) },
    toggle(`first-${seat}`, first, name, () => set({ first_out: first ? null : seat, result: summary.result ?? "count" }), "name"),
    el("div", { class: "calls" }, field(table, "calls").of.choices.filter((each) => each.value !== "none").map((each) =>
      toggle(`call-${seat}-${each.value}`, call === each.value, each.label, () => choose(each.value)))));
}

function cards(table, summary, set) {
  const sweep = sweepOf(table);
  const asked = field(table, "points");
  const limits = { ...asked.of, start: HALF, told: "points-allowed" };
  const give = (side, value) => set({ result: "count", points: Number.isInteger(value) ? { [side]: value } : null });
  const turn = () => set(isSweep(summary) ? { result: "count" } : { result: sweep.value, points: null });
  const column = (side) => el("div", { class: "column" }, el("span", { class: "soft", "aria-hidden": "true" }, table.side(side)),
    number(limits, `points-${side}`, summary.points ? cardsOf(table, summary, side) : null,
      (value) => give(side, value), table, table.t("points_of", { side: table.side(side) })));
  const columns = table.form.sides.map(column);
  const typed = table.form.sides.map((side) => misreadAs(`points-${side}`)).find(Boolean);
  return [
    el("div", { class: "row between" }, el("p", { id: limits.told, class: typed ? "asked wrong" : "asked", role: "status" },
      el("strong", {}, typed ? table.t("cannot_be", { typed }) : asked.label), " ",
      el("span", { class: "soft" }, allowed(table, limits, asked.label))),
      toggle("sweep", isSweep(summary), [isSweep(summary) && icon("finished"), capital(sweep.label)], turn, "sweep")),
    el("div", { class: isSweep(summary) ? "numbers unused" : "numbers" },
      el("div", { class: "columns" }, columns),
      share(table, summary, limits, (value) => give(table.form.sides[0], value))),
  ];
}

// One drag or one tap brings the number near, the steps do the rest.
function share(table, summary, limits, give) {
  const [side] = table.form.sides;
  const value = summary.points ? cardsOf(table, summary, side) : HALF;
  return el("input", { id: "share", type: "range", class: summary.points ? "share" : "share unsaid", min: limits.minimum,
    max: limits.maximum, step: limits.step, value, oninput: (event) => give(Number(event.target.value)),
    "aria-label": table.t("points_of", { side: table.side(side) }) });
}
