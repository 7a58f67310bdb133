/**
 * Bounds how many checks of a run are busy at a time: one that waits, for an event or an effect, with no
 * request under way, gives its place to another.
 *
 * @module
 */
import { ForwardingClient } from "../client/forwarding_client.ts";
import type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Transcript,
  WatchPatience,
  WatchStream,
} from "../client/http_client.ts";
import type { Scopes } from "./scopes.ts";

/** The milliseconds without a request under way after which a check waits. */
const IDLE = 100;

/** Calls a function after a while; the returned one prevents that. */
export type Timer = (ended: () => void) => () => void;

const AFTER_IDLE: Timer = (ended) => {
  const timer = setTimeout(ended, IDLE);
  return () => clearTimeout(timer);
};

/** So many places for checks. */
export class Places {
  /** Below 0 if checks have gone on whose places others had. */
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #whenIdle: Timer;

  /**
   * @param count The checks that are busy at a time.
   * @param whenIdle Calls back when a check that has had no request under way since is not busy.
   */
  constructor(count: number, whenIdle: Timer = AFTER_IDLE) {
    this.#free = count;
    this.#whenIdle = whenIdle;
  }

  /** Takes a place, and waits where none is free. */
  async take(): Promise<CheckPlace> {
    await new Promise<void>((admit) => {
      this.#waiting.push(admit);
      this.#change(0);
    });
    return new CheckPlace(this.#whenIdle, (change) => this.#change(change));
  }

  #change(change: number): void {
    this.#free += change;
    while (this.#free > 0 && this.#waiting.length > 0) {
      this.#free--;
      this.#waiting.shift()!();
    }
  }
}

/** The place of one check. */
export class CheckPlace implements Disposable {
  readonly #whenIdle: Timer;
  readonly #change: (change: number) => void;
  #underWay = 0;
  #isTaken = true;
  #isOver = false;
  #goOn: (() => void) | undefined;

  /** A place that is taken; `change` receives 1 when it becomes free, and -1 when it is taken again. */
  constructor(whenIdle: Timer, change: (change: number) => void) {
    this.#whenIdle = whenIdle;
    this.#change = change;
    this.#rest();
  }

  /** Keeps the place, or takes it again, as long as something is under way. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    // What a check that was given up has under way needs no place.
    if (this.#isOver) return await work();
    this.#underWay++;
    this.#goOn?.();
    if (!this.#isTaken) this.#change(-1);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      if (--this.#underWay === 0) this.#rest();
    }
  }

  /** Gives the place back for good, as the check ends. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#goOn?.();
    this.#giveBack();
  }

  #giveBack(): void {
    if (this.#isTaken) this.#change(1);
    this.#isTaken = false;
  }

  #rest(): void {
    if (!this.#isOver) this.#goOn = this.#whenIdle(() => this.#giveBack());
  }
}

/** Keeps a place, if there is one, while something is under way. */
export function keep<Result>(
  place: CheckPlace | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return place === undefined ? work() : place.during(work);
}

/** Returns the scopes with a place that is kept while they are opened, send requests, and are closed. */
export function keeping(
  place: CheckPlace | undefined,
  scopes: Pick<Scopes, "through">,
  clientOf: (original: HttpClient) => HttpClient,
): Pick<Scopes, "open" | "close"> {
  if (place === undefined) return scopes.through(clientOf);
  const { open, close } = scopes.through((original) =>
    clientOf(new KeepingClient(original, place))
  );
  return {
    open: (...given) => place.during(() => open(...given)),
    close: (scope) => place.during(() => close(scope)),
  };
}

/** A client that keeps a place while requests are under way; an open watch keeps none. */
class KeepingClient extends ForwardingClient implements HttpClient {
  readonly #place: CheckPlace;

  constructor(client: HttpClient, place: CheckPlace) {
    super(client);
    this.#place = place;
  }

  send(request: HttpRequest, transcript?: Transcript): Promise<HttpResponse> {
    return this.#place.during(() => this.client.send(request, transcript));
  }

  watch(
    request: Omit<HttpRequest, "method" | "body">,
    transcript?: Transcript,
    patience?: WatchPatience,
  ): Promise<WatchStream> {
    return this.#place.during(() => this.client.watch(request, transcript, patience));
  }
}
