/**
 * Sets of fields. A set is written as the wire has it: an object with an entry for each step that
 * leads to members. An empty entry is a member; an entry with further steps is one as well when it
 * holds `"."`. An entry that holds nothing else is never written with it, so that sets with the same
 * members are equal as JSON. The sets here are values: nothing changes one but the
 * {@linkcode insert} that builds it.
 *
 * @module
 */
import type { Json } from "../object.ts";
import { compareElements, type PathElement, readElement } from "./path_element.ts";

/** A set of fields, below the object or below one of its fields. */
export type FieldSet = { [element: PathElement]: FieldSet };

const SELF = ".";

const LEAF: FieldSet = Object.freeze({});

/** The set without members. */
export const EMPTY: FieldSet = LEAF;

/** Tells whether a set has no members. */
export function isEmpty(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Tells whether an entry is a member by itself, whatever is below it. */
const isMember = (entry: FieldSet): boolean => SELF in entry || isEmpty(entry);

/** The members below an entry. */
export function below(entry: FieldSet | undefined): FieldSet {
  if (entry === undefined || !(SELF in entry)) return entry ?? EMPTY;
  const { [SELF]: _, ...children } = entry;
  return children;
}

/** Tells whether a set has that step itself as a member. */
export function has(set: FieldSet, element: PathElement): boolean {
  const entry = set[element];
  return entry !== undefined && isMember(entry);
}

/** Adds the field at a path to a set that is being built. */
export function insert(set: FieldSet, path: readonly PathElement[]): void {
  const last = path.length - 1;
  if (last < 0) return;
  let node = set;
  for (let index = 0; index < last; index++) {
    const element = path[index]!;
    const next = node[element];
    if (next === undefined) {
      node = node[element] = {};
      continue;
    }
    // What was a leaf stays a member when something comes below it.
    if (isEmpty(next)) next[SELF] = LEAF;
    node = next;
  }
  const entry = node[path[last]!];
  if (entry === undefined) node[path[last]!] = {};
  else if (!isEmpty(entry)) entry[SELF] = LEAF;
}

/** The set of the fields at the given paths. */
export function setOf(...paths: readonly (readonly PathElement[])[]): FieldSet {
  const set: FieldSet = {};
  for (const path of paths) insert(set, path);
  return set;
}

/** The fields in either set. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right || isEmpty(right)) return left;
  if (isEmpty(left)) return right;
  const result: FieldSet = { ...left };
  for (const element in right) {
    const [a, b] = [left[element], right[element]!];
    result[element] = a === undefined ? b : uniteEntries(a, b);
  }
  return result;
}

function uniteEntries(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmpty(left)) return asMember(right);
  if (isEmpty(right)) return asMember(left);
  return union(left, right);
}

const asMember = (entry: FieldSet): FieldSet =>
  isMember(entry) ? entry : { [SELF]: LEAF, ...entry };

/** The fields in both sets. */
export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  let result: FieldSet | undefined;
  for (const element in left) {
    const other = right[element];
    if (other === undefined) continue;
    const entry = intersectEntries(left[element]!, other);
    if (entry) (result ??= {})[element] = entry;
  }
  return result ?? EMPTY;
}

function intersectEntries(left: FieldSet, right: FieldSet): FieldSet | undefined {
  if (isEmpty(left)) return isMember(right) ? LEAF : undefined;
  if (isEmpty(right)) return isMember(left) ? LEAF : undefined;
  return tidy(intersection(left, right));
}

/**
 * The fields of the first set that are not in the second.
 *
 * @param options.recursive leave out everything below the fields of the second set as well
 * @default {false}
 */
export function difference(
  left: FieldSet,
  right: FieldSet,
  { recursive = false }: { recursive?: boolean } = {},
): FieldSet {
  if (isEmpty(right)) return left;
  let changed = false;
  const result: FieldSet = {};
  for (const element in left) {
    const [entry, other] = [left[element]!, right[element]];
    const rest = other === undefined ? entry : subtractEntries(entry, other, recursive);
    if (rest !== entry) changed = true;
    if (rest !== undefined) result[element] = rest;
  }
  return changed ? result : left;
}

function subtractEntries(
  left: FieldSet,
  right: FieldSet,
  recursive: boolean,
): FieldSet | undefined {
  const isTaken = isMember(right);
  if (isTaken && (recursive || isEmpty(left))) return undefined;
  if (isEmpty(left) || isEmpty(right) && !(SELF in left)) return left;
  const whole = isEmpty(right) ? { [SELF]: LEAF } : right;
  return tidy(difference(left, whole, { recursive }));
}

/** An entry that may have lost what it had: a leaf if only itself is left, otherwise nothing. */
function tidy(entry: FieldSet): FieldSet | undefined {
  let count = 0;
  for (const _ in entry) if (++count > 1) return entry;
  if (count === 0) return undefined;
  return SELF in entry ? LEAF : entry;
}

/** The paths of the members, parents before children. */
export function* paths(
  set: FieldSet,
  prefix: readonly PathElement[] = [],
): Generator<readonly PathElement[]> {
  for (const [element, entry] of Object.entries(set)) {
    if (isMember(entry)) yield [...prefix, element];
  }
  for (const [element, entry] of Object.entries(set)) {
    yield* paths(below(entry), [...prefix, element]);
  }
}

/** The same set with its entries in the order of the wire. */
export function canonical(set: FieldSet): FieldSet {
  const elements = Object.keys(set).filter((element) => element !== SELF).sort(compareElements);
  const result: FieldSet = SELF in set ? { [SELF]: LEAF } : {};
  for (const element of elements) result[element] = canonical(set[element]!);
  return result;
}

/**
 * Reads a set as a client wrote it. Steps of unknown kinds are left out.
 *
 * @throws {SyntaxError} when it is no set of fields
 */
export function readFieldSet(fields: Json): FieldSet {
  return canonical(below(readEntry(fields)));
}

function readEntry(fields: Json): FieldSet {
  if (fields === null) return LEAF;
  if (typeof fields !== "object" || Array.isArray(fields)) {
    throw new SyntaxError(`Cannot read ${JSON.stringify(fields)} as a set of fields`);
  }
  const entry: FieldSet = SELF in fields ? { [SELF]: LEAF } : {};
  for (const [text, child] of Object.entries(fields)) {
    const element = text === SELF ? undefined : readElement(text);
    if (element !== undefined) entry[element] = readEntry(child);
  }
  return tidy(entry) ?? LEAF;
}
