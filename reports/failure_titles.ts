/**
 * Titles of failures that violate different requirements, or one that says more than what is wrong: in
 * words of what was expected and observed.
 *
 * @module
 */
import type { Failure } from "./events.ts";
import { credentialsTitle } from "./likeness.ts";

/** The part of the failures of a cause that a title must be true of. */
const MOST = 0.75;

/** Number of characters of a text that are compared. */
const MAX_TEXT = 300;

/** Returns what nearly all of these failures show, in a sentence; undefined if none is known. */
export function titleOfAll(failures: readonly Failure[]): string | undefined {
  const titles = failures.map(titleOf);
  const [title, same] = [...Map.groupBy(titles, (each) => each)]
    .toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [undefined, []];
  const isTrue = title !== undefined && same.length >= MOST * failures.length;
  return isTrue ? title : credentialsTitle(failures);
}

function titleOf({ requirement, expected, actual }: Failure): string | undefined {
  const [due, found] = [expected.slice(0, MAX_TEXT), actual.slice(0, MAX_TEXT)];
  const event = /^(ADDED|MODIFIED|DELETED)\b/;
  const [one, other] = [event.exec(due)?.[0], event.exec(found)?.[0]];
  if (
    one !== undefined && other !== undefined && one !== other && !/,/.test(found.split("{")[0]!)
  ) {
    return `A watch sends ${other} in place of ${one}`;
  }
  const act = /^an event of (?:an? )?(\w+)/.exec(due)?.[1];
  if (act !== undefined && /^none\b/.test(found)) {
    const words = act === "deletecollection" ? "DELETE of a collection" : act;
    return `A watch sends no event of a ${words}`;
  }
  const isKept = requirement === "resource-versions.list-version-names-state" &&
    due.startsWith("another resourceVersion than ");
  return isKept ? "A list has the same resourceVersion with other items" : undefined;
}
