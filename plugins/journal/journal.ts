/**
 * What was asked of the server lately, and how it answered: the mock's audit log (interface,
 * "Versioning": requests to deprecated endpoints are marked in audit events).
 *
 * @module
 */
import type { RequestInfo } from "../../server/context.ts";
import { readRequestInfo } from "../../server/http/request.ts";
import { readBoolean } from "../../server/registry/list_options.ts";
import { type Head, type Heads, redactor, withoutCredentials } from "./heads.ts";

/** One request. */
export interface JournalEntry {
  /** Counts the requests from 1: where numbers are missing, requests were forgotten. */
  readonly id: number;
  /** When it came, in milliseconds since 1970. */
  readonly time: number;
  /** Who asked, or as whom they acted; empty where that was not found out. */
  readonly user: string;
  /** The method. */
  readonly method: string;
  /** The verb of the interface, or the method in lower case where it is none of them. */
  readonly verb: string;
  /** The path, without the query. */
  readonly path: string;
  /** The query, without the question mark. */
  readonly query: string;
  /** As `group/version/resource`, with a subresource behind another slash; empty for other paths. */
  readonly resource: string;
  /** The HTTP status of the answer, before anything at the connection broke it off or changed it. */
  readonly status: number;
  /** True for a version of a resource that should no longer be used. */
  readonly deprecated: boolean;
  /** True where the query asked for a dry run; the options in a deletion's body do not count. */
  readonly dryRun: boolean;
  /** The ids of the rules that hit it. */
  readonly rules: readonly string[];
  /** The heads of both, without credentials, where the server is to remember them. */
  readonly heads?: Heads;
}

/** What is noted of a request: as it came, for nobody may ever read it. */
export interface Note {
  time: number;
  method: string;
  url: string;
  user: string;
  status: number;
  deprecated: boolean;
}

/** How a journal is kept. */
export interface JournalOptions {
  /** How many requests it remembers. @default {1_000} */
  readonly size?: number | undefined;
  /** Whether it remembers their heads. @default {false} */
  readonly heads?: boolean | undefined;
  /** Never to be shown, wherever they stand. */
  readonly tokens?: readonly string[];
  /** The ids of the rules that hit a request. */
  readonly rulesOf?: (request: Request) => readonly string[];
}

/** Which requests are meant. */
export interface JournalRange {
  /** Those behind the one of this id. @default {0} */
  readonly after?: number;
  /** The newest of them, at most so many. */
  readonly limit?: number;
}

/** Told that a request was answered. */
export type JournalListener = () => void;

/** A place in the journal, used again and again: this happens with every request. */
interface Slot extends Note {
  rules: readonly string[];
  heads: Heads | undefined;
  /** Made when it is first read. */
  entry: JournalEntry | undefined;
}

const NO_RULES: readonly string[] = [];

/** Remembers the newest requests, each when it was answered; a watch is answered as it begins. */
export class Journal {
  readonly #size: number;
  readonly #withHeads: boolean;
  readonly #redact: (text: string) => string;
  readonly #rulesOf: (request: Request) => readonly string[];
  readonly #slots: Slot[] = [];
  readonly #listeners = new Set<JournalListener>();
  /** Where the oldest one is. */
  #start = 0;
  /** How many there ever were. */
  #count = 0;

  /** An empty journal. */
  constructor({ size = 1_000, heads, tokens = [], rulesOf }: JournalOptions = {}) {
    this.#size = size;
    this.#withHeads = heads ?? false;
    this.#redact = redactor(tokens);
    this.#rulesOf = rulesOf ?? (() => NO_RULES);
  }

  /** Adds a request that was answered; the oldest one is forgotten where there is no room. */
  record(note: Note, request?: Request, response?: Response): void {
    this.#count++;
    const rules = request ? this.#rulesOf(request) : NO_RULES;
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

  /** The requests remembered, the oldest first. */
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

  /**
   * Calls back whenever a request was answered, until the function returned is called. It is called
   * on the way of the request: what takes time belongs elsewhere.
   */
  listen(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Forgets all of them; ids go on. */
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
      path: this.#redact(path),
      query: this.#redact(search.slice(1)),
      resource: info?.isResource ? resourceOf(info) : "",
      status,
      deprecated,
      dryRun: query.getAll("dryRun").includes("All"),
      rules,
      ...(heads && {
        heads: {
          request: withoutCredentials(heads.request, this.#redact),
          response: withoutCredentials(heads.response, this.#redact),
        },
      }),
    };
  }
}

/** In place and field by field: this happens with every request. */
function overwrite(
  old: Slot,
  note: Note,
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

/** What the request was about; undefined where its path cannot be read. */
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
