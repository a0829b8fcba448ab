// The hand of Twenty-Eight, Twenty-Nine and Fifty-Six: who bid, the bid, the points of the bidding side; the rest is folded away.
import { cut, el, fill, icon, signed, toggle } from "./dom.js";
import { fieldOf } from "./form.js";
import { forgetTyped, keypad, sharing } from "./keypad.js";
import { fault } from "./twenty_eight-check.js";
import { more } from "./twenty_eight-more.js";
import { fold, follow, highest, isConceded, isVoid, sideAt, targetOf, tricksOfAHand, worth } from "./twenty_eight-score.js";
import { called, groupsOf, lower, nameAt, reasonOf, reasons, sideOfBidder, upper, without } from "./twenty_eight-words.js";

const GROUPS = ["bidders", "defenders"];
const MOST_BIDS = 18; // more do not fit at once
const PAGE = 14;
const NEAR = 6; // so many numbers on each side of the target
const COLUMNS = [7, 6, 5];

// What the tablet remembers of the draft beside its summary: the page of bids, whether points are typed, what was typed
// before the deal did not count.
let own = { draft: null };

function mine(table) {
  if (own.draft !== table.draft) {
    own = { draft: table.draft, page: null, typing: false, before: {}, isNew: true };
  }
  return own;
}

export function entry(table, summary, change, acts) {
  const { form } = table;
  const seen = mine(table);
  const isNew = seen.isNew;
  seen.isNew = false;
  const set = (values) => change(without(summary, values));
  // A deal that does not count keeps what was typed before, for the finger that has slipped.
  const redeal = (reason) => {
    if (reason) {
      seen.before = isVoid(summary) ? seen.before : { ...summary };
    }
    change(reason ? { ...nothing(summary), kind: "void", reason } : { kind: null, reason: null, ...seen.before });
  };
  const unused = (when) => (when ? "unused" : "");
  return el("div", { id: "twenty-eight", class: `twenty-eight for-${Object.keys(form.seats).length}` },
    el("div", { class: "called" }, bidders(table, summary, set),
      !summary.solo && el("div", { class: unused(isVoid(summary)) }, bids(table, summary, set, seen)),
      endings(table, summary, set, redeal)),
    el("fieldset", { class: `taken ${unused(isVoid(summary) || isConceded(summary))}` }, taken(table, summary, set, seen),
      form.rules.honours && !summary.solo && jacks(table, summary, set)),
    more(table, summary, set, redeal, { ...acts, isNew }));
}

export function isReady(table, summary) {
  return missing(table, summary) === null;
}

// What is still to be said of the hand, or cannot be.
export function asks(table, summary) {
  return missing(table, summary);
}

export const preview = (table, summary) => worth(table.form, summary).sides;

export const course = (form, hands, how) => fold(form, hands, how);

export const isVoidDeal = (table, summary) => isVoid(summary);

// Totals go below zero: each stands with its sign.
export const total = signed;

export function sentence(table, summary, number) {
  const after = follow(table.form, table.context(number), summary);
  const [contract, ...others] = worthOf(table, summary);
  const words = lineOf(table, contract.line);
  const scored = (all) => all.map(([side, points]) => `${table.side(side)} ${signed(points)}`).join(", ");
  const said = isVoid(summary) ? [words, after.dealer && table.t("deals_next", { name: nameAt(table, after.dealer) })]
    : [`${nameAt(table, summary.bidder)}: ${lower(words)}`];
  said.push(...others.map((each) => `${lineOf(table, each.line)}: ${scored(each.scored)}`), ...warned(table, summary), after.over && ends(table, after));
  return said.filter(Boolean).map((each) => `${each}.`).join(" ");
}

// The lines that have the same words, with the sides that they score for.
function worthOf({ form }, summary) {
  const found = [];
  for (const line of worth(form, summary).lines) {
    const same = found.find((each) => each.line.code === line.code && JSON.stringify(each.line.params) === JSON.stringify(line.params));
    if (same) {
      same.scored.push([line.side, line.points]);
    } else {
      found.push({ line, scored: [[line.side, line.points]] });
    }
  }
  return found;
}

function lineOf(table, { code, params }) {
  const { reason, code: offence, side } = params;
  const words = { reason: reason && reasonOf(table, reason), code: offence && reasonOf(table, offence), side: side && table.side(side) };
  return fill(table.t.lines[table.form.game][code], { ...params, ...words });
}

// Warnings score nothing, and are told all the same.
function warned(table, { penalties }) {
  return (penalties ?? []).filter((each) => each.effect === "warning")
    .map((each) => table.t("warned", { side: table.side(each.side), code: lower(reasonOf(table, each.code)) }));
}

function ends({ t, form, side }, { winner, totals }) {
  const first = form.sides.includes(winner);
  const score = [...(first ? [winner] : []), ...form.sides.filter((each) => each !== winner)].map((each) => signed(totals[each])).join(" : ");
  return first ? t("wins_match", { side: side(winner), score }) : t("match_drawn", { score });
}

