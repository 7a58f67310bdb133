/**
 * Where the values that a failure expected and observed differ: one mistake shows in the same field
 * whatever requirement it violates.
 *
 * @module
 */
import type { Failure } from "./events.ts";
import { type Json, membersOf } from "./json.ts";

/** The most fields that one mistake changes. */
const MOST = 2;

/** How deep values are compared. */
const DEPTH = 5;

/** Fields that a server writes, which many behaviours change. */
const OF_SERVER = /resourceVersion|generation|Timestamp|uid|managedFields|^(kind|apiVersion)/;

/** Fields of objects, as far as they are named. */
const OF_OBJECT =
  /^(data|metadata\.(labels|annotations|finalizers|ownerReferences)|spec|status|subjects|roleRef)\b/;

/** Keys that differ from case to case. */
const OF_CASE = /\d{2,}|^plumbline/;

/** Returns keys for the differences between what a failure expected and what it observed. */
export function differencesOf(
  { expected, actual }: Pick<Failure, "expected" | "actual">,
): string[] {
  const [one, other] = [valueIn(withoutObject(expected)), valueIn(withoutObject(actual))];
  if (one === undefined || other === undefined) return firstDifference(expected, actual);
  const path = one.path ?? other.path ?? "";
  const stored = one.path !== undefined && other.path === undefined && OF_OBJECT.test(one.path)
    ? at(other.value, one.path)
    : other.value;
  const fields = new Map<string, string>();
  compare(one.value, stored, path, fields);
  if (fields.size === 0 || fields.size > MOST) return [];
  return [...fields].flatMap(([field, values]) => [
    ...OF_OBJECT.test(field) ? [JSON.stringify(["differs", field])] : [],
    ...innerOf(field),
    ...isTelling(values) ? [JSON.stringify(["values", values])] : [],
    ...isTelling(`${nameIn(field)} ${values}`) ? [JSON.stringify([nameIn(field), values])] : [],
  ]);
}

/** The names at the end of a path that say which field it is, wherever the value begins. */
const INNER = /(?:^|\.)([a-z]{4,}[A-Z]\w*\.\w{4,}|\w{4,}\.[a-z]{3,}[A-Z]\w*)$/;

/** Returns a key for the end of the path of a field within a part of an object. */
function innerOf(field: string): string[] {
  const [, inner] = INNER.exec(field) ?? [];
  return inner === undefined ? [] : [JSON.stringify(["differs within", inner])];
}

