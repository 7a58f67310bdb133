/**
 * What failures have in common by how requests were answered: a status in place of another one, an object
 * of another kind, more than was asked for, a field that takes what it must not.
 *
 * @module
 */
import type { Failure } from "./events.ts";

/** Number of characters of a text that are compared. */
const MAX_TEXT = 300;

/** Statuses of invalid requests, which servers mix up for many reasons. */
const OF_INVALID: readonly string[] = ["400", "422"];

/** Returns the status that an error has in place of the one that it must have. */
export function statusInPlace({ expected, actual }: Failure): string | undefined {
  const [, due] = /^(?:an error: status )?([45]\d\d)\b/.exec(expected) ?? [];
  const [found] = /^4\d\d\b/.exec(actual) ?? [];
  if (due === undefined || found === undefined || due === found) return undefined;
  // Those without credentials and those with unknown ones may be answered by different code.
  if (due === "401" || OF_INVALID.includes(due) && OF_INVALID.includes(found)) return undefined;
  return JSON.stringify(["status", due, found]);
}

/** Kinds of which no object is, but what is answered. */
const ANSWERED = /\b(Status|Table|PartialObjectMetadata(?:List)?)\b/;

/** A kind alone, with its version at most. */
const KIND = /^"?(?:kind )?(?:(?:[\w.]+\/)?v\w+ )?([A-Z][A-Za-z]+)"?$/;

/** Returns the kind that an answer must have, and whether it is an object or a list in its place. */
export function kindInPlace({ expected, actual }: Failure): string | undefined {
  const [, due] = ANSWERED.exec(expected.slice(0, MAX_TEXT)) ?? [];
  const [, found] = KIND.exec(actual) ?? [];
  if (due === undefined || found === undefined || due === found) return undefined;
  return JSON.stringify(["kind", due, /List$/.test(found) ? "a list" : found]);
}

/** The answer of a review that permits. */
const PERMITS = /^(?:review: )?(?:\{"allowed": ?true|allowed: true)/;

/** Returns the kind of review that permits what must be denied, or reported as an error. */
export function reviewPermits({ actual, exchange }: Failure): string | undefined {
  const [type] =
    /\b(?:subject|selfsubject|localsubject)accessreviews$/.exec(exchange.at(-1)?.path ?? "") ?? [];
  return type !== undefined && PERMITS.test(actual) ? JSON.stringify(["permits", type]) : undefined;
}

/** Names of fields that many types have, or that say nothing without what is around them. */
const COMMON =
  /^(name|namespace|kind|type|key|value|spec|status|metadata|data|labels|annotations|items|rules|apiVersion|resource\w*|uid)$/;

/** The field that is set in the words of what is expected, such as `a create with spec.a = 1`. */
const SET = / with ([\w.[\]-]+) = /;

/** The fields that the words of a requirement name. */
const NAMED = /`([a-z]\w*(?:\.\w+)*)`/g;

/**
 * Returns the fields that take a value which must be rejected: the one that was set, or those that the
 * requirement names, under each name that either may have.
 */
export function acceptedFields({ statement, expected }: Failure): readonly string[] {
  const [, path] = SET.exec(expected.slice(0, MAX_TEXT)) ?? [];
  const set = path === undefined ? [] : tailsOf(path.replaceAll(/\[\d+\]/g, ""));
  const named = [...statement.matchAll(NAMED)].map(([, name]) => name!);
  return [...new Set([...set, ...path === undefined ? named : []])].filter((name) =>
    !COMMON.test(name)
  );
}

/** Returns the path of a field without the first of its names, again and again. */
function tailsOf(path: string): string[] {
  const names = path.split(".");
  return names.map((_, at) => names.slice(at).join("."));
}
