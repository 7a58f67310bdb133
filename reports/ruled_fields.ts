/**
 * Fields whose rule a server does not have: an object that breaks it is accepted, or rejected for another
 * field alone.
 *
 * @module
 */
import type { Failure } from "./events.ts";

/** Paths of fields in the words of a requirement. */
const PATHS = /`([a-z]\w*(?:\.\w+)+)`/g;

/** The fields for which a rejection is to have causes, as JSON. */
const CAUSES = /\bfor (\{"[^{}]*\})/;

/** The name of the fault in an object that one field of it is wrong: its path without indices. */
const plain = (path: string): string => path.replaceAll(/\[\d+\]/g, "");

/**
 * Returns the fields whose rule a failure shows to be missing.
 *
 * @param isAccepted true if the failure is that an invalid object is accepted
 */
export function fieldsWithoutRule(
  { statement, expected, actual }: Pick<Failure, "statement" | "expected" | "actual">,
  isAccepted: boolean,
): string[] {
  if (isAccepted) return [...statement.matchAll(PATHS)].map(([, path]) => plain(path!));
  const [, causes] = CAUSES.exec(expected) ?? [];
  if (causes === undefined || !/^4\d\d\b/.test(actual)) return [];
  try {
    const fields = Object.keys(JSON.parse(causes));
    const missing = fields.filter((field) => !actual.includes(field));
    // That none is named says nothing of one of them.
    return missing.length < fields.length ? missing.map(plain) : [];
  } catch {
    return [];
  }
}