/** What names an object, says which one is due, or that it was read, before its content. */
export const OF_AN_OBJECT =
  /^200 (?=\{)|^(?:of )?[\w./-]+ at (?:[\w./]+ )?\d+(?:: (?=\{)|, with )|^(?:of|as) [\w ./-]*: (?=\{)/;

/** Returns a text without the object that its value is of. */
function withoutObject(text: string): string {
  return text.replace(OF_AN_OBJECT, "");
}

/** Parts of JSON: punctuation, a text, or another value. */
const TOKENS = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;

/**
 * Returns a key for the first field in which two values differ that were cut off, so that they cannot be
 * parsed. The fields of both are in the same order.
 */
function firstDifference(expected: string, actual: string): string[] {
  const [left, right] = [expected, actual].map((text) =>
    /^\{/.test(withoutObject(text)) ? withoutObject(text).match(TOKENS) ?? [] : []
  );
  const path: (string | undefined)[] = [];
  let key: string | undefined;
  for (const [index, token] of left!.entries()) {
    const other = right![index];
    // One may have been cut off, or lacks a field.
    if (other === undefined || (token !== other && left![index + 1] === ":")) return [];
    if (token !== other) {
      const field = [...path, key].filter((name) => name !== undefined && name !== "").join(".");
      return OF_SERVER.test(field) ? [] : [
        ...OF_OBJECT.test(field) ? [JSON.stringify(["differs", field])] : [],
        ...innerOf(field),
      ];
    }
    if (token === "{" || token === "[") {
      path.push(key);
      key = undefined;
    } else if (token === "}" || token === "]") {
      path.pop();
      key = undefined;
    } else if (left![index + 1] === ":") key = token.replaceAll(/^"|"$/g, "");
  }
  return [];
}

/** A shorter text is shown whole. */
const SHORT = 160;

/**
 * Returns what a failure expected and observed; of two objects only what differs, with the number of
 * members that do not.
 */
export function differingParts(
  { expected, actual }: Pick<Failure, "expected" | "actual">,
): { readonly expected: string; readonly actual: string } {
  const [one, other] = [valueIn(expected), valueIn(actual)];
  const [left, right] = [membersOf(one?.value), membersOf(other?.value)];
  const isSmall = expected.length <= SHORT && actual.length <= SHORT;
  if (isSmall || left === undefined || right === undefined || one!.path !== other!.path) {
    return { expected, actual };
  }
  const same = { count: 0 };
  const [due, found] = differing(left, right, same);
  if (same.count === 0) return { expected, actual };
  const path = one!.path === undefined ? "" : `${one!.path}: `;
  const rest = same.count === 1 ? "1 member is the same" : `${same.count} members are the same`;
  return {
    expected: `${path}${JSON.stringify(due)}; ${rest}`,
    actual: `${path}${JSON.stringify(found)}`,
  };
}

/** A field that has another value than is due; undefined where it is absent. */
export interface ChangedField {
  readonly path: string;
  readonly due: Json | undefined;
  readonly found: Json | undefined;
}

/**
 * Returns the fields in which what a failure observed differs from what it expected, as far as both are
 * values of one object; of values that are cut off the first one.
 */
export function changedFields(failure: Pick<Failure, "expected" | "actual">): ChangedField[] {
  const [one, other] = [failure.expected, failure.actual].map((text) =>
    valueIn(withoutObject(text))
  );
  if (one === undefined || other === undefined) {
    return differencesOf(failure).flatMap((key) => {
      const [what, path] = JSON.parse(key);
      return what === "differs" ? [{ path, due: "", found: "" }] : [];
    });
  }
  const isOneObject = membersOf(one.value) !== undefined && membersOf(other.value) !== undefined;
  if (one.path !== other.path || one.path === undefined && !isOneObject) return [];
  return changedIn(one.value, other.value, one.path ?? "");
}

function changedIn(due: Json | undefined, found: Json | undefined, path: string): ChangedField[] {
  if (JSON.stringify(due) === JSON.stringify(found)) return [];
  const [left, right] = [membersOf(due), membersOf(found)];
  if (left === undefined || right === undefined) return [{ path, due, found }];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
    changedIn(left[name], right[name], path === "" ? name : `${path}.${name}`)
  );
}

/** Returns two objects without the members that are the same in both, and counts these. */
function differing(
  left: { readonly [key: string]: Json },
  right: { readonly [key: string]: Json },
  same: { count: number },
): readonly [{ readonly [key: string]: Json }, { readonly [key: string]: Json }] {
  const [one, other]: [Record<string, Json>, Record<string, Json>] = [{}, {}];
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [mine, theirs] = [left[name], right[name]];
    if (JSON.stringify(mine) === JSON.stringify(theirs)) {
      same.count++;
      continue;
    }
    const [inner, outer] = [membersOf(mine), membersOf(theirs)];
    if (inner !== undefined && outer !== undefined) {
      [one[name], other[name]] = differing(inner, outer, same);
    } else {
      if (mine !== undefined) one[name] = mine;
      if (theirs !== undefined) other[name] = theirs;
    }
  }
  return [one, other];
}

/** Returns true for values that say which mistake it is: no numbers or truth values. */
function isTelling(values: string): boolean {
  const words = values.replaceAll(/\b(true|false|null|undefined)\b/g, "").match(/[a-z]{3,}/gi) ??
    [];
  return words.length > 1 && values.length < 100 && !/\d{3,}/.test(values);
}

/** Returns the last name in the path of a field. */
function nameIn(field: string): string {
  return field.split(".").at(-1)!;
}

/** Returns the value in a text, with the path of its field if it names one. */
function valueIn(text: string): { readonly path?: string; readonly value: Json } | undefined {
  const [, path, rest] = /^([\w.[\]/-]+): (.*?)(?:, as before)?$/s.exec(text) ?? [];
  try {
    return path === undefined ? { value: JSON.parse(text) } : { path, value: JSON.parse(rest!) };
  } catch {
    return undefined;
  }
}

function at(value: Json | undefined, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((inner, name) => membersOf(inner)?.[name], value);
}

/** Adds the fields in which two values differ, with both values. */
function compare(
  one: Json | undefined,
  other: Json | undefined,
  path: string,
  fields: Map<string, string>,
): void {
  if (JSON.stringify(one) === JSON.stringify(other) || OF_SERVER.test(path)) return;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.forEach((item, at) => compare(item, other[at], path, fields));
  }
  const [left, right] = [membersOf(one), membersOf(other)];
  if (left === undefined || right === undefined || path.split(".").length >= DEPTH) {
    fields.set(path, `${JSON.stringify(one)} ${JSON.stringify(other)}`);
    return;
  }
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (OF_CASE.test(name)) continue;
    compare(left[name], right[name], path === "" ? name : `${path}.${name}`, fields);
  }
}
