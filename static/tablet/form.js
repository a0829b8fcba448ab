// A form of any game from its declaration: every kind of value is asked for by buttons that a finger hits.
import { cardName, deck } from "./deck.js";
import { el, fill, fold, plainly, toggle } from "./dom.js";

const KINDS = { number, text, checkbox, choice, seat, side, card, by_seat: map, by_side: map, list, record };

// The fields in their order; what need not be said is folded away.
export function entry(table, summary, set) {
  const shown = table.form.form.flatMap((group) => group.fields).filter((field) => isVisible(field, summary));
  const [needed, optional] = [true, false].map((must) =>
    shown.filter((field) => (field.required || Boolean(field.unless)) === must).map((field) =>
      ask(field, field.name, summary[field.name], (value) => set({ [field.name]: value }), table)));
  return el("div", { id: "any-game", class: "stack" }, needed, optional.length > 0 && fold(table.t("more"), {}, optional));
}

export function isReady(table, summary) {
  return table.form.form.flatMap((group) => group.fields).every((field) => !isVisible(field, summary)
    || (field.unless ? isSaid(summary[field.unless]) || isWhole(field, summary[field.name])
      : !field.required || isSaid(summary[field.name])));
}

// What is asked for until something else is said in its place, is asked of every side.
function isWhole(field, value) {
  return isSaid(value) && (field.widget !== "by_side" || field.keys.every((key) => isSaid(value[key])));
}

// What is known of a hand before anybody has typed it: who deals, where the rules say so and the hand tells it.
// `counted` is who deals as the game itself has counted the hands before, if it does.
export function known(form, match, hand, counted = null) {
  const { next_dealer: dealer, next_hand: next } = match.result ?? { next_dealer: match.first_dealer, next_hand: 1 };
  const asks = form.form.some((group) => group.fields.some((field) => field.name === "dealer" && field.widget === "seat"));
  const deals = counted ?? (hand === next ? dealer : null);
  return asks && deals ? { dealer: deals } : {};
}

// Label and value of everything that was said.
export function sentence(table, summary) {
  const said = table.form.form.flatMap((group) => group.fields).filter((field) => isSaid(summary[field.name]));
  return said.map((field) => `${field.label}: ${words(field, summary[field.name], table)}`).join(". ");
}

function words(field, value, table) {
  const names = { seat: table.seat, side: table.side, checkbox: (flag) => table.t(flag ? "yes" : "no") };
  const found = field.choices?.find((each) => each.value === value)?.label ?? (field.widget === "card" ? cardName(field, value, table.t) : undefined);
  if (Array.isArray(value)) {
    return value.map((each) => words(field.of, each, table)).join(", ");
  }
  if (value && typeof value === "object") {
    const key = { by_seat: (seat) => table.seat(Number(seat)), by_side: table.side }[field.widget] ?? String;
    return Object.entries(value).map(([at, each]) => `${key(at)} ${words(field.of ?? {}, each, table)}`).join(", ");
  }
  return found ?? names[field.widget]?.(value) ?? String(value);
}

function isVisible(field, summary) {
  return Object.entries(field.when).every(([name, values]) => values.includes(summary[name] ?? null));
}

function isSaid(value) {
  return value !== undefined && value !== null && value !== "" && (typeof value !== "object" || Object.keys(value).length > 0);
}

export function fieldOf(table, name) {
  return table.form.form.flatMap((group) => group.fields).find((each) => each.name === name);
}

export function ask(field, id, value, set, table) {
  const control = KINDS[field.widget](field, id, value, set, table);
  return el("fieldset", { id: `${id}-field`, class: "ask" }, el("legend", {}, field.label), field.help &&
    el("p", { class: "soft" }, field.help), control);
}

// What was typed as a number and is none of those that there are, by the field's id: it is shown, never rounded.
const misread = new Map();

export const forgetMisread = () => misread.clear();
export const misreadAs = (id) => misread.get(id);

const isLimited = ({ minimum, maximum }) => [minimum, maximum].every(Number.isInteger);

// Which numbers there are, in the words of people: steps of 5 are told by how the numbers end.
export function allowed(table, field, what) {
  const { minimum, maximum, step = 1 } = field;
  const values = { what, low: plainly(minimum), high: plainly(maximum), step };
  return isLimited(field) ? table.t(step === 5 ? "number_ends" : step > 1 ? "number_steps" : "number_limits", values) : "";
}

function whyMisread(table, field, typed, what) {
  return isLimited(field) ? `${table.t("cannot_be", { typed })} ${allowed(table, field, what)}` : table.t("no_number", { typed });
}

// Whether more digits could still make it a number that there is.
function isBegun(field, text) {
  const { minimum, maximum, step = 1 } = field;
  const first = Math.ceil(minimum / step) * step;
  const values = isLimited(field) ? Array.from({ length: (maximum - first) / step + 1 }, (_, at) => String(first + at * step)) : [text];
  return values.some((each) => each.startsWith(text.replace("−", "-")));
}

