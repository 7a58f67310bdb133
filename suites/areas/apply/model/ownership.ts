/**
 * Model of field ownership after applies and other writes. Fields are leaves of maps and members of
 * sets, so that a set of paths per manager describes ownership.
 *
 * @module
 */

/** Values of an object's fields by path. The value of a set member is the empty string. */
export type Fields = ReadonlyMap<string, string>;

/** The fields of an object, and the paths owned by each manager. */
export interface Owned {
  readonly fields: Fields;
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The state before the object exists. */
export const NO_OBJECT: Owned = { fields: new Map(), owners: new Map() };

/** Returns the applied paths that another manager owns with another value. */
export function conflictsOf({ fields, owners }: Owned, manager: string, applied: Fields): string[] {
  return [...applied.keys()].filter((path) =>
    fields.get(path) !== applied.get(path) &&
    [...owners].some(([other, paths]) => other !== manager && paths.has(path))
  );
}

/** Returns the state after an apply that overrides conflicts. */
export function afterApply(before: Owned, manager: string, config: Fields): Owned {
  const lost = new Set(conflictsOf(before, manager, config));
  const owners = new Map<string, ReadonlySet<string>>();
  for (const [other, paths] of before.owners) owners.set(other, paths.difference(lost));
  owners.set(manager, new Set(config.keys()));
  const fields = new Map([...before.fields, ...config]);
  for (const path of before.owners.get(manager) ?? []) {
    const isOwned = [...owners.values()].some((paths) => paths.has(path));
    if (!isOwned) fields.delete(path);
  }
  return ownedBy(fields, owners);
}

/** Returns the state after another write, whose result has these fields. */
export function afterUpdate(before: Owned, manager: string, fields: Fields): Owned {
  const paths = new Set([...before.fields.keys(), ...fields.keys()]);
  const changed = new Set(
    [...paths].filter((path) => before.fields.get(path) !== fields.get(path)),
  );
  const owners = new Map<string, ReadonlySet<string>>();
  for (const [other, theirs] of before.owners) owners.set(other, theirs.difference(changed));
  const set = new Set([...changed].filter((path) => fields.has(path)));
  owners.set(manager, (owners.get(manager) ?? new Set()).union(set));
  return ownedBy(fields, owners);
}

/** Drops managers that own nothing. */
function ownedBy(fields: Fields, owners: ReadonlyMap<string, ReadonlySet<string>>): Owned {
  return { fields, owners: new Map([...owners].filter(([, paths]) => paths.size > 0)) };
}
