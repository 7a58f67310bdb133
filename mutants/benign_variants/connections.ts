/**
 * Benign variants of connections: when and in what pieces a response comes, and when it ends.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { variants } from "../mutant.ts";
import type { Install } from "../vocabulary/on.ts";
import { wrap } from "../vocabulary/wrap.ts";
import { isJson, isWatch } from "./wire_changes.ts";

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Milliseconds after which a watch is ended. */
const SHORT_WATCH = 1_000;

/** Milliseconds after which the head of a watch is sent that has no event. */
const LATE_HEAD = 1_000;

/** Size of a piece of a response in bytes. */
const PIECE = 97;

/** The most pieces of a response, so that long ones do not take long. */
const PIECES = 50;

/** The byte after each event. */
const LINE_BREAK = 10;

/** Changes each response to a watch in JSON. */
const ofWatches = (change: (response: Response) => Response | Promise<Response>): Install =>
  wrap("wire", "answer", async ({ answer }, request) => {
    const response = await answer(request);
    const isJsonWatch = isWatch(request, response) && isJson(response) && response.body;
    return isJsonWatch ? await change(response) : response;
  });

/** Changes each response that is no watch. */
const ofOthers = (change: (response: Response) => Response | Promise<Response>): Install =>
  wrap("wire", "answer", async ({ answer }, request) => {
    const response = await answer(request);
    return isWatch(request, response) || !response.body ? response : await change(response);
  });

export const connectionVariants = variants({
  "watch/ends-after-a-second": {
    description: "A watch ends a second after it began, whatever its `timeoutSeconds`.",
    reason: "A proxy in front of the server limits the time of every response.",
    allowedBy:
      "The duration of a watch is not specified; a client resumes from the last resourceVersion.",
    install: ofWatches((response) => ending(response, { after: SHORT_WATCH })),
  },
  "watch/ends-after-each-event": {
    description: "A watch ends after its first event.",
    reason: "Long polls are built from watches.",
    allowedBy:
      "The duration of a watch is not specified; a client resumes from the last resourceVersion.",
    install: ofWatches((response) => ending(response, { events: 1 })),
  },
  "watch/late-heads": {
    description: "The response to a watch begins with its first event, or after a second.",
    reason: "A proxy collects what it forwards for a second.",
    allowedBy: "The time until a response begins is not specified.",
    install: ofWatches(lateHead),
  },
  "exchanges/slow": {
    description: "Every tenth response is delayed by 150 milliseconds.",
    reason: "The server shares its processors with others.",
    allowedBy: "The time of a response is not specified.",
    install(parts) {
      let count = 0;
      wrap("wire", "answer", async ({ answer }, request) => {
        const isLate = ++count % 10 === 0;
        const response = await answer(request);
        if (isLate) await pause(150);
        return response;
      })(parts);
    },
  },
  "exchanges/small-pieces": {
    description: "Responses are sent in pieces that end anywhere, without a `Content-Length`.",
    reason: "Bodies are encoded while they are sent.",
    allowedBy: "The framing of a response is up to HTTP.",
    install: ofOthers(async (response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      const size = Math.max(PIECE, Math.ceil(bytes.length / PIECES));
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(bytes.slice(sent, sent += size));
          if (sent >= bytes.length) controller.close();
        },
      });
      const headers = new Headers(response.headers);
      headers.delete("content-length");
      return new Response(body, { status: response.status, headers });
    }),
  },
  "exchanges/connection-closed": {
    description: "The connection is closed after each response.",
    reason: "The server is a program of one request for each connection.",
    allowedBy: "HTTP/1.1 permits `Connection: close` in any response.",
    install: wrap("wire", "answer", async ({ answer }, request) => {
      const response = await answer(request);
      response.headers.set("connection", "close");
      return response;
    }),
  },
  "exchanges/too-many-requests": {
    description: "Every hundredth request is answered 429 with `Retry-After`, and has no effect.",
    reason: "The server limits the rate of its clients.",
    allowedBy: "Rate limits are not specified; a client waits and sends the request again.",
    install(parts) {
      let count = 0;
      wrap("wire", "answer", ({ answer }, request) => {
        if (++count % 100 !== 0) return answer(request);
        const status: JsonObject = {
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Failure",
          message: "too many requests, please try again later",
          reason: "TooManyRequests",
          details: { retryAfterSeconds: 1 },
          code: 429,
        };
        const headers = { "retry-after": "1" };
        return Promise.resolve(Response.json(status, { status: 429, headers }));
      })(parts);
    },
  },
});

/** Returns a watch that ends after some time, or some events. */
function ending(
  response: Response,
  { after, events = Infinity }: { readonly after?: number; readonly events?: number },
): Response {
  const reader = response.body!.getReader();
  let left = events;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    controller.close();
    await reader.cancel();
  };
  const body = new ReadableStream<Uint8Array>({
    start() {
      if (after !== undefined) timer = setTimeout(() => void reader.cancel(), after);
    },
    async pull(controller) {
      const { value } = await reader.read();
      if (value === undefined) return await end(controller);
      const ends = [...value.keys()].filter((at) => value[at] === LINE_BREAK);
      left -= ends.length;
      controller.enqueue(left > 0 ? value : value.slice(0, ends.at(left - 1)! + 1));
      if (left <= 0) await end(controller);
    },
    async cancel(reason) {
      clearTimeout(timer);
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Returns a watch once it has an event, or its time is over. */
async function lateHead(response: Response): Promise<Response> {
  const reader = response.body!.getReader();
  let first: ReturnType<typeof reader.read> | undefined = reader.read();
  await Promise.race([first, pause(LATE_HEAD)]);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const reading = first ?? reader.read();
      first = undefined;
      const { done, value } = await reading;
      if (value !== undefined) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return new Response(body, { status: response.status, headers: response.headers });
}
