/**
 * Calls functions of the thread in which the server runs, and relays requests of the service worker
 * to it.
 *
 * @module
 */

const waiting = new Map();
let worker;
let last = 0;

function startWorker() {
  worker = new Worker("server.js", { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    const call = waiting.get(data.id);
    if (call === undefined) return;
    if ("step" in data) return call.step(data.step);
    waiting.delete(data.id);
    if ("failed" in data) call.reject(new Error(data.failed));
    else call.resolve(data.result);
  });
}

/** Calls a function of the thread; `step` receives what it sends before its result. */
export function call(name, given, step = () => {}) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject, step });
    worker.postMessage({ id, call: name, given });
  });
}

/** Registers the service worker, and resolves once requests below `cluster/` reach the server. */
export async function start() {
  const { serviceWorker } = navigator;
  startWorker();
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    worker.postMessage({ answer: data, port: ports[0] }, [ports[0]]);
  });
  serviceWorker.startMessages();
  const broken = new Promise((_, reject) =>
    worker.addEventListener("error", ({ message }) => reject(new Error(message)), { once: true })
  );
  const controlled = serviceWorker.controller
    ? Promise.resolve()
    : new Promise((resolve) =>
      serviceWorker.addEventListener("controllerchange", resolve, { once: true })
    );
  await serviceWorker.register("service-worker.js");
  const [facts] = await Promise.race([Promise.all([call("start"), controlled]), broken]);
  // A browser ends a service worker that has nothing to do, also while it streams a watch.
  setInterval(() => serviceWorker.controller?.postMessage("stay"), 10_000);
  return facts;
}
