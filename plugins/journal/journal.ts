/**
 * The journal plugin: remembers recent requests and their outcomes, like an audit log
 * (specification, "Versioning": audit events mark requests to deprecated endpoints).
 *
 * @module
 */
import { readBoolean } from "@plumbline/server/codec";
import type { RequestInfo } from "@plumbline/server/api";
import {
  type ObservedRequest,
  type PartChanges,
  type Plugin,
  type PluginContext,
  readRequestInfo,
} from "@plumbline/server/parts";
import {
  boolean,
  complaintAbout,
  having,
  number,
  onlyFields,
  optional,
} from "@plumbline/server/shape";
import { AssertionError } from "../assertion_error.ts";
import { onlyServer } from "../one_server.ts";
import type { JournalEntry } from "./entry.ts";
import {
  describeMissing,
  describeUnexpected,
  type ExpectedRequest,
  matchesExpectation,
  requireExpectation,
} from "./expectation.ts";
import { type Head, type Heads, redactor, withoutCredentials } from "./heads.ts";

/** Options of a journal. */
export interface JournalOptions {
  /** The number of requests to remember. @default {1_000} */
  readonly size?: number | undefined;
  /** True to remember headers, which takes time and memory. @default {false} */
  readonly heads?: boolean | undefined;
  /** The plugin whose rules the entries list. */
  readonly injectedFaults?: RuleSource;
}

/** Reports the rules that applied to a request, as the plugin `injectedFaults()` does. */
export interface RuleSource {
  /** Returns the ids of the rules. */
  rulesOf(request: Request): readonly string[];
}

/** A range of entries. */
export interface JournalRange {
  /** Only entries after the one with this id. @default {0} */
  readonly after?: number;
  /** The maximum number of entries: the newest ones are returned. */
  readonly limit?: number;
}

/** A callback that runs after each request. */
export type JournalListener = () => void;

/** A request log that is also the plugin that fills it. */
export interface Journal extends Plugin {
  /** Returns the remembered requests, the oldest first; all by default. */
  entries(range?: JournalRange): readonly JournalEntry[];
  /**
   * Returns the requests that are as expected.
   *
   * @param expected the facts that matter
   * @param times how many there must be; at least one if absent
   * @throws {RangeError} for an unknown field or word, or a value of a wrong type
   * @throws {AssertionError} with the nearest requests and their differences, if there are none or
   *   not so many
   *
   * @example
   * ```ts
   * import { assertThrows } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   * import { journal } from "@plumbline/plumbline/plugins";
   *
   * const requests = journal();
   * await using server = await createServer({ plugins: [requests] });
   * const headers = { authorization: `Bearer ${server.token()}` };
   * const url = "http://localhost/api/v1/namespaces/default/secrets?limit=10";
   * await server.fetch(new Request(url, { headers }));
   *
   * requests.assertRequested({ verb: "list", resource: "secrets", query: { limit: "10" } });
   * assertThrows(() => requests.assertRequested({ verb: "watch", resource: "secrets" }));
   * ```
   */
  assertRequested(expected: ExpectedRequest, times?: number): readonly JournalEntry[];
  /**
   * Verifies that no request is as described.
   *
   * @throws {AssertionError} with the requests that are
   */
  assertNotRequested(expected: ExpectedRequest): void;
  /**
   * Resolves with the first request that is as expected: one of the journal, or one to come.
   *
   * @param signal rejects the promise when it is aborted, for example `AbortSignal.timeout(1_000)`
   * @throws {AssertionError} as `assertRequested` does, when the signal is aborted
   */
  requested(expected: ExpectedRequest, signal?: AbortSignal): Promise<JournalEntry>;
  /**
   * Calls back after each request, until the returned function is called. The callback delays the
   * response: do not do slow work in it.
   */
  listen(listener: JournalListener): () => void;
  /** Forgets all requests. Ids continue. */
  clear(): void;
}

/**
 * Creates a journal.
 *
 * @param options the size, and whether to keep headers
 * @returns the plugin, which is also the handle for reading
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 * import { journal } from "@plumbline/plumbline/plugins";
 *
 * const requests = journal({ size: 100 });
 * await using server = await createServer({ plugins: [requests] });
 * await server.fetch(new Request("http://localhost/readyz"));
 * assertEquals(requests.entries().map(({ path, status }) => [path, status]), [["/readyz", 200]]);
 * ```
 */
export function journal(options: JournalOptions = {}): Journal {
  const complaint = complaintAbout(options, OPTIONS, "Cannot create journal");
  if (complaint !== undefined) throw new RangeError(complaint);
  const log = new RequestLog(options);
  const claim = onlyServer("journal");
  return {
    name: "journal",
    install(parts: PartChanges, server: PluginContext) {
      claim(server);
      log.redact = redactor(server.identities.map(({ token }) => token));
      parts.exchange(({ observe }) => ({
        observe(observed, request, response) {
          observe?.(observed, request, response);
          log.record(observed, request, response);
        },
      }));
    },
    entries: (range) => log.entries(range),
    assertRequested(expected, times) {
      requireExpectation(expected, times);
      return assertRequested(log.entries(), expected, times);
    },
    assertNotRequested(expected) {
      requireExpectation(expected);
      const found = log.entries().filter((entry) => matchesExpectation(entry, expected));
      if (found.length > 0) throw new AssertionError(describeUnexpected(found, expected));
    },
    requested(expected, signal) {
      requireExpectation(expected);
      return requested(log, expected, signal);
    },
    listen: (listener) => log.listen(listener),
    clear: () => log.clear(),
  };
}

