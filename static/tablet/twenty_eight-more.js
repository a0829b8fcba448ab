// What few hands of Twenty-Eight and its kin have: tricks, the pair, a solo, a hand given up, a deal that does not count, a ruling.
import { button, el, fold, icon, toggle } from "./dom.js";
import { fieldOf } from "./form.js";
import { isConceded, isVoid, tricksOfAHand } from "./twenty_eight-score.js";
import { called, groupsOf, reasonOf, reasons, upper } from "./twenty_eight-words.js";

const CONCESSION = "concession";

export function more(table, summary, set, redeal, acts) {
  const { form, t } = table;
  const { rules } = form;
  const isCounted = !isVoid(summary) && !isConceded(summary) && !summary.solo;
  return fold(t("more_of_this_hand"), { open: acts.isNew && isSaid(summary) },
    rules.solo && !isVoid(summary) && solo(table, summary, set),
    rules.pair && !isVoid(summary) && !summary.solo && choice(table, "pair", called(table, "pair", summary), summary.pair ?? "none",
      (pair) => set({ pair: pair === "none" ? null : pair })),
    isCounted && choice(table, "bidder_tricks", tricks(), summary.bidder_tricks,
      (bidder_tricks) => set({ bidder_tricks: summary.bidder_tricks === bidder_tricks ? null : bidder_tricks }), "plates-of in-5"),
    rules.concession && !isVoid(summary) && givenUp(table, summary, set),
    again(table, summary, redeal),
    ruled(table, summary, set, acts));
}

// Whether something of it was said, which is not folded away when a hand is changed.
function isSaid(summary) {
  const names = ["pair", "conceded_by", "solo", "reason"].filter((name) => summary[name] && summary[name] !== "none" && summary[name] !== "all_pass");
  return names.length > 0 || Boolean(summary.penalties?.length) || (!summary.solo && Number.isInteger(summary.bidder_tricks));
}

const tricks = () => Array.from({ length: tricksOfAHand + 1 }, (_, at) => ({ value: at, label: String(at) }));

function choice(table, name, choices, value, act, how = "choices") {
  return el("fieldset", { class: "ask" }, el("legend", {}, fieldOf(table, name).label), el("div", { class: how }, choices.map((each) =>
    toggle(`${name}-${each.value}`, value === each.value, upper(each.label), () => act(each.value)))));
}

function solo(table, summary, set) {
  return el("fieldset", { class: "ask" }, el("legend", {}, fieldOf(table, "solo").label),
    toggle("solo", Boolean(summary.solo), [summary.solo && icon("finished"), table.t("solo_call")], () => set({ solo: summary.solo ? null : true }), "wide"));
}

function givenUp(table, summary, set) {
  const isGiven = isConceded(summary) && summary.reason === CONCESSION;
  const give = (group) => set(isGiven && summary.conceded_by === group ? { kind: null } : { kind: "conceded", reason: CONCESSION, conceded_by: group });
  const names = groupsOf(table, summary);
  return el("fieldset", { class: "ask" }, el("legend", {}, fieldOf(table, "conceded_by").label), el("div", { class: "choices" }, Object.keys(names).map((group) =>
    toggle(`given-up-${group}`, isGiven && summary.conceded_by === group, upper(names[group]), () => give(group)))));
}

function again(table, summary, redeal) {
  const some = reasons(table).filter((each) => each !== "all_pass");
  const chosen = (each) => isVoid(summary) && summary.reason === each;
  return el("fieldset", { class: "ask" }, el("legend", {}, table.t("deal_again")), el("div", { class: "choices" }, some.map((each) =>
    toggle(`void-${each}`, chosen(each), upper(reasonOf(table, each)), () => redeal(chosen(each) ? null : each)))));
}

// Offences that change nothing of the match, and those that were ruled elsewhere; a wrong deal stands above.
function ruled(table, summary, set, acts) {
  const { t, form } = table;
  const codes = new Set([lostBy(summary), ...(summary.penalties ?? []).map((each) => each.code)]);
  const offer = form.infractions.filter((each) => codes.has(each.code)
    || (each.reach !== "match" && each.effect !== "void" && !(isVoid(summary) && each.effect === "hand_lost")));
  return el("fieldset", { class: "ask" }, el("legend", {}, t("ruled_hand")), el("p", { class: "soft" }, t("rulings_are_the_directors")),
    table.mayCall && button("call-rules", t("call_director"), () => acts.call("rules"), "second"),
    el("div", { class: "offences" }, offer.map((each) => [toggle(`ruling-code-${each.code}`, codes.has(each.code),
      [el("span", {}, reasonOf(table, each.code)), el("small", {}, each.words)], () => set(turned(summary, each, codes.has(each.code)))),
    ...offenders(table, summary, each.code, set)])));
}

// Who committed this offence: of one that has lost the hand bidders or defenders, of others a side.
function offenders(table, summary, code, set) {
  const { form, side } = table;
  const sides = Object.fromEntries(form.sides.map((each) => [each, side(each)]));
  const penalties = summary.penalties ?? [];
  const change = (at) => (one) => set({ penalties: penalties.map((each, index) => (index === at ? { ...each, side: one } : each)) });
  return [lostBy(summary) === code && offender(table, "lost", groupsOf(table, summary), summary.conceded_by, (conceded_by) => set({ conceded_by })),
    ...penalties.map((each, at) => each.code === code && offender(table, String(at), sides, each.side, change(at)))];
}

// The offence that has decided the hand.
const lostBy = (summary) => (isConceded(summary) && summary.reason !== CONCESSION ? summary.reason : null);

// The values of the hand with an offence more, or without it: the first one that loses the hand decides it, others cost points.
function turned(summary, { code, effect }, isOn) {
  if (isOn) {
    const rest = (summary.penalties ?? []).filter((each) => each.code !== code);
    return { penalties: rest.length ? rest : null, ...(lostBy(summary) === code ? { kind: null } : {}) };
  }
  if (effect === "hand_lost" && !lostBy(summary)) {
    return { kind: "conceded", reason: code, conceded_by: null };
  }
  return { penalties: [...(summary.penalties ?? []), { code, effect: effect === "hand_lost" ? "points" : effect }] };
}

function offender(table, id, names, chosen, act) {
  return el("fieldset", { class: "ask" }, el("legend", {}, table.t("who_offended")), el("div", { class: "choices" },
    Object.entries(names).map(([each, name]) => toggle(`offender-${id}-${each}`, chosen === each, upper(name), () => act(chosen === each ? null : each)))));
}
