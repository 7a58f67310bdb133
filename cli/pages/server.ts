/**
 * The HTTP server of a live page, on loopback and with a token.
 *
 * @module
 */
import { type HttpListener, listenHttp } from "@plumbline/runtime/listener";
import { AddressInUse } from "@plumbline/runtime/errors";
import { generateToken, type Guard, rejectionOf } from "./guard.ts";

/** Handles an authorized request. */
export type LiveHandler = (request: Request) => Response | Promise<Response>;

/** Handlers by method and path, such as `GET /events`. */
export type LiveRoutes = Readonly<Record<string, LiveHandler>>;

/** Options of {@linkcode startLiveServer}. */
export interface LiveServerOptions {
  /** The port on 127.0.0.1; 0 chooses a free one. @default {0} */
  readonly port?: number;
  /** The handlers. */
  readonly routes: LiveRoutes;
}

/** Milliseconds that open responses get to finish. */
const GRACE = 1_000;

/**
 * The server of a live page.
 *
 * Every request needs the token: in the address the first time, then in a cookie. Requests of other
 * origins, or with a host name other than that of this machine, are rejected. Responses cannot be
 * cached, framed, or interpreted as another type.
 */
export class LiveServer {
  /** The address of the page with the token. */
  readonly address: string;
  /** The address of the page without the token. */
  readonly url: string;
  readonly #listener: HttpListener;
  readonly #openResponses: ReadonlySet<Promise<void>>;

  private constructor(listener: HttpListener, openResponses: Set<Promise<void>>, token: string) {
    this.#listener = listener;
    this.#openResponses = openResponses;
    this.url = `http://127.0.0.1:${listener.port}/`;
    this.address = `${this.url}?token=${token}`;
  }

  /** Starts to listen; use {@link startLiveServer}. */
  static async start({ port = 0, routes }: LiveServerOptions): Promise<LiveServer> {
    const guard: { -readonly [Field in keyof Guard]: Guard[Field] } = {
      token: generateToken(),
      cookie: "plumbline",
    };
    const openResponses = new Set<Promise<void>>();
    const listener = await listenHttp(async (request, { completed }) => {
      const sent = completed.catch(() => {}).then(() => void openResponses.delete(sent));
      openResponses.add(sent);
      return secured(await answer(request, guard, routes));
    }, { host: "127.0.0.1", port });
    guard.cookie = `plumbline-${listener.port}`;
    return new LiveServer(listener, openResponses, guard.token);
  }

  /**
   * Closes the server once open responses are finished, after a second at most. End feeds before, so
   * that their readers do not reconnect.
   */
  async close(): Promise<void> {
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GRACE);
    await Promise.race([timeout, Promise.all(this.#openResponses)]);
    clearTimeout(timer);
    await this.#listener.close();
  }

  /** Closes the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * Starts the server of a live page on 127.0.0.1.
 *
 * @throws {AddressInUse} if the port is in use
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { LiveFeed, pageRoutes, startLiveServer } from "./mod.ts";
 *
 * const feed = new LiveFeed();
 * await using server = await startLiveServer({
 *   routes: {
 *     ...pageRoutes({ title: "Counting", body: "<main></main>", program: "export {};" }),
 *     "GET /events": (request) => feed.response(request),
 *   },
 * });
 * feed.add("count", { to: 3 });
 * const rejected = await fetch(server.url);
 * assertEquals(rejected.status, 401);
 * await rejected.body?.cancel();
 * feed.end();
 * ```
 */
export async function startLiveServer(options: LiveServerOptions): Promise<LiveServer> {
  try {
    return await LiveServer.start(options);
  } catch (error) {
    if (!(error instanceof AddressInUse)) throw error;
    throw new AddressInUse(
      `Cannot listen on 127.0.0.1:${options.port}: the port is in use. Use 0 for a free one`,
    );
  }
}

async function answer(request: Request, guard: Guard, routes: LiveRoutes): Promise<Response> {
  const rejection = rejectionOf(request, guard);
  if (rejection !== undefined) return rejection;
  const { pathname } = new URL(request.url);
  const handler = routes[`${request.method} ${pathname}`];
  if (handler !== undefined) return await handler(request);
  const isKnown = Object.keys(routes).some((route) => route.split(" ")[1] === pathname);
  return isKnown
    ? new Response("Method not allowed\n", { status: 405 })
    : new Response("Not found\n", { status: 404 });
}

/** Headers of every response. */
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
