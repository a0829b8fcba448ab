// What a hand of Twenty-Eight and its kin is worth, and the match that hands make: a preview with the lines of the server.
const TRICKS = 8;
const POINTS = 28;
const PAIR_MOVES = 4;
const BHANGI = 14;
const BANDS = { flat1: [[0, 1]], bands20: [[20, 2], [0, 1]], bands20_25: [[25, 3], [20, 2], [0, 1]], quarters: [[28, 4], [24, 3], [20, 2], [0, 1]] };
const STEPS = { double: 1, redouble: 2 };

export const tricksOfAHand = TRICKS;
export const sideAt = ({ sides }, seat) => sides[(seat - 1) % sides.length];
export const factorOf = ({ rules }) => (rules.variant === "56" ? 2 : 1);
export const highest = (form) => POINTS * factorOf(form) + form.rules.last_trick_bonus;
export const kindOf = (summary) => summary.kind ?? "played";
export const isVoid = (summary) => kindOf(summary) === "void";
export const isConceded = (summary) => kindOf(summary) === "conceded";

// The points that make the contract: the bid, moved by the pair within the bids that there are.
export function targetOf(form, { bid, pair }) {
  const moved = { bidders: Math.max(bid - PAIR_MOVES, form.rules.min_bid), defenders: Math.min(bid + PAIR_MOVES, highest(form)) };
  return moved[pair] ?? bid;
}

// The lines of a hand, their sums, and whether the contract is made (null in a deal that does not count).
export function worth(form, summary) {
  const outcome = outcomeOf(form, summary);
  const lines = [...contractLines(form, summary, outcome), ...honoursLines(form, summary), ...penaltyLines(form, summary)];
  const sides = zero(form.sides);
  lines.forEach((each) => { sides[each.side] += each.points; });
  return { lines, sides, made: outcome.made };
}

// A match without hands; `ends`: whether the rules of the game end it.
export const opening = (form, { dealer, ends }) =>
  ({ totals: zero(form.sides), counted: 0, due: form.rules.match_deals, isExtended: false, over: false, winner: null, dealer, ends });

export const fold = (form, hands, how) => hands.reduce((match, { summary }) => follow(form, match, summary), opening(form, how));

// The match after one more hand; what comes after its end changes nothing.
export function follow(form, match, summary) {
  if (match.over) {
    return match;
  }
  const { rules } = form;
  const won = worth(form, summary).sides;
  const least = rules.score_floor === "zero" ? 0 : -Infinity;
  const totals = Object.fromEntries(form.sides.map((side) => [side, Math.max(least, match.totals[side] + won[side])]));
  const next = { ...match, totals, counted: match.counted + (isVoid(summary) ? 0 : 1), dealer: dealerAfter(form, summary, match.dealer) };
  const lost = (summary.penalties ?? []).filter((each) => each.effect === "match_forfeit").map((each) => each.side);
  if (lost.length) {
    return ended(next, leader(totals, form.sides.filter((side) => !lost.includes(side))));
  }
  return !match.ends ? next : rules.match_end === "deals" ? afterDeals(form, next) : toTarget(form, next, summary);
}

const zero = (sides) => Object.fromEntries(sides.map((side) => [side, 0]));
const ended = (match, winner) => ({ ...match, over: true, winner, dealer: null });
const line = (code, side, points, params = {}) => ({ code, side, points, params });

// The side with the highest total; null where several have it.
function leader(totals, among) {
  const best = among.filter((side) => totals[side] === Math.max(...among.map((each) => totals[each])));
  return best.length === 1 ? best[0] : null;
}

function dealerAfter({ rules, seats }, summary, dealer) {
  const moves = rules.opening === "free" && rules.all_pass === "redeal_next_dealer";
  const passes = !isVoid(summary) || (summary.reason === "all_pass" && moves);
  return dealer && passes ? (dealer % Object.keys(seats).length) + 1 : dealer;
}

function toTarget(form, match, summary) {
  const { totals } = match;
  const all = Object.values(totals);
  const first = leader(totals, form.sides);
  if (Math.max(...all) >= form.rules.target) {
    const bidders = isVoid(summary) ? null : sideAt(form, summary.bidder);
    const winner = first ?? (bidders && totals[bidders] === Math.max(...all) ? bidders : null);
    return winner ? ended(match, winner) : match;
  }
  return form.rules.negative_limit === "mirror" && Math.min(...all) <= -form.rules.target && first ? ended(match, first) : match;
}

