// A small deck to tap a card on: the suit, the rank, in any order; a tap on another suit or rank changes the card.
import { el, icon, toggle } from "./dom.js";

// What was tapped of a card, for which hand, by the id of the deck: a second tap may come before the first is shown.
let tapped = { hand: null, parts: {} };

// The name of a card as people say it.
export function cardName(field, code, t) {
  const [rank, suit] = partsOf(field, code);
  return rank && suit ? t("card_name", { rank: small(rank.name), suit: suit.name }) : String(code);
}

// The drawing of the suit of a card, or its name where there is no drawing.
export function suitSign(field, code) {
  const [, suit] = partsOf(field, code);
  return suit && drawing(suit);
}

// `field` has `suits` and `ranks`, each with a letter and a name; a code is the letters of rank and suit.
export function deck(field, id, value, set, table) {
  const { t } = table;
  if (tapped.hand !== table.draft) {
    tapped = { hand: table.draft, parts: {} };
  }
  if (value) {
    tapped.parts[id] = { rank: value[0], suit: value[1] };
  }
  const half = tapped.parts[id] ?? {};
  const [rank, suit] = [named(field.ranks, half.rank), named(field.suits, half.suit)];
  const tap = (part, letter) => {
    const taken = { ...tapped.parts[id], [part]: letter };
    tapped.parts[id] = taken;
    set(taken.rank && taken.suit ? taken.rank + taken.suit : null);
  };
  const called = (each, of) => (of ? t("card_name", { rank: small(each.name), suit: of.name }) : each.name);
  return el("div", { id: `${id}-deck`, class: "deck" },
    el("div", { class: "suits", role: "group", "aria-label": t("suit") }, field.suits.map((each) =>
      spoken(toggle(`${id}-suit-${each.letter}`, each === suit, [each.sign && drawing(each), el("span", {}, each.name)], () => tap("suit", each.letter), `suit ${each.sign}`), each.name))),
    el("div", { class: "ranks", role: "group", "aria-label": t("rank") }, field.ranks.map((each) =>
      spoken(toggle(`${id}-rank-${each.letter}`, each === rank, face(each), () => tap("rank", each.letter), "rank"), called(each, suit)))));
}

const named = (all, letter) => all.find((each) => each.letter === letter);

const partsOf = (field, code) => [named(field.ranks, code?.[0]), named(field.suits, code?.[1])];

// Names that are no numbers stand within a sentence.
const small = (name) => name.toLowerCase();

function drawing({ sign, name }) {
  return sign ? icon(sign) : el("b", {}, name);
}

function face({ letter, name }) {
  return letter === name ? el("b", {}, letter) : [el("b", {}, letter), el("small", {}, name)];
}

function spoken(button, name) {
  button.setAttribute("aria-label", name);
  return button;
}
