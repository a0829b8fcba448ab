// The hand of Malilla: who dealt, the turned card on a small deck, the points of one side on a keypad.
import { cardName, deck, suitSign } from "./deck.js";
import { button, cut, el, fill, fold as folded, signed, toggle } from "./dom.js";
import { ask, fieldOf } from "./form.js";
import { keypad, sharedOut, sharing } from "./keypad.js";
import { canBe, decides, effectOf, fold, isVoid, needsCard, needsSide, otherSide, pintaOf, rangeOf, sum, worth } from "./malilla-score.js";

const HALF = sum / 2;
const EVERYBODYS = ["level", "void"]; // lines that each side has

export function entry(table, summary, change, acts) {
  const context = table.context(table.hand);
  const decided = decides(effectOf(table.form, summary.ruling, context));
  const shared = shares(table, summary);
  // What was typed of the points counts as soon as it can, and not where a ruling decides.
  const set = (values) => {
    const next = { ...summary, ...values };
    const typed = shares(table, next);
    const none = decides(effectOf(table.form, next.ruling, context));
    change({ ...values, ...(none ? { points: null, tricks: null } : typed.said.length ? { points: sharedOut(typed) } : {}) });
  };
  return el("div", { id: "malilla", class: "malilla" },
    el("div", { class: "dealt" }, dealers(table, summary, set, context), turned(table, summary, set, context)),
    el("fieldset", { class: decided ? "taken unused" : "taken" }, el("legend", {}, table.t("points_of_one")),
      keypad(table, shared, (side) => noteOf(table, shared, side), () => set({ points: null }))),
    more(table, summary, set, context, acts));
}

export function isReady(table, summary) {
  return missing(table, summary) === null;
}

// What is still to be said of the hand, or cannot be.
export function asks(table, summary) {
  return missing(table, summary);
}

export function preview(table, summary, number) {
  return worth(table.form, summary, table.context(number)).sides;
}

export function sentence(table, summary, number) {
  const { form, t } = table;
  const made = worth(form, summary, table.context(number));
  const isTold = made.lines.some((line) => line.params.card);
  const said = [t(summary.pinta && !isTold ? "dealt_turned" : "dealt_by", { name: table.seat(summary.dealer), card: nameOf(table, summary.pinta) })];
  if (summary.ruling?.code) {
    said.push(offence(table, summary.ruling));
  }
  const lines = made.lines.filter((line, at) => !EVERYBODYS.includes(line.code) || at === made.lines.length - 1);
  said.push(...lines.map((line) => lineOf(table, line)), whole(table, summary), standing(table, made));
  return said.filter(Boolean).map((each) => `${each}.`).join(" ");
}

// The games of the match as far as this tablet knows, hands that are not sent yet included.
export const course = (form, hands, how) => fold(form, hands, how);

export const isVoidDeal = (table, summary, number) => isVoid(effectOf(table.form, summary.ruling, table.context(number)));

function nameOf(table, code) {
  return cardName(fieldOf(table, "pinta"), code, table.t);
}

function shares(table, summary) {
  return sharing(table, { id: "points", sum, value: summary.points, range: (side) => rangeOf(table.form, summary, side) });
}

// The first thing that is missing or wrong, in words; null when nothing is.
function missing(table, summary) {
  const { form, t } = table;
  const context = table.context(table.hand);
  const effect = effectOf(form, summary.ruling, context);
  const wrongDealer = context.dealer && summary.dealer && context.dealer !== summary.dealer;
  if (!summary.dealer) {
    return t("say_dealer");
  }
  if (wrongDealer && table.online) {
    return refusal(table, "wrong_dealer", { first: table.seat(context.dealer), second: table.seat(summary.dealer) });
  }
  if (needsSide(summary.ruling, effect) && !summary.ruling.side) {
    return t("say_offender");
  }
  if (needsCard(effect) && !summary.pinta) {
    return t("say_turned");
  }
  return decides(effect) ? null : wrongPoints(table, summary) ?? wrongTricks(table, summary);
}

function wrongPoints(table, summary) {
  const { form } = table;
  const shared = shares(table, summary);
  const { wrong, numbers, total } = shared;
  const low = form.sides.find((side) => numbers[side] !== null && numbers[side] < rangeOf(form, summary, side)[0]);
  if (low) {
    return refusal(table, "pinta_nine_lost", { side: table.side(low), least: rangeOf(form, summary, low)[0] });
  }
  if (wrong) {
    return refusal(table, "points_out_of_range", { side: table.side(wrong), value: numbers[wrong] });
  }
  if (total !== sum) {
    return refusal(table, "points_sum_not_72", { a: numbers[form.sides[0]], b: numbers[form.sides[1]], sum: total });
  }
  return summary.points && shared.isWhole ? null : table.t("say_points");
}

function wrongTricks(table, { dealer, pinta, points, tricks }) {
  const said = table.form.sides.filter((side) => Number.isInteger(tricks?.[side]));
  const [a, b] = table.form.sides.map((side) => tricks?.[side]);
  if (said.length === 2 && a + b !== 12) {
    return refusal(table, "tricks_sum_not_12", { a, b, sum: a + b });
  }
  const wrong = said.find((side) => !canBe(table.form, { dealer, pinta }, side, tricks[side], points[side]));
  return wrong ? refusal(table, "points_tricks_impossible", { side: table.side(wrong), tricks: tricks[wrong], points: points[wrong] }) : null;
}

