/**
 * Helpers of mutants of roles and bindings.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import { asObject, type Strategy } from "@plumbline/server/resources";
import { accepting, strategyOf } from "../../helpers.ts";
import type { Install } from "../../vocabulary/on.ts";

/** Returns the objects of a list; none if the value is not a list. */
export const itemsOf = (value: unknown): readonly JsonObject[] =>
  (Array.isArray(value) ? value : []).map((item) => asObject(item) ?? {});

/** Kinds of bindings. */
export const BINDINGS: readonly string[] = ["RoleBinding", "ClusterRoleBinding"];

/** Changes the strategy of several kinds. */
export function changingStrategies(
  kinds: readonly string[],
  change: (strategy: Strategy) => Strategy,
): Install {
  return ({ resource }) => {
    for (const kind of kinds) resource(strategyOf(kind, change));
  };
}

/** Accepts objects in which a required field is missing. */
export function notRequiring(field: RegExp): Install {
  return ({ steps }) =>
    steps(accepting((cause) => cause.reason === "FieldValueRequired" && field.test(cause.field)));
}

/** Changes objects of some kinds before they are stored. */
export function changingStored(
  kinds: readonly string[],
  change: (object: ApiObject) => void,
): Install {
  return changingStrategies(kinds, ({ applyDefaults }) => ({
    applyDefaults(object) {
      applyDefaults?.(object);
      change(object);
    },
  }));
}
