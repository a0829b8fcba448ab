// What is missing of a hand of Twenty-Eight and its kin, or cannot be: the first reason that the rules would give.
import { highest, isConceded, isVoid, kindOf, tricksOfAHand as TRICKS } from "./twenty_eight-score.js";

const RANKS = [3, 2, 1, 1, 0, 0, 0, 0]; // points of the ranks of a suit, the Jack first
const SUITS = 4;
const JACK = 3;
const NEVER = [1, 0];

// The code of the problem with its params; null when nothing is missing or wrong.
export function fault(form, summary) {
  const field = required(form, summary).find((name) => !Number.isInteger(summary[name]) && !summary[name]);
  if (field) {
    return { code: `missing_field/${field}`, params: {} };
  }
  return isVoid(summary) ? null : wrongBid(form, summary) ?? (kindOf(summary) === "played" && !summary.solo ? wrongCount(form, summary) : null);
}

function required({ rules }, summary) {
  if (isVoid(summary)) {
    return ["reason"];
  }
  const ofContract = summary.solo ? ["bidder"] : ["bidder", "bid"];
  if (isConceded(summary)) {
    return [...ofContract, "conceded_by", "reason"];
  }
  return summary.solo ? [...ofContract, "bidder_tricks"] : [...ofContract, "bidder_points", ...(rules.honours ? ["all_jacks"] : [])];
}

function wrongBid(form, { bid, solo }) {
  const [min, T] = [form.rules.min_bid, highest(form)];
  return !solo && (bid < min || bid > T) ? { code: "bid_out_of_range", params: { min, T } } : null;
}

// Points, tricks and Jacks that no hand has together; a pair without a trick.
function wrongCount(form, { bidder_points: points, bidder_tricks: tricks, all_jacks: claim, pair }) {
  const T = highest(form);
  const isCounted = Number.isInteger(tricks);
  if (points < 0 || points > T) {
    return { code: "points_out_of_range", params: { T } };
  }
  if (isCounted && !holds(ofTricks(form, tricks), points)) {
    return impossible("tricks_points_impossible", ofTricks(form, tricks), tricks);
  }
  if (form.rules.honours && !holds(ofClaim(form, claim), points)) {
    return impossible("jacks_points_impossible", ofClaim(form, claim), tricks);
  }
  if (form.rules.honours && isCounted && !holds(ofJacks(form, claim, tricks), points)) {
    return impossible("jacks_tricks_impossible", ofJacks(form, claim, tricks), tricks);
  }
  return isCounted && tricks === { bidders: 0, defenders: TRICKS }[pair] ? { code: "pair_needs_trick", params: {} } : null;
}

const holds = ([least, most], points) => least <= points && points <= most;

function impossible(code, [lo, hi], t = 0) {
  return lo > hi ? { code: `${code}/never`, params: { t } } : { code, params: { t, lo, hi } };
}

// The points of all cards, the dearest first.
function valuesOf({ rules, seats }) {
  const cards = Object.keys(seats).length * TRICKS;
  const packs = rules.variant === "56" ? 2 : 1;
  return RANKS.slice(0, cards / SUITS / packs).flatMap((each) => Array(SUITS * packs).fill(each));
}

const sum = (values) => values.reduce((all, each) => all + each, 0);

// The least and most that so many of these cards are worth.
function rangeOf(values, cards) {
  return cards < 0 || cards > values.length ? NEVER : [sum(values.slice(values.length - cards)), sum(values.slice(0, cards))];
}

// The last trick may be among some of the tricks, is among all of them and not among none.
function withBonus({ rules }, [least, most], tricks) {
  const bonus = tricks && least <= most ? rules.last_trick_bonus : 0;
  return [least + (tricks === TRICKS ? bonus : 0), most + bonus];
}

const cardsIn = ({ seats }, tricks) => Object.keys(seats).length * tricks;

const ofTricks = (form, tricks) => withBonus(form, rangeOf(valuesOf(form), cardsIn(form, tricks)), tricks);

function ofJacks(form, claim, tricks) {
  const values = valuesOf(form);
  const jacks = values.filter((each) => each === JACK).length;
  const [from, to] = { bidders: [jacks, jacks], defenders: [0, 0], none: [1, jacks - 1] }[claim];
  const ranges = [];
  for (let held = from; held <= to; held += 1) {
    const [least, most] = rangeOf(values.slice(jacks), cardsIn(form, tricks) - held);
    ranges.push([JACK * held + least, JACK * held + most, least <= most]);
  }
  return withBonus(form, union(ranges.filter(([, , isPossible]) => isPossible)), tricks);
}

// Whatever the tricks are.
function ofClaim(form, claim) {
  return union(Array.from({ length: TRICKS + 1 }, (_, tricks) => ofJacks(form, claim, tricks)).filter(([least, most]) => least <= most));
}

const union = (ranges) => (ranges.length ? [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))] : NEVER);
