// What cannot have been in a hand of Thunee: the rows of the rules in their order, with the params of their sentences.
import { countedSide, isDeclared, lastOf, otherSide, THUNEE_TYPE, totalOf } from "./thunee-score.js";

const SIZES = { "two/24": [2, 6, 12], "four/24": [4, 6, 6], "four/32": [4, 8, 8], "observed/24": [4, 6, 6], "observed/32": [4, 8, 8],
  "six/24": [6, 4, 4] }; // players, cards of a hand, tricks
const POINTS = { A: 11, T: 10, K: 3, Q: 2 };
const COUNTED = { J: 30, 9: 20 };
const SUITS = 4;
const TRUMP_JODHI = [40, 50];
const PLAIN_JODHI = [20, 30];
const WITH_JACK = [30, 50];
const PLAIN_SUITS = 3;

export const sizesOf = ({ rules }) => {
  const [players, hand, tricks] = SIZES[`${rules.variant}/${rules.deck_size}`];
  return { players, hand, tricks };
};

const sets = new Map();

// For 0, 1, ... tricks the points that their cards can be worth, a bit for each; `held`: with a card of that worth.
function reach(form, held) {
  const key = JSON.stringify([form.rules.variant, form.rules.deck_size, form.rules.scheme, held]);
  if (!sets.has(key)) {
    sets.set(key, reachable(form, held));
  }
  return sets.get(key);
}

function reachable(form, held) {
  const { players, tricks } = sizesOf(form);
  const values = cardValues(form);
  if (held !== null) {
    values.splice(values.indexOf(held), 1);
  }
  const sums = [1n, ...values.map(() => 0n)];
  for (const value of values) {
    for (let n = values.length; n > 0; n -= 1) {
      sums[n] |= sums[n - 1] << BigInt(value);
    }
  }
  const own = held === null ? 0 : 1;
  return Array.from({ length: tricks + 1 }, (_, n) => (players * n >= own ? sums[players * n - own] << BigInt(held ?? 0) : 0n));
}

function cardValues(form) {
  const suit = (counts) => [...Object.values(POINTS), ...Object.values(COUNTED).map((each) => (counts ? each : 0))];
  const all = Array.from({ length: SUITS }, (_, at) => suit(at === 0 || !isDeclared(form))).flat();
  return [...all, ...Array(form.rules.deck_size - all.length).fill(0)];
}

const holds = (set, points) => points >= 0 && ((set >> BigInt(points)) & 1n) === 1n;

// What is wrong with a hand in its game, each code once.
export function violations(form, summary, context) {
  if (summary.kind !== "normal") {
    return alone(form, summary);
  }
  const found = new Map();
  const say = (code, params = {}) => found.has(code) || found.set(code, params);
  const tricks = cased(form, summary);
  counts(form, summary, tricks, say);
  lastTrick(form, summary, tricks, say);
  lastCall(form, summary, tricks, say, context);
  called(form, summary, tricks, say);
  return [...found].map(([code, params]) => ({ code, params }));
}

function alone(form, { kind, result }) {
  const alone = THUNEE_TYPE.includes(kind) && result === "partner_catch" && form.rules.variant === "two";
  return alone ? [{ code: "partner_catch_without_partner", params: {} }] : [];
}

// The numbers of tricks that the counting side can have had; a row that would leave none reports and leaves them.
function cased(form, { trump_side: trumps, points, tricks: said }) {
  const all = Array.from({ length: sizesOf(form).tricks + 1 }, (_, n) => n);
  const [typed, fitting] = [Number.isInteger(said) ? [said] : [], all.filter((n) => holds(reach(form, null)[n], points))];
  const counting = countedSide(form, trumps);
  let possible = typed.length ? typed : fitting.length ? fitting : all;
  const wonBy = (side, n) => (side === counting ? n : all.length - 1 - n);
  const narrows = (keep) => {
    const kept = possible.filter(keep);
    possible = kept.length ? kept : possible;
    return kept.length > 0;
  };
  return { counting, wonBy, narrows, isSomewhere: fitting.length > 0, isThere: !typed.length || fitting.includes(said) };
}

function counts(form, { points, other_points: other, tricks: said, call, final_call: final }, tricks, say) {
  const total = totalOf(form);
  if (final?.winner === "partner" && form.rules.variant === "two") {
    say("partner_catch_without_partner");
  }
  if (!call && form.rules.all_pass === "redeal") {
    say("call_required");
  }
  if (Number.isInteger(other) && points + other !== total) {
    say("points_sum", { points, other, total });
  }
  if (!tricks.isSomewhere) {
    say("points_unreachable", { points });
  } else if (!tricks.isThere) {
    say("points_tricks_mismatch", { tricks: said, points });
  }
}

