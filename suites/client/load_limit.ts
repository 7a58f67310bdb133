/**
 * Bounds the load of a run on a target: requests per second and concurrent requests.
 *
 * @module
 */
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Transcript,
  WatchPatience,
  WatchStream,
} from "./http_client.ts";
import type { Target } from "./target.ts";
import type { Breakdown } from "./under_way.ts";

/** Time as the limit sees it, in milliseconds. */
export interface LimitClock {
  /** The time since any fixed moment. */
  now(): number;
  /** Comes back after so long. */
  sleep(milliseconds: number): Promise<void>;
}

/** Limits of the load on a target. */
export interface LoadLimit {
  /** Requests a second; none is held back where absent. */
  readonly rate?: number | undefined;
  /** Requests under way at once; as many as are sent where absent. */
  readonly concurrency?: number | undefined;
}

const SYSTEM_CLOCK: LimitClock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** The milliseconds for which a bucket fills: that much may be sent at once after a pause. */
const BURST = 100;

/**
 * Returns the target with a limited client. In any span of time at most the rate's share of it is sent,
 * and a tenth of a second's share (at least one request) above it. A watch counts as under way
 * until it is open: open ones wait for the target, and bounding them would stop a run for good.
 */
export function withLoadLimit(
  target: Target,
  limit: LoadLimit,
  clock: LimitClock = SYSTEM_CLOCK,
): Target {
  if (limit.rate === undefined && limit.concurrency === undefined) return target;
  return { ...target, client: new LimitedClient(target.client, limit, clock) };
}

/** Lets requests through one by one as tokens and places become free, in the order they came. */
class LimitedClient implements HttpClient {
  readonly #client: HttpClient;
  readonly #bucket: TokenBucket | undefined;
  readonly #places: Places | undefined;

  constructor(client: HttpClient, { rate, concurrency }: LoadLimit, clock: LimitClock) {
    this.#client = client;
    this.#bucket = rate === undefined ? undefined : new TokenBucket(rate, clock);
    this.#places = concurrency === undefined ? undefined : new Places(concurrency);
  }

  get requests(): number {
    return this.#client.requests;
  }

  get unanswered(): number {
    return this.#client.unanswered ?? 0;
  }

  /** What the target does, if it fails every request for objects. */
  get breakdown(): Breakdown | undefined {
    return this.#client.breakdown;
  }

  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    return this.#within(() => this.#client.send(request, transcript));
  }

  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    return this.#within(() => this.#client.watch(request, transcript, patience));
  }

  hurry(limit: number): void {
    this.#client.hurry?.(limit);
  }

  close(): void {
    this.#client.close();
  }

  async #within<Result>(send: () => Promise<Result>): Promise<Result> {
    // The place first: who waits for a token has a place, so that no token is spent on waiting.
    await this.#places?.take();
    try {
      await this.#bucket?.take();
      return await send();
    } finally {
      this.#places?.give();
    }
  }
}

/** Tokens that come at a steady rate and are kept for a moment. */
class TokenBucket {
  readonly #clock: LimitClock;
  /** Milliseconds a token takes to come. */
  readonly #interval: number;
  /** The time of the next token; in the past if some are left. */
  #due: number;

  constructor(rate: number, clock: LimitClock) {
    this.#clock = clock;
    this.#interval = 1_000 / rate;
    this.#due = clock.now();
  }

  /** Takes the next token, waiting for it where it is not there yet. */
  async take(): Promise<void> {
    const now = this.#clock.now();
    const kept = Math.max(0, BURST - this.#interval);
    const at = this.#due = Math.max(this.#due, now - kept);
    this.#due += this.#interval;
    for (let time = now; time < at; time = this.#clock.now()) await this.#clock.sleep(at - time);
  }
}

/** So many places, given to who waits longest. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
