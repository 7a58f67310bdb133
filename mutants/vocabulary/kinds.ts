/**
 * Bugs in what a kind validates, and in the defaults that it sets.
 *
 * @module
 */
import type { ApiObject, Cause, CauseReason } from "@plumbline/server/api";
import type { ResourceDefinition, Strategy } from "@plumbline/server/resources";
import type { Install } from "./on.ts";

/** The kinds whose strategies bugs change, and the subresources. */
export type KindWord =
  | "ClusterRole"
  | "ClusterRoleBinding"
  | "Deployment"
  | "Deployment/status"
  | "Role"
  | "RoleBinding"
  | "Secret";

/** The strategies of some kinds, and the effects that a bug can have on them. */
export interface Kinds {
  /** Replaces members of the strategies. */
  change(change: (strategy: Strategy) => Strategy): Install;
  /** Changes objects before their defaults are set. */
  beforeDefaults(change: (object: ApiObject) => void): Install;
  /** Changes objects after their defaults were set. */
  afterDefaults(change: (object: ApiObject) => void): Install;
  /** Changes the objects of updates before they are validated. */
  inUpdates(change: (object: ApiObject, old: ApiObject) => void): Install;
  /** Ignores some of the causes why an object is invalid. */
  ignoreCauses(
    isIgnored: (cause: Required<Cause>, object: ApiObject, old: ApiObject | undefined) => boolean,
  ): Install;
  /** Adds causes why an object is invalid. */
  addCauses(causes: (object: ApiObject) => readonly Cause[]): Install;
  /** Adds causes why a change of an object is invalid. */
  addUpdateCauses(causes: (object: ApiObject, old: ApiObject) => readonly Cause[]): Install;
}

/** Returns the strategies of some kinds; of a subresource where a kind names one. */
export function ofKind(...kinds: readonly KindWord[]): Kinds {
  const change: Kinds["change"] = (change) => ({ resource }) => {
    for (const word of kinds) resource((definition) => changed(definition, word, change));
  };
  return {
    change,
    beforeDefaults: (changeObject) =>
      change(({ applyDefaults }) => ({
        applyDefaults(object) {
          changeObject(object);
          applyDefaults?.(object);
        },
      })),
    afterDefaults: (changeObject) =>
      change(({ applyDefaults }) => ({
        applyDefaults(object) {
          applyDefaults?.(object);
          changeObject(object);
        },
      })),
    inUpdates: (changeObject) =>
      change(({ prepareForUpdate }) => ({
        prepareForUpdate(object, old) {
          prepareForUpdate?.(object, old);
          changeObject(object, old);
        },
      })),
    ignoreCauses: (isIgnored) => change(ignoringCauses(isIgnored)),
    addCauses: (causes) =>
      change(({ validate }) => ({
        validate: (object) => [...validate?.(object) ?? [], ...causes(object)],
      })),
    addUpdateCauses: (causes) =>
      change(({ validateUpdate }) => ({
        validateUpdate: (object, old) => [
          ...validateUpdate?.(object, old) ?? [],
          ...causes(object, old),
        ],
      })),
  };
}

function changed(
  { kind, strategy, subresources }: ResourceDefinition,
  word: KindWord,
  change: (strategy: Strategy) => Strategy,
): Partial<ResourceDefinition> {
  const [name, subresource] = word.split("/");
  if (kind !== name) return {};
  if (subresource === undefined) return { strategy: { ...strategy, ...change(strategy) } };
  const original = subresources?.[subresource];
  if (original === undefined) return {};
  return { subresources: { ...subresources, [subresource]: { ...original, ...change(original) } } };
}

/** Returns members of a strategy that ignore some of the causes why an object is invalid. */
export function ignoringCauses(
  isIgnored: (cause: Required<Cause>, object: ApiObject, old: ApiObject | undefined) => boolean,
): (strategy: Strategy) => Strategy {
  const counts = (object: ApiObject, old?: ApiObject) => (cause: Cause) =>
    !isIgnored({ field: "", ...cause }, object, old);
  return ({ validate, validateUpdate }) => ({
    validate: (object) => (validate?.(object) ?? []).filter(counts(object)),
    validateUpdate: (object, old) =>
      (validateUpdate?.(object, old) ?? []).filter(counts(object, old)),
  });
}

/** Returns a cause of the Status of an invalid object. */
export const causeOf = (reason: CauseReason, field: string, message: string): Cause => ({
  reason,
  field,
  message,
});
