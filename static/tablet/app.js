// The tablet of a table: pairs once, keeps everything, sends when it can, asks gently what is new.
import { forgetCall, raiseCall, sendCalls, takeBack } from "./calls.js";
import { el, fill, morph } from "./dom.js";
import { drawActs } from "./draw.js";
import * as anyGame from "./form.js";
import { gamesOf } from "./games.js";
import { handsOf, isDecided, isSlip, nextHand, openHands, revisionOf, standing, stateOf, totalsOf } from "./hands.js";
import * as malilla from "./malilla.js";
import { call, seenThere, send } from "./queue.js";
import { isUnseated, sightOf } from "./refusals.js";
import { forget, keep, kept, queued, save, uuid } from "./store.js";
import * as thunee from "./thunee.js";
import * as tichu from "./tichu.js";
import * as twentyEight from "./twenty_eight.js";
import { page } from "./view.js";

const TEXTS = JSON.parse(document.getElementById("texts").textContent);
const POLL_S = Number(document.body.dataset.poll);
const KEPT = ["language", "tokens", "device", "me", "hands", "limit", "ends", "draft", "review", "mine", "last", "calls", "drawn"];
const MINE = 200;
const CALL_S = 2; // a call that could not be sent is tried again soon
const GAMES = { tichu, malilla, thunee, twenty_eight: twentyEight }; // those with an arrangement of their own
const SCREENS = "#draw, #entry, #review, #conflict, #over, #resting, #rest, #pairing";

const DOUBLE_MS = 400;
const NEAR_PX = 24;
const HEARD_MS = 4000; // so long it is said that a hand was confirmed

const state = { language: document.documentElement.lang, tokens: {}, device: null, me: null, hands: [], limit: null, ends: false, draft: null,
  review: null, mine: [], last: null, queue: [], online: true, code: "", fault: "", pairing: false, unknown: false, busy: false, open: false,
  removing: null, offlineReady: false, calls: {}, helping: false, phone: null, scanned: false, heard: null, full: false };
let timer = 0;
let shown = "";
let tap = { timeStamp: -Infinity, shown };

// What the view and the games need to know of the table, in the words of the reader.
function tableOf() {
  const t = (name, values) => fill(TEXTS[state.language].texts[name], values);
  t.refusals = TEXTS[state.language].refusals;
  t.lines = TEXTS[state.language].lines;
  t.languages = Object.fromEntries(Object.entries(TEXTS).map(([code, each]) => [code, each.name]));
  const match = state.me?.match;
  if (!match) {
    return { t };
  }
  const { form } = state.me;
  const of = (side) => match.places.filter((each) => each.side === side).map((each) => each.name);
  const seats = (side) => match.seats.filter((each) => each.side === side);
  // A pair that is called after its players is not named twice: then where they sit is told.
  // Where the cards gave them seats in another order, each seat is told with its player.
  const people = (side) => {
    const names = seats(side).map((each) => each.name);
    const places = seats(side).map((each) => form.seats[each.position]);
    const name = of(side).join(" + ");
    if (names.join(" – ") === name) {
      return places;
    }
    const isSame = [...names].sort().join() === name.split(" – ").sort().join();
    return isSame ? names.map((each, at) => `${places[at]}: ${each}`) : names;
  };
  const game = GAMES[form.game] ?? anyGame;
  const table = { t, form, game, side: (side) => of(side).join(" + ") || side, people: (side) => people(side).join(", "),
    seat: (seat) => match.seats.find((each) => each.position === seat)?.name ?? form.seats[seat] ?? String(seat),
    draft: state.draft?.submission, hand: state.draft?.hand, online: state.online && navigator.onLine, mayCall: Boolean(state.device?.table) };
  table.preview = (summary, number) => (summary && game.preview ? game.preview(table, summary, number) : null);
  return counted(table, handsOf(state));
}

// The table with its hands, the games that they make, and the hand to be entered next.
function counted(table, hands) {
  const { form, game } = table;
  const between = hands.flatMap((hand) => (hand.between ?? []).map((entry) => ({ number: hand.number, entry })));
  const how = { dealer: state.me.match.first_dealer, ends: state.ends, between };
  const before = (number) => (each) => each.number < number;
  table.context = (number) => game.course(form, standing(hands).filter(before(number)), { ...how, between: between.filter(before(number)) });
  const folded = game.course?.(form, standing(hands), how);
  const isVoid = game.isVoidDeal && ((hand) => game.isVoidDeal(table, hand.summary, hand.number));
  table.totals = folded?.totals && hands.some((hand) => hand.item) && !hands.some(isSlip) ? folded.totals : totalsOf(state, hands);
  table.folded = folded;
  table.games = gamesOf({ form, me: state.me }, hands, folded);
  table.next = nextHand(state, hands, { isVoid, isOver: folded?.over });
  return Object.assign(table, { hands });
}

