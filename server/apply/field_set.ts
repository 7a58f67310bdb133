/**
 * Sets of fields. A set is written as the wire has it: an object with an entry for each step that
 * leads to members. An empty entry is a member; an entry with further steps is one as well when it
 * holds `"."`. The sets here are values: nothing changes one but the {@linkcode insert} that
 * builds it.
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

/** An entry that is a member or not, with members below it; undefined when there is nothing. */
function toEntry(member: boolean, children: FieldSet): FieldSet | undefined {
  if (isEmpty(children)) return member ? LEAF : undefined;
  return member ? { [SELF]: LEAF, ...children } : children;
}

/** Adds the field at a path to a set that is being built. */
export function insert(set: FieldSet, path: readonly PathElement[]): void {
  let node = set;
  const last = path.length - 1;
  for (let index = 0; index <= last; index++) {
    const element = path[index]!;
    const next = node[element];
    if (index === last) {
      if (next === undefined) node[element] = {};
      else if (!isEmpty(next)) next[SELF] = LEAF;
    } else if (next === undefined) {
      node = node[element] = {};
    } else {
      // What was a leaf stays a member when something comes below it.
      if (isEmpty(next)) next[SELF] = LEAF;
      node = next;
    }
  }
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
    result[element] = a === undefined
      ? b
      : toEntry(isMember(a) || isMember(b), union(below(a), below(b)))!;
  }
  return result;
}

/** The fields in both sets. */
export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  const result: FieldSet = {};
  for (const element in left) {
    const [a, b] = [left[element]!, right[element]];
    if (b === undefined) continue;
    const entry = toEntry(isMember(a) && isMember(b), intersection(below(a), below(b)));
    if (entry) result[element] = entry;
  }
  return result;
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
  let result: FieldSet | undefined;
  for (const element in right) {
    const [a, b] = [left[element], right[element]!];
    if (a === undefined) continue;
    const entry = recursive && isMember(b)
      ? undefined
      : toEntry(isMember(a) && !isMember(b), difference(below(a), below(b), { recursive }));
    result ??= { ...left };
    if (entry) result[element] = entry;
    else delete result[element];
  }
  return result ?? left;
}

/** Tells whether two sets have the same members. */
export function sameFields(left: FieldSet, right: FieldSet): boolean {
  if (left === right) return true;
  const elements = Object.keys(left);
  if (elements.length !== Object.keys(right).length) return false;
  return elements.every((element) => {
    const [a, b] = [left[element]!, right[element]];
    return b !== undefined && isMember(a) === isMember(b) && sameFields(below(a), below(b));
  });
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
  const children: FieldSet = {};
  for (const [text, entry] of Object.entries(fields)) {
    const element = text === SELF ? undefined : readElement(text);
    if (element !== undefined) children[element] = readEntry(entry);
  }
  return toEntry(SELF in fields, children) ?? LEAF;
}
