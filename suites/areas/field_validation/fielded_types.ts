/**
 * The resource types of a target with the fields of their objects.
 *
 * @module
 */
import fc from "fast-check";
import type { Target } from "../../client/target.ts";
import type { Place } from "../../model/field_injection.ts";
import { describedType } from "../../model/fields/described_types.ts";
import type { Shape } from "../../model/fields/shape.ts";
import { FIELDED_TYPES, type FieldedType } from "../../model/fields/stored_types.ts";
import { isSpecified, type ResourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";

/** What is known of a target. */
type Typed = Pick<Target, "types" | "dialect">;

const known = new WeakMap<readonly ResourceType[], readonly FieldedType[]>();

/**
 * Returns the types whose objects can be written: those of the specification with the fields that it
 * shows, and others with the fields that the target describes.
 */
export function fieldedTypesOf({ types, dialect }: Typed): readonly FieldedType[] {
  if (types === undefined) return FIELDED_TYPES;
  const found = known.get(types) ?? types.flatMap((type) => {
    const { unserved = [] } = type;
    if (unserved.includes("create") || unserved.includes("get")) return [];
    return isSpecified(type)
      ? FIELDED_TYPES.filter(({ resource }) => resource === type.resource)
      : [describedType(type, dialect)];
  });
  known.set(types, found);
  return found;
}

/** Returns an arbitrary of the names of types whose objects can be written. */
export function writtenTypeName(target: Typed): fc.Arbitrary<string> {
  return fc.constantFrom(...writtenTypesOf(target));
}

/** Returns the names of the types whose objects can be written. */
export function writtenTypesOf(target: Typed): readonly string[] {
  return [...new Set(fieldedTypesOf(target).map(({ resource }) => resource))];
}

/** Returns why a check of fields cannot run: no object can be written. */
export function withoutFieldedType({ target }: Scope): Promise<string | undefined> {
  const isWithout = fieldedTypesOf(target).length === 0;
  return Promise.resolve(isWithout ? "no object of the target's types can be created" : undefined);
}

/**
 * Returns a function that computes something of the types of a target once.
 *
 * @param compute Computes it.
 */
export function oncePerTarget<Value>(
  compute: (types: readonly FieldedType[]) => Value,
): (target: Typed) => Value {
  const values = new WeakMap<readonly FieldedType[], { readonly value: Value }>();
  return (target) => {
    const types = fieldedTypesOf(target);
    const found = values.get(types) ?? { value: compute(types) };
    values.set(types, found);
    return found.value;
  };
}

/**
 * Returns how many of the names of test cases one case has. The types of a server itself may have
 * few: a case has several of them all the same, so that few cases try them all.
 *
 * @param names The number of names.
 * @param cases The number of cases to divide them into, as far as types allow it.
 */
export function batchSize(
  { types }: Pick<Target, "types">,
  { names, cases }: { readonly names: number; readonly cases: number },
): number {
  const size = cases > 0 ? Math.ceil(names / cases) : BATCH.most;
  return types === undefined ? size : Math.max(size, BATCH.least);
}

/** The names of one case on a target with types of its own. */
const BATCH = { least: 8, most: 24 } as const;

/** Returns true if the fields of the object at a place of an object of a type are known. */
export function isClosedAt({ shape }: FieldedType, place: Place): boolean {
  let found: Shape | undefined = shape;
  for (const key of place) {
    if (found === undefined) return false;
    if (found.type === "list") found = found.items[Number(key)];
    else found = "members" in found ? found.members[key] : undefined;
  }
  return found?.type === "object";
}
