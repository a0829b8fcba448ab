// What the tablet shows: one job at a time, one main button.
import { button, el, icon, signed } from "./dom.js";
import { awaits, ENDED, nextHand, sideOf, stateOf, totalsOf, versionsOf } from "./hands.js";
import { helpButton, helpPanel, ownPhone } from "./help.js";

const SIGNS = { saved: ["draft", "warn"], submitted: ["waiting", ""], disputed: ["conflict", "bad"], confirmed: ["finished", "good"],
  conflict: ["conflict", "bad"], refused: ["conflict", "bad"], void: ["void", ""] };

export function page(state, table, acts) {
  return el("div", { id: "app" }, bar(state, table, acts),
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
    state.open && el("div", { id: "details", class: "details stack" },
      el("p", {}, t(state.online ? "online_long" : "offline_long")),
      el("p", {}, t(state.offlineReady ? "reload_safe" : "reload_unsafe"), " ",
        !state.offlineReady && el("a", { href: "/trust/" }, t("reload_how"))),
      el("ul", {}, state.queue.filter((item) => item.state !== "sent").map((item) => el("li", {}, `${t("hand", { n: item.hand })}: `,
        item.state === "waiting" ? t("saved") : item.problem?.errors?.[0]?.detail ?? t("refused")))),
      el("div", { class: "row" }, button("try", t("try_now"), acts.refresh, "second"),
        state.device && button("again", t("pair_again"), acts.pairAgain, "second"))));
}

function pairing(state, { t }, acts) {
  return el("main", { id: "pairing", class: "narrow stack" },
    el("div", { class: "heading" }, el("h1", {}, t(state.scanned ? "scanned" : "pair_title")), helpButton(state, t, acts)),
    helpPanel(state, t, acts), el("p", {}, t(state.scanned ? "scanned_help" : "pair_help")),
    el("form", { id: "pair-form", class: "stack", onsubmit: acts.pair },
      el("label", { for: "code" }, t("code")),
      el("input", { id: "code", class: "code", value: state.code, autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
        oninput: (event) => acts.type(event.target.value), "aria-describedby": state.fault ? "fault" : null }),
      state.fault && el("p", { id: "fault", class: "errors", role: "alert" }, state.fault),
      el("button", { id: "pair", type: "submit", class: "button big", disabled: state.busy }, t("pair"))),
    state.device && button("stay", t("stay", { table: state.device.table?.number }), acts.stay, "second"));
}

function at(state, table, acts) {
  const { t } = table;
  if (!state.me?.match) {
    const why = state.device.match ? "phone_over" : state.device.table ? (state.last ? "no_match" : "ready") : "no_table";
    return el("main", { id: "rest", class: "narrow stack" }, heading(state, table, "", acts), helpPanel(state, t, acts), el("p", { class: "lead" }, t(state.me ? why : "loading")),
      state.last && el("p", {}, t("last_result"), " ", el("strong", {}, state.last)), leftovers(state, t, acts));
  }
  const { hands } = table;
  const next = nextHand(state, hands);
  const clash = hands.find((hand) => stateOf(hand) === "conflict");
  const seen = clash ?? hands.find((hand) => stateOf(hand) === "refused") ?? hands.find((hand) => hand.number === state.review)
    ?? hands.find((hand) => awaits(hand, state));
  const typed = state.draft && (state.draft.chosen || !(seen || state.device.match));
  const number = typed ? state.draft.hand : seen?.number ?? next;
  const body = typed ? typing(state, table, acts)
    : clash ? conflict(state, table, acts, clash)
      : seen ? review(state, table, acts, seen, next)
        : next ? resting(next, table, acts) : over(state, table, acts);
  return el("main", { id: "table", class: "stack" }, heading(state, table, number ? t(state.limit ? "hand_of" : "hand", { n: number, of: state.limit }) : "", acts),
    helpPanel(state, t, acts), score(state, table), body, list(table, acts), leftovers(state, t, acts));
}

