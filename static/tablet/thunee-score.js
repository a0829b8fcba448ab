// What a hand of Thunee is worth, and the games that the hands make: a preview with the lines that the server gives, too.
const TOTALS = { declare154: 154, count304: 304 };
const TARGET = 105;
const TARGET_OF_TWO = 125;
const LATE = "late_scorecard";
const CLEAR_LEAD = 2;

export const THUNEE_TYPE = ["thunee", "royals", "blind_thunee", "blind_royals"];

export const otherSide = ({ sides }, side) => sides[1 - sides.indexOf(side)];
export const sideAt = ({ sides }, seat) => sides[(seat - 1) % sides.length];
export const isDeclared = ({ rules }) => rules.scheme === "declare154";
export const totalOf = ({ rules }) => TOTALS[rules.scheme];
export const isVoid = (summary) => summary?.kind === "cancelled";

// The side whose card points are written down; null until somebody has made trumps.
export const countedSide = (form, trumps) => (!trumps ? null : isDeclared(form) ? trumps : otherSide(form, trumps));

// Who won the last trick, by what its caller says; null without such a call.
export function lastOf(form, final) {
  return final?.winner ? (final.winner === "opponents" ? otherSide(form, final.side) : final.side) : null;
}

const sum = (values = []) => values.reduce((all, each) => all + each, 0);
const zero = ({ sides }) => Object.fromEntries(sides.map((side) => [side, 0]));

// A game at nought: what the system knows of a hand before it is typed.
export const opening = (form, dealer = null) => ({ ...newGame(form), dealer });

const newGame = (form) => ({ balls: zero(form), target: form.rules.match_target, isRaised: false, isDeuce: false, last: zero(form) });

// The side that counts, what it has with Jodhi, call and last trick, and what it needs.
export function count(form, { trump_side: trumps, call, points, jodhi, last_trick: last }) {
  const { rules } = form;
  const side = countedSide(form, trumps);
  const [own, others] = [sum(jodhi?.[side]), sum(jodhi?.[otherSide(form, side)])];
  const bonus = rules.last_trick_bonus;
  if (isDeclared(form)) {
    return { side, total: points + own + (last === side ? bonus : 0), needed: call };
  }
  const needed = rules.counting_target ?? (rules.variant === "two" ? TARGET_OF_TWO : TARGET);
  return { side, total: points + call + own - others + (last === side ? bonus : -bonus), needed };
}

// Card points in the tricks of both sides.
export function cardsOf(form, { trump_side: trumps, points }) {
  const side = countedSide(form, trumps);
  return { [side]: points, [otherSide(form, side)]: totalOf(form) - points };
}

// The lines of a hand in its game, their sums, the game after it, and who wins that.
export function worth(form, summary, context) {
  const lines = linesOf(form, summary);
  const sides = zero(form);
  lines.forEach((line) => { sides[line.side] += line.points; });
  const race = isVoid(summary) ? { ...context, last: zero(form) } : after(form, context, summary, sides);
  return { lines, sides, after: race.balls, race, winner: isVoid(summary) ? null : winnerOf(form, race, summary) };
}

function linesOf(form, summary) {
  const { kind, side, code, reason, result, doubled } = summary;
  if (isVoid(summary)) {
    return form.sides.map((each) => line("cancelled", each, 0, { reason }));
  }
  if (kind === "infraction") {
    return [line("four_ball", otherSide(form, side), form.rules.penalty_balls, { offence: code })];
  }
  if (THUNEE_TYPE.includes(kind)) {
    const made = [line(`${kind}_${result}`, result === "made" ? side : otherSide(form, side), thuneeBalls(form, kind, result))];
    return doubled ? [...made, ...again(made)] : made;
  }
  const final = summary.final_call ? [finalLine(form, summary)] : [];
  if (final.length && form.rules.call_scoring === "replace") {
    return final;
  }
  const base = baseLines(form, summary);
  return [...base, ...(doubled ? again(base) : []), ...final];
}

const again = (lines) => lines.map(({ side, points }) => line("double_thunee", side, points));

// The balls of a call that must win every trick, by how it went.
export function thuneeBalls({ rules }, kind, result) {
  const named = kind.startsWith("blind") ? "blind" : "thunee";
  return rules[`${named}_${{ made: "success", caught: "fail", partner_catch: "partner_catch" }[result]}`];
}

function baseLines(form, summary) {
  const { rules } = form;
  const { side, total, needed } = count(form, summary);
  const params = { total, needed };
  if (isDeclared(form)) {
    if (total < needed) {
      return [line("bid_failed", otherSide(form, side), 1, params)];
    }
    const over = total - needed;
    const extra = rules.surplus_step ? Math.min(rules.surplus_cap, Math.floor(over / rules.surplus_step)) : 0;
    return [line("bid_made", side, 1, params), ...(extra ? [line("surplus", side, extra, { over })] : [])];
  }
  if (total < needed) {
    return [line("trumpers_won", summary.trump_side, 1, params)];
  }
  return [summary.call ? line("counting_won_against_call", side, rules.call_loss_balls, params) : line("counting_won", side, 1, params)];
}

