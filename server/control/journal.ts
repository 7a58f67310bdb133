/**
 * What was asked of the server lately, and how it answered: the mock's audit log (interface,
 * "Versioning": requests to deprecated endpoints are marked in audit events).
 *
 * @module
 */
import type { RequestInfo } from "../context.ts";
import { readRequestInfo } from "../http/request_info.ts";
import { readBoolean } from "../registry/list_options.ts";

/** One request. */
export interface JournalEntry {
  /** When it came, in milliseconds since 1970. */
  readonly time: number;
  /** Who asked, or as whom they acted; empty where that was not found out. */
  readonly user: string;
  /** The verb of the interface, or the method in lower case where it is none of them. */
  readonly verb: string;
  /** The path, without the query. */
  readonly path: string;
  /** As `group/version/resource`, with a subresource behind another slash; empty for other paths. */
  readonly resource: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** True for a version of a resource that should no longer be used. */
  readonly deprecated: boolean;
  /** True where the query asked for a dry run; the options in a deletion's body do not count. */
  readonly dryRun: boolean;
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

/** How many requests are remembered unless the server is told otherwise. */
export const JOURNAL_SIZE = 1_000;

/** Remembers the newest requests, each when it was answered; a watch is answered as it begins. */
export class Journal {
  readonly #size: number;
  readonly #notes: Note[] = [];
  /** Where the oldest one is. */
  #start = 0;

  /**
   * An empty journal.
   *
   * @param size how many requests it remembers
   */
  constructor(size: number = JOURNAL_SIZE) {
    this.#size = size;
  }

  /** Adds a request that was answered; the oldest one is forgotten where there is no room. */
  record(note: Note): void {
    if (this.#notes.length < this.#size) {
      this.#notes.push(note);
    } else if (this.#size > 0) {
      overwrite(this.#notes[this.#start]!, note);
      this.#start = (this.#start + 1) % this.#size;
    }
  }

  /** The requests remembered, the oldest first. */
  entries(): JournalEntry[] {
    return [...this.#notes.slice(this.#start), ...this.#notes.slice(0, this.#start)].map(entryOf);
  }

  /** Forgets all of them. */
  clear(): void {
    this.#notes.length = 0;
    this.#start = 0;
  }
}

/** In place and field by field: this happens with every request. */
function overwrite(old: Note, note: Note): void {
  old.time = note.time;
  old.method = note.method;
  old.url = note.url;
  old.user = note.user;
  old.status = note.status;
  old.deprecated = note.deprecated;
}

function entryOf({ time, method, url, user, status, deprecated }: Note): JournalEntry {
  const { pathname: path, searchParams: query } = new URL(url);
  const info = infoOf(method, path, query);
  return {
    time,
    user,
    verb: info?.verb || method.toLowerCase(),
    path,
    resource: info?.isResource ? resourceOf(info) : "",
    status,
    deprecated,
    dryRun: query.getAll("dryRun").includes("All"),
  };
}

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