// Results of an earlier match that the server did not take.
function leftovers(state, t, acts) {
  const old = state.queue.filter((item) => item.state === "refused" && item.match !== state.me?.match?.id);
  return old.map((item) => el("section", { class: "errors stack" }, el("p", {}, t("old_refused", { n: item.hand })),
    faults(item, t).map((text) => el("p", {}, text)), button(`old-${item.submission}`, t("understood"), () => acts.clear(item), "second")));
}

function heading(state, table, hand, acts) {
  const { t } = table;
  const whose = state.device.side && table.side?.(state.device.side);
  const where = [state.me?.round && t("round", { n: state.me.round.number }), hand].filter(Boolean).join(" · ");
  return el("div", { class: "heading" }, el("h1", {}, t("table", { n: state.device.table?.number ?? "–" })), el("p", {}, where),
    whose && el("p", { class: "soft" }, t("phone_of", { side: whose })), helpButton(state, t, acts));
}

function score(state, table) {
  const totals = totalsOf(state, table.hands);
  return el("div", { class: "score" }, table.form.sides.map((side) => el("div", { class: "side" },
    el("strong", {}, table.side(side)), el("span", { class: "soft" }, table.people(side)),
    el("span", { class: "total" }, String(totals[side] ?? 0).replace("-", "−")))),
  table.hands.some((hand) => hand.item?.state === "waiting") && el("p", { class: "soft" }, table.t("with_unsent")));
}

function typing(state, table, acts) {
  const { draft } = state;
  const ready = table.game.isReady(table, draft.summary);
  return el("form", { id: "entry", class: "stack", onsubmit: acts.record },
    draft.kind === "correct" && el("p", { class: "notice" }, table.t("changing", { n: draft.hand })),
    table.game.entry(table, draft.summary, acts.set),
    el("div", { class: "foot-bar" },
      el("p", { class: "sentence", role: "status" }, ready ? told(table, draft.summary, table.preview(draft.summary))
        : table.t(table.game.asks?.(draft.summary) ?? "incomplete_other")),
      el("div", { class: "row" }, draft.chosen && button("cancel", table.t("cancel"), acts.cancel, "second"),
        el("button", { id: "record", type: "submit", class: "button big", disabled: !ready || state.busy }, table.t(draft.kind === "correct" ? "record_change" : "record", { n: draft.hand })))));
}

function told(table, summary, points) {
  if (!summary) {
    return table.t("void");
  }
  const sums = points && table.form.sides.map((side) => `${table.side(side)} ${signed(points[side] ?? 0)}`).join(", ");
  return [sums && el("strong", {}, `${sums}. `), table.game.sentence(table, summary)];
}

function review(state, table, acts, hand, next) {
  const { t } = table;
  const now = stateOf(hand);
  const open = isOpen(hand);
  const mine = state.device.side;
  const speakers = table.form.sides.filter((side) => (!mine || side === mine) && side !== (hand.item ? mine : sideOf(hand)));
  const last = hand.number === table.hands[table.hands.length - 1].number;
  const may = state.device.profile === "table" && last && (open || now === "refused");
  return el("section", { id: "review", class: "card pad stack", "aria-labelledby": "review-title" },
    el("div", { class: "row between" }, el("h2", { id: "review-title" }, t("hand", { n: hand.number })), sign(t, now)),
    el("p", { class: "sentence" }, told(table, hand.summary, hand.score)),
    hand.refused && el("div", { class: "errors", role: "alert" }, faults(hand.refused, t).map((text) => el("p", {}, text))),
    open && speakers.length > 0 && el("fieldset", {}, el("legend", {}, t("other_side")), el("div", { class: "row" }, speakers.map((side) =>
      button(`agree-${side}`, t("agree", { side: table.side(side) }), () => acts.agree(hand, side), "second wide"))),
      state.device.profile === "table" && ownPhone(state, table, acts)),
    hand.agreed && el("p", {}, t("agreed", { side: table.side(hand.agreed) })),
    state.removing === hand.number
      ? el("div", { class: "row", role: "alert" }, el("p", {}, t("really_remove", { n: hand.number })),
        button("remove-yes", t("remove"), () => acts.remove(hand), "danger"), button("remove-no", t("cancel"), () => acts.ask(null), "second"))
      : may && el("div", { class: "row" }, button("change", t("change"), () => acts.change(hand), "plain"),
        now !== "refused" && button("remove", t("remove"), () => acts.ask(hand.number), "plain"),
        now === "refused" && button("drop", t("drop"), () => acts.drop(hand), "plain")),
    hand.refused && !may && button("drop", t("understood"), () => acts.drop(hand), "plain"),
    awaits(hand, state) && button("differ", t("differ"), () => acts.differ(hand), "plain"),
    !next && !open && toOpen(openHands(state, table), table, acts),
    next && now !== "refused" && !awaits(hand, state) && button("next", t("enter_hand", { n: next }), acts.next, "big"));
}

