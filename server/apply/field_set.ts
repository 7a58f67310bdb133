/**
 * Sets of paths of fields, in the form of `metadata.managedFields[*].fieldsV1`.
 *
 * A set is an object with an entry for each path element that leads to members. An empty entry is a
 * member; an entry with further elements is a member too if it has the key `"."`. An entry never has
 * `"."` as its only key, so that sets with the same members are equal as JSON. Sets are immutable,
 * except for a set that {@linkcode insert} builds.
 *
 * @module
 */
import type { Json } from "../object.ts";
import { compareElements, type PathElement, readElement } from "./path_elements.ts";

/** A set of fields, below the object or below one of its fields. */
export type FieldSet = { [element: PathElement]: FieldSet };

const SELF = ".";

const LEAF: FieldSet = Object.freeze({});

/** The empty set. */
export const EMPTY: FieldSet = LEAF;

/** Returns true if a set has no members. */
export function isEmpty(set: FieldSet): boolean {
  for (const _ in set) return false;
  return true;
}

/** Returns true if an entry is a member by itself, whatever is below it. */
const isMember = (entry: FieldSet): boolean => SELF in entry || isEmpty(entry);

/** The members below an entry. */
export function below(entry: FieldSet | undefined): FieldSet {
  if (entry === undefined || !(SELF in entry)) return entry ?? EMPTY;
  const { [SELF]: _, ...children } = entry;
  return children;
}

/** Returns true if a set has that step itself as a member. */
export function has(set: FieldSet, element: PathElement): boolean {
  const entry = set[element];
  return entry !== undefined && isMember(entry);
}

/** Adds the field at a path to a set that is being built. */
export function insert(set: FieldSet, path: readonly PathElement[]): void {
  insertEntry(set, path, LEAF);
}

/** Adds an entry at a path to a set that is being built. */
export function insertEntry(set: FieldSet, path: readonly PathElement[], entry: FieldSet): void {
  const last = path.length - 1;
  if (last < 0) return;
  let node = set;
  for (let index = 0; index < last; index++) {
    const element = path[index]!;
    const next = node[element];
    // What was a leaf stays a member when something comes below it. A set that is being built has
    // no other empty entries, and `isEmpty` enumerates the whole of a large one.
    if (next === undefined) node = node[element] = {};
    else node = next === LEAF ? node[element] = { [SELF]: LEAF } : next;
  }
  const element = path[last]!;
  const known = node[element];
  node[element] = known === undefined ? entry : uniteEntries(known, entry);
}

/** Returns the set of the fields at the given paths. */
export function setOf(...paths: readonly (readonly PathElement[])[]): FieldSet {
  const set: FieldSet = {};
  for (const path of paths) insert(set, path);
  return set;
}

/** Returns the union of two sets; the first set itself if the second adds nothing. */
export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right || isEmpty(right)) return left;
  if (isEmpty(left)) return right;
  let result: FieldSet | undefined;
  for (const element in right) {
    const [a, b] = [left[element], right[element]!];
    const entry = a === undefined ? b : uniteEntries(a, b);
    if (entry !== a) (result ??= { ...left })[element] = entry;
  }
  return result ?? left;
}

function uniteEntries(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmpty(right)) return asMember(left);
  if (isEmpty(left)) return asMember(right);
  return union(left, right);
}

const asMember = (entry: FieldSet): FieldSet =>
  isMember(entry) ? entry : { [SELF]: LEAF, ...entry };

/** Returns the intersection of two sets. */
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
 * Returns the fields of the first set that are not in the second.
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

/** Returns the paths of the members, parents before children. */
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

/** Returns the set with its entries in wire order; the same set if they are in order. */
export function canonical(set: FieldSet): FieldSet {
  const elements = Object.keys(set);
  const ordered = inOrder(elements);
  const result: FieldSet = {};
  let isSame = ordered === elements;
  for (const element of ordered) {
    const entry = set[element]!;
    const child = isEmpty(entry) ? entry : canonical(entry);
    result[element] = child;
    if (child !== entry) isSame = false;
  }
  return isSame ? set : result;
}

function inOrder(elements: PathElement[]): PathElement[] {
  for (let index = 1; index < elements.length; index++) {
    if (compareEntries(elements[index - 1]!, elements[index]!) > 0) {
      return elements.toSorted(compareEntries);
    }
  }
  return elements;
}

const compareEntries = (left: PathElement, right: PathElement): number =>
  left === SELF ? -1 : right === SELF ? 1 : compareElements(left, right);

/**
 * Parses a set from a client. Path elements of unknown kinds are omitted.
 *
 * @throws {SyntaxError} for an invalid set
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
