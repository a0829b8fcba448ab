// A hand of Thunee in the words of the players: who made trumps and with what, what each side scores and why.
import { fill, signed } from "./dom.js";
import { fieldOf } from "./form.js";
import { otherSide } from "./thunee-score.js";

const OF_CHOICES = { offence: "code", reason: "reason" }; // params of a line that are values of a field

export function told(table, summary, made, isThere) {
  const lines = summary.kind === "cancelled" ? made.lines.slice(0, 1) : made.lines;
  const said = [trumps(table, summary), ...jodhi(table, summary), summary.royals_agreed && fieldOf(table, "royals_agreed")?.label,
    ...lines.map((line) => lineOf(table, line, lines.length > 1)), isThere && standing(table, made)];
  return said.filter(Boolean).map((each) => `${each}.`).join(" ");
}

function trumps({ t, side }, { kind, trump_side: maker, call }) {
  return kind === "normal" ? t(call ? "trumps_with" : "trumps_without", { side: side(maker), call }) : "";
}

function jodhi({ form, t, side }, summary) {
  const calling = form.sides.filter((each) => summary.jodhi?.[each]?.length);
  return calling.map((each) => t("jodhi_of", { side: side(each), values: summary.jodhi[each].join(" + ") }));
}

// The points of each side are said already, and again only where several lines make them; who gets them is named, so
// that it is plain which one "the other side" is.
function lineOf(table, { code, side, points, params }, isOneOfMany) {
  const words = fill(table.t.lines[table.form.game][code], named(table, params));
  if (isOneOfMany) {
    return `${table.side(side)} ${signed(points)}: ${words}`;
  }
  return points ? `${table.side(side)}: ${words}` : words;
}

function named(table, params) {
  const word = ([name, value]) => {
    const choices = OF_CHOICES[name] ? fieldOf(table, OF_CHOICES[name])?.choices : [];
    return [name, choices.find((each) => each.value === value)?.label ?? String(value).replace(/^-/, "−")];
  };
  return Object.fromEntries(Object.entries(params).map(word));
}

// How the game stands with the hand, or has ended.
function standing({ form, t, side }, { winner, after }) {
  const score = (sides) => sides.map((each) => after[each]).join("–");
  return winner ? t("wins_game", { side: side(winner), score: score([winner, otherSide(form, winner)]) })
    : t("game_stands", { score: score(form.sides) });
}
