// Makes elements, and changes the page into a new tree without losing focus, a drag or the reader's place.
const HANDLERS = ["onclick", "oninput", "onchange", "onkeydown", "onfocus", "onsubmit", "ontoggle"];

export function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (HANDLERS.includes(name)) {
      node[name] = value;
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return node;
}

export function icon(name) {
  return document.getElementById("icons").content.querySelector(`[data-icon="${name}"] svg`).cloneNode(true);
}

// A button that stays down: `on` is said to screen readers and shown by more than its colour.
export function toggle(id, on, label, act, more = "") {
  return el("button", { id, type: "button", class: `toggle ${more}`, "aria-pressed": String(on), onclick: act }, label);
}

export function button(id, label, act, kind) {
  return el("button", { id, type: "button", class: `button ${kind}`, onclick: act }, label);
}

// A name that may be cut off where there is no room for it; what stands beside it stays.
export const cut = (name) => el("span", { class: "cut" }, name);

// What is seldom said lies folded under `label`; once unfolded by hand it is brought from under the bar.
export function fold(label, how, ...children) {
  const show = ({ currentTarget: { parentNode: whole } }) => requestAnimationFrame(() => whole.open && whole.scrollIntoView({ block: "nearest" }));
  return el("details", { id: "more", class: "fold", ...how }, el("summary", { onclick: show }, label, icon("down")), children);
}

export function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

export function plainly(points) {
  return String(points).replace("-", "−");
}

export function signed(points) {
  return points > 0 ? `+${points}` : plainly(points);
}

export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
  } else if (old.nodeType === Node.TEXT_NODE) {
    old.data = fresh.data;
  } else {
    copyAttributes(old, fresh);
    copyChildren(old, fresh);
  }
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    const isUnfolded = name === "open" && old.tagName === "DETAILS";
    if (!fresh.hasAttribute(name) && !isUnfolded) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) {
      old.setAttribute(name, value);
    }
  }
  for (const name of HANDLERS) {
    old[name] = fresh[name];
  }
  if (old.tagName === "INPUT" && (old !== document.activeElement || old.type === "range")) {
    old.value = fresh.value;
  }
}

function copyChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  while (old.childNodes.length > wanted.length) {
    old.lastChild.remove();
  }
  wanted.forEach((child, at) => (at < old.childNodes.length ? morph(old.childNodes[at], child) : old.append(child)));
}
