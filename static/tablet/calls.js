// Calls for the director: each kept here under an id of its own until the tournament has it; one at a table.
import { call, later } from "./queue.js";
import { uuid } from "./store.js";

const STALE_MS = 2 * 60 * 60 * 1000; // nobody waits that long: a call from yesterday is no news

// What of this device's table is still on its way out.
export function outgoing({ calls, device }) {
  return device ? calls[device.id] : undefined;
}

export function raiseCall(state, subject) {
  const own = outgoing(state);
  if (own?.back && own.signal) {
    own.back = false;
  } else if (own?.back) {
    delete state.calls[state.device.id];
  } else {
    state.calls[state.device.id] = { signal: uuid(), subject, at: Date.now() };
  }
}

// What was never tried is just forgotten; all else has to be told to the tournament.
export function takeBack(state) {
  const own = outgoing(state);
  if (own && !own.tried && !own.id) {
    delete state.calls[state.device.id];
  } else if (own) {
    own.back = true;
  } else if (state.me?.call) {
    state.calls[state.device.id] = { id: state.me.call.id, back: true, at: Date.now() };
  }
}

export function forgetCall(state) {
  delete state.calls[state.device.id];
}

// Sends what waits, of every table that this device has belonged to; true when something is left to send.
export async function sendCalls(state, keep) {
  for (const device of Object.keys(state.calls)) {
    await sendOne(state, device, keep);
  }
  return Object.values(state.calls).some((each) => !each.fault);
}

async function sendOne(state, device, keep) {
  const own = state.calls[device];
  if (Date.now() - own.at > STALE_MS) {
    delete state.calls[device];
  } else if (!own.fault && navigator.onLine && state.tokens[device]) {
    const how = { token: state.tokens[device], language: state.language };
    const arrived = own.id || (await tell(state, device, keep, "/devices/me/calls", { ...how, body: { signal: own.signal, subject: own.subject } }));
    const over = arrived && own.back ? await tell(state, device, keep, `/calls/${own.id}/take-back`, { ...how, body: {} }) : arrived;
    if (over) {
      delete state.calls[device];
    }
  }
}

// Whether the tournament has taken it; what it refuses stays, with its reason, for a person to see.
async function tell(state, device, keep, path, how) {
  const own = state.calls[device];
  own.tried = true;
  await keep();
  const answer = await call(path, how);
  own.missed = later(answer.status);
  if (own.missed) {
    return false;
  }
  if (answer.status >= 300) {
    own.fault = answer.body.errors[0].detail;
    return false;
  }
  own.id = answer.body.id;
  if (state.me && state.device.id === Number(device)) {
    state.me.call = answer.body.ended_at ? null : answer.body;
  }
  return true;
}