async function show() {
  state.queue = await queued();
  for (let last = null; last !== promised; await last) {
    last = promised;
  }
  const table = tableOf();
  if (state.me?.match) {
    prepare(table);
    Object.assign(table, { draft: state.draft?.submission, hand: state.draft?.hand });
  }
  document.documentElement.lang = state.language;
  morph(document.getElementById("app"), page(state, table, acts));
  const screen = `${document.querySelector(SCREENS)?.id} ${state.review}`;
  if (screen !== shown) {
    scrollTo(0, 0);
    shown = screen;
    if (!state.scanned) {
      document.getElementById("code")?.focus();
    }
  }
  const full = await keepState().then(() => false, () => true);
  if (full !== state.full) {
    await set({ full });
  }
}

// The second tap of an impatient finger is not meant for what has come under it meanwhile.
function ignoreDouble(event) {
  const near = Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < NEAR_PX;
  if (event.detail && near && event.timeStamp - tap.timeStamp < DOUBLE_MS && tap.shown !== shown) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    const { timeStamp, clientX, clientY } = event;
    tap = { timeStamp, clientX, clientY, shown };
  }
}

// What lies over the page goes away with the first tap beside it, which does what it was meant for.
function closeHelp(event) {
  if (state.helping && !event.target.closest(".heading")) {
    set({ helping: false });
  }
}

const keepState = () => keep("state", Object.fromEntries(KEPT.map((name) => [name, state[name]])));

// What is decided is kept before it is told, also when the page is drawn for another reason meanwhile.
let promised = null;
const promise = () => (promised = keepState().catch(() => {}));

// A draft for the hand to be entered; it has its id from the start, so that two taps send one result.
function prepare(table) {
  const { hands, next, game, form, context } = table;
  const { match } = state.me;
  const fits = state.draft?.match === match.id && (state.draft.chosen || state.draft.hand === next);
  if (!fits) {
    state.draft = next ? { submission: uuid(), match: match.id, hand: next, kind: "enter", summary: {} } : null;
  }
  // Who deals may become known, or another, until something is typed.
  const { draft } = state;
  if (draft && !draft.chosen && Object.entries(draft.summary).every(([name, value]) => draft.known?.[name] === value)) {
    draft.known = anyGame.known(form, match, draft.hand, game.course && context(draft.hand).dealer);
    draft.summary = { ...draft.known };
    draft.sight = sightOf(table, match);
  }
  if (state.draft && !state.draft.chosen && (!fits || state.review !== null)) {
    state.draft.pending = state.device.side ? [] : openHands(hands).map((hand) => hand.number);
  }
  const seen = hands.find((hand) => hand.number === state.review);
  if (state.watching && seen && stateOf(seen) === "confirmed") {
    Object.assign(state, { watching: false, review: null, phone: null });
    hear(seen.number);
  }
}

// The good news stands for a moment where it covers nothing that is tapped.
function hear(number) {
  state.heard = number;
  setTimeout(() => state.heard === number && set({ heard: null }), HEARD_MS);
}

async function put(values) {
  const order = Math.max(0, ...(await queued()).map((item) => item.order)) + 1;
  const item = { submission: uuid(), order, device: state.device.id, match: state.me.match.id, state: "waiting", tried: false, revision: null,
    ...sightOf(tableOf(), state.me.match), played_at: new Date().toISOString(), ...values };
  await save(item);
  state.mine = [...state.mine, item.submission].slice(-MINE);
}

// A person has decided about a hand: what was refused of it before is settled.
async function settled(hand) {
  const old = (await queued()).filter((item) => item.state === "refused" && item.hand === hand && item.match === state.me.match.id);
  await Promise.all(old.map((item) => forget(item.submission)));
}

async function once(act) {
  if (state.busy) {
    return;
  }
  state.busy = true;
  try {
    await act();
  } finally {
    state.busy = false;
    promise();
    await show();
  }
  refresh();
}

