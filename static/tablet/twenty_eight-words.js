// Words of a hand of Twenty-Eight and its kin, and which of its values stand beside each other.
import { fieldOf } from "./form.js";
import { sideAt } from "./twenty_eight-score.js";

const OF_A_COUNT = ["bidder_points", "bidder_tricks", "all_jacks"];
const NOT_OF_A_SOLO = ["bid", "bidder_points", "bidder_tricks", "doubled", "pair", "all_jacks"];
const CHECKS = ["made", "defender_points"]; // this form shows what they would check

const none = (names) => Object.fromEntries(names.map((name) => [name, null]));

// The values with what they leave no place for.
export function without(summary, values) {
  const hand = { ...summary, ...values };
  const rest = {
    ...none(CHECKS),
    ...("solo" in values ? none(hand.solo ? NOT_OF_A_SOLO : ["bidder_tricks"]) : {}),
    ...(hand.kind === "conceded" ? none(OF_A_COUNT) : {}),
    ...(hand.kind ? {} : none(["conceded_by", "reason"])),
  };
  return { ...values, ...rest };
}

export const lower = (text) => text[0].toLowerCase() + text.slice(1);
export const upper = (text) => text[0].toUpperCase() + text.slice(1);

// What an offence is called, or why a deal or a contract ended.
export function reasonOf(table, code) {
  const offences = fieldOf(table, "penalties").of.fields.find((each) => each.name === "code").choices;
  return [...fieldOf(table, "reason").choices, ...offences].find((each) => each.value === code)?.label ?? code;
}

// Why a deal may be void under the rules of the event.
export function reasons({ form: { rules } }) {
  const may = { all_pass: rules.opening === "free" && rules.all_pass !== "first_player_forced", pointless_hand: rules.pointless_redeal !== "off",
    four_jacks: rules.four_jacks_redeal, misdeal: true, exposed_card_in_deal: true, director: true };
  return Object.keys(may).filter((each) => may[each]);
}

export const sideOfBidder = ({ form }, { bidder }) => (bidder ? sideAt(form, bidder) : null);

// Where everybody plays for himself, a seat has the name of its side.
export function nameAt(table, seat) {
  const { form } = table;
  return form.sides.length === Object.keys(form.seats).length ? table.side(sideAt(form, seat)) : table.seat(seat);
}

// Bidders and defenders by the names of their sides, where it is known who bid.
export function groupsOf(table, summary) {
  const side = sideOfBidder(table, summary);
  if (!side) {
    return Object.fromEntries(fieldOf(table, "conceded_by").choices.map((each) => [each.value, each.label]));
  }
  return { bidders: table.side(side), defenders: table.form.sides.filter((each) => each !== side).map(table.side).join(" + ") };
}

// The choices of a field, with the names of the sides.
export function called(table, name, summary) {
  const names = groupsOf(table, summary);
  return fieldOf(table, name).choices.map(({ value, label }) => ({ value, label: names[value] ?? label }));
}
