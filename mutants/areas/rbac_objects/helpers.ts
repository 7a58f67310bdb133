/**
 * Helpers of mutants of roles and bindings.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { accepting } from "../../helpers.ts";
import type { Install } from "../../vocabulary/on.ts";
import { wrapSteps } from "../../vocabulary/wrap.ts";

/** Returns the objects of a list; none if the value is not a list. */
export const itemsOf = (value: unknown): readonly JsonObject[] =>
  (Array.isArray(value) ? value : []).map((item) => asObject(item) ?? {});

/** Kinds of bindings. */
export const BINDINGS = ["RoleBinding", "ClusterRoleBinding"] as const;

/** Accepts objects in which a required field is missing. */
export function notRequiring(field: RegExp): Install {
  return wrapSteps(
    accepting((cause) => cause.reason === "FieldValueRequired" && field.test(cause.field)),
  );
}
