/**
 * The requests that somebody who looks at the page wants to see.
 *
 * @module
 */
import { safeText } from "../../reports/text.ts";
import type { Head, JournalEntry } from "../../plugins/mod.ts";

/** What is asked for; fields that are empty let everything through. */
export interface JournalQuery {
  /** Words that user, method, path, query or resource have in them, all of them. */
  readonly words: readonly string[];
  readonly verb: string;
  /** The beginning of the code: `4`, `4xx`, `404`. */
  readonly code: string;
  /** Only what a rule hit. */
  readonly hit: boolean;
  /** At most so many, the newest. */
  readonly limit: number;
}

/** What is shown of a request in the list. */
export type ShownEntry = Omit<JournalEntry, "heads">;

/** The requests found. */
export interface JournalAnswer {
  /** The newest first. */
  readonly entries: readonly ShownEntry[];
  /** How many agree, shown or not. */
  readonly matched: number;
  /** How many are remembered. */
  readonly remembered: number;
}

/** Reads what is asked for from the query of an address. */
export function readJournalQuery(query: URLSearchParams): JournalQuery {
  return {
    words: (query.get("words") ?? "").toLowerCase().split(/\s+/).filter(Boolean),
    verb: query.get("verb") ?? "",
    code: (query.get("code") ?? "").trim().toLowerCase().replaceAll("x", ""),
    hit: query.get("hit") === "true",
    limit: 200,
  };
}

/** Finds the newest requests that agree. */
export function queryJournal(
  entries: readonly JournalEntry[],
  { words, verb, code, hit, limit }: JournalQuery,
): JournalAnswer {
  const agrees = (entry: JournalEntry) =>
    (verb === "" || entry.verb === verb) &&
    (code === "" || String(entry.status).startsWith(code)) &&
    (!hit || entry.rules.length > 0) &&
    (words.length === 0 || hasAll(textOf(entry), words));
  const isAsked = verb !== "" || code !== "" || hit || words.length > 0;
  const found = isAsked ? entries.filter(agrees) : entries;
  return {
    entries: found.slice(-limit).reverse().map(({ heads: _, ...entry }) => harmlessEntry(entry)),
    matched: found.length,
    remembered: entries.length,
  };
}

/** An entry of which nothing reads as what it is not. */
export function harmlessEntry<Entry extends JournalEntry>(entry: Entry): Entry {
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

/** What words are looked for in, made once an entry: the page asks again and again. */
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