// The sentence with which the rules would refuse it.
function refusal(table, code, params) {
  return fill(table.t.refusals[table.form.game][code], params);
}

function dealers(table, summary, set, { dealer }) {
  const { form, t } = table;
  return el("fieldset", { class: "dealers" }, el("legend", {}, t("who_dealt")),
    el("div", { class: "four" }, Object.keys(form.seats).map(Number).map((seat) =>
      toggle(`dealer-${seat}`, summary.dealer === seat, [el("span", { class: "name" }, table.seat(seat)),
        el("small", {}, seat === dealer ? t("whose_deal") : form.seats[seat])], () => set({ dealer: summary.dealer === seat ? null : seat })))));
}

function turned(table, summary, set, context) {
  const { form, t } = table;
  const field = fieldOf(table, "pinta");
  const { points, side, isClosing } = pintaOf(form, summary, context);
  const words = [isClosing && t(form.rules.closing_pinta === "deferred" ? "closing_deferred" : "closing_must",
    { side: table.side(side), other: table.side(otherSide(form, side)), half: HALF })];
  return el("fieldset", { class: "turned" }, el("legend", {}, field.label, summary.pinta && el("span", { class: "chosen" }, " ",
    suitSign(field, summary.pinta), " ", nameOf(table, summary.pinta), points > 0 && side && !isClosing && el("span", { class: "soft" }, "(", cut(table.side(side)), ` ${signed(points)})`))),
  deck(field, "pinta", summary.pinta, (pinta) => set({ pinta }), table),
  el("p", { id: "closing", class: isClosing ? "notice" : "", role: "status" }, words));
}

// Below the number of a side: how it comes about, and what it scores.
function noteOf(table, shared, side) {
  const { t, form } = table;
  const value = shared.numbers[side];
  const other = shared.numbers[otherSide(form, side)];
  if (value === null || side === shared.wrong || shared.total !== sum) {
    return "";
  }
  const how = shared.said.length && !shared.said.includes(side) ? `${sum} − ${other}` : "";
  const more = value > HALF ? t("more_than_half", { half: HALF }) : value === HALF ? t("just_half") : "";
  return [how, how && more ? " · " : "", more && el("strong", {}, more)];
}

function more(table, summary, set, context, acts) {
  const { t, form } = table;
  const { infractions } = form;
  const effect = effectOf(form, summary.ruling, context);
  const codes = fieldOf(table, "ruling").fields.find((each) => each.name === "code").choices;
  const rule = (ruling) => set({ ruling });
  const offer = infractions.filter((each) => each.reach !== "match");
  const chosen = summary.ruling?.code;
  return folded(t("more_of_hand"), {},
    !decides(effect) && ask(fieldOf(table, "tricks"), "tricks", summary.tricks, (tricks) => set({ tricks: Object.keys(tricks ?? {}).length ? tricks : null }), table),
    el("fieldset", { class: "ask" }, el("legend", {}, t("ruled_hand")), el("p", { class: "soft" }, t("rulings_are_the_directors")),
      table.mayCall && button("call-rules", t("call_director"), () => acts.call("rules"), "second"),
      el("div", { class: "offences" }, offer.map((each) => toggle(`ruling-code-${each.code}`, chosen === each.code,
        [el("span", {}, codes.find((one) => one.value === each.code).label), el("small", {}, each.words)],
        () => rule(chosen === each.code ? null : { ...(summary.ruling?.side ? { side: summary.ruling.side } : {}), code: each.code })))),
      chosen && el("fieldset", { class: "ask" }, el("legend", {}, t("who_offended")), el("div", { class: "choices" }, form.sides.map((side) =>
        toggle(`ruling-side-${side}`, summary.ruling.side === side, table.side(side), () => rule(summary.ruling.side === side
          ? { code: chosen } : { ...summary.ruling, side })))))));
}

function offence(table, { code, side }) {
  const codes = fieldOf(table, "ruling").fields.find((each) => each.name === "code").choices;
  const words = codes.find((each) => each.value === code)?.label ?? code;
  return side ? `${table.side(side)}: ${words}` : words;
}

function lineOf(table, { code, side, points, params }) {
  const named = { ...params, ...(params.card ? { card: nameOf(table, params.card) } : {}) };
  const words = fill(table.t.lines[table.form.game][code], named);
  return EVERYBODYS.includes(code) ? words : `${table.side(side)} ${signed(points)} (${words[0].toLowerCase()}${words.slice(1)})`;
}

function whole(table, { points }) {
  const side = points && table.form.sides.find((each) => points[each] === sum);
  return side ? table.t("capote", { side: table.side(side) }) : "";
}

// How the game stands with the hand, or has ended.
function standing(table, made) {
  const score = (sides) => sides.map((side) => made.after[side]).join("–");
  const { sides } = table.form;
  if (made.winner) {
    return table.t("wins_game", { side: table.side(made.winner), score: score([made.winner, otherSide(table.form, made.winner)]) });
  }
  return made.forfeit ? "" : table.t("game_stands", { score: score(sides) });
}
