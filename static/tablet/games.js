// The games of a match as on paper: a column for each side, with the score of the game after each hand.
import { el, icon } from "./dom.js";
import { withUnsent } from "./hands.js";

// The games of the match, where it has any: as the server counts them, or with what is not sent yet in them, as the
// game itself has counted them (`folded`); where it does not count, the points of those hands are added.
export function gamesOf({ form, me }, hands, folded) {
  const unsent = hands.some((hand) => hand.item);
  const known = me.match.result?.by_game ?? (form.games ? [] : null);
  const games = (unsent && folded?.games) || known;
  if (!games || (!form.games && games.length === 0)) {
    return null;
  }
  const on = games.find((each) => !each.winner);
  const score = on ? on.hands[on.hands.length - 1].after : Object.fromEntries(form.sides.map((side) => [side, 0]));
  return { list: games, isOn: Boolean(on), score: folded?.games ? score : withUnsent(score, hands),
    won: Object.fromEntries(form.sides.map((side) => [side, games.filter((each) => each.winner === side).length])) };
}

// A mark for each game that a side has won, and a place for each that it still needs.
export function marks({ form, games, t }, side) {
  const won = games.won[side];
  const places = Math.max(won, form.games?.to_win ?? won);
  return el("span", { class: "games-won" }, el("span", { "aria-hidden": "true" }, "●".repeat(won) + "○".repeat(places - won)),
    el("span", { class: "hidden-text" }, ` ${t("games_won", { n: won })}`));
}

// The games that are over, in one line.
export function gamesOver({ form, games, t }) {
  const done = games.list.filter((each) => each.winner);
  return done.length > 0 && el("p", { id: "games-over", class: "games-over" }, `${t("games")}: `,
    done.map((each, at) => [at > 0 && ", ", el("span", { class: "score-of" }, scoreOf(form, each))]));
}

export function scoreOf({ sides }, game) {
  const { after } = game.hands[game.hands.length - 1];
  return sides.map((side) => after[side]).join("–");
}

// The game in progress first; `row(hand, cells)` makes the button of a hand.
export function columns(table, row) {
  const { games, hands } = table;
  const parts = games.list.map(() => []);
  let at = 0;
  for (const hand of hands) {
    const own = games.list.findIndex((each) => each.hands.some((one) => one.number === hand.number));
    at = own < 0 ? at : own;
    parts[at] ??= [];
    parts[at].push(hand);
  }
  return parts.map((some, index) => el("section", { class: "stack" }, part(table, games.list[index], index + 1, some, row))).reverse();
}

function part({ form, t, side, game: own, folded }, game, number, hands, row) {
  const winner = game?.winner;
  const title = t("game_n", { n: number });
  const after = (hand) => game?.hands.find((each) => each.number === hand.number)?.after;
  return [
    el("h3", {}, winner && form.sides.includes(winner) ? [icon("finished"), `${title}: ${side(winner)}, ${scoreOf(form, game)}`]
      : form.games ? t(own.goal ?? "game_to", { game: title, target: folded?.target ?? form.games.target }) : title),
    el("div", { class: "card by-game" }, el("p", { class: "columns-head", "aria-hidden": "true" }, el("span", {}),
      form.sides.map((each) => el("span", {}, side(each)))),
    el("ul", {}, hands.map((hand) => el("li", {}, row(hand, form.sides.map((each) => {
      const value = after(hand)?.[each];
      return el("span", { class: "after" }, el("span", { class: "hidden-text" }, `${side(each)} `), value === undefined ? "–" : String(value));
    })))))),
  ];
}
