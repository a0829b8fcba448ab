// What this device keeps: results that are not sent yet, and everything it shows, in IndexedDB.
let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("baza-tablet", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("queue", { keyPath: "submission" });
      request.result.createObjectStore("kept");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

// Resolves only when it is written: what is called "saved here" is saved.
async function within(store, mode, act, how = {}) {
  const transaction = (await database()).transaction(store, mode, how);
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

export const kept = (key) => within("kept", "readonly", (store) => store.get(key));
export const keep = (key, value) => within("kept", "readwrite", (store) => store.put(value, key));

export async function queued() {
  const items = await within("queue", "readonly", (store) => store.getAll());
  return items.sort((one, other) => one.order - other.order);
}

// A result is on the disk itself, not only with the operating system: a battery may be taken out.
export const save = (item) => within("queue", "readwrite", (store) => store.put(item), { durability: "strict" });
export const forget = (submission) => within("queue", "readwrite", (store) => store.delete(submission));

// crypto.randomUUID is missing on plain HTTP, getRandomValues is not.
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
