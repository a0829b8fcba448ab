// What the tablet shows: one job at a time, one main button.
import { button, el, icon, plainly, signed } from "./dom.js";
import { drawing, offer } from "./draw.js";
import { columns, gamesOver, marks } from "./games.js";
import { awaits, ENDED, isOpen, isSlip, mayChange, openHands, sideOf, stateOf, versionsOf } from "./hands.js";
import { callInstead, help, ownPhone } from "./help.js";
import { asTyped, faults, isUnseated } from "./refusals.js";

const SIGNS = { saved: ["draft", "warn"], submitted: ["waiting", ""], disputed: ["conflict", "bad"], confirmed: ["finished", "good"],
  conflict: ["conflict", "bad"], refused: ["conflict", "bad"], void: ["void", ""], surplus: ["void", ""], doubtful: ["conflict", "warn"] };

export function page(state, table, acts) {
  return el("div", { id: "app" }, bar(state, table, acts), state.full && el("p", { id: "full", class: "errors", role: "alert" }, table.t("full")),
    state.device && !state.pairing ? at(state, table, acts) : pairing(state, table, acts));
}

function bar(state, { t }, acts) {
  const count = state.queue.filter((item) => item.state === "waiting").length;
  const said = count ? t(count === 1 ? "one_not_sent" : "not_sent", { n: count }) : t(state.online ? "online" : "offline");
  const tone = count || !state.online ? "warn" : "good";
  return el("header", { class: `bar ${tone}` },
    el("button", { id: "network", type: "button", "aria-expanded": String(state.open), onclick: acts.open },
      icon(count ? "draft" : state.online ? "finished" : "conflict"), el("span", { role: "status" }, said), icon("down")),
    el("div", { class: "languages" }, Object.entries(t.languages).filter(([code]) => code !== state.language).map(([code, name]) =>
      el("button", { id: `language-${code}`, type: "button", lang: code, onclick: () => acts.speak(code) }, icon("language"), name))),
    el("p", { class: "flash", role: "status" }, state.heard && t("hand_confirmed", { n: state.heard })),
    state.open && el("div", { id: "details", class: "details stack" },
      el("p", {}, t(state.online ? "online_long" : "offline_long")),
      count > 0 && el("p", {}, t("with_unsent")),
      el("p", {}, t(state.offlineReady ? "reload_safe" : "reload_unsafe"), " ",
        !state.offlineReady && el("a", { href: "/trust/" }, t("reload_how"))),
      el("ul", {}, state.queue.filter((item) => item.state !== "sent").map((item) => el("li", {}, `${t("hand", { n: item.hand })}: `,
        item.state === "waiting" ? t("saved") : faults(item, t)[0]))),
      el("div", { class: "row" }, button("try", t("try_now"), acts.refresh, "second"),
        state.device && button("again", t("pair_again"), acts.pairAgain, "second"))));
}

function pairing(state, { t }, acts) {
  const [title, what] = state.scanned ? [t("scanned"), t("scanned_help")]
    : state.unknown ? [t("unknown"), t("unknown_help")] : [t("pair_title"), t("pair_help")];
  return el("main", { id: "pairing", class: "narrow stack" },
    el("div", { class: "heading" }, el("h1", {}, title), !state.unknown && help(state, t, acts)),
    el("p", {}, what),
    el("form", { id: "pair-form", class: "stack", onsubmit: acts.pair },
      el("label", { for: "code" }, t("code")),
      el("input", { id: "code", class: "code", value: state.code, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
        oninput: (event) => acts.type(event.target.value), "aria-describedby": state.fault ? "fault" : null }),
      state.fault && el("p", { id: "fault", class: "errors", role: "alert" }, state.fault),
      el("button", { id: "pair", type: "submit", class: "button big", disabled: state.busy }, t("pair"))),
    state.device && !state.unknown && button("stay", t("stay", { table: state.device.table?.number }), acts.stay, "second"));
}

