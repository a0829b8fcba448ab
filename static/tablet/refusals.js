// What was wrong with a result, in the reader's language and in the names of those who play.
import { fill } from "./dom.js";

const SEATS = ["seat", "first", "second"]; // the params of a problem that mean a seat

// How sides and seats are called at this table: kept with each result, since the next match has other names.
export function namesOf(table) {
  const { sides, seats, game } = table.form;
  return { game, sides: Object.fromEntries(sides.map((side) => [side, table.side(side)])),
    seats: Object.fromEntries(Object.keys(seats).map((seat) => [seat, table.seat(Number(seat))])) };
}

export function faults({ names, problem }, t) {
  const said = (problem?.errors ?? []).map((each) => sentence(each, names, t)).filter(Boolean);
  return said.length ? said : [problem?.title ?? t("refused")];
}

// The game's own sentence, in the words of its variant where it has such; else the one that the tournament has sent.
function sentence({ code, params, detail }, names, t) {
  const texts = t.refusals[names?.game] ?? {};
  const text = texts[`${code}/${params?.variant}`] ?? texts[code];
  if (!text) {
    return detail;
  }
  const called = Object.entries(params).map(([name, value]) =>
    [name, (name === "side" ? names.sides : SEATS.includes(name) ? names.seats : {})[value] ?? value]);
  return fill(text, Object.fromEntries(called));
}
