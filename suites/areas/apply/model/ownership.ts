/**
 * Who owns which field, after any sequence of applies and other writes: fields are leaves of maps
 * and members of sets, so that a set of paths a manager is all there is to it.
 *
 * @module
 */

/** The fields of an object: values by path. A member of a set has the empty value. */
export type Fields = ReadonlyMap<string, string>;

/** What is there, and which manager owns which paths of it. */
export interface Owned {
  readonly fields: Fields;
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Nothing there, nobody owning. */
export const NOTHING: Owned = { fields: new Map(), owners: new Map() };

/** The paths others own with another value than is to be applied. */
export function conflictsOf({ fields, owners }: Owned, manager: string, applied: Fields): string[] {
  return [...applied.keys()].filter((path) =>
    fields.get(path) !== applied.get(path) &&
    [...owners].some(([other, paths]) => other !== manager && paths.has(path))
  );
}

/** What an apply makes of it; conflicts are overridden. */
export function applied(before: Owned, manager: string, config: Fields): Owned {
  const lost = new Set(conflictsOf(before, manager, config));
  const owners = new Map<string, ReadonlySet<string>>();
  for (const [other, paths] of before.owners) owners.set(other, paths.difference(lost));
  owners.set(manager, new Set(config.keys()));
  const fields = new Map([...before.fields, ...config]);
  for (const path of before.owners.get(manager) ?? []) {
    const isOwned = [...owners.values()].some((paths) => paths.has(path));
    if (!isOwned) fields.delete(path);
  }
  return owned(fields, owners);
}

/** What any other write makes of it that leaves these fields. */
export function updated(before: Owned, manager: string, fields: Fields): Owned {
  const paths = new Set([...before.fields.keys(), ...fields.keys()]);
  const changed = new Set(
    [...paths].filter((path) => before.fields.get(path) !== fields.get(path)),
  );
  const owners = new Map<string, ReadonlySet<string>>();
  for (const [other, theirs] of before.owners) owners.set(other, theirs.difference(changed));
  const set = new Set([...changed].filter((path) => fields.has(path)));
  owners.set(manager, (owners.get(manager) ?? new Set()).union(set));
  return owned(fields, owners);
}

/** Who owns nothing is no manager. */
function owned(fields: Fields, owners: ReadonlyMap<string, ReadonlySet<string>>): Owned {
  return { fields, owners: new Map([...owners].filter(([, paths]) => paths.size > 0)) };
}