function at(state, table, acts) {
  const { t } = table;
  if (!state.me?.match) {
    const why = state.device.match ? "phone_over" : state.device.table ? (state.last ? "no_match" : "ready") : "no_table";
    return el("main", { id: "rest", class: "narrow stack" }, heading(state, table, "", acts), el("p", { class: "lead" }, t(state.me ? why : "loading")),
      state.last && el("p", {}, t("last_result"), " ", el("strong", {}, state.last)), leftovers(state, t, acts));
  }
  const { hands, next } = table;
  const draw = drawing(state, table, acts);
  if (draw) {
    return el("main", { id: "table", class: "stack" }, heading(state, table, "", acts), draw, leftovers(state, t, acts));
  }
  const clash = hands.find((hand) => stateOf(hand) === "conflict");
  const seen = clash ?? hands.find((hand) => stateOf(hand) === "refused") ?? hands.find((hand) => hand.number === state.review)
    ?? hands.find((hand) => awaits(hand, state));
  const typed = state.draft && (state.draft.chosen || !(seen || state.device.match));
  const number = typed ? state.draft.hand : seen?.number ?? next;
  const body = typed ? typing(state, table, acts)
    : clash ? conflict(state, table, acts, clash)
      : seen ? review(state, table, acts, seen, next)
        : next ? resting(next, table, acts) : over(state, table, acts);
  // Void deals and extra hands have numbers beyond the limit of the stage.
  const hand = number ? t(number <= state.limit ? "hand_of" : "hand", { n: number, of: state.limit }) : "";
  return el("main", { id: "table", class: "stack" }, heading(state, table, hand, acts, typed && (pending(state, table, acts) ?? offer(state, table, acts))),
    score(table), body, list(table, acts), leftovers(state, t, acts));
}

// Results of an earlier match that the server did not take.
function leftovers(state, t, acts) {
  const old = state.queue.filter((item) => item.state === "refused" && item.match !== state.me?.match?.id);
  return old.map((item) => el("section", { class: "errors stack" }, el("p", {}, t("old_refused", { n: item.hand })),
    faults(item, t).map((text) => el("p", {}, text)), button(`old-${item.submission}`, t("understood"), () => acts.clear(item), "second")));
}

function heading(state, table, hand, acts, more) {
  const { t } = table;
  const whose = state.device.side && table.side?.(state.device.side);
  const where = [state.me?.round && t("round", { n: state.me.round.number }), hand].filter(Boolean).join(" · ");
  return el("div", { class: "heading" }, el("h1", {}, t("table", { n: state.device.table?.number ?? "–" })), el("p", {}, where),
    whose && el("p", { class: "soft" }, t("phone_of", { side: whose })), more, help(state, t, acts));
}

// How the match stands; where it has games, the game in progress with a mark for each that is won, and at the end of
// the match how many are.
function score(table) {
  const { games, next } = table;
  const totals = !games ? table.totals : next || games.isOn ? games.score : games.won;
  return el("div", { class: "score" }, table.form.sides.map((side) => el("div", { class: "side" },
    el("strong", {}, table.side(side)), el("span", { class: "soft" }, table.people(side)), games && marks(table, side),
    games && (next || games.isOn) && table.game.tally?.(table, side, totals[side]),
    el("span", { class: "total" }, (table.game.total ?? plainly)(totals[side] ?? 0)))), games && gamesOver(table));
}

function typing(state, table, acts) {
  const { draft } = state;
  const ready = table.game.isReady(table, draft.summary);
  return el("form", { id: "entry", class: "stack", onsubmit: acts.record },
    draft.kind === "correct" && el("p", { class: "notice" }, table.t("changing", { n: draft.hand })),
    table.game.entry(table, draft.summary, acts.set, acts),
    el("div", { class: "foot-bar" },
      el("p", { id: "said", class: "sentence", role: "status", tabindex: "0" }, ready ? told(table, draft, table.preview(draft.summary, draft.hand))
        : table.game.asks?.(table, draft.summary) ?? table.t("incomplete_other")),
      el("div", { class: "row" }, draft.chosen && button("cancel", table.t("cancel"), acts.cancel, "second"),
        el("button", { id: "record", type: "submit", class: "button big", disabled: !ready || state.busy }, table.t(draft.kind === "correct" ? "record_change" : "record", { n: draft.hand })))));
}

// What was not confirmed when this entry was begun; the line keeps its place until the hand is recorded.
function pending({ draft }, { t, hands }, acts) {
  const [first] = openHands(hands).filter((hand) => draft.pending?.includes(hand.number));
  const done = hands.filter((hand) => draft.pending?.includes(hand.number) && hand.status !== "void").pop();
  if (!draft.pending?.length) {
    return null;
  }
  return first ? el("button", { id: "confirm-first", type: "button", class: "pending", onclick: () => acts.look(first.number) },
    el("span", {}, t("hand_unconfirmed", { n: first.number })), el("span", { class: "words" }, t("confirm_hand", { n: first.number })))
    : done && el("p", { id: "all-confirmed", class: "pending good" }, t("hand_confirmed", { n: done.number }));
}