// `field` says limits and step; the first press of a number not yet said gives `start`. Where it is `told`, the
// game says itself which numbers there are, in a place that is kept for it.
export function number(field, id, value, set, table, label = field.label ?? "") {
  const { minimum, maximum, step = 1, start = Math.max(minimum ?? 0, 0), what = field.label ?? label, told = null } = field;
  const inside = (wanted) => Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, wanted));
  const read = (text) => {
    const wanted = Number(text.replace("−", "-"));
    return text.trim() !== "" && Number.isInteger(wanted / step) && wanted === inside(wanted) ? wanted : null;
  };
  const typed = (event) => {
    const text = event.target.value.trim();
    event.target.blur();
    misread.set(id, text);
    set(read(text));
  };
  // A number that can be one is taken while it is typed; what can become none is told at once, the rest at the end.
  const typing = (event) => {
    const text = event.target.value.trim();
    const [begun, was] = [isBegun(field, text), misread.delete(id)];
    if (!begun) {
      misread.set(id, text);
    }
    if (!begun || was || read(text) !== null) {
      set(read(text));
    }
  };
  // Enter ends the typing; what is recorded is looked at first.
  const enter = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.target.blur();
    }
  };
  // From a number that cannot be, a step leads to the next one that can.
  const press = (by) => {
    const from = Number.isInteger(value) ? value : Number(misread.get(id)?.replace("−", "-") || NaN);
    set(Number.isFinite(from) ? inside((by > 0 ? Math.floor(from / step) : Math.ceil(from / step)) * step + by) : start);
  };
  const button = (name, by, sign) => el("button", { id: `${id}-${name}`, type: "button", class: "step", onclick: () => press(by),
    "aria-label": `${label}: ${sign}${step}` }, sign);
  if (Number.isInteger(value)) {
    misread.delete(id);
  }
  const wrong = misread.get(id) ?? "";
  const shown = Number.isInteger(value) ? String(value).replace("-", "−") : wrong;
  return el("div", { class: "counted" }, el("div", { class: "stepper" }, button("less", -step, "−"),
    el("input", { id, value: shown, inputmode: "numeric", autocomplete: "off", placeholder: "–", oninput: typing,
      onkeydown: enter, onchange: typed, "aria-label": label, "aria-invalid": wrong ? "true" : null,
      "aria-describedby": told ?? (wrong ? `${id}-fault` : null) }),
    button("more", step, "+")),
  wrong && !told && el("p", { id: `${id}-fault`, class: "errors", role: "alert" }, whyMisread(table, field, wrong, what)));
}

function oneOf(options, id, value, set) {
  return el("div", { class: "choices" }, options.map(([each, label]) =>
    toggle(`${id}-${each}`, value === each, label, () => set(value === each ? null : each))));
}

function choice(field, id, value, set) {
  return oneOf(field.choices.map((each) => [each.value, each.label]), id, value, set);
}

function seat(field, id, value, set, table) {
  return oneOf(field.seats.map((each) => [each, table.seat(each)]), id, value, set);
}

function side(field, id, value, set, table) {
  return oneOf(field.sides.map((each) => [each, table.side(each)]), id, value, set);
}

// Cards without a suit, if there are any, stand below the deck.
function card(field, id, value, set, table) {
  const special = field.cards.filter((code) => cardName(field, code, table.t) === code);
  return el("div", { class: "stack" }, field.suits.length > 0 && deck(field, id, special.includes(value) ? null : value, set, table),
    special.length > 0 && oneOf(special.map((each) => [each, each]), id, value, set));
}

function checkbox(field, id, value, set, table) {
  return oneOf([[true, table.t("yes")], [false, table.t("no")]], id, value, set);
}

function text(field, id, value, set) {
  const typed = (event) => set(event.target.value || null);
  return el("input", { id, class: "text", value: value ?? "", maxlength: field.maximum_length, onchange: typed, "aria-label": field.label });
}

function map(field, id, value, set, table) {
  const name = field.widget === "by_seat" ? (key) => table.seat(Number(key)) : table.side;
  return el("div", { class: "pairs" }, field.keys.map((key) => {
    const change = (inner) => set(without({ ...value, [key]: inner }));
    return ask({ ...field.of, what: field.label, label: name(key) }, `${id}-${key}`, value?.[key], change, table);
  }));
}

function list(field, id, value, set, table) {
  const entries = value ?? [];
  const put = (at, inner) => set([...entries.slice(0, at), inner, ...entries.slice(at + 1)].filter((each) => each !== null));
  const rows = [...entries, undefined].slice(0, field.maximum_length ?? undefined).map((each, at) =>
    ask({ ...field.of, label: fill("{n}.", { n: at + 1 }) }, `${id}-${at}`, each, (inner) => put(at, inner), table));
  return el("div", { class: "stack" }, rows);
}

function record(field, id, value, set, table) {
  return el("div", { class: "stack" }, field.fields.map((each) =>
    ask(each, `${id}-${each.name}`, value?.[each.name], (inner) => set(without({ ...value, [each.name]: inner })), table)));
}

function without(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