// Whether nobody of the other side has said yet that it is right.
function isOpen(hand) {
  return ["saved", "submitted"].includes(stateOf(hand)) && !hand.agreed && Boolean(hand.summary);
}

// The hands that the other side has yet to look at; a phone shows those of its side by itself.
function openHands(state, table) {
  return state.device.side ? [] : table.hands.filter((hand) => isOpen(hand)).map((hand) => hand.number);
}

function toOpen([first], { t }, acts) {
  return first && button("look-open", t("confirm_hand", { n: first }), () => acts.look(first), "big");
}

function faults(item, t) {
  const said = (item.problem?.errors ?? []).map((each) => each.detail).filter(Boolean);
  return said.length ? said : [item.problem?.title ?? t("refused")];
}

function conflict(state, table, acts, hand) {
  const { t } = table;
  return el("section", { id: "conflict", class: "card pad stack bad" }, el("h2", {}, icon("conflict"), t("conflict_title", { n: hand.number })),
    el("p", {}, t("conflict_help")),
    versionsOf(hand, state.mine).map((version, at) => el("div", { class: "version stack" },
      el("p", { class: "soft" }, t(version.own ? "from_here" : "from_there")),
      el("p", { class: "sentence" }, told(table, version.summary, table.preview(version.summary))),
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
  const open = openHands(state, table);
  const winner = result?.winner === "draw" ? table.t("drawn") : result?.winner && table.t("winner", { side: table.side(result.winner) });
  return el("section", { id: "over", class: "card pad stack" }, el("h2", {}, table.t(result?.finished || ENDED.includes(state.me.match.status) ? "match_over" : "all_entered")),
    winner && el("p", { class: "lead" }, winner),
    open.length > 0 && el("p", {}, table.t(open.length === 1 ? "one_open" : "some_open", { hands: open.join(", ") })),
    toOpen(open, table, acts), el("p", {}, table.t(state.queue.length ? "will_send" : "wait_next")));
}

function list(table, acts) {
  const rows = [...table.hands].reverse().map((hand) => el("li", {}, el("button", { id: `hand-${hand.number}`, type: "button",
    onclick: () => acts.look(hand.number) }, el("span", {}, table.t("hand", { n: hand.number })),
  el("strong", {}, hand.score ? table.form.sides.map((side) => signed(hand.score[side] ?? 0)).join("\u00a0: ") : "–"), sign(table.t, stateOf(hand)))));
  return rows.length > 0 && el("section", { class: "played" }, el("h2", {}, table.t("hands")), el("ul", { class: "card" }, rows));
}

function sign(t, name) {
  const [drawing, tone] = SIGNS[name] ?? SIGNS.submitted;
  return el("span", { class: `sign plate ${tone}` }, icon(drawing), t(name));
}