function lastTrick(form, { last_trick: last, final_call: final }, tricks, say) {
  if (!last && (form.rules.last_trick_bonus || final)) {
    say("last_trick_missing");
  } else if (last && (!tricks.narrows((n) => tricks.wonBy(last, n) >= 1) || (final && lastOf(form, final) !== last))) {
    say("last_trick_conflict", { side: last });
  }
}

function lastCall(form, { final_call: final }, tricks, say, context) {
  if (!final) {
    return;
  }
  const { side, call, winner } = final;
  const others = otherSide(form, side);
  const lost = winner === "opponents" ? 1 : 0;
  if (call === "khanaak") {
    if (!tricks.narrows((n) => tricks.wonBy(others, n) > lost)) {
      say("khanaak_without_opponent_trick", { side: others });
    }
    return;
  }
  if (!tricks.narrows((n) => tricks.wonBy(others, n) === lost)) {
    say("double_after_lost_trick", { side });
  }
  if (isOnCorner(form, side, context)) {
    say("double_on_corner_house", { side });
  }
}

// Whether a side is one ball short where that forbids it to call Double.
export const isOnCorner = ({ rules }, side, { balls, target }) => rules.corner_house_ban && balls[side] >= target - 1;

function called(form, summary, tricks, say) {
  const jodhi = (side) => summary.jodhi?.[side] ?? [];
  const number = (values) => form.sides.flatMap(jodhi).filter((each) => values.includes(each)).length;
  if (number(TRUMP_JODHI) > 1) {
    say("jodhi_two_trump");
  }
  if (number(PLAIN_JODHI) > PLAIN_SUITS) {
    say("jodhi_too_many_plain");
  }
  const full = overfull(form, jodhi);
  if (full) {
    say("jodhi_too_many_cards", { side: full });
  }
  const calling = form.sides.filter((side) => jodhi(side).length);
  for (const side of calling.filter((each) => jodhi(each).some((one) => one === 50 || (one === 40 && summary.royals_agreed)))) {
    if (!tricks.narrows(heldTop(form, summary, tricks, side))) {
      say("jodhi_top_trump", { side });
    }
  }
  for (const side of calling) {
    const least = summary.last_trick === side ? 2 : 1;
    if (!tricks.narrows((n) => tricks.wonBy(side, n) >= least)) {
      say("jodhi_without_trick", { side });
    }
  }
}

// The highest trump was still held after a trick won: it has won one more, and lies among the tricks of its side.
function heldTop(form, { points, royals_agreed: royals }, tricks, side) {
  const sets = reach(form, royals ? POINTS.Q : COUNTED.J);
  const own = side === tricks.counting ? points : totalOf(form) - points;
  return (n) => tricks.wonBy(side, n) >= 2 && holds(sets[tricks.wonBy(side, n)], own);
}

// The side whose hands have no room for all its Jodhi, if one is.
function overfull(form, jodhi) {
  const { players, hand } = sizesOf(form);
  const isTwo = form.rules.variant === "two";
  const hands = isTwo ? 2 : players / form.sides.length;
  const later = hand - (form.rules.jodhi_window === "hand_1_3" ? 3 : 2);
  const hasRoom = (side, room) => {
    const triples = jodhi(side).filter((each) => WITH_JACK.includes(each)).length;
    return fits(jodhi(side).length - triples, triples, hands, room);
  };
  const full = form.sides.find((side) => !hasRoom(side, hand - 1));
  const both = !isTwo && form.sides.every((side) => jodhi(side).length);
  return full ?? (both && !form.sides.some((side) => hasRoom(side, later)) ? form.sides[0] : null);
}

// Whether so many sets of two and of three cards fit into hands that have so much room.
function fits(pairs, triples, hands, room) {
  if (pairs + triples === 0) {
    return true;
  }
  if (!hands || 2 * pairs + 3 * triples > hands * room) {
    return false;
  }
  const most = Math.min(triples, Math.floor(room / 3));
  return Array.from({ length: most + 1 }, (_, here) => here).some((here) =>
    fits(Math.max(0, pairs - Math.floor((room - 3 * here) / 2)), triples - here, hands - 1, room));
}
