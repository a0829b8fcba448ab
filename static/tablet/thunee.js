// The hand of Thunee: who made trumps and with what, the card points on keys; all else by plates, a kind of hand each.
import { button, el, fill, signed, toggle } from "./dom.js";
import { fieldOf } from "./form.js";
import { keypad, sharing } from "./keypad.js";
import { calls } from "./thunee-calls.js";
import { isOnCorner, violations } from "./thunee-check.js";
import { count, countedSide, fold, isVoid, lastOf, otherSide, THUNEE_TYPE, thuneeBalls, totalOf, worth } from "./thunee-score.js";
import { sixes } from "./thunee-sixes.js";
import { told } from "./thunee-words.js";

const NORMAL = "normal";
const OF_A_KIND = ["trump_side", "call", "points", "last_trick", "side", "result", "code", "reason", "jodhi", "final_call",
  "royals_agreed", "doubled", "tricks", "other_points", "claimed_balls"];
const NOTHING = Object.fromEntries(OF_A_KIND.map((name) => [name, null]));

export function entry(table, summary, change, acts) {
  const kind = summary.kind ?? NORMAL;
  const set = (values) => change(completed(table, { ...summary, kind }, values));
  const body = kind === NORMAL ? played(table, summary, set) : kind === "infraction" ? fourBall(table, summary, set, acts)
    : kind === "cancelled" ? cancelled(table, summary, set) : thunee(table, summary, set);
  return el("div", { id: "thunee", class: `thunee ${kind}` }, kinds(table, kind, change), body);
}

export const isReady = (table, summary) => missing(table, summary) === null;

// What is still to be said of the hand, or cannot be.
export const asks = (table, summary) => missing(table, summary);

export const preview = (table, summary, number) => worth(table.form, summary, table.context(number)).sides;

export function sentence(table, summary, number) {
  const context = table.context(number);
  const isThere = violations(table.form, summary, context).length === 0; // else its game does not have it
  return told(table, summary, worth(table.form, summary, context), isThere);
}

// The games of the match as far as this tablet knows; a hand that its game makes impossible does not count.
export const course = (form, hands, how) => fold(form, hands, how, (summary, context) => violations(form, summary, context).length === 0);

export const isVoidDeal = (table, summary) => isVoid(summary);

// Why a hand does not fit any more what came before it, in the sentences of the rules.
export const doubts = (table, summary, number) => violations(table.form, summary, table.context(number)).map((each) => refusal(table, each));

// The balls of a side on two sixes, where a game is on.
export function tally(table, side, balls) {
  const { target } = table.folded;
  return el("span", { class: "tally" }, sixes(table.form.sides.indexOf(side), balls, table.t("balls_of", { n: balls, of: target })),
    el("small", { "aria-hidden": "true" }, table.t("of_balls", { of: target })));
}

export const goal = "game_to_balls";

// What was tapped with what follows from it: the points of the side that counts, the last trick of whoever called in it.
function completed(table, summary, values) {
  const { form } = table;
  const next = { ...summary, ...values };
  if (next.kind !== NORMAL) {
    return { kind: next.kind, ...values };
  }
  const { numbers, said, isWhole } = shares(table, summary);
  const side = countedSide(form, next.trump_side);
  const points = side && isWhole ? { points: numbers[side], other_points: said.length > 1 ? numbers[otherSide(form, side)] : null }
    : { points: null, other_points: null };
  const last = "final_call" in values && lastOf(form, values.final_call);
  return { kind: NORMAL, ...points, ...values, ...(last ? { last_trick: last } : {}) };
}

// The card points by side: typed on the keys, or as the hand has them.
function shares(table, { trump_side: trumps, points }) {
  const { form } = table;
  const sum = totalOf(form);
  const side = countedSide(form, trumps);
  const value = side && Number.isInteger(points) ? { [side]: points, [otherSide(form, side)]: sum - points } : null;
  return sharing(table, { id: "points", sum, value, range: () => [0, sum] });
}