function afterDeals(form, match) {
  const winner = leader(match.totals, form.sides);
  if (match.counted < match.due) {
    return match;
  }
  const extra = form.rules.tie_extra_deals;
  return winner || !extra ? ended(match, winner ?? "draw") : { ...match, due: match.due + (match.isExtended ? 1 : extra), isExtended: true };
}

// Whether a contract is made, what it is worth before and after doubling, and the code of its lines.
function outcomeOf(form, summary) {
  const { rules } = form;
  if (isVoid(summary)) {
    return { code: "void", made: null };
  }
  const given = isConceded(summary) ? "conceded_" : "";
  if (summary.solo) {
    const made = given ? summary.conceded_by === "defenders" : summary.bidder_tricks === TRICKS;
    const base = made ? rules.solo_success : rules.solo_failure;
    return { code: `solo_${given}${made ? "made" : "failed"}`, made, base, value: base };
  }
  const margin = targetOf(form, summary) - summary.bidder_points;
  const made = given ? summary.conceded_by === "defenders" : margin <= 0;
  const isBhangi = !given && rules.bhangi && margin >= BHANGI * factorOf(form);
  const base = made ? award(form, summary.bid) : isBhangi ? fullValue(form, summary.bid) : loss(form, summary.bid);
  return { code: isBhangi ? "bhangi" : `${given}${made ? "made" : "failed"}`, made, base, value: doubled(rules, base, summary.doubled) };
}

function award(form, bid) {
  return BANDS[form.rules.success_award].find(([least]) => bid >= least * factorOf(form))[1];
}

const fullValue = (form, bid) => (form.rules.bid_value_is === "number" ? bid : award(form, bid));

function loss(form, bid) {
  const own = { flat1: 1, full_bid_value: fullValue(form, bid) }[form.rules.failure_loss];
  return own ?? award(form, bid) + (form.rules.failure_loss === "success_plus_1" ? 1 : 0);
}

function doubled({ double_effect: effect }, base, call) {
  const steps = STEPS[call] ?? 0;
  return effect === "multiply" ? base * 2 ** steps : base + steps;
}

function contractLines(form, summary, { code, made, base, value }) {
  if (made === null) {
    return form.sides.map((side) => line(code, side, 0, { reason: summary.reason }));
  }
  const params = paramsOf(form, summary);
  const shares = settled(form, made, sideAt(form, summary.bidder));
  const more = value === base ? [] : shares.filter(([, share]) => share);
  return [...shares.map(([side, share]) => line(code, side, share * base, params)),
    ...more.map(([side, share]) => line(summary.doubled, side, share * (value - base)))];
}

function paramsOf(form, summary) {
  const { bid, reason } = summary;
  if (isConceded(summary)) {
    return summary.solo ? { reason } : { bid, reason };
  }
  return summary.solo ? { tricks: summary.bidder_tricks } : { bid, points: summary.bidder_points, target: targetOf(form, summary) };
}

// How many times the value each side gets whose score moves; the bidders are always among them.
function settled({ rules, sides }, made, bidders) {
  const sign = made ? 1 : -1;
  const share = (side) => (rules.settlement === "transfer" ? sign * (side === bidders ? sides.length - 1 : -1)
    : made ? Number(side === bidders) : rules.settlement === "award" ? Number(side !== bidders) : -Number(side === bidders));
  return sides.map((side) => [side, share(side) || 0]).filter(([side, each]) => each || side === bidders);
}

function honoursLines(form, summary) {
  const claim = summary.all_jacks ?? "none";
  if (!form.rules.honours || kindOf(summary) !== "played" || summary.solo || claim === "none") {
    return [];
  }
  const bidders = sideAt(form, summary.bidder);
  return form.sides.filter((side) => (side === bidders) === (claim === "bidders")).map((side) => line("honours", side, 1));
}

function penaltyLines(form, { penalties }) {
  return (penalties ?? []).flatMap((each) => {
    const { code, side, effect } = each;
    if (effect !== "points") {
      return effect === "match_forfeit" ? [line(effect, side, 0, { code })] : [];
    }
    const points = each.points ?? form.infractions.find((one) => one.code === code)?.points ?? form.rules.penalty_points;
    return form.rules.penalty_mode === "deduct" ? [line("penalty", side, -points, { code })]
      : form.sides.filter((one) => one !== side).map((one) => line("penalty_award", one, points, { side, code }));
  });
}
