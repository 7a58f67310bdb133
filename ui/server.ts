/**
 * The server behind a live page: on loopback, for who knows its address.
 *
 * @module
 */
import { drawToken, type Guard, refusalOf } from "./guard.ts";

/** Answers a request that was let in. */
export type LiveHandler = (request: Request) => Response | Promise<Response>;

/** What is served, by method and path: `GET /events`. Queries are the handlers' own. */
export type LiveRoutes = Readonly<Record<string, LiveHandler>>;

/** What a live server serves and where. */
export interface LiveServerOptions {
  /** The port on 127.0.0.1; 0 is a free one. @default {0} */
  readonly port?: number;
  /** What is served. */
  readonly routes: LiveRoutes;
}

/** Milliseconds that answers under way have to end before they are cut off. */
const GRACE = 1_000;

/**
 * A server of a live page.
 *
 * Every request must come with the token: in the address the first time, in a cookie from then on.
 * What another page asks for, or under another name than this machine's, is refused. No answer may
 * be kept, framed, or taken for another type.
 */
export class LiveServer {
  /** Where the page is, with the token: who has it may see the page. */
  readonly address: string;
  /** Where the page is, without it. */
  readonly url: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #answering = new Set<Promise<void>>();
  readonly #ending = new AbortController();

  /** Starts listening; use {@link startLiveServer}. */
  constructor({ port = 0, routes }: LiveServerOptions) {
    const guard: { -readonly [Field in keyof Guard]: Guard[Field] } = {
      token: drawToken(),
      cookie: "plumbline",
    };
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port, signal: this.#ending.signal, onListen: () => {} },
      async (request, { completed }) => {
        const sent = completed.catch(() => {}).then(() => void this.#answering.delete(sent));
        this.#answering.add(sent);
        return secured(await answer(request, guard, routes));
      },
    );
    guard.cookie = `plumbline-${this.#server.addr.port}`;
    this.url = `http://127.0.0.1:${this.#server.addr.port}/`;
    this.address = `${this.url}?token=${guard.token}`;
  }

  /**
   * Ends the server when what is under way was sent, or a second later. Feeds are to be ended
   * before: their readers are told then that nothing follows.
   */
  async close(): Promise<void> {
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GRACE);
    await Promise.race([patience, Promise.all(this.#answering)]);
    clearTimeout(timer);
    this.#ending.abort();
    await this.#server.finished;
  }

  /** Ends the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Starts the server of a live page on 127.0.0.1.
 *
 * @throws {Deno.errors.AddrInUse} when the port is taken
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { LiveFeed, pageRoutes, startLiveServer } from "./mod.ts";
 *
 * const feed = new LiveFeed();
 * await using server = startLiveServer({
 *   routes: {
 *     ...pageRoutes({ title: "Counting", body: "<main></main>", program: "export {};" }),
 *     "GET /events": (request) => feed.response(request),
 *   },
 * });
 * feed.add("count", { to: 3 });
 * const refused = await fetch(server.url);
 * assertEquals(refused.status, 401);
 * await refused.body?.cancel();
 * feed.end();
 * ```
 */
export function startLiveServer(options: LiveServerOptions): LiveServer {
  try {
    return new LiveServer(options);
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new Deno.errors.AddrInUse(
      `Cannot serve a page on port ${options.port} as another program does: give another, ` +
        "or 0 for a free one",
    );
  }
}

async function answer(request: Request, guard: Guard, routes: LiveRoutes): Promise<Response> {
  const refusal = refusalOf(request, guard);
  if (refusal !== undefined) return refusal;
  const { pathname } = new URL(request.url);
  const handler = routes[`${request.method} ${pathname}`];
  if (handler !== undefined) return await handler(request);
  const isThere = Object.keys(routes).some((route) => route.split(" ")[1] === pathname);
  return isThere
    ? new Response("This cannot be done here\n", { status: 405 })
    : new Response("There is nothing here\n", { status: 404 });
}

/** What holds for every answer; a page brings a policy of its own, as it loads something. */
const HEADERS = {
  "cache-control": "no-store, no-transform",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

function secured(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  if (!response.headers.has("content-security-policy")) {
    response.headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  }
  return response;
}
