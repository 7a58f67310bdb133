/**
 * Requests of every kind for the objects of one type, and the time that they take: large events fill
 * the buffers of a connection that is not read, many small ones the queue of its watch.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import {
  type HttpRequest,
  type HttpResponse,
  type JsonObject,
  TargetUnreachable,
  type WatchDocument,
  type WatchStream,
} from "../../client/http_client.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { accepted, type Objects, succeeded } from "../../session/objects.ts";

/** What is timed. */
type Kind = "a write" | "a GET" | "a list" | "opening a watch" | "an event of another watch";

/** What is too late. */
export interface Delay {
  /** What is delayed. */
  readonly what: Kind;
  /** The longest time that it took before, or the usual one, in milliseconds. */
  readonly before: number;
  /** The time that it takes, or more. */
  readonly time: number;
}

/** A request or event that has not come within the limit. */
export interface Stall extends Delay {
  /** Waits for it again; returns the milliseconds, infinite if it does not come. */
  end(): Promise<number>;
  /** Does the same once more; returns true if it does not come either. */
  happensAgain(): Promise<boolean>;
}

/** The times of a load. */
export interface Measured {
  readonly times: ReadonlyMap<Kind, readonly number[]>;
  /** The time in which each must end, in milliseconds. */
  readonly limit: number;
  /** The events that a watch should have sent. */
  readonly events: number;
  /** The large events that were not sent in time: others may still be in the buffers of the connection. */
  readonly missing: number;
  readonly stalled: Stall | undefined;
}

/** Options of a load. */
export interface LoadOptions {
  /** Milliseconds after which no further request is sent, but for large events. */
  readonly time: number;
  /** The large and the small events at most. */
  readonly events?: { readonly large: number; readonly small: number };
  /** The same load at another time, to compare with. */
  readonly before?: Measured;
}

/** The characters of a large event, and how much longer than other requests large ones may take. */
const LARGE = { bytes: 200_000, least: 4_000, times: 3 } as const;

/** Large events that are more than the buffers of a connection, and small ones for a queue. */
const EVENTS = { large: 80, small: 1_300 } as const;

/** Writes after which the other kinds of requests are sent. */
const EVERY = 20;

/** Objects that are written at the same time. */
const WRITERS = 4;

/** A time is too long beyond these multiples of the times before, and these milliseconds. */
const TOO_LONG = { times: 10, least: 2_000, most: 8_000 } as const;
const SLOWED = { times: 5, least: 100 } as const;

/** The small events, at most, that a watch from before them sends together. */
const BACKLOG = 600;

const isSmall = ({ object }: WatchDocument): boolean => JSON.stringify(object).length < LARGE.least;

/** Objects to write, and another watch of them, which is read. */
export class Load {
  readonly objects: Objects;
  readonly #written: readonly JsonObject[];
  readonly #other: WatchStream;
  readonly #selector: string;
  /** The characters of a large annotation; fewer where the target rejects so many. */
  #bytes: number = LARGE.bytes;
  #count = 0;

  private constructor(
    objects: Objects,
    written: readonly JsonObject[],
    { other, selector }: { readonly other: WatchStream; readonly selector: string },
  ) {
    this.objects = objects;
    this.#written = written;
    this.#other = other;
    this.#selector = selector;
  }

  /** Creates the objects, and opens the other watch. */
  static async start(objects: Objects, words: string): Promise<Load> {
    const labels = { load: words };
    const written = await Promise.all(
      Array.from(
        { length: WRITERS },
        (_, at) => objects.create(objects.newObject(`load ${words} ${at}`, { labels })),
      ),
    );
    const { scope } = objects;
    const selector = `${scope.selector},load=${words}`;
    const path = objects.collectionOf(written[0]!);
    const other = await scope.watch({ path, query: await startAt(objects, path, selector) });
    return new Load(objects, written, { other, selector });
  }

