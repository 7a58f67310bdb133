/**
 * What a change of an object takes from its managers.
 *
 * @module
 */
import { difference, EMPTY, type FieldSet, intersection, isEmpty } from "./field_set.ts";
import { type Manager, type Managers, withFields } from "./managers.ts";
import type { Comparer } from "./tracked_resource.ts";

/** What is left after a change. */
export interface AfterChange {
  /** The managers with what they still own; those that own nothing are gone. */
  readonly managers: Map<string, Manager>;
  /** The fields that were taken from managers because they got another value. */
  readonly taken: ReadonlyMap<string, FieldSet>;
}

/**
 * Takes what changed from its owners: fields with a new value, and fields that are gone.
 *
 * @param self the key of the manager that gives the new values, which loses only what is gone
 */
export function giveUp(managers: Managers, change: Comparer, self?: string): AfterChange {
  const left = new Map<string, Manager>();
  const taken = new Map<string, FieldSet>();
  for (const [key, manager] of managers) {
    const comparison = change(manager.apiVersion);
    if (!comparison) continue;
    const { fields } = manager;
    const lost = key === self ? EMPTY : intersection(fields, comparison.changed);
    if (!isEmpty(lost)) taken.set(key, lost);
    const owned = difference(difference(fields, lost), comparison.removed);
    if (isEmpty(owned)) continue;
    left.set(key, owned === fields ? manager : withFields(manager, owned));
  }
  return { managers: left, taken };
}