// The first thing that is missing or wrong, in words; null when nothing is.
function missing(table, summary) {
  const { t } = table;
  const { kind = NORMAL, side, result, code, reason } = summary;
  if (kind === NORMAL) {
    return missingPlayed(table, summary) ?? impossible(table, summary);
  }
  if (kind === "cancelled") {
    return reason ? null : t("say_reason");
  }
  if (!side) {
    return t(kind === "infraction" ? "say_offender" : "say_caller");
  }
  return kind === "infraction" ? (code ? null : t("say_offence")) : (result ? impossible(table, summary) : t("say_result"));
}

function missingPlayed(table, summary) {
  const { form, t } = table;
  const { trump_side: trumps, call, points, last_trick: last, final_call: final } = summary;
  const { numbers, wrong, total } = shares(table, summary);
  const sum = totalOf(form);
  const [side, other] = form.sides;
  if (wrong) {
    return refusal(table, { code: "points_unreachable", params: { points: numbers[wrong] } });
  }
  if (total !== sum) {
    return refusal(table, { code: "points_sum", params: { points: numbers[side], other: numbers[other], total: sum } });
  }
  if (!trumps) {
    return t("say_trumps");
  }
  if (!Number.isInteger(call)) {
    return t("say_call");
  }
  if (!Number.isInteger(points)) {
    return t("say_points_of", { side: table.side(countedSide(form, trumps)) });
  }
  if (final && !final.winner) {
    return t("say_last_of_call");
  }
  return form.rules.last_trick_bonus && !last ? refusal(table, { code: "last_trick_missing" }) : null;
}

function impossible(table, summary) {
  const [first] = violations(table.form, summary, table.context(table.hand));
  return first ? refusal(table, first) : null;
}

// The sentence with which the rules would refuse it.
function refusal(table, { code, params = {} }) {
  return fill(table.t.refusals[table.form.game][code], { ...params, ...(params.side ? { side: table.side(params.side) } : {}) });
}

// How the hand went, each way with a form of its own; those that the event does not play are left out.
function kinds(table, kind, change) {
  const { t } = table;
  const on = fieldOf(table, "kind").choices.map((each) => each.value);
  const [called] = on.filter((each) => THUNEE_TYPE.includes(each));
  const ways = [[NORMAL, t("kind_played")], ...(called ? [[called, t("kind_thunee")]] : []), ["infraction", t("kind_four_ball")], ["cancelled", t("kind_void")]];
  const isNow = (way) => way === kind || (way === called && THUNEE_TYPE.includes(kind));
  return el("div", { class: "kinds", role: "group", "aria-label": fieldOf(table, "kind").label },
    ways.map(([way, words]) => toggle(`kind-${way}`, isNow(way), words, () => change(isNow(way) ? {} : { ...NOTHING, kind: way }))));
}

function played(table, summary, set) {
  const { form, t } = table;
  const { dealer } = table.context(table.hand);
  const shared = shares(table, summary);
  const field = fieldOf(table, "call");
  return [
    el("fieldset", { class: "trumps" }, el("legend", {}, fieldOf(table, "trump_side").label,
      dealer && el("span", { class: "soft" }, ` (${t("deals_now", { name: table.seat(dealer) })})`)),
    sidesOf(table, "trumps", summary.trump_side, (trump_side) => set({ trump_side })),
    el("div", { class: "rungs", role: "group", "aria-label": field.label }, field.choices.map(({ value, label }) =>
      toggle(`call-${value}`, summary.call === value, label, () => set({ call: summary.call === value ? null : value }))))),
    el("fieldset", { class: "taken", "aria-label": t("card_points") }, el("legend", { class: "wide-only" }, t("card_points")),
      keypad(table, shared, (side) => noteOf(table, summary, side), () => set({}),
        form.rules.last_trick_bonus > 0 && lastTrick(table, summary, set))),
    calls(table, summary, set, (side) => isOnCorner(form, side, table.context(table.hand))),
  ];
}

