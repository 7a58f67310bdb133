/**
 * What was asked of the server lately, and how it answered: the mock's audit log (interface,
 * "Versioning": requests to deprecated endpoints are marked in audit events).
 *
 * @module
 */
import type { RequestInfo } from "../context.ts";

/** One request. */
export interface JournalEntry {
  /** When it came, in milliseconds since 1970. */
  readonly time: number;
  /** Who asked, or as whom they acted; empty where that was not found out. */
  readonly user: string;
  /** The verb of the interface, or the method in lower case where it is none of them. */
  readonly verb: string;
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

/** What is noted of a request on its way; put into words only when somebody reads it. */
export interface Note {
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  user?: string;
  info?: RequestInfo;
  /** What the user should know of the resource's version. */
  deprecation?: string;
}

/** How many requests are remembered unless the server is told otherwise. */
export const JOURNAL_SIZE = 1_000;

/** Remembers the newest requests, each when it was answered; a watch is answered as it begins. */
export class Journal {
  readonly #size: number;
  readonly #notes: { note: Note; status: number }[] = [];
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
  record(note: Note, status: number): void {
    if (this.#notes.length < this.#size) {
      this.#notes.push({ note, status });
    } else if (this.#size > 0) {
      this.#notes[this.#start] = { note, status };
      this.#start = (this.#start + 1) % this.#size;
    }
  }

  /** The requests remembered, the oldest first. */
  entries(): JournalEntry[] {
    const notes = [...this.#notes.slice(this.#start), ...this.#notes.slice(0, this.#start)];
    return notes.map(({ note, status }) => entryOf(note, status));
  }

  /** Forgets all of them. */
  clear(): void {
    this.#notes.length = 0;
    this.#start = 0;
  }
}

function entryOf(note: Note, status: number): JournalEntry {
  const { time, user = "", method, path, query, info, deprecation } = note;
  return {
    time,
    user,
    verb: info?.verb || method.toLowerCase(),
    path,
    resource: info?.isResource ? resourceOf(info) : "",
    status,
    deprecated: deprecation !== undefined,
    dryRun: query.getAll("dryRun").includes("All"),
  };
}

function resourceOf({ group, version, resource, subresource }: RequestInfo): string {
  return [...(group ? [group] : []), version, resource, ...(subresource ? [subresource] : [])]
    .join("/");
}