const onCall = (act) => once(() => {
  act(state);
  state.helping = false;
});

async function record() {
  const table = tableOf();
  if (!state.draft || !table.game.isReady(table, state.draft.summary)) {
    return; // recorded or changed since the button was drawn
  }
  const { submission, hand, kind, of, sight } = state.draft;
  const summary = Object.fromEntries(Object.entries(state.draft.summary).filter(([, value]) => value !== null));
  const values = { submission, hand, kind, summary, ...sight, preview: table.preview(summary, hand) };
  const old = of && (await queued()).find((item) => item.submission === of);
  if (old && !old.tried) {
    await put({ ...values, order: old.order, kind: old.kind, of: old.of, revision: old.revision });
    await forget(old.submission);
  } else if (old?.state === "refused") {
    await put({ ...values, kind: old.kind, revision: old.kind === "enter" ? null : seen(hand).revision });
  } else {
    await put({ ...values, of, revision: state.draft.revision ?? (old ? old.became : seen(hand, of).revision) });
  }
  await settled(hand);
  anyGame.forgetMisread();
  Object.assign(state, { draft: null, review: hand, watching: true });
}

// The entry of a hand that this tablet has seen at the server: the one it sent itself, else the current one.
function seen(number, submission) {
  const hand = state.hands.find((each) => each.number === number);
  return hand?.entries.find((each) => each.submission === submission) ?? hand ?? { revision: null };
}

async function remove(hand) {
  const of = hand.item?.submission;
  const item = of && (await queued()).find((each) => each.submission === of);
  if (item && !item.tried) {
    await forget(item.submission);
  } else {
    await put({ hand: hand.number, kind: "void", of, revision: item ? item.became : seen(hand.number, of).revision });
  }
  Object.assign(state, { removing: null, review: null });
}

function change(hand) {
  const item = hand.refused?.summary ? hand.refused : hand.item;
  const summary = item && isUnseated(item) ? {} : { ...(item ?? hand).summary };
  set({ draft: chosen(hand, { kind: "correct", summary, of: item?.submission, revision: item ? null : hand.revision }), removing: null });
}

// A draft of a hand that somebody wants to type.
function chosen(hand, values) {
  return { submission: uuid(), match: state.me.match.id, hand: hand.number, sight: sightOf(tableOf(), state.me.match), chosen: true, ...values };
}

function set(values) {
  Object.assign(state, values);
  return show();
}

const acts = {
  open: () => set({ open: !state.open }),
  refresh: () => refresh(),
  speak: (language) => set({ language, me: state.me && { ...state.me } }).then(refresh),
  type: (code) => { state.code = code; },
  pairAgain: () => set({ pairing: true, open: false }),
  stay: () => set({ pairing: false, scanned: false, fault: "" }),
  pair: (event) => { event.preventDefault(); once(pair); },
  set: (values) => set({ draft: { ...state.draft, summary: { ...state.draft.summary, ...values } } }),
  record: (event) => { event.preventDefault(); once(record); },
  cancel: () => set({ draft: null }),
  next: () => set({ review: null, phone: null, draft: state.draft?.chosen ? null : state.draft }),
  look: (review) => set({ review, watching: false }),
  agree: (hand, side) => once(() => {
    state.watching = true;
    return put({ hand: hand.number, kind: "confirm", side, of: hand.item?.submission, revision: hand.item ? hand.item.became : hand.revision });
  }),
  ask: (removing) => set({ removing }),
  change,
  differ: (hand) => set({ draft: chosen(hand, { kind: "enter", summary: {} }) }),
  remove: (hand) => once(() => remove(hand)),
  clear: (item) => once(() => forget(item.submission)),
  help: () => set({ helping: !state.helping }),
  call: (subject) => onCall(() => raiseCall(state, subject)),
  takeBack: () => onCall(takeBack),
  forgetCall: () => onCall(forgetCall),
  ...drawActs({ state, set, once: (act) => once(act), words: (name) => tableOf().t(name) }),
  phone: (phone) => set({ phone }),
  square: (side) => once(() => square(side)),
  drop: (hand) => once(() => settled(hand.number)),
  choose: (hand, summary) => once(async () => {
    await settled(hand.number);
    await put({ hand: hand.number, kind: "enter", summary, preview: tableOf().preview(summary, hand.number) });
  }),
};

