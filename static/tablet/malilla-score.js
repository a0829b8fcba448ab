// What a hand of Malilla is worth, and the games that the hands make: a preview with the lines that the server gives, too.
const SUM = 72;
const HALF = 36;
const TRICKS = 12;
const SEATS = 4;
const WORTH = { 9: 5, A: 4, R: 3, C: 2, S: 1 };
const NINE_MAKES = 6;
const NOTES = ["none", "warning"];
const VOID = ["void_same_dealer", "void_next_dealer"];
const NOBODYS = ["misdeal", "pinta_not_shown", "score_error"];

export const sum = SUM;
export const sideAt = ({ sides }, seat) => sides[(seat - 1) % sides.length];
export const otherSide = ({ sides }, side) => sides[1 - sides.indexOf(side)];

// What the system knows of a hand before it is typed.
export const opening = ({ sides }, dealer = null) => ({ before: zero(sides), misdeals: 0, dealer });

// What a ruling comes to, "none" without one.
export function effectOf(form, ruling, { misdeals }) {
  const found = form.infractions.find((each) => each.code === ruling?.code);
  return ruling?.effect ?? (found ? (misdeals > 0 ? found.repeated : found.effect) : "none");
}

export const decides = (effect) => !NOTES.includes(effect);
export const isVoid = (effect) => VOID.includes(effect);
export const needsCard = (effect) => !decides(effect) || effect === "award_hand";

export function needsSide(ruling, effect) {
  return Boolean(ruling?.code) && !(NOBODYS.includes(ruling.code) && (isVoid(effect) || !decides(effect)));
}

// Least and most points of a side: a nine that is turned wins its trick for the side of the dealer.
export function rangeOf(form, { dealer, pinta }, side) {
  if (!dealer || pinta?.[0] !== "9") {
    return [0, SUM];
  }
  return sideAt(form, dealer) === side ? [NINE_MAKES, SUM] : [0, SUM - NINE_MAKES];
}

// Whether so many points can be in so many tricks: more than the dearest cards is none, nor less than the cheapest.
export function canBe(form, { dealer, pinta }, side, tricks, points) {
  const turned = dealer && pinta?.[0] === "9";
  const has = turned && sideAt(form, dealer) === side;
  if (turned && tricks === (has ? 0 : TRICKS)) {
    return false;
  }
  const values = Object.values(WORTH).flatMap((each) => Array(SEATS).fill(each));
  const rest = [...values, ...Array(SEATS * TRICKS - values.length).fill(0)].sort((one, other) => other - one).slice(turned ? 1 : 0);
  const cards = SEATS * tricks - (has ? 1 : 0);
  const own = tricks + (has ? WORTH[9] : 0);
  const total = (some) => some.reduce((all, each) => all + each, own);
  return points >= total(cards ? rest.slice(-cards) : []) && points <= total(rest.slice(0, cards));
}

export function pintaOf(form, { dealer, pinta }, { before }) {
  const points = form.rules.pinta_scoring ? WORTH[pinta?.[0]] ?? 0 : 0;
  const side = dealer ? sideAt(form, dealer) : null;
  return { points, side, isClosing: Boolean(side) && points > 0 && before[side] + points >= form.rules.game_target };
}

// The lines of a hand in its context, their sums, the score of the game after it, and what it ends.
export function worth(form, summary, context) {
  const effect = effectOf(form, summary.ruling, context);
  const innocent = summary.ruling?.side ? otherSide(form, summary.ruling.side) : null;
  const lines = needsCard(effect) ? counted(form, summary, context, effect, innocent) : ruled(form, effect, innocent);
  const sides = zero(form.sides);
  lines.forEach((line) => { sides[line.side] += line.points; });
  const after = Object.fromEntries(form.sides.map((side) => [side, context.before[side] + sides[side]]));
  const reached = needsCard(effect) ? form.sides.find((side) => after[side] >= form.rules.game_target) : null;
  return { lines, sides, after, effect, winner: effect === "forfeit_game" ? innocent : reached ?? null,
    forfeit: effect === "forfeit_match" ? innocent : null, next: effect === "void_same_dealer" ? summary.dealer : summary.dealer % SEATS + 1 };
}

// The games after these hands, in their order; `ends`: whether the rules of the game end the match.
export function fold(form, hands, { dealer, ends }) {
  const { rules, sides } = form;
  const match = { ...opening(form, dealer), games: [], won: zero(sides), counted: 0, over: false };
  for (const { number, summary } of hands) {
    if (match.over || (match.dealer && summary.dealer !== match.dealer)) {
      continue;
    }
    const made = worth(form, summary, match);
    if (!match.games.length || match.games[match.games.length - 1].winner) {
      match.games.push({ winner: null, hands: [] });
    }
    const game = match.games[match.games.length - 1];
    game.hands.push({ number, after: made.after });
    game.winner = made.winner;
    match.won = made.winner ? { ...match.won, [made.winner]: match.won[made.winner] + 1 } : match.won;
    match.counted += isVoid(made.effect) ? 0 : 1;
    match.misdeals = made.effect === "void_same_dealer" ? match.misdeals + 1 : 0;
    match.before = made.winner ? zero(sides) : made.after;
    match.dealer = made.next;
    match.over = Boolean(made.forfeit) || (ends && (match.won[made.winner] >= rules.games_to_win
      || (rules.max_hands > 0 && match.counted >= rules.max_hands)));
  }
  return match;
}

const zero = (sides) => Object.fromEntries(sides.map((side) => [side, 0]));

// Rows 11 to 13: a void deal, a game or a match that a ruling decides; nobody scores.
function ruled(form, effect, innocent) {
  const code = { forfeit_game: "game_forfeit", forfeit_match: "match_forfeit" }[effect];
  return code && innocent ? [line(code, innocent)] : form.sides.map((side) => line("void", side));
}

// Rows 1 to 10: the turned card, then the side with more than half.
function counted(form, summary, context, effect, innocent) {
  const points = effect === "award_hand" ? Object.fromEntries(form.sides.map((side) => [side, side === innocent ? SUM : 0])) : summary.points;
  const winner = form.sides.find((side) => points[side] > HALF) ?? null;
  const pinta = pintaOf(form, summary, context);
  const [code, counts] = pintaLine(form, pinta, winner, points, context);
  const own = code ? [line(code, pinta.side, counts ? pinta.points : 0, { card: summary.pinta })] : [];
  if (!winner) {
    return [...own, ...form.sides.map((side) => line("level", side, 0, { half: HALF }))];
  }
  const total = points[winner];
  if (code === "pinta_held_lost") {
    return [...own, line("difference", winner, total - HALF, { points: total, half: HALF })];
  }
  return [...own, form.rules.hand_scoring === "all" ? line("hand", winner, total, { points: total })
    : line("excess", winner, total - HALF, { points: total, half: HALF })];
}

// What becomes of the turned card: the code of its line, and whether it counts.
function pintaLine({ rules }, pinta, winner, points, { before }) {
  if (!pinta.points) {
    return [null, false];
  }
  if (!pinta.isClosing) {
    return ["pinta", true];
  }
  if (rules.closing_pinta === "must_win_hand") {
    return winner === pinta.side ? ["pinta_held_won", true] : ["pinta_held_lost", false];
  }
  const alone = winner && before[winner] + points[winner] - (rules.hand_scoring === "all" ? 0 : HALF) >= rules.game_target;
  return alone ? ["pinta_unused", false] : ["pinta_deferred", true];
}

function line(code, side, points = 0, params = {}) {
  return { code, side, points, params };
}
