/**
 * Decides responses to writes with unknown and duplicate fields.
 *
 * @module
 */
import type { HttpResponse, Json, JsonObject } from "../../../client/http_client.ts";
import { canonical } from "../../../model/content.ts";
import { type Injected, type Place, valueAtPlace } from "../../../model/field_injection.ts";
import type { DroppedField } from "../../../model/fields/dropped_fields.ts";
import { asObject, metadataOf } from "../../../model/object.ts";
import { firstLost } from "../../../model/subset.ts";
import { readWarnings } from "./warnings.ts";

/** A value of `fieldValidation`; undefined is the default. */
export type Mode = "Ignore" | "Warn" | "Strict" | undefined;

/** The requirements of the area that a response can violate. */
export type Aspect =
  | "strict-rejects-unknown"
  | "strict-rejects-duplicate"
  | "strict-code"
  | "strict-names-all"
  | "strict-changes-nothing"
  | "warn-accepts"
  | "warn-one-each"
  | "warning-well-formed"
  | "default-is-warn"
  | "ignore-accepts"
  | "ignore-silent"
  | "unknown-dropped"
  | "duplicate-dropped"
  | "other-fields-kept";

/** A difference from what the specification demands. */
export interface FieldDifference {
  readonly aspect: Aspect;
  readonly expected: string;
  readonly actual: string;
}

/** A write with fields to drop. */
export interface DroppingWrite {
  /** The object without these fields. */
  readonly valid: JsonObject;
  /** The part of it that the server keeps as it is sent. @default {all of it} */
  readonly kept?: JsonObject | undefined;
  readonly dropped: readonly DroppedField[];
  readonly mode: Mode;
  /** The texts of the warnings that such a write gets without any field to drop, or an earlier one. */
  readonly others: readonly string[];
  /** Real servers answer a rejected patch with another code than 400. */
  readonly isPatch: boolean;
  /** True if the response is that of a later read. */
  readonly isRead?: true;
}

/** Returns the differences of a response. */
export function judgeDropped(write: DroppingWrite, response: HttpResponse): FieldDifference[] {
  if (write.mode === "Strict") return judgeRejection(write, response);
  if (response.status >= 300) {
    const aspect = write.mode === "Ignore" ? "ignore-accepts" : "warn-accepts";
    return [{ aspect, expected: `success with ${nameOf(write.mode)}`, actual: shown(response) }];
  }
  const warnings = write.isRead ? [] : judgeWarnings(write, response);
  return [...warnings, ...judgeObject(write, response)];
}

function judgeRejection({ dropped, isPatch }: DroppingWrite, response: HttpResponse) {
  const found: FieldDifference[] = [];
  const { status, json } = response;
  if (status < 400 || status >= 500 || asObject(json)?.kind !== "Status") {
    const isUnknown = dropped.some(({ injected }) => injected.kind === "unknown");
    const aspect = isUnknown ? "strict-rejects-unknown" : "strict-rejects-duplicate";
    found.push({ aspect, expected: "4xx with a Status", actual: shown(response) });
  } else if (status !== 400 && !isPatch) {
    found.push({ aspect: "strict-code", expected: "400", actual: shown(response) });
  }
  const text = messagesOf(json);
  const unnamed = dropped.map(({ injected }) => injected.field).filter((field) =>
    !namesField(text, field)
  );
  if (unnamed.length > 0) {
    found.push({
      aspect: "strict-names-all",
      expected: `an error that names ${unnamed.join(", ")}`,
      actual: shown(response),
    });
  }
  return found;
}

/** Returns the message and the causes of a Status. */
function messagesOf(json: Json | undefined): string {
  const { message, details } = asObject(json) ?? {};
  return JSON.stringify([message ?? null, asObject(details)?.causes ?? null]);
}