function assertRequested(
  entries: readonly JournalEntry[],
  expected: ExpectedRequest,
  times?: number,
): readonly JournalEntry[] {
  const found = entries.filter((entry) => matchesExpectation(entry, expected));
  if (times === undefined ? found.length > 0 : found.length === times) return found;
  throw new AssertionError(describeMissing(entries, expected, times));
}

function requested(
  log: RequestLog,
  expected: ExpectedRequest,
  signal?: AbortSignal,
): Promise<JournalEntry> {
  return new Promise((resolve, reject) => {
    const find = () => log.entries().find((entry) => matchesExpectation(entry, expected));
    const known = find();
    if (known) return resolve(known);
    const forget = log.listen(() => {
      const [newest] = log.entries({ limit: 1 });
      if (newest && matchesExpectation(newest, expected)) end(() => resolve(newest));
    });
    const abort = () =>
      end(() => reject(new AssertionError(describeMissing(log.entries(), expected, undefined))));
    const end = (settle: () => void) => {
      forget();
      signal?.removeEventListener("abort", abort);
      settle();
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
  });
}

const OPTIONS = onlyFields({
  size: optional(number(0)),
  heads: optional(boolean),
  injectedFaults: optional(having("the plugin injectedFaults()", "rulesOf")),
}, "option");

/** A mutable record of a request; records are reused, as every request needs one. */
interface Slot extends Writable<ObservedRequest> {
  rules: readonly string[];
  heads: Heads | undefined;
  /** Created when it is first read. */
  entry: JournalEntry | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const NO_RULES: readonly string[] = [];

/** A ring of the newest requests. A watch is recorded when it begins. */
export class RequestLog {
  readonly #size: number;
  readonly #withHeads: boolean;
  readonly #rules: RuleSource | undefined;
  readonly #slots: Slot[] = [];
  readonly #listeners = new Set<JournalListener>();
  /** The index of the oldest one. */
  #start = 0;
  /** The number of requests ever recorded. */
  #count = 0;
  /** Removes credentials from a text. */
  redact: (text: string) => string = (text) => text;

  /** Creates an empty log. */
  constructor({ size = 1_000, heads = false, injectedFaults }: JournalOptions = {}) {
    this.#size = size;
    this.#withHeads = heads;
    this.#rules = injectedFaults;
  }

  /** Adds a request, and forgets the oldest one if the log is full. */
  record(note: ObservedRequest, request?: Request, response?: Response): void {
    this.#count++;
    const rules = this.#rules && request ? this.#rules.rulesOf(request) : NO_RULES;
    const heads = this.#withHeads && request && response
      ? { request: headOf(request), response: headOf(response) }
      : undefined;
    if (this.#slots.length < this.#size) {
      this.#slots.push({ ...note, rules, heads, entry: undefined });
    } else if (this.#size > 0) {
      overwrite(this.#slots[this.#start]!, note, rules, heads);
      this.#start = (this.#start + 1) % this.#size;
    }
    if (this.#listeners.size === 0) return;
    for (const listener of this.#listeners) listener();
  }

  /** Returns the remembered requests, the oldest first. */
  entries({ after = 0, limit = Infinity }: JournalRange = {}): JournalEntry[] {
    const { length } = this.#slots;
    const forgotten = this.#count - length;
    const first = Math.max(after - forgotten, length - limit, 0);
    const found: JournalEntry[] = [];
    for (let place = first; place < length; place++) {
      const slot = this.#slots[(this.#start + place) % length]!;
      found.push(slot.entry ??= this.#entryOf(slot, forgotten + place + 1));
    }
    return found;
  }

  /** Calls back after each request, until the returned function is called. */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets all requests. Ids continue. */
  clear(): void {
    this.#slots.length = 0;
    this.#start = 0;
  }

  #entryOf({ time, method, url, user, status, deprecated, rules, heads }: Slot, id: number) {
    const { pathname: path, search, searchParams: query } = new URL(url);
    const info = infoOf(method, path, query);
    return {
      id,
      time,
      user,
      method,
      verb: info?.verb || method.toLowerCase(),
      path: this.redact(path),
      query: this.redact(search.slice(1)),
      resource: info?.isResource ? resourceOf(info) : "",
      status,
      deprecated,
      dryRun: query.getAll("dryRun").includes("All"),
      rules,
      ...(heads && {
        heads: {
          request: withoutCredentials(heads.request, this.redact),
          response: withoutCredentials(heads.response, this.redact),
        },
      }),
    };
  }
}

/** Overwrites field by field: every request does this. */
function overwrite(
  old: Slot,
  note: ObservedRequest,
  rules: readonly string[],
  heads: Heads | undefined,
): void {
  old.time = note.time;
  old.method = note.method;
  old.url = note.url;
  old.user = note.user;
  old.status = note.status;
  old.deprecated = note.deprecated;
  old.rules = rules;
  old.heads = heads;
  old.entry = undefined;
}

const headOf = ({ headers }: Request | Response): Head => [...headers];

/** Parses the path of a request; undefined if that fails. */
function infoOf(method: string, path: string, query: URLSearchParams): RequestInfo | undefined {
  try {
    return readRequestInfo(method, path, readBoolean(query, "watch"));
  } catch {
    return undefined;
  }
}

function resourceOf({ group, version, resource, subresource }: RequestInfo): string {
  return [...(group ? [group] : []), version, resource, ...(subresource ? [subresource] : [])]
    .join("/");
}
