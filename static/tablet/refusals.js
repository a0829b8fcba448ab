// What was wrong with a result, in the reader's language and in the names of those who play.
import { fill } from "./dom.js";

const SEATS = ["seat", "first", "second"]; // the params of a problem that mean a seat

// How sides and seats are called at this table; the next match has other names.
function namesOf(table) {
  const { sides, seats, game } = table.form;
  return { game, sides: Object.fromEntries(sides.map((side) => [side, table.side(side)])),
    seats: Object.fromEntries(Object.keys(seats).map((seat) => [seat, table.seat(Number(seat))])) };
}

// How those at the table are called and who sits where, as is known here: kept with what is typed, which means them.
export const sightOf = (table, { seats }) => ({ names: namesOf(table),
  seats: Object.fromEntries(seats.filter((each) => each.position).map((each) => [each.position, each.player])) });

// Whether what was typed means other people now, so that it is of no use for typing it again.
export const isUnseated = ({ problem }) => problem?.code === "seats_changed";

// The table as it was when a result was typed that others sit at now.
export function asTyped(table, { names }) {
  return { ...table, side: (side) => names.sides[side] ?? side, seat: (seat) => names.seats[seat] ?? table.seat(seat) };
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
