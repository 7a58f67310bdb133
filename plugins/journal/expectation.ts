/**
 * Compares the requests of a journal with an expected one.
 *
 * @module
 */
import {
  aText,
  boolean,
  complaintAbout,
  either,
  number,
  onlyFields,
  optional,
  recordOf,
  type Shape,
  shape,
} from "@plumbline/server/shape";
import { readRequestInfo } from "@plumbline/server/parts";
import { RESOURCE, VERB } from "../request_shape.ts";
import type { JournalEntry } from "./entry.ts";

/** An expected request: what is absent can have any value. */
export interface ExpectedRequest {
  /** The verb of the API, such as `create`, `list` or `watch`; else the method in lower case. */
  readonly verb?: string;
  /**
   * The plural name, followed by the group if it matters, and by the subresource if there is one:
   * `pods`, `deployments.apps`, `pods/status`.
   */
  readonly resource?: string;
  /** The namespace; empty for requests across namespaces and cluster-scoped objects. */
  readonly namespace?: string;
  /** The name of the object; empty for requests of a collection. */
  readonly name?: string;
  /** The user, or the impersonated user. */
  readonly user?: string;
  /** The path without the query, or a pattern of it. */
  readonly path?: string | RegExp;
  /** Parameters of the query, among others. */
  readonly query?: Readonly<Record<string, string>>;
  /** The HTTP status of the response. */
  readonly status?: number;
  /** True for a dry run. */
  readonly dryRun?: boolean;
}

const EXPECTATION: Readonly<Record<keyof ExpectedRequest, Shape>> = {
  verb: optional(VERB),
  resource: optional(RESOURCE),
  namespace: optional(aText),
  name: optional(aText),
  user: optional(aText),
  path: optional(
    either("text or a RegExp", aText, shape("a RegExp", (value) => value instanceof RegExp)),
  ),
  query: optional(recordOf("text by parameter", aText)),
  status: optional(number(100, 599)),
  dryRun: optional(boolean),
};

/**
 * Verifies that an expectation can be met.
 *
 * @throws {RangeError} for an unknown field or word, or a value of a wrong type
 */
export function requireExpectation(expected: unknown, times?: unknown): void {
  const complaint =
    complaintAbout(expected, onlyFields(EXPECTATION), "Cannot expect the request") ??
      complaintAbout(
        { times },
        onlyFields({ times: optional(number(0)) }),
        "Cannot expect the request",
      );
  if (complaint !== undefined) throw new RangeError(complaint);
}

/** A fact of a request that differs from the expected one. */
interface Difference {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
}

/** Returns true if a request is as expected. */
export const matchesExpectation = (entry: JournalEntry, expected: ExpectedRequest): boolean =>
  differences(entry, expected).length === 0;

function differences(entry: JournalEntry, expected: ExpectedRequest): readonly Difference[] {
  const place = placeOf(entry);
  const query = new URLSearchParams(entry.query);
  const { resource, path } = expected;
  const compared: readonly (readonly [field: string, expected: unknown, actual: unknown])[] = [
    ["verb", expected.verb, entry.verb],
    ["resource", resource, namesOf(entry).includes(resource ?? "") ? resource : namesOf(entry)[0]],
    ["namespace", expected.namespace, place.namespace],
    ["name", expected.name, place.name],
    ["user", expected.user, entry.user],
    ["path", path, path instanceof RegExp && path.test(entry.path) ? path : entry.path],
    ...Object.entries(expected.query ?? {}).map(([key, value]) =>
      [`query ${key}`, value, query.get(key) ?? undefined] as const
    ),
    ["status", expected.status, entry.status],
    ["dryRun", expected.dryRun, entry.dryRun],
  ];
  return compared.filter(([, wanted, actual]) => wanted !== undefined && wanted !== actual)
    .map(([field, wanted, actual]) => ({ field, expected: shown(wanted), actual: shown(actual) }));
}

const shown = (value: unknown): string =>
  value === undefined || value === "" ? "none" : String(value);

/** Returns the names of the resource of a request, the shortest first. */
function namesOf({ resource }: JournalEntry): readonly string[] {
  const parts = resource.split("/");
  const start = parts.findIndex((part) => /^v\d/.test(part));
  if (start < 0) return [""];
  const group = parts.slice(0, start).join("/");
  const [plural = "", subresource] = parts.slice(start + 1);
  const suffix = subresource === undefined ? "" : `/${subresource}`;
  return [plural + suffix, `${plural}.${group}${suffix}`, resource];
}

/** Returns the namespace and the name in the path of a request for a resource. */
function placeOf({ method, path, resource }: JournalEntry): { namespace: string; name: string } {
  if (resource === "") return { namespace: "", name: "" };
  return readRequestInfo(method, path, false);
}

/** The most requests that a message compares. */
const NEAREST = 3;

/** Explains why too few requests match the expectation. */
export function describeMissing(
  entries: readonly JournalEntry[],
  expected: ExpectedRequest,
  times: number | undefined,
): string {
  const found = entries.filter((entry) => matchesExpectation(entry, expected));
  const title = times === undefined
    ? `No request is ${describe(expected)}`
    : `${found.length} requests are ${describe(expected)}, and ${times} were expected`;
  if (found.length > 0) return [title, ...found.map((entry) => `  ${lineOf(entry)}`)].join("\n");
  if (entries.length === 0) return `${title}: the journal has no requests`;
  const nearest = entries.map((entry) => ({ entry, wrong: differences(entry, expected) }))
    .sort((a, b) => a.wrong.length - b.wrong.length || b.entry.id - a.entry.id)
    .slice(0, NEAREST);
  return [
    `${title}. The nearest of ${entries.length} (- expected, + actual):`,
    ...nearest.flatMap(({ entry, wrong }) => [
      `  ${lineOf(entry)}`,
      ...wrong.flatMap(({ field, expected, actual }) => [
        `    - ${field}: ${expected}`,
        `    + ${field}: ${actual}`,
      ]),
    ]),
  ].join("\n");
}

/** Describes requests that were not expected. */
export const describeUnexpected = (
  found: readonly JournalEntry[],
  expected: ExpectedRequest,
): string =>
  [
    `No request was expected to be ${describe(expected)}`,
    ...found.map((entry) => `  ${lineOf(entry)}`),
  ].join("\n");

function describe({ query = {}, ...expected }: ExpectedRequest): string {
  const facts = [
    ...Object.entries(expected),
    ...Object.entries(query).map(([key, value]) => [`query ${key}`, value]),
  ];
  return facts.map(([field, value]) => `${field} ${shown(value)}`).join(", ") || "there";
}

const lineOf = ({ id, method, path, query, status, user }: JournalEntry): string =>
  `#${id} ${method} ${path}${query && `?${query}`} → ${status}${user && ` by ${user}`}`;
