/**
 * Who an object belongs to: `metadata.ownerReferences`.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import { warningItem } from "../codec/decode.ts";
import { equal } from "../json_equal.ts";
import type { ObjectMeta, OwnerReference } from "../object.ts";

const FIELD = "metadata.ownerReferences";

/** What is wrong with the owners of an object, beyond fields that are missing. */
export function validateOwnerReferences(references: readonly OwnerReference[] = []): Cause[] {
  const controllers = references.filter(({ controller }) => controller);
  return [
    ...references.flatMap(validateReference),
    ...(controllers.length > 1
      ? [wrong(FIELD, `only one owner can be the controller, not ${namesOf(controllers)}`)]
      : []),
  ];
}

/** A reference without a field it needs is refused for that, elsewhere. */
function validateReference({ apiVersion = "", kind }: Partial<OwnerReference>): Cause[] {
  if (apiVersion.split("/").length > 2) {
    const why = `Invalid value: ${JSON.stringify(apiVersion)}: must be a group and a version`;
    return [wrong(`${FIELD}.apiVersion`, why)];
  }
  // Events come and go by themselves: they own nothing.
  return kind === "Event" && !apiVersion.includes("/")
    ? [wrong(FIELD, "an Event may not be an owner")]
    : [];
}

const namesOf = (references: readonly OwnerReference[]) =>
  references.map(({ kind, name }) => `${kind}/${name}`).join(" and ");

const wrong = (field: string, message: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message,
});

/** Drops references that say the same as one before them, and warns of it. */
export function dropRepeatedOwners(metadata: ObjectMeta, warnings: Set<string>): void {
  const { ownerReferences } = metadata;
  if (!ownerReferences || ownerReferences.length < 2) return;
  const kept: OwnerReference[] = [];
  const dropped = new Set<string>();
  for (const reference of ownerReferences) {
    if (kept.some((other) => equal(other, reference))) dropped.add(reference.uid);
    else kept.push(reference);
  }
  if (dropped.size === 0) return;
  metadata.ownerReferences = kept;
  const uids = [...dropped].join(", ");
  warnings.add(warningItem(`${FIELD} names the owners with these uids repeatedly: ${uids}`));
}
