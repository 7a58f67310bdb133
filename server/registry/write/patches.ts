/**
 * How a patch is applied to the content of an object.
 *
 * @module
 */
import { badRequest } from "../../api_error.ts";
import { applyJsonPatch, applyMergePatch } from "../../codec/patch.ts";
import type { ObjectSchema } from "../../codec/schema.ts";
import { applyStrategicMergePatch } from "../../codec/strategic_merge_patch.ts";
import type { Dialect } from "../../dialect.ts";
import type { Json, JsonObject } from "../../object.ts";
import { asObject } from "../resource.ts";
import type { PatchForm } from "../write_options.ts";

/**
 * Applies a patch to a copy of the content.
 *
 * @throws {ApiError} BadRequest for a malformed patch, Invalid for one that cannot be applied
 */
export function applyPatch(
  form: PatchForm,
  content: JsonObject,
  patch: Json,
  schema: ObjectSchema,
  { name }: Dialect,
): Json {
  switch (form) {
    case "json-patch":
      return applyJsonPatch(content, patch, { absentIsNull: name === "kubernetes" });
    case "merge-patch":
      return applyMergePatch(withoutManagers(content), objectIn(patch));
    case "strategic-merge-patch":
      return applyStrategicMergePatch(withoutManagers(content), objectIn(patch), schema);
  }
}

function objectIn(patch: Json): JsonObject {
  const object = asObject(patch);
  if (!object) throw badRequest("Cannot apply the merge patch as it must be an object");
  return object;
}

/**
 * Returns the content without `managedFields`. A merge patch can only replace the list as a whole,
 * and this way a list that the patch sets differs from the current one.
 */
function withoutManagers(content: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = asObject(content.metadata) ?? {};
  return { ...content, metadata };
}
