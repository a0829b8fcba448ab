// Two ways to people: the director is called to the table, and a player confirms on a phone of their own.
import { outgoing } from "./calls.js";
import { button, el, icon } from "./dom.js";

const SUBJECTS = { rules: "subject_rules", score: "subject_score", other: "subject_other" };
const SVG = "http://www.w3.org/2000/svg";
const QUIET = 3; // cells of light around the square, which a camera needs

// The button that is always there; once a call is on its way it says in the same place how that stands. What it
// opens lies over the page, which keeps its place.
export function help(state, t, acts) {
  if (!mayCall(state)) {
    return [];
  }
  const said = told(state, t);
  const now = said ? { id: "help-state", class: `help ${said.tone}` } : { id: "help", class: "help" };
  return [
    el("button", { ...now, type: "button", "aria-expanded": String(state.helping), onclick: acts.help },
      icon(said ? said.sign : "call"), said ? el("span", { role: "status" }, said.short) : t("call_director")),
    state.helping && (said ? standing(said, t, acts) : question(state, t, acts)),
  ];
}

// Where a table may not correct by itself: one tap, since what it is about is known.
export function callInstead(state, t, acts) {
  return mayCall(state) && !told(state, t) && button("call-score", t("not_right_call"), () => acts.call("score"), "plain");
}

function question({ me }, t, acts) {
  return el("section", { id: "help-ask", class: "card pad stack over", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, t("call_why")),
    el("div", { class: "row" }, Object.entries(SUBJECTS).map(([subject, name]) =>
      button(`help-${subject}`, t(name), () => acts.call(subject), "second wide")),
    me?.event?.slug && el("a", { id: "read-rules", class: "button plain wide", href: `/${me.event.club}/${me.event.slug}/rules/`, target: "_blank" }, t("read_rules")),
    button("help-cancel", t("cancel"), acts.help, "plain wide")));
}

function standing(said, t, acts) {
  return el("section", { id: "help-about", class: "card pad stack over", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, said.title), said.text && el("p", {}, said.text),
    el("div", { class: "row" }, said.undo && button("help-back", t("cancel_call"), acts.takeBack, "second wide"),
      said.redo && button("help-again", t("call_director"), () => acts.call(""), "second wide"),
      said.fault && button("help-understood", t("understood"), acts.forgetCall, "second wide"),
      button("help-close", t("close"), acts.help, "plain wide")));
}

// A phone that was paired for one match has nobody to call for when that is over.
function mayCall({ device, me }) {
  return Boolean(device?.table) && !(device.match && !me?.match);
}

function told(state, t) {
  const own = outgoing(state);
  const cut = !state.online || !navigator.onLine || own?.missed;
  if (own?.fault) {
    return { tone: "bad", sign: "conflict", short: t("refused"), title: t("refused"), text: own.fault, fault: true };
  }
  if (own?.back) {
    return { tone: "warn", sign: "draft", short: t("back_unsent"), title: t("back_unsent"), text: cut && t("back_unsent_help"), redo: cut };
  }
  if (own) {
    return cut ? { tone: "warn", sign: "draft", short: t("call_unsent_short"), title: t("call_unsent"), text: t("call_unsent_help"), undo: true }
      : { tone: "warn", sign: "call", short: t("calling"), title: t("calling"), undo: true };
  }
  return state.me?.call ? arrived(state, state.me.call, t) : null;
}

function arrived({ language }, call, t) {
  const time = new Date(call.raised_at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const called = t("called", { time });
  return call.taken_at ? { tone: "good", sign: "finished", short: t("coming"), title: t("coming"), text: called, undo: true }
    : { tone: "good", sign: "call", short: t("called_short", { time }), title: called, undo: true };
}

// Whose phone it is, then the square that its camera reads; to be had with a connection only.
export function ownPhone(state, table, acts) {
  const { t } = table;
  const { phone } = state;
  if (!table.online && !phone?.code) {
    return el("button", { id: "phone", type: "button", class: "button plain", "aria-disabled": "true" }, t("own_phone_offline"));
  }
  if (!phone) {
    return button("phone", t("own_phone"), () => acts.phone({}), "plain");
  }
  return el("section", { id: "own-phone", class: "version stack", "aria-labelledby": "own-phone-title" },
    el("h3", { id: "own-phone-title" }, phone.code ? t("phone_of", { side: table.side(phone.side) }) : t("own_phone_side")),
    phone.fault && el("p", { class: "errors", role: "alert" }, phone.fault),
    phone.code ? [picture(phone.square, t("square")), el("p", { class: "code-shown" }, `${phone.code.slice(0, 4)} ${phone.code.slice(4)}`), el("p", {}, t("own_phone_help", { site: `${location.host}/tablet/` }))]
      : el("div", { class: "row" }, table.form.sides.map((side) => button(`phone-${side}`, table.side(side), () => acts.square(side), "second wide"))),
    button("phone-close", t("close"), () => acts.phone(null), "plain"));
}

function picture(square, name) {
  const dark = square.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = square.length + 2 * QUIET;
  const drawn = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  const how = { class: "square", role: "img", "aria-label": name, viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, "shape-rendering": "crispEdges" };
  Object.entries(how).forEach(([attribute, value]) => drawn.setAttribute(attribute, value));
  path.setAttribute("d", dark);
  drawn.append(path);
  return drawn;
}
