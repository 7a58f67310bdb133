/**
 * The service worker of the playground: requests below `cluster/` go to the server in the thread of
 * the page, part by part, so that a watch is a stream. It keeps nothing, as browsers end it at will.
 *
 * @module
 */
import type { RelayedRequest, ResponsePart } from "./calls.ts";

/** A page or a thread that the service worker knows. */
interface Client {
  readonly id: string;
  readonly url: string;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}

/** The global scope of a service worker; the compiler only knows that of a window. */
interface ServiceWorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: {
    get(id: string): Promise<Client | undefined>;
    matchAll(options: { readonly type: "window" }): Promise<readonly Client[]>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listen: (event: ServiceWorkerEvent) => void): void;
}

interface ServiceWorkerEvent {
  readonly request: Request;
  readonly clientId: string;
  waitUntil(promise: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as ServiceWorkerScope;
const prefix = new URL("cluster/", scope.registration.scope).href;

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
// The page sends messages while a watch is open, so that the browser does not end this worker.
scope.addEventListener("message", () => {});
scope.addEventListener("fetch", (event) => {
  if (event.request.url.startsWith(prefix)) event.respondWith(relay(event));
});

async function relay({ request, clientId }: ServiceWorkerEvent): Promise<Response> {
  const page = await pageOf(clientId);
  if (page === undefined) {
    return new Response("Open the playground: the server runs in its page.", { status: 503 });
  }
  const { port1: own, port2: other } = new MessageChannel();
  const relayed: RelayedRequest = {
    method: request.method,
    path: `/${request.url.slice(prefix.length)}`,
    headers: headersOf(request, clientId !== ""),
    body: ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer(),
  };
  page.postMessage(relayed, [other]);
  return await responseFrom(own);
}

/** Returns the page that sent a request; for a request of another tab, a page of the playground. */
async function pageOf(clientId: string): Promise<Client | undefined> {
  const sender = clientId === "" ? undefined : await scope.clients.get(clientId);
  if (sender !== undefined && !sender.url.startsWith(prefix)) return sender;
  const pages = await scope.clients.matchAll({ type: "window" });
  return pages.find(({ url }) => !url.startsWith(prefix));
}

/** The headers; a link that is opened in a tab is read as JSON by the administrator. */
function headersOf(request: Request, isScript: boolean): readonly [string, string][] {
  if (isScript) return [...request.headers];
  return [["accept", "application/json"], ["authorization", "Bearer admin-token"]];
}

/** Returns the response whose parts arrive at a port. */
function responseFrom(port: MessagePort): Promise<Response> {
  return new Promise((resolve, reject) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => void (controller = given),
      cancel: () => port.postMessage("stop"),
    });
    port.onmessage = ({ data }: MessageEvent<ResponsePart>) => {
      if ("status" in data) {
        const { status } = data;
        const headers = data.headers.map(([name, value]): [string, string] => [name, value]);
        const isEmpty = [101, 204, 205, 304].includes(status);
        resolve(new Response(isEmpty ? null : body, { status, headers }));
      } else if ("chunk" in data) {
        controller.enqueue(data.chunk);
      } else if ("end" in data) {
        controller.close();
      } else {
        const failure = new TypeError(data.failed);
        reject(failure);
        controller.error(failure);
      }
    };
  });
}