async function pair() {
  const answer = await call("/devices/pair", { body: { code: state.code.trim() || "-" }, language: state.language });
  if (answer.status !== 200) {
    Object.assign(state, { scanned: false, fault: answer.body?.errors?.[0]?.detail ?? tableOf().t("no_network") });
    return;
  }
  const { device, token } = answer.body;
  const same = state.device?.id === device.id;
  Object.assign(state, { device, code: "", fault: "", pairing: false, unknown: false, scanned: false, phone: null, tokens: { ...state.tokens, [device.id]: token } });
  Object.assign(state, same ? {} : { me: null, hands: [], draft: null, review: null, last: null });
  navigator.storage?.persist?.();
}

// The square of a phone of one side, which confirms in this match.
async function square(side) {
  const how = { token: state.tokens[state.device.id], language: state.language, body: { side } };
  const answer = await call("/devices/me/phones", how);
  const fault = answer.body?.errors?.[0]?.detail ?? tableOf().t("no_network");
  state.phone = answer.status === 201 ? { side, code: answer.body.code, square: answer.body.square } : { fault };
}

// Sends what waits, then looks what is new; at most one of it at a time, and again later: at once when
// something came up meanwhile.
let asking = null;
let again = false;
function refresh() {
  clearTimeout(timer);
  again = asking !== null;
  asking ??= exchange().finally(() => {
    asking = null;
    timer = document.hidden ? 0 : setTimeout(refresh, again ? 0 : state.wait * 1000 || POLL_S * 1000);
  });
  return asking;
}

async function exchange() {
  if (state.device) {
    const some = Object.keys(state.calls).length > 0;
    const calls = await sendCalls(state, promise);
    if (some) {
      await show();
    }
    state.wait = Math.max(calls ? CALL_S : 0, await send({ tokens: state.tokens, language: state.language, revisionOf: (item) => revisionOf(item, state) }));
    await look();
  }
  await show();
}

async function look() {
  const how = { token: state.tokens[state.device.id], language: state.language };
  const sent = (await queued()).filter((item) => item.state === "sent");
  const answer = await call("/devices/me", how);
  state.online = answer.status > 0 && answer.status < 500;
  if (answer.status === 401 && how.token === state.tokens[state.device.id]) { // paired anew meanwhile, it is known
    Object.assign(state, { pairing: true, unknown: true });
  }
  if (answer.status !== 200) {
    return;
  }
  const me = answer.body;
  const lists = me.match && (await Promise.all([call(`/matches/${me.match.id}/hands?page_size=200`, how), call(`/stages/${me.round.stage}`, how)]));
  if (lists?.some((each) => each.status !== 200)) {
    return;
  }
  if (state.me?.match && state.me.match.id !== me.match?.id) {
    const { form, games, side: called } = tableOf();
    const reached = games?.won ?? state.me.match.result?.totals ?? {};
    state.last = form.sides.map((side) => `${called(side)} ${reached[side] ?? 0}`).join(" : ");
    Object.assign(state, { review: null, phone: null });
  }
  Object.assign(state, { me, device: me.device, hands: lists ? lists[0].body.results : [], limit: lists?.[1].body.match.hands ?? null,
    ends: Boolean(lists?.[1].body.match.target) });
  await Promise.all([...sent.map(seenThere), ...state.queue.filter((item) => isDecided(item, state)).map((item) => forget(item.submission))]);
}

function workOffline() {
  if (!navigator.serviceWorker) {
    return; // plain HTTP: results are kept all the same, only a reload needs the network
  }
  navigator.serviceWorker.register("/tablet/sw.js", { scope: "/tablet/" });
  navigator.serviceWorker.ready.then(() => set({ offlineReady: true }));
}

async function start() {
  Object.assign(state, await kept("state"));
  const code = new URLSearchParams(location.search).get("code") ?? location.hash.slice(1);
  if (code) {
    Object.assign(state, { code, pairing: true, scanned: true });
    history.replaceState(null, "", location.pathname);
  }
  addEventListener("click", ignoreDouble, { capture: true });
  addEventListener("click", closeHelp);
  await show();
  workOffline();
  addEventListener("online", refresh);
  addEventListener("offline", () => set({ online: false }));
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  await refresh();
}

start().catch(() => {
  morph(document.getElementById("app"), el("div", { id: "app" }, el("main", {}, el("p", { class: "errors" }, TEXTS[state.language].texts.broken))));
});
