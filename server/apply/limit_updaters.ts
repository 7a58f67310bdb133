/**
 * A bound on the number of managers that ordinary writes leave behind.
 *
 * @module
 */
import { union } from "./field_set.ts";
import { type Manager, managerKey, type Managers } from "./managers.ts";

/** How many managers of ordinary writes an object keeps apart. */
export const MAX_UPDATERS = 10;

/** The manager that the oldest ones become. */
export const ANCIENT_CHANGES = "ancient-changes";

const ageOf = ({ time = "", name, apiVersion, subresource }: Manager): string =>
  [time, name, apiVersion, subresource].join(" ");

/** The managers, with the oldest updaters of a version made one where there are too many. */
export function limitUpdaters(managers: Managers): Managers {
  if (managers.size <= MAX_UPDATERS) return managers;
  const updaters = [...managers].filter(([, { operation }]) => operation === "Update");
  if (updaters.length <= MAX_UPDATERS) return managers;
  updaters.sort(([, left], [, right]) => ageOf(left) < ageOf(right) ? -1 : 1);
  const result = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  let count = updaters.length;
  for (const [key, manager] of updaters) {
    if (count <= MAX_UPDATERS) break;
    const { apiVersion } = manager;
    const first = firstOfVersion.get(apiVersion);
    if (first === undefined) {
      firstOfVersion.set(apiVersion, key);
      continue;
    }
    const bucket = {
      name: ANCIENT_CHANGES,
      operation: "Update",
      apiVersion,
      subresource: "",
    } as const;
    const bucketKey = managerKey(bucket);
    const merged = result.get(bucketKey) ?? result.get(first)!;
    if (!result.has(bucketKey)) result.delete(first);
    result.delete(key);
    result.set(bucketKey, {
      ...bucket,
      time: manager.time,
      fields: union(manager.fields, merged.fields),
      entry: undefined,
    });
    count--;
  }
  return result;
}
