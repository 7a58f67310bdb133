/**
 * The type of a known difference, and functions to write them.
 *
 * @module
 */
import type { Comparable } from "../normalize.ts";
import type { Template } from "../../../requests/sequences/template.ts";
import { objectOf } from "../../../requests/schemas/openapi.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

export { objectOf };

/** One request with both answers. */
export interface AnswerPair {
  readonly request: Template;
  readonly reference: Comparable;
  readonly real: Comparable;
}

/** A known difference. */
export interface Explanation {
  readonly id: string;
  /** Why the servers differ, and which of them the specification supports. */
  readonly reason: string;
  /** The releases of real servers with this difference, for example `1.20`; all if absent. */
  readonly releases?: readonly string[];
  /** True if the states of the servers differ afterwards. */
  readonly endsSequence?: boolean;
  /** Returns the answers without this difference, undefined if they do not have it. */
  reconcile(exchange: AnswerPair): Pick<AnswerPair, "reference" | "real"> | undefined;
}

/** Returns known differences by their ids, in the order in which they are applied. */
export const explanations = (
  table: Readonly<Record<string, Omit<Explanation, "id">>>,
): readonly Explanation[] => Object.entries(table).map(([id, rest]) => ({ id, ...rest }));

/** True for an answer whose body is a Status. */
export const isStatus = ({ body }: Comparable): boolean => objectOf(body).kind === "Status";

/** True for a success. */
export const succeeded = ({ status }: Comparable): boolean => status < 300;

/** Returns the causes of an error. */
export const causesOf = ({ body }: Comparable): readonly JsonObject[] => {
  const { causes } = objectOf(objectOf(body).details);
  return Array.isArray(causes) ? causes.map(objectOf) : [];
};

/** Makes a `reconcile` that treats whole answers as equal under a condition. */
export const whole =
  (differ: (exchange: AnswerPair) => boolean): Explanation["reconcile"] => (exchange) =>
    differ(exchange) ? { reference: exchange.real, real: exchange.real } : undefined;

/** Makes a `reconcile` that edits both bodies; no edit means the difference is absent. */
export const editing = (
  change: (body: JsonObject, exchange: AnswerPair) => void,
): Explanation["reconcile"] =>
(exchange) => {
  const [reference, real] = [exchange.reference, exchange.real].map((answer) => {
    const body = structuredClone(answer.body);
    // A watch has several bodies.
    if (Array.isArray(body)) {
      body.forEach((event) => change(objectOf(objectOf(event).object), exchange));
    } else if (typeof body === "object" && body !== null) change(body, exchange);
    return { ...answer, body };
  }) as [Comparable, Comparable];
  const isSame = JSON.stringify([reference, real]) ===
    JSON.stringify([exchange.reference, exchange.real]);
  return isSame ? undefined : { reference, real };
};

/** Calls a function with each object of a body: the object, or the items of a list. */
export function eachObject(body: JsonObject, visit: (object: JsonObject) => void): void {
  if (Array.isArray(body.items)) body.items.forEach((item) => visit(objectOf(item)));
  else if (Array.isArray(body.rows)) {
    body.rows.forEach((row) => visit(objectOf(objectOf(row).object)));
  } else visit(body);
}

/** Removes fields from all managedFields entries, and entries that are then empty. */
export function disown(object: JsonObject, name: RegExp): void {
  const metadata = objectOf(object.metadata);
  if (!Array.isArray(metadata.managedFields)) return;
  metadata.managedFields.forEach((entry) => forget(objectOf(entry).fieldsV1 ?? null, name));
  metadata.managedFields = metadata.managedFields.filter((entry) =>
    Object.keys(objectOf(objectOf(entry).fieldsV1)).length > 0
  );
}

function forget(fields: Json, name: RegExp): void {
  for (const [key, inner] of Object.entries(objectOf(fields))) {
    const isLeaf = Object.keys(objectOf(inner)).length === 0;
    if (!name.test(key)) forget(inner, name);
    // A field without remaining parts is removed too.
    if (name.test(key) || !isLeaf && saysNothing(inner)) delete objectOf(fields)[key];
  }
}

const saysNothing = (inner: Json) => Object.keys(objectOf(inner)).every((key) => key === ".");
