/**
 * What a change of an object takes from its managers.
 *
 * @module
 */
import type { Comparison } from "./compare.ts";
import { difference, type FieldSet, intersection, isEmpty } from "./field_set.ts";
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
 * @param self the key of the manager that makes the change, which loses nothing
 */
export function giveUp(managers: Managers, change: Comparer, self?: string): AfterChange {
  const left = new Map<string, Manager>();
  const taken = new Map<string, FieldSet>();
  for (const [key, manager] of managers) {
    const comparison = key === self ? undefined : change(manager.apiVersion);
    if (comparison) {
      const { owned, lost } = loseChanged(manager.fields, comparison);
      if (!isEmpty(lost)) taken.set(key, lost);
      if (isEmpty(owned)) continue;
      left.set(key, owned === manager.fields ? manager : withFields(manager, owned));
    } else if (key === self && !isEmpty(manager.fields)) {
      left.set(key, manager);
    }
  }
  return { managers: left, taken };
}

function loseChanged(
  fields: FieldSet,
  { changed, removed }: Comparison,
): { owned: FieldSet; lost: FieldSet } {
  const lost = intersection(fields, changed);
  return { owned: difference(difference(fields, lost), removed), lost };
}
