/**
 * Follows the requests of a client that wait for a response: those under way as a server ends, or from
 * when on it fails all others, may be why.
 *
 * @module
 */
import { namesResource } from "./request_place.ts";
import { isRefused, whyLost, whyUnreachable } from "./unreachable.ts";

/** A request, as far as a sentence names it. */
interface Named {
  readonly method: string;
  readonly path: string;
}

/** A server that fails every request for objects, from some request on. */
export interface Breakdown {
  /** What it does, and since which request, in words. */
  readonly text: string;
  /** The requests that it has failed since. */
  readonly requests: number;
  /** The milliseconds since the first of them failed. */
  readonly time: number;
}

/** The requests without a response, in the order in which they were sent. */
export class UnderWay {
  readonly #url: string;
  /** With the times at which they were sent. */
  readonly #waiting = new Map<Named, number>();
  /** Why nothing is answered any more, once a server that answered refuses connections. */
  #lost: string | undefined;
  #isAnswered = false;
  /** The last request for objects that succeeded, and when it was answered. */
  #last: { readonly request: Named; readonly time: number } | undefined;
  /** What has failed since then. */
  #failing: Failing | undefined;

  readonly #now: () => number;

  /** Follows the requests to this URL; `now` returns the time in milliseconds. */
  constructor(url: string, now: () => number = () => performance.now()) {
    this.#url = url;
    this.#now = now;
  }

  /** Notes that a request is sent. */
  begin(request: Named): void {
    this.#waiting.set(request, this.#now());
  }

  /** Notes that a request waits no longer. */
  end(request: Named): void {
    this.#waiting.delete(request);
  }

  /** Notes that the server answered a request with this status. */
  answered(request: Named, status: number): void {
    this.#isAnswered = true;
    this.#lost = undefined;
    // Documents that never change are answered by a server that has lost its state.
    if (!isAboutObjects(request)) return;
    if (status >= STATUS.failed) return this.#fails(request, `${status}`);
    // What is rejected before a store is asked says nothing of it.
    if (status >= STATUS.rejected) return;
    this.#last = { request, time: this.#now() };
    this.#failing = undefined;
  }

  /** Notes that a request got no response, and says why: of a server that is gone, with those under way. */
  whyUnreachable(request: Named, error: unknown): string {
    if (isAboutObjects(request)) this.#fails(request, NO_RESPONSE);
    if (!this.#isAnswered || !isRefused(error)) {
      return whyUnreachable(this.#url, error, nameOf(request));
    }
    const all = [...new Set([...this.#waiting.keys(), request])];
    return this.#lost ??= whyLost(this.#url, namesOf(all));
  }

  /** Notes that a request got no complete answer within some milliseconds, and says so. */
  whyUnanswered(request: Named, time: number): string {
    const what = `no complete answer within ${time} ms`;
    if (!this.#isAnswered) return this.whyUnreachable(request, what);
    if (isAboutObjects(request)) this.#fails(request, NO_RESPONSE);
    return `${this.#url} answers other requests, but not this one: ${what} (${nameOf(request)})`;
  }

  /** What the server does, if no request for objects has succeeded since one failed. */
  get breakdown(): Breakdown | undefined {
    if (this.#failing === undefined) return undefined;
    const { hows, requests, since, suspects } = this.#failing;
    const answers = [...hows].map((how) => how === NO_RESPONSE ? how : `status ${how}`);
    const last = this.#last === undefined
      ? "from the first one on"
      : `since ${nameOf(this.#last.request)}`;
    const text = `no request for objects has succeeded ${last}; ${requests} got ` +
      `${answers.join(" or ")}. Requests under way then: ${listOf(suspects)}`;
    // A server that hangs was stopped by one that waits; one that answers errors may have another reason.
    const advice = hows.has(NO_RESPONSE) ? adviceFor(suspects) : "";
    return { text: text + advice, requests, time: this.#now() - since };
  }

  /** True once a server that answered requests for objects has left all of them waiting for a while. */
  get isSilent(): boolean {
    if (this.#failing === undefined || this.#last === undefined) return false;
    const { hows, requests } = this.#failing;
    return hows.size === 1 && hows.has(NO_RESPONSE) && requests >= SILENT.requests &&
      this.#now() - this.#last.time >= SILENT.time;
  }

  #fails(request: Named, how: string): void {
    const { time = -Infinity } = this.#last ?? {};
    this.#failing ??= {
      hows: new Set(),
      requests: 0,
      since: this.#now(),
      // A request that hangs was sent before others were answered that came after it.
      suspects: namesOf([
        ...new Set([
          ...[...this.#waiting].filter(([, sent]) => sent <= time).map(([one]) => one),
          request,
        ]),
      ]),
    };
    this.#failing.hows.add(how);
    this.#failing.requests++;
  }
}

/** Requests for objects that have failed since the last one that succeeded. */
interface Failing {
  /** The statuses, or that there was no response. */
  readonly hows: Set<string>;
  requests: number;
  readonly since: number;
  readonly suspects: readonly string[];
}

/** The least statuses of a request that is rejected, and of a server that failed. */
const STATUS = { rejected: 400, failed: 500 } as const;

/** The words for no status. */
const NO_RESPONSE = "no response";

/** The requests in a row without a response, and the milliseconds without any, of a silent server. */
const SILENT = { requests: 4, time: 45_000 } as const;

/** The requests that are named. */
const NAMED = 3;

/** Returns true for a request that names a resource: discovery and health are answered without a store. */
function isAboutObjects({ path }: Named): boolean {
  return namesResource(path);
}

/** Returns requests in words, writes first. */
function namesOf(requests: readonly Named[]): string[] {
  const isRead = ({ method }: Named) => method === "GET" || method === "HEAD";
  return [...requests.filter((one) => !isRead(one)), ...requests.filter(isRead)].map(nameOf);
}

const nameOf = ({ method, path }: Named): string => `${method} ${path}`;

function listOf(names: readonly string[]): string {
  const others = names.length > NAMED ? `, and ${names.length - NAMED} more` : "";
  return names.slice(0, NAMED).join(", ") + others;
}

/** Returns what to try of requests, of which one may have stopped the server: the first alone. */
function adviceFor([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  const next = others.length > 0 ? "; if the server still answers after it, the next" : "";
  return `. To find the one that stops it, start the server again and send ${first} alone${next}`;
}
