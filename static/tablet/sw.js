// Keeps the tablet's page on the device, so that it opens without the network. RELEASE and FILES stand before
// this text; another release is another worker, which takes everything anew.
const CACHE = `baza-tablet-${RELEASE}`;
const PAGE = "/tablet/";

self.addEventListener("install", (event) => event.waitUntil(take().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) {
    return;
  }
  if (event.request.mode === "navigate" && url.pathname === PAGE) {
    event.respondWith(fromHere(PAGE, event.request));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(fromHere(url.pathname, event.request));
  }
});

async function take() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { cache: "reload" })));
}

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith("baza-tablet-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function fromHere(path, request) {
  const found = await (await caches.open(CACHE)).match(path);
  return found ?? fetch(request);
}