// The first thing that is missing or wrong, in words; null when nothing is.
function missing(table, summary) {
  if ((summary.penalties ?? []).some((each) => !each.side) || (isConceded(summary) && summary.reason && !summary.conceded_by)) {
    return table.t("say_offender");
  }
  const typed = mine(table).typing && !isVoid(summary) && !isConceded(summary) && !summary.solo ? shares(table, summary) : null;
  const found = wrongTyped(table, typed) ?? fault(table.form, summary);
  return found && fill(table.t.refusals[table.form.game][found.code], found.params);
}

function wrongTyped({ form }, typed) {
  if (typed?.wrong) {
    return { code: "points_out_of_range", params: { T: highest(form) } };
  }
  const { numbers, total: all, sum } = typed ?? { total: 0, sum: 0 };
  return all === sum ? null : { code: "points_sum_wrong", params: { p: numbers.bidders, q: numbers.defenders, T: sum } };
}

// A deal that does not count has nothing but its reason and what was ruled.
function nothing(summary) {
  return Object.fromEntries(Object.keys(summary).map((name) => [name, name === "penalties" ? summary[name] : null]));
}

function bidders(table, summary, set) {
  const { form, t } = table;
  const { dealer } = table.context(table.hand);
  const seats = Object.keys(form.seats).map(Number);
  const six = seats.length === 6;
  const seat = (each) => toggle(`bidder-${each}`, summary.bidder === each, [el("span", { class: "name" }, nameAt(table, each)),
    el("small", {}, [six ? `${each} · ${table.side(sideAt(form, each))}` : form.seats[each], each === dealer && t("whose_deal")].filter(Boolean).join(" · "))],
  () => set({ bidder: summary.bidder === each ? null : each }), six ? `at-${each} of-${sideAt(form, each)}` : "");
  return el("fieldset", { class: "who" }, el("legend", {}, t("who_bid")),
    el("div", { class: `${isVoid(summary) ? "unused " : ""}${six ? "six" : seats.length === 4 ? "four" : "four three"}` }, seats.map(seat)));
}

function bids(table, { bid }, set, seen) {
  const { form, t } = table;
  const all = range(form.rules.min_bid, highest(form));
  const pages = all.length > MOST_BIDS ? paged(all) : [all];
  const at = Math.min(pages.length - 1, seen.page ?? Math.max(0, pages.findIndex((each) => each.includes(bid))));
  const turn = (to) => () => {
    seen.page = to;
    set({});
  };
  const leaf = (to, name, words, sign) => pages[to] && el("button", { id: `bids-${name}`, type: "button", class: "toggle leaf", onclick: turn(to), "aria-label": t(words) }, sign);
  return el("fieldset", { class: "bids" }, el("legend", {}, fieldOf(table, "bid").label),
    el("div", { class: `plates-of in-${columnsFor(all.length)}` }, leaf(at - 1, "lower", "lower_bids", `‹ ${pages[at][0] - 1}`),
      pages[at].map((each) => toggle(`bid-${each}`, bid === each, String(each), () => set({ bid: bid === each ? null : each }))),
      leaf(at + 1, "higher", "higher_bids", `${pages[at].at(-1) + 1} ›`)));
}

// Pages of as many places, of which those that lead to another page take one each.
function paged(all) {
  const [first, rest] = [all.slice(0, PAGE - 1), all.slice(PAGE - 1)];
  return rest.length < PAGE ? [first, rest] : [first, rest.slice(0, PAGE - 2), ...(rest.length > PAGE - 2 ? [rest.slice(PAGE - 2)] : [])];
}

// As few lines as can be, and then as few empty places.
function columnsFor(count) {
  const empty = (columns) => Math.ceil(count / columns) * 100 + ((columns - (count % columns)) % columns);
  return count > MOST_BIDS ? COLUMNS[0] : [...COLUMNS].sort((one, other) => empty(one) - empty(other))[0];
}

const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

// How the auction ended: all passed, or somebody doubled.
function endings(table, summary, set, redeal) {
  const { form, t } = table;
  const { doubled } = summary;
  const all = isVoid(summary) && summary.reason === "all_pass";
  const doubles = form.rules.doubling === "off" || summary.solo ? [] : fieldOf(table, "doubled").choices.filter((each) => each.value !== "none");
  return el("div", { class: "endings" },
    reasons(table).includes("all_pass") && toggle("all-passed", all, [all && icon("finished"), t("all_passed")], () => redeal(all ? null : "all_pass")),
    doubles.length > 0 && el("div", { class: isVoid(summary) ? "doubles unused" : "doubles" }, doubles.map((each) =>
      toggle(`doubled-${each.value}`, doubled === each.value, [doubled === each.value && icon("finished"), upper(each.label)],
        () => set({ doubled: doubled === each.value ? null : each.value })))));
}

