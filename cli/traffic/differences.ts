/**
 * Compares responses with recorded ones, field by field.
 *
 * @module
 */
import type { Json } from "@plumbline/server/api";

/** Fields that each server chooses for itself. */
const OWN = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "managedFields",
  "selfLink",
  "continue",
];

/** A field with two values; undefined for one that is absent. */
export interface Difference {
  /** The field, as `body.metadata.labels.app`. */
  readonly field: string;
  readonly recorded: Json | undefined;
  readonly now: Json | undefined;
}

/** A status, headers by name in lower case, and the text of the body. */
export interface ComparedResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const HEADERS = ["content-type", "retry-after", "warning", "location", "allow"];

/** Returns the fields in which two responses differ. */
export function differencesOf(recorded: ComparedResponse, now: ComparedResponse): Difference[] {
  const pairs: [string, Json | undefined, Json | undefined][] = [
    ["status", recorded.status, now.status],
    ...HEADERS.map((name): [string, Json | undefined, Json | undefined] => [
      `header ${name}`,
      recorded.headers.get(name),
      now.headers.get(name),
    ]),
  ];
  return [
    ...pairs.filter(([, before, after]) => before !== after)
      .map(([field, recorded, now]) => ({ field, recorded, now })),
    ...fieldDifferences("body", bodyOf(recorded.body), bodyOf(now.body)),
  ];
}

function bodyOf(text: string): Json | undefined {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function fieldDifferences(
  field: string,
  recorded: Json | undefined,
  now: Json | undefined,
): Difference[] {
  if (Array.isArray(recorded) && Array.isArray(now)) {
    const length = Math.max(recorded.length, now.length);
    return Array.from({ length }, (_, at) => at)
      .flatMap((at) => fieldDifferences(`${field}[${at}]`, recorded[at], now[at]));
  }
  if (isFields(recorded) && isFields(now)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
    return names.filter((name) => !OWN.includes(name))
      .flatMap((name) => fieldDifferences(`${field}.${name}`, recorded[name], now[name]));
  }
  return recorded === now ? [] : [{ field, recorded, now }];
}

const isFields = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields whose values clients send back. */
const SENT_BACK = ["uid", "resourceVersion", "continue"];

/** The values that a server gave in place of recorded ones, for later requests. */
export class Replacements {
  readonly #values = new Map<string, string>();

  /** Remembers the values of two bodies. */
  learn(recorded: string, now: string): void {
    this.#learn(bodyOf(recorded), bodyOf(now));
  }

  #learn(recorded: Json | undefined, now: Json | undefined): void {
    if (Array.isArray(recorded) && Array.isArray(now)) {
      recorded.forEach((item, at) => this.#learn(item, now[at]));
    } else if (isFields(recorded) && isFields(now)) {
      for (const [name, before] of Object.entries(recorded)) {
        const after = now[name];
        const isKept = SENT_BACK.includes(name) && before !== "" && after !== "";
        if (isKept && typeof before === "string" && typeof after === "string") {
          this.#values.set(`${name} ${before}`, after);
        } else this.#learn(before, after);
      }
    }
  }

  /** Returns the path and query of a request with the values of the server. */
  inPath(url: string): string {
    const { pathname, searchParams } = new URL(url);
    const query = new URLSearchParams(
      Array.from(searchParams, ([name, value]) => [name, this.#valueFor(name, value)]),
    );
    return query.size === 0 ? pathname : `${pathname}?${query}`;
  }

  /** Returns the body of a request with the values of the server; other than JSON as it is. */
  inBody(text: string): string {
    const replaced = JSON.stringify(this.#replace(bodyOf(text)));
    return replaced === undefined || typeof bodyOf(text) === "string" ? text : replaced;
  }

  #replace(value: Json | undefined): Json | undefined {
    if (Array.isArray(value)) return value.map((item) => this.#replace(item) ?? null);
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        typeof field === "string" ? this.#valueFor(name, field) : this.#replace(field) ?? null,
      ]),
    );
  }

  #valueFor(name: string, value: string): string {
    return this.#values.get(`${name} ${value}`) ?? value;
  }
}
