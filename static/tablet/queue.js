// Sends what is kept, in order, each under its own id: sending twice changes nothing, nothing is dropped.
// What the server has taken stays until it was seen there; what it refuses stays for a person to decide.
import { forget, queued, save } from "./store.js";

const PATIENCE_MS = 10_000;
const BATCH = 20;
const SLOWEST_S = 30;
const OFFLINE_S = 2; // asking oneself costs nothing, and the news of being back can be missed
const NOW_NOT = new Set([0, 401, 408, 429]);

let running = null;
let failures = 0;
let together = BATCH;

export async function call(path, { body, token, language } = {}) {
  const headers = { Accept: "application/json", "Accept-Language": language };
  if (token) {
    headers.Authorization = `Device ${token}`;
  }
  if (body) {
    headers["Content-Type"] = "application/json";
  }
  const how = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), credentials: "omit" };
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const response = await fetch(`/api/v1${path}`, { ...how, signal: patience.signal });
    const wait = Number(response.headers.get("Retry-After")) || 0;
    return { status: response.status, body: await response.json(), wait };
  } catch {
    return { status: 0, body: null, wait: 0 };
  } finally {
    clearTimeout(timer);
  }
}

// Resolves to the seconds after which to try again, 0 when nothing is left to send.
export function send(reach) {
  running ??= flush(reach).finally(() => (running = null));
  return running;
}

async function flush(reach) {
  for (;;) {
    const run = await nextRun(reach);
    if (!run.length) {
      failures = 0;
      return 0;
    }
    if (!navigator.onLine) {
      return OFFLINE_S; // nothing was tried: what waits may still be changed where it lies
    }
    for (const item of run.filter((each) => !each.tried)) {
      await save(Object.assign(item, { tried: true })).catch(() => {}); // a device that is full sends all the same
    }
    const answer = await deliver(run, reach).catch(() => ({ later: true, wait: SLOWEST_S })); // unwritten, so asked again
    if (answer.later) {
      failures += 1;
      return answer.wait || Math.min(SLOWEST_S, 2 ** failures);
    }
  }
}

// The first items that can go together: of one kind of address, and none that waits for an earlier answer.
async function nextRun(reach) {
  const items = await queued();
  const run = [];
  for (const item of items.filter((each) => each.state === "waiting" && reach.tokens[each.device])) {
    const needed = item.of && !item.revision ? items.find((each) => each.submission === item.of) : null;
    const alone = item.kind === "confirm";
    const other = run.length && (alone || run[0].kind === "confirm" || run[0].device !== item.device);
    if (item.of && !item.revision && needed?.state !== "waiting") {
      item.revision = needed ? needed.became : reach.revisionOf(item);
    }
    if (needed?.state === "refused") {
      await save({ ...item, state: "refused", problem: needed.problem });
    } else if (needed?.state === "waiting" || other || run.length === together) {
      return run;
    } else {
      run.push(item);
    }
  }
  return run;
}

async function deliver(run, reach) {
  const how = { token: reach.tokens[run[0].device], language: reach.language };
  if (run[0].kind === "confirm") {
    const { match, hand, revision, side } = run[0];
    const answer = await call(`/matches/${match}/hands/${hand}/confirmations`, { ...how, body: { revision, side } });
    return settle(run[0], answer.status, answer.body, answer.body, answer.wait);
  }
  const answer = await call("/submissions/batch", { ...how, body: { submissions: run.map(bodyOf) } });
  if (answer.status !== 200) {
    together = later(answer.status) ? BATCH : 1; // one that cannot be read must not hold up the others
    return together > 1 || run.length > 1
      ? { later: true, wait: answer.wait }
      : settle(run[0], answer.status, null, answer.body, 0);
  }
  together = BATCH;
  const ends = [];
  for (const [at, { status, receipt, problem }] of answer.body.outcomes.entries()) {
    ends.push(await settle(run[at], status, receipt, problem, 1));
  }
  return ends.find((end) => end.later) ?? {};
}

async function settle(item, status, receipt, problem, wait) {
  if (later(status)) {
    return { later: true, wait };
  }
  if (status >= 200 && status < 300) {
    await pass(item.submission, receipt.revision);
    await save({ ...item, state: "sent", became: receipt.revision });
  } else {
    await save({ ...item, state: "refused", problem: { ...problem, status } });
  }
  return {};
}

// What waits to hear which revision a result has become.
async function pass(submission, revision) {
  for (const each of (await queued()).filter((other) => other.of === submission && !other.revision)) {
    await save({ ...each, revision });
  }
}

// A result that was seen at the server need not be kept here any longer.
export async function seenThere(item) {
  await pass(item.submission, item.became);
  await forget(item.submission);
}

export function later(status) {
  return NOW_NOT.has(status) || status >= 500;
}

function bodyOf(item) {
  const body = { match: item.match, submission: item.submission, hand: item.hand, kind: item.kind };
  if (item.kind !== "void") {
    Object.assign(body, { summary: item.summary, seen_seats: item.seats });
  }
  if (item.kind !== "enter") {
    body.seen_revision = item.revision;
  }
  return { ...body, played_at: item.played_at };
}
