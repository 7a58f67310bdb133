/**
 * What a known difference is, and what most of them are made of.
 *
 * @module
 */
import type { Comparable } from "../normalize.ts";
import type { Template } from "../template.ts";
import type { Json, JsonObject } from "../json.ts";

/** One request with both answers. */
export interface Exchange {
  readonly request: Template;
  readonly reference: Comparable;
  readonly real: Comparable;
}

/** A known difference. */
export interface Explanation {
  readonly id: string;
  /** Why the servers differ and which of them the interface is with. */
  readonly reason: string;
  /** The releases of real servers that differ so, for example `1.20`; all where absent. */
  readonly releases?: readonly string[];
  /** True where the servers are in different states afterwards. */
  readonly endsSequence?: boolean;
  /** The answers without this difference; undefined where they do not have it. */
  reconcile(exchange: Exchange): Pick<Exchange, "reference" | "real"> | undefined;
}

/** An object, empty for what is none. */
export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

/** True for an answer whose body is a Status. */
export const isStatus = ({ body }: Comparable): boolean => objectOf(body).kind === "Status";

/** True for an answer that the request succeeded. */
export const succeeded = ({ status }: Comparable): boolean => status < 300;

/** The causes that a refusal names. */
export const causesOf = ({ body }: Comparable): readonly JsonObject[] => {
  const { causes } = objectOf(objectOf(body).details);
  return Array.isArray(causes) ? causes.map(objectOf) : [];
};

/** For whole answers: where they differ so, they count as equal. */
export const whole =
  (differ: (exchange: Exchange) => boolean): Explanation["reconcile"] => (exchange) =>
    differ(exchange) ? { reference: exchange.real, real: exchange.real } : undefined;

/** For parts of bodies: both are changed, and where that changes neither there is nothing. */
export const part = (
  change: (body: JsonObject, exchange: Exchange) => void,
): Explanation["reconcile"] =>
(exchange) => {
  const [reference, real] = [exchange.reference, exchange.real].map((answer) => {
    const body = structuredClone(answer.body);
    // A watch has many bodies.
    if (Array.isArray(body)) {
      body.forEach((event) => change(objectOf(objectOf(event).object), exchange));
    } else if (typeof body === "object" && body !== null) change(body, exchange);
    return { ...answer, body };
  }) as [Comparable, Comparable];
  const isSame = JSON.stringify([reference, real]) ===
    JSON.stringify([exchange.reference, exchange.real]);
  return isSame ? undefined : { reference, real };
};

/** Calls a function with each object of a body: the body itself, or the items of a list. */
export function eachObject(body: JsonObject, visit: (object: JsonObject) => void): void {
  if (Array.isArray(body.items)) body.items.forEach((item) => visit(objectOf(item)));
  else if (Array.isArray(body.rows)) {
    body.rows.forEach((row) => visit(objectOf(objectOf(row).object)));
  } else visit(body);
}

/** Takes fields of some names from all who own them, and from the list who then owns nothing. */
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
    // What is left of a field of which all parts went was none.
    if (name.test(key) || !isLeaf && saysNothing(inner)) delete objectOf(fields)[key];
  }
}

const saysNothing = (inner: Json) => Object.keys(objectOf(inner)).every((key) => key === ".");
