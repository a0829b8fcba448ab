// A form of any game from its declaration: every kind of value is asked for by buttons that a finger hits.
import { el, fill, toggle } from "./dom.js";

const KINDS = { number, text, checkbox, choice, seat, side, card, by_seat: map, by_side: map, list, record };

// The fields in their order; what need not be said is folded away.
export function entry(table, summary, set) {
  const shown = table.form.form.flatMap((group) => group.fields).filter((field) => isVisible(field, summary));
  const [needed, optional] = [true, false].map((must) =>
    shown.filter((field) => field.required === must).map((field) =>
      ask(field, field.name, summary[field.name], (value) => set({ [field.name]: value }), table)));
  const more = el("details", { id: "more", class: "fold" }, el("summary", {}, table.t("more")), optional);
  return el("div", { id: "any-game", class: "stack" }, needed, optional.length > 0 && more);
}

export function isReady(table, summary) {
  return table.form.form.flatMap((group) => group.fields).every((field) =>
    !field.required || !isVisible(field, summary) || isSaid(summary[field.name]));
}

// Label and value of everything that was said.
export function sentence(table, summary) {
  const said = table.form.form.flatMap((group) => group.fields).filter((field) => isSaid(summary[field.name]));
  return said.map((field) => `${field.label}: ${words(field, summary[field.name], table)}`).join(". ");
}

function words(field, value, table) {
  const names = { seat: table.seat, side: table.side, checkbox: (flag) => table.t(flag ? "yes" : "no") };
  const found = field.choices?.find((each) => each.value === value)?.label;
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
  return Object.entries(field.when).every(([name, values]) => values.includes(summary[name]));
}

function isSaid(value) {
  return value !== undefined && value !== null && value !== "" && (typeof value !== "object" || Object.keys(value).length > 0);
}

function ask(field, id, value, set, table) {
  const control = KINDS[field.widget](field, id, value, set, table);
  return el("fieldset", { id: `${id}-field`, class: "ask" }, el("legend", {}, field.label), field.help &&
    el("p", { class: "soft" }, field.help), control);
}

// What was typed as a number and is none of those that there are, by the field's id: it is shown, never rounded.
const misread = new Map();

export const forgetMisread = () => misread.clear();

function whyMisread(table, { minimum, maximum, step = 1 }, typed) {
  const limits = [minimum, maximum].every(Number.isInteger);
  const said = (each) => String(each).replace("-", "−");
  const name = limits ? (step > 1 ? "wrong_step" : "wrong_number") : "no_number";
  return table.t(name, { typed, low: said(minimum), high: said(maximum), step });
}

// `field` says limits and step; the first press of a number not yet said gives `start`.
export function number(field, id, value, set, table, label = field.label ?? "") {
  const { minimum, maximum, step = 1, start = Math.max(minimum ?? 0, 0) } = field;
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
  // A number that can be one is taken while it is typed; what is not one waits for the end of the typing.
  const typing = (event) => {
    if (read(event.target.value) !== null) {
      set(read(event.target.value));
    }
  };
  // Enter ends the typing; what is recorded is looked at first.
  const enter = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.target.blur();
    }
  };
  const press = (by) => set(Number.isInteger(value) ? inside(value + by) : start);
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
      "aria-describedby": wrong ? `${id}-fault` : null }),
    button("more", step, "+")),
  wrong && el("p", { id: `${id}-fault`, class: "errors", role: "alert" }, whyMisread(table, field, wrong)));
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

function card(field, id, value, set) {
  return oneOf(field.cards.map((each) => [each, each]), id, value, set);
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
    return ask({ ...field.of, label: name(key) }, `${id}-${key}`, value?.[key], change, table);
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
