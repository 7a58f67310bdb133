/**
 * Filters the requests of the journal for the live page.
 *
 * @module
 */
import { safeText } from "@plumbline/reports/text";
import type { Head, JournalEntry } from "@plumbline/plugins/types";

/** A filter of requests. Empty fields match everything. */
export interface JournalQuery {
  /** Words that must all occur in user, method, path, query or resource. */
  readonly words: readonly string[];
  readonly verb: string;
  /** The prefix of the status code: `4`, `4xx`, `404`. */
  readonly code: string;
  /** Only requests that matched a rule for injected faults. */
  readonly hit: boolean;
  /** Maximum number of requests, the newest first. */
  readonly limit: number;
}

/** A request in the list. */
export type EntryView = Omit<JournalEntry, "heads">;

/** The matching requests. */
export interface JournalAnswer {
  /** The requests, newest first. */
  readonly entries: readonly EntryView[];
  /** Number of matching requests. */
  readonly matched: number;
  /** Number of requests in the journal. */
  readonly recorded: number;
}

/** Parses a filter from the query of a URL. */
export function readJournalQuery(query: URLSearchParams): JournalQuery {
  return {
    words: (query.get("words") ?? "").toLowerCase().split(/\s+/).filter(Boolean),
    verb: query.get("verb") ?? "",
    code: (query.get("code") ?? "").trim().toLowerCase().replaceAll("x", ""),
    hit: query.get("hit") === "true",
    limit: 200,
  };
}

/** Returns the newest matching requests. */
export function queryJournal(
  entries: readonly JournalEntry[],
  { words, verb, code, hit, limit }: JournalQuery,
): JournalAnswer {
  const matches = (entry: JournalEntry) =>
    (verb === "" || entry.verb === verb) &&
    (code === "" || String(entry.status).startsWith(code)) &&
    (!hit || entry.rules.length > 0) &&
    (words.length === 0 || hasAll(textOf(entry), words));
  const isFiltered = verb !== "" || code !== "" || hit || words.length > 0;
  const matching = isFiltered ? entries.filter(matches) : entries;
  return {
    entries: matching.slice(-limit).reverse().map(({ heads: _, ...entry }) => safeEntry(entry)),
    matched: matching.length,
    recorded: entries.length,
  };
}

/** Returns an entry with all text escaped. */
export function safeEntry<Entry extends JournalEntry>(entry: Entry): Entry {
  const { user, path, query, heads } = entry;
  const headOf = (head: Head) => head.map(([name, value]) => [name, safeText(value)] as const);
  return {
    ...entry,
    user: safeText(user),
    path: safeText(path),
    query: safeText(query),
    ...(heads && { heads: { request: headOf(heads.request), response: headOf(heads.response) } }),
  };
}

/** The searchable text of each entry, cached as the page repeats its requests. */
const texts = new WeakMap<JournalEntry, string>();

function textOf(entry: JournalEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { user, method, path, query, resource } = entry;
  const text = `${user} ${method} ${path}?${query} ${resource}`.toLowerCase();
  texts.set(entry, text);
  return text;
}

const hasAll = (text: string, words: readonly string[]) =>
  words.every((word) => text.includes(word));