  /** Returns the request of a watch of the objects, from now on. */
  watchRequest(): Omit<HttpRequest, "method" | "body"> {
    const path = this.objects.collectionOf(this.#written[0]!);
    const last = this.#other.documents.at(-1);
    const resourceVersion = last && resourceVersionOf(last.object);
    return { path, query: { labelSelector: this.#selector, resourceVersion } };
  }

  /** Writes an object, with an annotation of many characters. */
  async writeLarge(): Promise<HttpResponse> {
    const response = await this.#write(0, incompressible(this.#bytes, ++this.#count));
    if (succeeded(response) || this.#bytes <= LARGE.least) return response;
    this.#bytes = Math.ceil(this.#bytes / 3);
    return await this.writeLarge();
  }

  /** Makes the object small again. */
  writeEmpty(): Promise<HttpResponse> {
    return this.#write(0, null);
  }

  /** Writes an object. */
  writeSmall(at: number): Promise<HttpResponse> {
    return this.#write(at, `${++this.#count}`);
  }

  /** Reads an object. */
  get(): Promise<HttpResponse> {
    const path = this.objects.pathOf(this.#written[1]!);
    return this.objects.scope.send({ method: "GET", path });
  }

  /** Lists the objects. */
  list(): Promise<HttpResponse> {
    const path = this.objects.collectionOf(this.#written[1]!);
    const query = { labelSelector: this.#selector };
    return this.objects.scope.send({ method: "GET", path, query });
  }

  /** Opens a watch, and closes it. */
  async open(): Promise<void> {
    await (await this.objects.scope.watch(this.watchRequest())).close();
  }

  /**
   * Waits for the event of a write in the other watch, or a later one, as events may be lost for other
   * reasons; not at all if the server has ended the watch.
   */
  async event({ json }: HttpResponse): Promise<void> {
    const version = resourceVersionOf(asObject(json) ?? {});
    const before = new Set(this.#other.documents);
    await this.#other.waitFor(
      (document) => !before.has(document) || resourceVersionOf(document.object) === version,
      TOO_LONG.most * 4,
    );
  }

  /**
   * Watches from a version before the latest small events, which arrive together.
   *
   * @returns the versions of these events, and of as many that the watch sends; undefined if the
   *   events are few, or the version is gone
   */
  async backlog(): Promise<{ due: readonly string[]; sent: readonly string[] } | undefined> {
    const { documents } = this.#other;
    let from = documents.length;
    while (from > 0 && documents.length - from < BACKLOG && isSmall(documents[from - 1]!)) from--;
    const [start, ...due] = documents.slice(from).map(({ object }) => resourceVersionOf(object));
    const last = due.at(-1);
    if (due.length < BACKLOG / 3 || start === undefined || last === undefined) return undefined;
    const { path, query } = this.watchRequest();
    const request = { path, query: { ...query, resourceVersion: start } };
    const stream = await this.objects.scope.watch(request);
    for (let before = -1; before < stream.documents.length;) {
      before = stream.documents.length;
      const isLast = ({ type, object }: WatchDocument) =>
        type === "ERROR" || resourceVersionOf(object) === last;
      if (await stream.waitFor(isLast, TOO_LONG.most / 2) !== undefined) break;
    }
    await stream.close();
    if (stream.documents.some(({ type }) => type === "ERROR")) return undefined;
    const sent = stream.documents.map(({ object }) => resourceVersionOf(object));
    return { due: due.map(String), sent: sent.map(String).slice(0, due.length) };
  }

  /** Closes the other watch. */
  async end(): Promise<void> {
    await this.#other.close();
  }

  #write(at: number, value: string | null): Promise<HttpResponse> {
    const metadata = { annotations: { load: value } };
    return this.objects.patch(this.#written[at]!, { metadata });
  }
}

/** Sends the requests, one after the other of each kind, until one takes too long. */
export async function measureLoad(load: Load, options: LoadOptions): Promise<Measured> {
  const { time, events = EVENTS, before } = options;
  const times = new Map<Kind, number[]>();
  const longest = Math.max(0, ...[...before?.times.values() ?? []].flat());
  const limit = Math.min(TOO_LONG.most, Math.max(TOO_LONG.least, TOO_LONG.times * longest));
  const began = performance.now();
  let written = 0;
  let stalled: Stall | undefined;
  const isOver = (most = time) => stalled !== undefined || performance.now() > began + most;
  const timed = async <Result>(
    what: Kind,
    act: () => Promise<Result>,
  ): Promise<Result | undefined> => {
    if (stalled !== undefined) return undefined;
    const began = performance.now();
    const acting = act();
    acting.catch(() => {});
    let result = await within(acting, limit);
    // A busy machine may be late once.
    if (result === LATE) result = await within(acting, limit);
    if (result === LATE) {
      const own = before?.times.get(what) ?? [];
      stalled ??= {
        what,
        before: Math.max(0, ...own),
        time: 2 * limit,
        async end() {
          const closed = performance.now();
          return await isLate(acting) ? Infinity : performance.now() - closed;
        },
        happensAgain: () => isLate(act()),
      };
      return undefined;
    }
    const all = times.get(what) ?? [];
    times.set(what, [...all, performance.now() - began]);
    return result;
  };
  const readToo = async () => {
    const response = await timed("a write", () => load.writeSmall(1));
    if (response !== undefined) {
      await timed("an event of another watch", () => load.event(response));
    }
    await timed("a GET", () => load.get());
    await timed("a list", () => load.list());
    await timed("opening a watch", () => load.open());
  };
  const isSlowed = () => before !== undefined && slowedIn({ times }, before, before) !== undefined;
  const isTooLate = () => isOver(LARGE.times * time) || isOver() && isSlowed();
  for (let large = 0; large < events.large && !isTooLate(); large++) {
    const response = await timed("a write", () => load.writeLarge());
    if (response !== undefined) accepted(response, "an object could not be written");
    written++;
    if (large % (EVERY / 2) === 0) await readToo();
  }
  const missing = stalled === undefined ? Math.max(0, events.large - written) : 0;
  await timed("a write", () => load.writeEmpty());
  const write = async (writer: number) => {
    while (written < events.large + events.small && !isOver()) {
      written++;
      await timed("a write", () => load.writeSmall(writer));
      if (writer === 0 && written % EVERY < WRITERS) await readToo();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await readToo();
  return { times, limit, events: written, missing, stalled };
}

/** Returns what usually takes far longer than before and afterwards, although it ends. */
export function slowedIn(
  { times }: Pick<Measured, "times">,
  before: Pick<Measured, "times">,
  after: Pick<Measured, "times">,
): Delay | undefined {
  for (const [what, own] of times) {
    // The first events fill the buffers, and delay nothing.
    const now = medianOf(own.slice(-Math.ceil(own.length / 3)));
    const [first, last] = [before, after].map((each) => medianOf(each.times.get(what) ?? []));
    const usual = Math.max(first!, last!);
    const limit = Math.max(SLOWED.least, SLOWED.times * usual);
    if (own.length >= 3 && now > limit) return { what, before: usual, time: now };
  }
  return undefined;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Returns a text that compression leaves long. */
function incompressible(length: number, seed: number): string {
  // Xorshift, whose bits are all alike; it needs a state other than zero.
  let state = seed;
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    words[at] = state ^= state << 5;
  }
  return new Uint8Array(words.buffer).toBase64().slice(0, length);
}

const LATE = Symbol("late");

/** Awaits a result for so many milliseconds. */
async function within<Result>(
  acting: Promise<Result>,
  time: number,
): Promise<Result | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), time);
  });
  try {
    return await Promise.race([acting, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns true for what does not come in the longest time, or not at all. */
async function isLate(acting: Promise<unknown>): Promise<boolean> {
  try {
    return await within(acting, TOO_LONG.most) === LATE;
  } catch (error) {
    if (!(error instanceof TargetUnreachable)) throw error;
    return true;
  }
}

/** Returns the query of a watch of the selected objects that starts at their list. */
async function startAt(
  { scope }: Objects,
  path: string,
  labelSelector: string,
): Promise<NonNullable<HttpRequest["query"]>> {
  const { json } = await scope.send({ method: "GET", path, query: { labelSelector } });
  const resourceVersion = resourceVersionOf(asObject(json) ?? {});
  if (resourceVersion === undefined) throw new Discard("the list has no resourceVersion");
  return { labelSelector, resourceVersion };
}