function finalLine(form, summary) {
  const { rules } = form;
  const { side, call, winner } = summary.final_call;
  const others = otherSide(form, side);
  const { claim, against } = khanaak(form, summary);
  const params = call === "double" ? {} : { claim, against };
  const lost = rules[`${call}_fail`];
  if (winner === "partner" && rules.final_call_winner === "caller") {
    return line(`${call}_partner_catch`, others, lost);
  }
  if (winner === "opponents" || (call !== "double" && claim <= against)) {
    return line(`${call}_failed`, others, lost, params);
  }
  const isBackward = side !== summary.trump_side && (isDeclared(form) || summary.call > 0);
  const name = isBackward ? `backward_${call}` : call;
  return line(`${name}_made`, side, rules[`${name}_success`], params);
}

// What a Khanaak claims, and what the opponents have against it.
function khanaak(form, summary) {
  const { rules } = form;
  const { side, winner } = summary.final_call;
  const others = otherSide(form, side);
  const claim = sum(summary.jodhi?.[side]) + (winner === "opponents" ? 0 : rules.last_trick_bonus);
  let against = cardsOf(form, summary)[others];
  against += rules.khanaak_rule === "simple" ? 0 : sum(summary.jodhi?.[others]);
  if (rules.khanaak_rule === "full" && !isDeclared(form)) {
    against += side === summary.trump_side ? summary.call : -summary.call;
  }
  return { claim, against };
}

// The balls are added, then the target may rise, then both may be one short of it.
function after(form, context, summary, won) {
  const { rules, sides } = form;
  const balls = Object.fromEntries(sides.map((side) => [side, context.balls[side] + won[side]]));
  const race = { ...context, balls, last: won };
  const isFinal = sides.some((side) => balls[side] >= race.target);
  const raises = { any_hand: true, final_hand: isFinal }[rules.khanaak_raises_target];
  if (!race.isRaised && summary.final_call?.call === "khanaak" && raises) {
    Object.assign(race, { target: race.target + 1, isRaised: true });
  }
  race.isDeuce ||= rules.margin_rule === "deuce" && sides.every((side) => balls[side] === race.target - 1);
  return race;
}

const leaderOf = ({ sides }, { balls }) => {
  const [a, b] = sides.map((side) => balls[side]);
  return a === b ? null : sides[a < b ? 1 : 0];
};

// Who has won the game with a hand, if anybody has.
function winnerOf(form, race, summary) {
  const { rules, sides } = form;
  const there = sides.filter((side) => race.balls[side] >= race.target);
  const leader = leaderOf(form, race);
  const isClear = Math.abs(race.balls[sides[0]] - race.balls[sides[1]]) >= CLEAR_LEAD;
  if (race.isDeuce || (there.length && rules.margin_rule === "two_ahead")) {
    return isClear ? leader : null;
  }
  if (there.length < 2) {
    return there[0] ?? null;
  }
  const cards = rules.both_reach_rule === "card_points" && summary.kind === "normal" ? cardsOf(form, summary) : zero(form);
  return sides.find((side) => cards[side] > cards[otherSide(form, side)]) ?? leader;
}

function nextDealer(form, dealer, summary, { balls, last }) {
  if (!dealer || isVoid(summary)) {
    return dealer;
  }
  const counted = { while_behind: balls, loser_deals: last }[form.rules.dealer_rotation];
  const own = sideAt(form, dealer);
  const stays = counted && counted[own] < counted[otherSide(form, own)];
  return stays ? dealer : (dealer % Object.keys(form.seats).length) + 1;
}

// The games after these hands, in their order, with what rulings put `between` them; `fits`: whether a hand counts in
// its place. `ends`: whether the rules of the game end the match.
export function fold(form, hands, { dealer, ends, between = [] }, fits = () => true) {
  const match = { ...opening(form, dealer), games: [], won: zero(form), over: false };
  const steps = [...hands, ...between].sort((one, other) => one.number - other.number);
  for (const step of steps) {
    if (!match.over && step.entry) {
      stand(form, match, step, ends);
    } else if (!match.over && fits(step.summary, match)) {
      play(form, match, step, ends);
    }
  }
  return match;
}

const isOn = ({ games }) => games.length > 0 && !games[games.length - 1].winner;

function play(form, match, { number, summary }, ends) {
  const made = worth(form, summary, match);
  if (!isOn(match)) {
    match.games.push({ winner: null, hands: [] });
  }
  const game = match.games[match.games.length - 1];
  game.hands.push({ number, after: made.after });
  Object.assign(match, made.race, { dealer: nextDealer(form, match.dealer, summary, made.race) });
  if (made.winner) {
    end(form, match, made.winner, ends);
  }
}

// Balls that were not shown in time, or a game or the match that the director has ended.
function stand(form, match, { number, entry }, ends) {
  const { side, code, kind, reason } = entry;
  if (kind === "adjust" && code === LATE) {
    match.balls = { ...match.balls, [side]: match.balls[side] - match.last[side] };
    match.last = { ...match.last, [side]: 0 };
    if (isOn(match)) {
      Object.assign(match.games[match.games.length - 1].hands.at(-1), { after: match.balls });
    }
    return;
  }
  if (!isOn(match)) {
    match.games.push({ winner: null, hands: [{ number, after: match.balls }] });
  }
  end(form, match, reason === "time" ? leaderOf(form, match) : otherSide(form, side), ends);
  match.over ||= reason === "forfeit_match";
}

function end(form, match, side, ends) {
  match.games[match.games.length - 1].winner = side;
  match.won = { ...match.won, [side]: match.won[side] + 1 };
  match.over = ends && match.won[side] >= form.games.to_win;
  Object.assign(match, newGame(form), { dealer: null, target: match.over ? match.target : form.rules.match_target });
}

function line(code, side, points, params = {}) {
  return { code, side, points, params };
}