// In words what was typed of a hand: of its `summary` and its number.
function told(table, { summary, hand, number = hand }, points) {
  if (!summary) {
    return table.t("void");
  }
  if (isSlip({ summary })) {
    return table.form.sides.map((side) => `${table.side(side)} ${plainly(summary.score[side])}`).join("\u00a0: ");
  }
  const sums = points && table.form.sides.map((side) => `${table.side(side)} ${signed(points[side] ?? 0)}`).join(", ");
  return [sums && el("strong", {}, `${sums}. `), table.game.sentence(table, summary, number)];
}

function review(state, table, acts, hand, next) {
  const { t } = table;
  const now = stateOf(hand);
  const open = isOpen(hand);
  const mine = state.device.side;
  const speakers = table.form.sides.filter((side) => (!mine || side === mine) && side !== (hand.item ? mine : sideOf(hand)));
  const asked = open || Boolean(hand.agreed);
  const kept = hand.agreed ? "unused" : ""; // until the tournament has the word, everything keeps its place
  const may = (asked || now === "refused") && mayChange(state, table.hands, hand);
  const last = hand === table.hands[table.hands.length - 1];
  const goes = next && now !== "refused" && !awaits(hand, state);
  return el("section", { id: "review", class: "card pad stack", "aria-labelledby": "review-title" },
    el("div", { class: "row between" }, el("h2", { id: "review-title" }, nameOf(hand, t)), sign(t, now)),
    el("p", { class: "sentence" }, told(hand.refused && isUnseated(hand.refused) ? asTyped(table, hand.refused) : table, hand, hand.score)),
    asideOf(hand) === "doubtful" && doubt(table, hand),
    hand.refused && el("div", { class: "errors", role: "alert" }, faults(hand.refused, t).map((text) => el("p", {}, text))),
    asked && speakers.length > 0 && el("fieldset", {}, el("legend", {}, t(table.form.sides.length > 2 ? "one_other" : "other_side")),
      el("div", { class: "row", role: "status" }, speakers.map((side) => agreement(hand, side, table, acts))),
      state.device.profile === "table" && el("div", { class: kept }, ownPhone(state, table, acts))),
    state.removing === hand.number
      ? el("div", { class: "row", role: "alert" }, el("p", {}, t("really_remove", { n: hand.number })),
        button("remove-yes", t("remove"), () => acts.remove(hand), "danger"), button("remove-no", t("cancel"), () => acts.ask(null), "second"))
      : may && el("div", { class: `row ${kept}` }, button("change", t(asked ? "not_right" : "change"), () => acts.change(hand), "plain"),
        last && now !== "refused" && button("remove", t("remove"), () => acts.ask(hand.number), "plain"),
        now === "refused" && button("drop", t("drop"), () => acts.drop(hand), "plain")),
    hand.refused && !may && button("drop", t("understood"), () => acts.drop(hand), "plain"),
    awaits(hand, state) && button("differ", t("differ"), () => acts.differ(hand), "plain"),
    !may && !hand.agreed && !hand.refused && !awaits(hand, state) && callInstead(state, t, acts),
    !next && !open && toOpen(toConfirm(state, table), table, acts),
    goes && button("next", t(open ? "confirm_later" : "enter_hand", { n: next }), acts.next, open ? "second big" : "big"),
    !goes && hand.number === state.review && now !== "refused" && button("back", t("back"), acts.next, "second"));
}

// A hand that an earlier one has made impossible: why, as far as the game can say it here.
function doubt(table, hand) {
  const why = table.game.doubts?.(table, hand.summary, hand.number) ?? [];
  return el("p", { id: "doubt", class: "notice" }, [...why, table.t("doubt_help")].join(" "));
}

function agreement(hand, side, { t, side: called }, acts) {
  const words = t(side === hand.agreed ? "agreed" : "agree", { side: called(side) });
  return el("button", { id: `agree-${side}`, type: "button", class: "button wide", disabled: Boolean(hand.agreed),
    onclick: () => acts.agree(hand, side) }, words);
}

