// What was called while a hand of Thunee was played: Jodhi, Double or Khanaak, Royals; folded away until somebody called.
import { el, fold, toggle } from "./dom.js";
import { ask, fieldOf } from "./form.js";

const MOST = { 20: 3, 30: 3, 40: 1, 50: 1 }; // there are three plain suits and one of trumps

export function calls(table, summary, set, isOnCorner) {
  const { t } = table;
  const flags = ["royals_agreed", "doubled"].map((name) => fieldOf(table, name)).filter(Boolean);
  const final = fieldOf(table, "final_call");
  const parts = [fieldOf(table, "jodhi") && t("jodhi"), ...offered(final).map((each) => each.label), ...flags.map((each) => each.label)].filter(Boolean);
  return fold(parts.length ? parts.join(", ") : t("more"), {},
    table.form.sides.map((side) => ofSide(table, summary, set, side, isOnCorner(side))),
    summary.final_call && winners(table, summary, set, final),
    flags.length > 0 && el("div", { class: "choices" }, flags.map((field) =>
      toggle(field.name, summary[field.name] === true, field.label, () => set({ [field.name]: summary[field.name] ? null : true })))),
    ask(fieldOf(table, "tricks"), "tricks", summary.tricks, (tricks) => set({ tricks }), table));
}

const offered = (final) => final?.fields.find((each) => each.name === "call").choices ?? [];

function ofSide(table, summary, set, side, isOnCorner) {
  const jodhi = fieldOf(table, "jodhi");
  const chosen = summary.final_call?.side === side ? summary.final_call.call : null;
  const call = (value) => set({ final_call: chosen === value ? null : { side, call: value } });
  // What is forbidden one ball short stays only where it was said before.
  const finals = offered(fieldOf(table, "final_call")).filter((each) => each.value !== "double" || !isOnCorner || chosen === each.value);
  return el("fieldset", { class: "ask" }, el("legend", {}, table.side(side)),
    el("div", { class: "plates-of-side" }, jodhi && values(jodhi).map((value) => jodhiPlate(table, summary, set, side, value)),
      finals.map((each) => toggle(`final-${side}-${each.value}`, chosen === each.value, each.label, () => call(each.value), "final"))),
    isOnCorner && el("p", { id: `corner-${side}`, class: "notice" }, table.t("corner_house", { side: table.side(side) })));
}

const values = (jodhi) => jodhi.of.of.choices.map((each) => each.value);

// Each tap is one more of them; after the last that there can be, none.
function jodhiPlate(table, summary, set, side, value) {
  const called = summary.jodhi?.[side] ?? [];
  const times = called.filter((each) => each === value).length;
  const next = times < MOST[value] ? [...called, value].sort((one, other) => one - other) : called.filter((each) => each !== value);
  const jodhi = Object.fromEntries(Object.entries({ ...summary.jodhi, [side]: next }).filter(([, each]) => each.length));
  const words = [el("span", {}, times > 1 ? `${times} × ${value}` : String(value)), el("small", {}, table.t("jodhi"))];
  return toggle(`jodhi-${side}-${value}`, times > 0, words, () => set({ jodhi: Object.keys(jodhi).length ? jodhi : null }));
}

function winners(table, summary, set, final) {
  const { label, choices } = final.fields.find((each) => each.name === "winner");
  const { winner, ...call } = summary.final_call;
  return el("fieldset", { class: "ask" }, el("legend", {}, label), el("div", { class: "choices" }, choices.map((each) =>
    toggle(`winner-${each.value}`, winner === each.value, each.label, () => set({ final_call: winner === each.value ? call : { ...call, winner: each.value } })))));
}
