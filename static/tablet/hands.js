// The hands of the match as this tablet knows them: what the server has, and over it what is not sent yet.
export const ENDED = ["complete", "forfeited", "void"];

export function handsOf({ me, hands, queue }) {
  const known = new Map(hands.map((hand) => [hand.number, { ...hand, sent: hand.score }]));
  for (const item of queue.filter((each) => each.match === me.match.id)) {
    const hand = known.get(item.hand) ?? { number: item.hand, entries: [], status: "refused" };
    known.set(item.hand, hand);
    if (item.state === "refused") {
      hand.refused = item.kind === "confirm" ? hand.refused ?? item : item;
      hand.summary ??= item.summary;
      hand.score ??= item.preview;
    } else if (item.kind === "confirm") {
      Object.assign(hand, { agreed: item.side, word: item });
    } else {
      const status = item.kind === "void" ? "void" : "submitted";
      Object.assign(hand, { summary: item.summary ?? null, score: item.preview, status, item, agreed: null, word: null });
    }
  }
  return [...known.values()].sort((one, other) => one.number - other.number);
}

export function stateOf(hand) {
  if (hand.status === "conflict") {
    return "conflict";
  }
  const waits = hand.item?.state === "waiting" || hand.word?.state === "waiting";
  return hand.refused ? "refused" : waits ? "saved" : hand.status;
}

// Whether nobody of the other side has said yet that it is right.
export function isOpen(hand) {
  return ["saved", "submitted"].includes(stateOf(hand)) && !hand.agreed && Boolean(hand.summary);
}

export const openHands = (hands) => hands.filter((hand) => isOpen(hand));

// Whether these are the totals of a paper slip, which stand for all hands.
export const isSlip = ({ summary }) => Boolean(summary?.score);

// Whether the event lets this tablet change the hand; what has never left it may always be changed.
export function mayChange({ device, me }, hands, hand) {
  if (device.profile !== "table" || isSlip(hand)) {
    return false;
  }
  const last = hand === hands[hands.length - 1];
  const current = hand.entries.find((each) => each.revision === hand.revision);
  const kept = hand.refused ?? (hand.item?.tried === false ? hand.item : null);
  return Boolean(kept) || (current?.source !== "user"
    && (me.table_corrections === "running_round" || (me.table_corrections === "last_hand" && last)));
}

// Whether a hand waits for the side that this phone belongs to.
export function awaits(hand, { device }) {
  return device.side !== "" && stateOf(hand) === "submitted" && sideOf(hand) !== device.side;
}

// The side whose phone sent what counts; "" for a tablet of the table.
export function sideOf(hand) {
  return hand.item ? "" : hand.entries.find((each) => each.revision === hand.revision)?.side ?? "";
}

// The hand to be entered now; null when the match asks for no more, as far as is known here. A deal that does not
// count, by the game's own `isVoid`, fills no hand of the stage; `isOver`: the hands that are not sent yet end it.
export function nextHand({ me, limit }, hands, { isVoid = () => false, isOver = false } = {}) {
  const asked = ENDED.includes(me.match.status) ? null : me.match.result ? me.match.result.next_hand : 1;
  let next = asked;
  while (next && hands.some((hand) => hand.number === next)) {
    next += 1;
  }
  const played = hands.filter((hand) => hand.status !== "void" && !(hand.summary && isVoid(hand))).length;
  return next !== asked && (isOver || (limit && played >= limit)) ? null : next;
}

// The hands that count as far as is known here: not those of a conflict, nor what the server did not take.
export const standing = (hands) => hands.filter((hand) => hand.summary && !isSlip(hand) && !["conflict", "refused", "void"].includes(hand.status));

export function totalsOf({ me }, hands) {
  return withUnsent(me.match.result?.totals, hands);
}

// A score by side with what is not sent yet, or is sent and not counted there yet.
export function withUnsent(score, hands) {
  const totals = { ...score };
  for (const hand of hands.filter((each) => each.item)) {
    for (const side of new Set([...Object.keys(hand.score ?? {}), ...Object.keys(hand.sent ?? {})])) {
      totals[side] = (totals[side] ?? 0) + (hand.score?.[side] ?? 0) - (hand.sent?.[side] ?? 0);
    }
  }
  return totals;
}

// The different results that were sent for a hand, and which of them this tablet spoke for last.
export function versionsOf(hand, mine) {
  const standing = hand.entries.filter((each) => each.summary && (each.revision === null || each.revision === hand.revision));
  const found = new Map();
  for (const entry of standing) {
    found.set(plain(entry.summary), entry);
  }
  const own = standing.filter((each) => mine.includes(each.submission)).pop();
  return [...found.values()].map((entry) => ({ ...entry, own: own && plain(entry.summary) === plain(own.summary) }));
}

// What a result that was taken from the queue has become, as the server tells; someone may have tapped just then.
export function revisionOf(item, { me, hands }) {
  const hand = item.match === me?.match?.id && hands.find((each) => each.number === item.hand);
  return hand ? hand.entries.find((entry) => entry.submission === item.of)?.revision : null;
}

// A result that differed from another one is settled as soon as one of them was chosen.
export function isDecided(item, { me, hands }) {
  const hand = hands.find((each) => each.number === item.hand && item.match === me?.match?.id);
  const current = hand?.entries.find((each) => each.revision === hand.revision);
  return item.problem?.code === "rival" && hand?.status !== "conflict" && current?.kind === "choose";
}

// The same text for the same values, whatever the order of their names.
function plain(value) {
  return value && typeof value === "object"
    ? `{${Object.keys(value).sort().map((name) => `${name}:${plain(value[name])}`).join()}}`
    : JSON.stringify(value);
}
