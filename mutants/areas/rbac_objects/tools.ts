/**
 * What faults of roles and bindings are written with.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import { asObject, type Strategy } from "../../../server/registry/resource.ts";
import type { Seams } from "../../../server/parts.ts";
import { strategyOf } from "../../changes.ts";

/** The objects of a list, where it is one. */
export const itemsOf = (value: unknown): readonly JsonObject[] =>
  (Array.isArray(value) ? value : []).map((item) => asObject(item) ?? {});

/** The kinds of bindings. */
export const BINDINGS: readonly string[] = ["RoleBinding", "ClusterRoleBinding"];

/** Changes the strategy of several kinds. */
export function ofKinds(
  { resource }: Seams,
  kinds: readonly string[],
  change: (strategy: Strategy) => Strategy,
): void {
  for (const kind of kinds) resource(strategyOf(kind, change));
}

/** Accepts what lacks some field. */
export function notMissing({ steps }: Seams, field: RegExp): void {
  steps(({ missingFields }) => ({
    missingFields: (object, schema) =>
      missingFields(object, schema).filter((cause) => !field.test(cause.field ?? "")),
  }));
}

/** Changes what is stored of objects of some kinds. */
export function storing(
  seams: Seams,
  kinds: readonly string[],
  change: (object: ApiObject) => void,
): void {
  ofKinds(seams, kinds, ({ applyDefaults }) => ({
    applyDefaults(object) {
      applyDefaults?.(object);
      change(object);
    },
  }));
}
