/**
 * Applies and updates of objects in tests, and what they leave owned.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import { definition } from "../codec/schema.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { type Application, applyObject } from "./apply.ts";
import type { TrackedResource } from "./merge_and_compare.ts";
import { trackUpdate } from "./track_update.ts";

/** When what is written here is written. */
export const TIME = "2026-01-01T00:00:00Z";

/** Nine seconds later. */
export const LATER = "2026-01-01T00:00:09Z";

const secrets: TrackedResource = {
  apiVersion: "v1",
  schema: definition("core.v1.Secret"),
  resetFields: {},
  subresource: "",
};

const deployments: TrackedResource = {
  apiVersion: "apps/v1",
  schema: definition("apps.v1.Deployment"),
  resetFields: {},
  subresource: "",
};

/** A secret with these fields. */
export const secret = (fields: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  ...fields,
  metadata: { name: "a", ...fields.metadata as JsonObject },
});

/** Applies as `m1` without force, unless said otherwise. */
export function apply(
  live: JsonObject | undefined,
  applied: JsonObject,
  options: Partial<Application> = {},
): JsonObject {
  return applyObject({
    resource: applied.kind === "Secret" ? secrets : deployments,
    live: live as ApiObject | undefined,
    applied,
    manager: "m1",
    force: false,
    time: TIME,
    ...options,
  });
}

/** Writes in the ordinary way. */
export function update(live: JsonObject, object: JsonObject, manager = "u"): JsonObject {
  const resource = object.kind === "Secret" ? secrets : deployments;
  const managedFields = trackUpdate({
    resource,
    live: live as ApiObject,
    object: object as ApiObject,
    manager,
    time: TIME,
  });
  const metadata = { ...object.metadata as JsonObject, ...(managedFields && { managedFields }) };
  return { ...object, metadata };
}

/** The entries of who owns what. */
export const entriesOf = (object: JsonObject): JsonObject[] =>
  ((object.metadata as JsonObject).managedFields ?? []) as JsonObject[];

/** What each manager owns, by its name and operation. */
export const owners = (object: JsonObject): Record<string, Json> =>
  Object.fromEntries(
    entriesOf(object).map(({ manager, operation, fieldsV1 }) => [
      `${manager} ${operation}`,
      fieldsV1!,
    ]),
  );

/** The refusal of an apply in its own words, as `field: message`. */
export function conflicts(action: () => unknown): string[] {
  const error = assertThrows(action, ApiError);
  assertEquals(error.reason, "Conflict");
  return error.details!.causes!.map((cause) => {
    assertEquals(cause.reason, "FieldManagerConflict");
    return `${cause.field}: ${cause.message}`;
  });
}