function lastTrick(table, summary, set) {
  const field = fieldOf(table, "last_trick");
  return el("div", { class: "last-trick", role: "group", "aria-label": field.label }, el("span", { class: "soft" }, table.t("last_trick")),
    sidesOf(table, "last", summary.last_trick, (last_trick) => set({ last_trick })));
}

const sidesOf = (table, id, chosen, set) => el("div", { class: "two-sides" }, table.form.sides.map((side) =>
  toggle(`${id}-${side}`, chosen === side, el("span", { class: "name" }, table.side(side)), () => set(chosen === side ? null : side))));

// What the side that counts has with Jodhi, call and last trick.
function noteOf(table, summary, side) {
  const { trump_side: trumps, points, call, last_trick: last } = summary;
  const isThere = trumps && Number.isInteger(points) && Number.isInteger(call) && (last || !table.form.rules.last_trick_bonus);
  if (!isThere || side !== countedSide(table.form, trumps)) {
    return "";
  }
  const { total, needed } = count(table.form, summary);
  return el("strong", {}, table.t("counts_of", { total: String(total).replace("-", "−"), needed }));
}

function thunee(table, summary, set) {
  const { form, t } = table;
  const on = fieldOf(table, "kind").choices.filter((each) => THUNEE_TYPE.includes(each.value));
  const flags = ["royals_agreed", "doubled"].map((name) => fieldOf(table, name)).filter((field) => field?.when.kind.includes(summary.kind));
  const { side, kind } = summary;
  const balls = (result) => thuneeBalls(form, kind, result) * (summary.doubled ? 2 : 1);
  const winner = (result) => (result === "made" ? side : otherSide(form, side));
  return el("div", { class: "stack" },
    on.length > 1 && el("div", { class: "two-sides" }, on.map((each) => toggle(`called-${each.value}`, kind === each.value, each.label, () => set({ kind: each.value })))),
    el("fieldset", { class: "ask" }, el("legend", {}, t("who_called")), sidesOf(table, "side", side, (each) => set({ side: each }))),
    el("fieldset", { class: "ask" }, el("legend", {}, fieldOf(table, "result").label), el("div", { class: "results" },
      fieldOf(table, "result").choices.map(({ value, label }) => toggle(`result-${value}`, summary.result === value,
        [el("span", {}, label), el("small", {}, side ? `${table.side(winner(value))} ${signed(balls(value))}` : t("balls", { n: balls(value) }))],
        () => set({ result: summary.result === value ? null : value }))))),
    flags.length > 0 && el("div", { class: "choices" }, flags.map((field) =>
      toggle(field.name, summary[field.name] === true, field.label, () => set({ [field.name]: summary[field.name] ? null : true })))));
}

// A claim that the director has ruled on; one without cause is itself a four-ball where the event says so.
function fourBall(table, summary, set, acts) {
  const { t } = table;
  const { label, choices } = fieldOf(table, "code");
  return el("div", { class: "stack" }, el("p", { class: "soft" }, t("four_ball_help")),
    table.mayCall && button("call-rules", t("call_director"), () => acts.call("rules"), "second"),
    el("fieldset", { class: "ask" }, el("legend", {}, t("who_offended")), sidesOf(table, "side", summary.side, (side) => set({ side }))),
    el("fieldset", { class: "ask" }, el("legend", {}, label), el("div", { class: "offences" }, choices.map((each) =>
      toggle(`code-${each.value}`, summary.code === each.value, each.label, () => set({ code: summary.code === each.value ? null : each.value }))))));
}

function cancelled(table, summary, set) {
  const { label, choices } = fieldOf(table, "reason");
  return el("fieldset", { class: "ask" }, el("legend", {}, label), el("div", { class: "offences" }, choices.map((each) =>
    toggle(`reason-${each.value}`, summary.reason === each.value, each.label, () => set({ reason: summary.reason === each.value ? null : each.value })))));
}