/** Returns true if a text contains the name as a word of its own. */
function namesField(text: string, field: string): boolean {
  const escaped = field.replaceAll(/[^A-Za-z0-9]/g, "\\$&");
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`).test(text);
}

function judgeWarnings(
  { dropped, mode, others, isPatch }: DroppingWrite,
  { headers }: HttpResponse,
): FieldDifference[] {
  const header = headers.get("warning");
  const { texts, malformed } = readWarnings(header);
  // A warning about an object may come with its create only, or name another object.
  const ownTexts = texts.filter((text) => !others.includes(text));
  const own = ownTexts.length;
  const named = ownTexts.filter((text) =>
    dropped.some(({ injected }) => namesField(text, injected.field))
  );
  const least = Math.max(named.length, Math.min(own, texts.length - others.length));
  const actual = `${own} warnings: ${header ?? "no Warning header"}`;
  if (malformed !== undefined) {
    const expected = `items of the form 299 - "text"`;
    return [{ aspect: "warning-well-formed", expected, actual: malformed }];
  }
  if (mode === "Ignore") {
    return least <= 0 ? [] : [{ aspect: "ignore-silent", expected: "no warnings", actual }];
  }
  const duplicates = dropped.filter(({ injected }) => injected.kind === "duplicate").length;
  // A duplicate in the value of a JSON patch is one in the patch and one in the object.
  const most = dropped.length + (isPatch ? duplicates : 0);
  if (own >= dropped.length && least <= most) return [];
  const aspect = mode === undefined && own === 0 ? "default-is-warn" : "warn-one-each";
  return [{ aspect, expected: `one warning for each of ${dropped.length} fields`, actual }];
}

function judgeObject(
  { valid, kept: due = valid, dropped }: DroppingWrite,
  response: HttpResponse,
): FieldDifference[] {
  const found: FieldDifference[] = [];
  const injected = dropped.map((each) => each.injected);
  const stored = asObject(response.json) ?? {};
  const actual = response.text.slice(0, 600);
  const kept = injected.find(({ kind, place, field }) =>
    kind === "unknown" && asObject(within(stored, place))?.[field] !== undefined
  );
  if (kept !== undefined) {
    const expected = `an object without ${[...kept.place, kept.field].join(".")}`;
    found.push({ aspect: "unknown-dropped", expected, actual });
  }
  const duplicates = injected.filter(({ kind }) => kind === "duplicate");
  const other = duplicates.find((each) =>
    within(due, [...each.place, each.field]) !== undefined && !isOneOfBoth(valid, each, stored)
  );
  if (other !== undefined) {
    const place = [...other.place, other.field];
    const values = [valueAtPlace(valid, place), other.value].map((value) => JSON.stringify(value));
    const expected = `${place.join(".")} to be ${values.join(" or ")}`;
    found.push({ aspect: "duplicate-dropped", expected, actual });
  }
  const lost = firstLost(without(due, duplicates), stored);
  if (lost !== undefined) {
    found.push({ aspect: "other-fields-kept", expected: `${lost} as sent`, actual });
  }
  return found;
}

/**
 * Returns the part of an object that a server keeps, as far as it kept the same part of another
 * object: it may store values of its own types in a form of its own.
 *
 * @param valid The object.
 * @param other.sent The other object as it was sent.
 * @param other.stored The other object as it was stored.
 */
export function keptPart(
  valid: JsonObject,
  { sent, stored }: { readonly sent: JsonObject; readonly stored: JsonObject },
): JsonObject {
  return Object.fromEntries(
    Object.entries(valid).flatMap(([key, value]): [string, Json][] => {
      const [own, before, after] = [value, sent[key], stored[key]].map((each) => asObject(each));
      if (own !== undefined && before !== undefined && after !== undefined) {
        return [[key, keptPart(own, { sent: before, stored: after })]];
      }
      const isKept = sent[key] !== undefined && firstLost(sent[key], stored[key]) === undefined;
      return isKept ? [[key, value]] : [];
    }),
  );
}

/** Returns true if one of the two values is stored; an empty one may be left out. */
function isOneOfBoth(valid: JsonObject, { place, field, value }: Injected, stored: JsonObject) {
  if (place[0] === "stringData") return true;
  const actual = within(stored, [...place, field]);
  return [valueAtPlace(valid, [...place, field]), value].some((each) =>
    actual === undefined ? !each : canonical(each ?? null) === canonical(actual)
  );
}

function within(value: Json, place: Place): Json | undefined {
  return place.reduce<Json | undefined>(
    (each, key) => (each as JsonObject | null | undefined)?.[key],
    value,
  );
}

/** Returns the object without the duplicate fields, what is never returned and empty values. */
function without(valid: JsonObject, duplicates: readonly Injected[]): Json {
  const left = duplicates.map(({ place, field }) => [...place, field].join("/"));
  return pruned(valid, [], ["stringData", ...left]) ?? {};
}

function pruned(value: Json, place: Place, left: readonly string[]): Json | undefined {
  if (Array.isArray(value)) {
    return value.map((item, index) => pruned(item, [...place, index], left) ?? null);
  }
  const object = asObject(value);
  if (object === undefined) return value;
  const members = Object.entries(object).flatMap(([key, each]): [string, Json][] => {
    const inner = [...place, key];
    if (left.includes(inner.join("/")) || !each) return [];
    return [[key, pruned(each, inner, left) ?? null]];
  });
  return Object.fromEntries(members);
}

/** Returns the difference between two reads, except for what controllers may write meanwhile. */
export function differenceBetween(
  before: HttpResponse,
  after: HttpResponse,
  strict: boolean,
): FieldDifference[] {
  const [expected = "", actual = ""] = [before, after].map(({ status, json }) => {
    const { status: _, ...fields } = asObject(json) ?? {};
    const { resourceVersion: __, managedFields: ___, ...metadata } = metadataOf(fields);
    return `${status} ${canonical({ ...fields, metadata })}`;
  });
  const aspect = strict ? "strict-changes-nothing" : "other-fields-kept";
  return expected === actual ? [] : [{ aspect, expected, actual }];
}

const nameOf = (mode: Mode) => mode ?? "the default of fieldValidation";

function shown({ status, json, text }: HttpResponse): string {
  const message = asObject(json)?.message;
  return `${status} ${typeof message === "string" ? message : text.slice(0, 300)}`;
}
