// Points of the sides from a keypad: one number is typed, the other follows from the sum; typing that too is a check.
import { el } from "./dom.js";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

// What was typed for which hand, by side; `side` is the one that is typed now, `fresh`: the next digit begins anew.
let typed = { hand: null, texts: {}, side: null, fresh: true };

// `sum` is what all sides have together, `range(side)` the least and most of a side, `value` the numbers by side.
export function sharing(table, { id, sum, range, value }) {
  if (typed.hand !== table.draft) {
    typed = { hand: table.draft, texts: {}, side: null, fresh: true };
  }
  const { sides } = table.form;
  const texts = typed.texts;
  const said = sides.filter((side) => texts[side]);
  const numbers = Object.fromEntries(sides.map((side) => [side, texts[side] ? Number(texts[side]) : said.length ? null : value?.[side] ?? null]));
  const total = said.length === sides.length ? sides.reduce((all, side) => all + numbers[side], 0) : sum;
  const isIn = (side, number) => number >= range(side)[0] && number <= range(side)[1];
  const wrong = said.find((side) => !isIn(side, numbers[side]));
  for (const side of said.length === 1 && !wrong ? sides.filter((each) => !texts[each]) : []) {
    numbers[side] = sum - numbers[said[0]];
  }
  const whole = sides.every((side) => numbers[side] !== null && isIn(side, numbers[side]));
  return { id, sum, range, numbers, said, wrong, total, isWhole: whole && total === sum, active: typed.side ?? said[0] ?? sides[0] };
}

// What was typed is of no use any more: the numbers were said in another way.
export const forgetTyped = () => Object.assign(typed, { hand: null });

// The numbers as the summary has them, or null while they are none.
export const sharedOut = (shared) => (shared.isWhole ? { ...shared.numbers } : null);

// A plate for each side with `note(side)` below its number, what is asked `below` them, and the keys beside them.
export function keypad(table, shared, note, change, below = null) {
  const { id, active } = shared;
  const press = (key) => {
    if (key && !isBegun(shared, active, written(active, key))) {
      return;
    }
    put(active, written(active, key));
    typed.fresh = false;
    change();
  };
  const choose = (side) => {
    typed.side = side;
    typed.fresh = true;
    change();
  };
  const key = (name, label, sign, act) => el("button", { id: `${id}-key-${name}`, type: "button", class: "key", onclick: act, "aria-label": label }, sign);
  // A key that would lead to no number stays in its place, so that the focus of a keyboard is not lost.
  const digit = (name) => el("button", { id: `${id}-key-${name}`, type: "button", class: "key digit", onclick: () => press(name),
    "aria-disabled": String(!isBegun(shared, active, written(active, name))) }, name);
  return el("div", { class: "sharing" },
    el("div", { class: "plates" }, table.form.sides.map((side) => plate(table, shared, side, note, choose, change)), below),
    el("div", { id: `${id}-keys`, class: "keys", role: "group", "aria-label": table.t("points_for", { side: table.side(active) }) },
      KEYS.map(digit), key("erase", table.t("erase"), "⌫", () => press("")), digit("0"),
      key("other", table.t("type_other"), "⇅", () => choose(next(table.form.sides, active)))));
}

function plate(table, shared, side, note, choose, change) {
  const { id, active, said, numbers, wrong, total, sum } = shared;
  const shown = typed.texts[side] || numbers[side]?.toString() || "";
  const isWrong = side === wrong || total !== sum;
  const marks = ["side-plate", side === active && "active", !said.includes(side) && "filled", isWrong && "wrong"];
  return el("label", { class: marks.filter(Boolean).join(" "), for: `${id}-${side}` },
    el("span", { class: "name" }, table.side(side)),
    el("input", { id: `${id}-${side}`, value: shown, inputmode: "none", autocomplete: "off", placeholder: "–", maxlength: String(sum).length,
      "aria-invalid": isWrong ? "true" : null, "aria-describedby": isWrong ? "said" : null, onclick: () => choose(side),
      onfocus: () => side !== active && choose(side),
      oninput: (event) => {
        put(side, event.target.value.replace(/\D/g, ""));
        Object.assign(typed, { side, fresh: false });
        change();
      },
      onkeydown: (event) => {
        if (event.key === "Enter") {
          event.preventDefault(); // what is recorded is looked at first
        }
      } }),
    el("span", { class: "says" }, note(side)));
}

const next = (sides, side) => sides[(sides.indexOf(side) + 1) % sides.length];

function put(side, text) {
  typed.texts = { ...typed.texts, [side]: text };
  typed.side = side;
}

// What stands there after a key: "" takes the last digit away.
function written(side, key) {
  const now = typed.texts[side] ?? "";
  return key === "" ? now.slice(0, -1) : typed.fresh ? key : now + key;
}

// Whether these digits are a number of the side, or can become one.
function isBegun({ range }, side, text) {
  const [least, most] = range(side);
  return Array.from({ length: most - least + 1 }, (_, at) => String(least + at)).some((each) => each.startsWith(text));
}