function nameOf(hand, t) {
  return isSlip(hand) ? t("slip") : t("hand", { n: hand.number });
}

// The numbers of the hands that the other side has yet to look at; a phone shows those of its side by itself.
function toConfirm(state, table) {
  return state.device.side ? [] : openHands(table.hands).map((hand) => hand.number);
}

function toOpen([first], { t }, acts) {
  return first && button("look-open", t("confirm_hand", { n: first }), () => acts.look(first), "big");
}

function conflict(state, table, acts, hand) {
  const { t } = table;
  return el("section", { id: "conflict", class: "card pad stack bad" }, el("h2", {}, icon("conflict"), t("conflict_title", { n: hand.number })),
    el("p", {}, t("conflict_help")),
    versionsOf(hand, state.mine).map((version, at) => el("div", { class: "version stack" },
      el("p", { class: "soft" }, t(version.own ? "from_here" : "from_there")),
      el("p", { class: "sentence" }, told(table, { ...version, number: hand.number }, table.preview(version.summary, hand.number))),
      version.own ? el("p", { class: "sign" }, icon("waiting"), t("you_say"))
        : button(`right-${at}`, t("this_is_right"), () => acts.choose(hand, version.summary), "second wide"))));
}

// A player's own phone confirms; it enters a hand only where somebody wants it to.
function resting(next, { t }, acts) {
  return el("section", { id: "resting", class: "card pad stack" }, el("p", { class: "lead" }, t("nothing_to_confirm")), el("p", {}, t("will_appear")),
    button("enter-here", t("enter_hand", { n: next }), () => acts.differ({ number: next }), "second"));
}

function over(state, table, acts) {
  const { result } = state.me.match;
  const open = toConfirm(state, table);
  const winner = result?.winner === "draw" ? table.t("drawn") : result?.winner && table.t("winner", { side: table.side(result.winner) });
  return el("section", { id: "over", class: "card pad stack" }, el("h2", {}, table.t(result?.finished || ENDED.includes(state.me.match.status) ? "match_over" : "all_entered")),
    winner && el("p", { class: "lead" }, winner),
    open.length > 0 && el("p", {}, table.t(open.length === 1 ? "one_open" : "some_open", { hands: open.join(", ") })),
    toOpen(open, table, acts), el("p", {}, table.t(state.queue.length ? "will_send" : "wait_next")));
}

function list(table, acts) {
  const { games, hands, t } = table;
  const row = (hand, ...cells) => el("button", { id: `hand-${hand.number}`, type: "button", onclick: () => acts.look(hand.number) }, cells);
  const known = (hand) => [el("span", {}, nameOf(hand, t)), sign(t, asideOf(hand) ?? stateOf(hand))];
  const scored = (hand, cells) => row(hand, el("span", { class: "hand-of" }, known(hand)), cells);
  const plain = (hand) => row(hand, known(hand)[0], el("strong", {}, worth(hand, table.form.sides)), known(hand)[1]);
  return hands.length > 0 && el("section", { class: "played" }, el("h2", {}, t("hands")), games && !hands.some(isSlip) ? columns(table, scored)
    : el("ul", { class: "card" }, [...hands].reverse().map((hand) => el("li", {}, plain(hand)))));
}

// What the server says of a hand that adds nothing to the match: it stands behind an earlier end, or is in doubt.
function asideOf(hand) {
  const counts = !hand.state || hand.state === "counts" || ["void", "conflict", "refused", "saved"].includes(stateOf(hand));
  return counts ? null : hand.state;
}

// A paper slip has totals, a hand has what it adds to them.
function worth(hand, sides) {
  if (asideOf(hand)) {
    return "–";
  }
  const of = isSlip(hand) ? (side) => plainly(hand.summary.score[side]) : (side) => signed(hand.score[side] ?? 0);
  return hand.score || isSlip(hand) ? sides.map(of).join("\u00a0: ") : "–";
}

// A narrow screen says only that nobody has confirmed, which includes that it was sent.
function sign(t, name) {
  const [drawing, tone] = SIGNS[name] ?? SIGNS.submitted;
  const words = name === "submitted" ? [el("span", { class: "wide-only" }, `${t("sent")} `), t("not_confirmed")] : t(name);
  return el("span", { class: `sign plate ${tone}` }, icon(drawing), el("span", {}, words));
}