function shares(table, { bidder_points: points }) {
  const sum = highest(table.form);
  const value = Number.isInteger(points) ? { bidders: points, defenders: sum - points } : null;
  return sharing(ofGroups(table), { id: "points", sum, value, range: () => [0, sum] });
}

// The table as the keypad sees it: bidders and defenders are its sides.
function ofGroups(table, summary = {}) {
  const names = groupsOf(table, summary);
  return { ...table, form: { ...table.form, sides: GROUPS }, side: (group) => names[group] };
}

function taken(table, summary, set, seen) {
  const { form, t } = table;
  if (summary.solo) {
    return [legend(fieldOf(table, "bidder_tricks").label, null), ...rows(table, { target: tricksOfAHand, most: tricksOfAHand, value: summary.bidder_tricks,
      name: "solo-tricks", words: ["solo_made", "to_failed"], beside: [], near: tricksOfAHand, columns: 4, set: (bidder_tricks) => set({ bidder_tricks }) })];
  }
  const type = (typing) => () => {
    forgetTyped();
    seen.typing = typing;
    set({});
  };
  const points = summary.bidder_points;
  const head = legend(sideOfBidder(table, summary) ? t("points_for", { side: groupsOf(table, summary).bidders }) : fieldOf(table, "bidder_points").label,
    Number.isInteger(points) ? String(points) : null);
  const beside = [Number.isInteger(points) && [cut(upper(groupsOf(table, summary).defenders)), el("span", {}, `: ${highest(form) - points}`)],
    form.rules.last_trick_bonus > 0 && t("with_last_trick")];
  if (!seen.typing) {
    const target = targetOf(form, { ...summary, bid: summary.bid ?? form.rules.min_bid });
    return [head, el("div", { class: summary.bid ? "" : "unused" }, rows(table, { target, most: highest(form), value: points, name: "points",
      words: ["from_made", "to_failed"], beside, near: NEAR, type: type(true), set: (bidder_points) => set({ bidder_points }) }))];
  }
  const shared = shares(table, summary);
  const taps = () => {
    const now = shares(table, { ...summary, bidder_points: null });
    set({ bidder_points: now.isWhole ? now.numbers.bidders : null });
  };
  return [head, keypad(ofGroups(table, summary), shared, (group) => noteOf(shared, group), taps),
    el("button", { id: "points-near", type: "button", class: "button plain", onclick: type(false) }, t("near_bid"))];
}

const legend = (label, value) => el("legend", {}, cut(label), value && el("span", {}, ": ", el("span", { class: "chosen" }, value)));

// Below the number of a side: how it comes about.
function noteOf({ numbers, said, total: all, sum, wrong }, group) {
  const other = GROUPS.find((each) => each !== group);
  return numbers[group] !== null && !wrong && all === sum && said.length && !said.includes(group) ? `${sum} − ${numbers[other]}` : "";
}

// Numbers that make the contract, then those that fail: the next ones to the target, and a plate for all others.
function rows(table, { target, most, value, name, words, beside, near, columns = 7, type, set }) {
  const made = range(target, Math.min(most, target + near - 1));
  const failed = range(Math.max(0, target - near), target - 1);
  const plate = (each) => toggle(`${name}-${each}`, value === each, String(each), () => set(value === each ? null : each));
  const row = (at, plates) => plates.some(Boolean) && el("div", { class: "near", role: "group", "aria-label": table.t(words[at], limit(at)) },
    el("p", { class: "soft" }, el("span", { "aria-hidden": "true" }, table.t(words[at], limit(at))), el("span", {}, beside[at] || "")), el("div", { class: `plates-of in-${columns}` }, plates));
  const limit = (at) => ({ n: at ? target - 1 : target });
  const others = (from, to, at) => from <= to && (from === to ? plate(from) : other(table, { from, to, value, name: `${name}-${at}`, type }));
  return [row(0, [...made.map(plate), others(target + near, most, "higher")]),
    row(1, [others(0, target - near - 1, "lower"), ...failed.map(plate)])];
}

function other(table, { from, to, value, name, type }) {
  const chosen = Number.isInteger(value) && value >= from && value <= to;
  const words = chosen ? String(value) : `${from}–${to}`;
  const plate = toggle(name, chosen, words, type, chosen ? "" : "others");
  if (!chosen) {
    plate.setAttribute("aria-label", table.t("other_number", { n: words }));
  }
  return plate;
}

function jacks(table, summary, set) {
  const claim = summary.all_jacks;
  return el("div", { class: "ask jacks" }, el("p", {}, fieldOf(table, "all_jacks").label), el("div", { class: "choices" },
    called(table, "all_jacks", summary).map((each) => toggle(`jacks-${each.value}`, claim === each.value, el("span", { class: "name" }, upper(each.label)),
      () => set({ all_jacks: claim === each.value ? null : each.value })))));
}
