// The balls of a side as they lie on the table: two sixes, a pip uncovered for each ball, and what is above twelve.
const SVG = "http://www.w3.org/2000/svg";
const PIPS = 6;
const SUITS = [["spade", "club"], ["heart", "diamond"]]; // one side has the black sixes, the other the red ones
const PATHS = {
  heart: "M0 4.2C-5.4.6-4.5-4-2-4-.8-4 0-3 0-2.2 0-3 .8-4 2-4 4.5-4 5.4.6 0 4.2Z",
  diamond: "M0-4.6 3.5 0 0 4.6-3.5 0Z",
  spade: "M0-4.5C1.5-2 4.6-.5 4.6 1.5 4.6 3.3 2 3.8.7 2.2L1.4 4.6H-1.4L-.7 2.2C-2 3.8-4.6 3.3-4.6 1.5-4.6-.5-1.5-2 0-4.5Z",
  club: "M0-4.6A2.3 2.3 0 0 1 1.7-.8 2.3 2.3 0 1 1 .7 2L1.4 4.6H-1.4L-.7 2A2.3 2.3 0 1 1-1.7-.8 2.3 2.3 0 0 1 0-4.6Z",
};
const [WIDE, HIGH] = [34, 46];
const MORE = 26; // room for what is above two sixes
const PLACES = [[11, 11], [23, 11], [11, 23], [23, 23], [11, 35], [23, 35]];

// `name` says the same in words; the number stands beside the drawing.
export function sixes(at, balls, name) {
  const suits = SUITS[at];
  const cards = suits.map((suit, card) => six(suit, Math.min(PIPS, Math.max(0, balls - card * PIPS)), card * (WIDE + 4)));
  const above = balls > 2 * PIPS ? [text(`+${balls - 2 * PIPS}`, { class: "above", x: 2 * WIDE + 8, y: HIGH / 2 + 5 })] : [];
  const wide = 2 * WIDE + 6 + (above.length ? MORE : 0);
  return drawn("svg", { class: `sixes ${at ? "red" : "black"}`, role: "img", "aria-label": name, viewBox: `-1 -1 ${wide} ${HIGH + 2}` }, [...cards, ...above]);
}

function six(suit, open, x) {
  const pips = PLACES.map(([left, top], n) =>
    drawn("path", { class: n < open ? "pip" : "pip covered", d: PATHS[suit], transform: `translate(${left} ${top})` }));
  const corners = [text("6", { x: 2.5, y: 8 }), text("6", { x: 2.5, y: 8, transform: `rotate(180 ${WIDE / 2} ${HIGH / 2})` })];
  const face = drawn("rect", { class: "face", width: WIDE, height: HIGH, rx: 4 });
  return drawn("g", { transform: `translate(${x} 0)` }, [face, ...corners, ...pips]);
}

const text = (words, attributes) => drawn("text", attributes, [words]);

function drawn(tag, attributes, children = []) {
  const node = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([name, value]) => node.setAttribute(name, value));
  node.append(...children);
  return node;
}
