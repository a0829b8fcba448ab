// Turns the pages of the screen in the hall, runs its clock, and keeps it up to date: by the event stream
// where the server has one, else by asking every few seconds.
const PAGE_MS = 12000;
const POLL_MS = 5000;
const SILENCE_MS = 45000;

const main = document.getElementById("main");
// Who wants no motion, and who looks at a narrow screen, scrolls; the projectors of many clubs are 1024 wide.
const turns = window.matchMedia("(min-width: 1000px) and (not (prefers-reduced-motion: reduce))");
let turn = 0;
let skew = 0;
let stream = null;
let heard = 0;
let lost = false;

const live = () => document.getElementById("live");

// Pages: the list flows on in columns to the right of its window, and the window moves along. What fits on
// one page fills its columns evenly.

function pagesOf(part) {
  const flow = part.querySelector(".hall-flow");
  if (!flow) {
    return 1;
  }
  flow.classList.remove("even");
  const step = flow.clientWidth + parseFloat(getComputedStyle(flow).columnGap);
  const pages = Math.max(1, Math.ceil((flow.scrollWidth + 1) / step));
  flow.classList.toggle("even", pages === 1);
  return pages;
}

function show() {
  const turning = turns.matches;
  document.documentElement.classList.toggle("turning", turning);
  const parts = [...live().querySelectorAll(".hall-part")];
  const where = document.getElementById("where");
  where.hidden = !(turning || lost);
  if (!turning) {
    parts.forEach((part) => move(part, 0));
    where.textContent = lost ? main.dataset.lost : "";
    return;
  }
  const pages = parts.flatMap((part) => {
    parts.forEach((each) => each.classList.toggle("shown", each === part));
    return Array.from({ length: pagesOf(part) }, (_, page) => [part, page]);
  });
  turn %= pages.length;
  const [shown, page] = pages[turn];
  parts.forEach((each) => each.classList.toggle("shown", each === shown));
  move(shown, page);
  where.textContent = lost ? main.dataset.lost : pages.length > 1 ? `${turn + 1} / ${pages.length}` : "";
}

function move(part, page) {
  const flow = part.querySelector(".hall-flow");
  if (flow) {
    const step = flow.clientWidth + parseFloat(getComputedStyle(flow).columnGap);
    flow.style.transform = page ? `translateX(${-page * step}px)` : "";
  }
}

// On a screen of another size the same list is shown, from its first page.
function resized() {
  const parts = [...live().querySelectorAll(".hall-part")];
  const shown = parts.findIndex((part) => part.classList.contains("shown"));
  if (turns.matches && shown >= 0) {
    turn = parts.slice(0, shown).reduce((sum, part) => {
      parts.forEach((each) => each.classList.toggle("shown", each === part));
      return sum + pagesOf(part);
    }, 0);
  }
  show();
}

function next() {
  turn += 1;
  show();
}

// The clock: what is left of the round, else the time of day at the venue.

function tick() {
  const clock = document.getElementById("clock");
  const now = Date.now() + skew;
  const ends = Date.parse(clock.dataset.ends ?? "");
  const left = Math.max(0, Math.ceil((ends - now) / 1000));
  const over = !Number.isNaN(ends) && left === 0;
  const label = Number.isNaN(ends) ? main.dataset.time : over ? main.dataset.over : main.dataset.left;
  clock.classList.toggle("over", over);
  write(clock.querySelector(".clock-label"), label);
  write(clock.querySelector(".clock-face"), Number.isNaN(ends) ? timeOfDay(now, clock.dataset.zone) : minutes(left));
}

function write(place, text) {
  if (place.textContent !== text) {
    place.textContent = text;
  }
}

function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function timeOfDay(now, zone) {
  const how = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  try {
    return new Intl.DateTimeFormat(document.documentElement.lang, { ...how, timeZone: zone }).format(now);
  } catch {
    return new Intl.DateTimeFormat(document.documentElement.lang, { ...how, timeZone: "UTC" }).format(now);
  }
}

// News.

function refresh() {
  window.htmx.trigger(live(), "refresh");
}

function listen() {
  stream?.close();
  heard = Date.now();
  stream = new EventSource(main.dataset.stream);
  stream.addEventListener("version", (event) => {
    heard = Date.now();
    if (event.data !== live().dataset.version) {
      refresh();
    }
  });
  stream.addEventListener("beat", (event) => {
    heard = Date.now();
    skew = Date.parse(event.data) - heard;
  });
}

function poll() {
  if (stream.readyState === EventSource.OPEN) {
    if (Date.now() - heard > SILENCE_MS) {
      listen();
    }
    return;
  }
  refresh();
}

document.addEventListener("htmx:afterRequest", (event) => {
  const xhr = event.detail.xhr;
  const failed = !(xhr?.status >= 200 && xhr.status < 400);
  const date = Date.parse(xhr?.getResponseHeader("Date") ?? "");
  if (stream.readyState !== EventSource.OPEN && !Number.isNaN(date)) {
    skew = date - Date.now();
  }
  if (failed !== lost) {
    lost = failed;
    show();
  }
});

document.addEventListener("htmx:afterSwap", () => {
  show();
  tick();
});

document.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (step && turns.matches) {
    turn = Math.max(0, turn + step);
    show();
  }
});

turns.addEventListener("change", show);
window.addEventListener("resize", resized);
document.fonts?.ready.then(show);
show();
tick();
listen();
setInterval(next, PAGE_MS);
setInterval(tick, 1000);
setInterval(poll, POLL_MS);
