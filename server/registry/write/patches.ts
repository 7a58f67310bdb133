/**
 * The forms of a patch: their media types, and how each is applied to the content of an object.
 *
 * @module
 */
import { ApiError, badRequest } from "../../api_error.ts";
import { applyJsonPatch, applyMergePatch } from "../../codec/patch.ts";
import type { ObjectSchema } from "../../codec/schema.ts";
import { applyStrategicMergePatch } from "../../codec/strategic_merge_patch.ts";
import type { Dialect } from "../../dialect.ts";
import type { Json, JsonObject } from "../../object.ts";
import type { VerbRequest } from "../services.ts";
import { asObject } from "../resource.ts";
import { APPLY_PATCH, mediaTypeOf } from "../write_options.ts";
import type { PatchForm } from "./state.ts";

/** The form of a patch by its media type, in the order in which errors list them. */
const FORMS: ReadonlyMap<string, PatchForm | "apply"> = new Map([
  ["application/json-patch+json", "json-patch"],
  ["application/merge-patch+json", "merge-patch"],
  ["application/strategic-merge-patch+json", "strategic-merge-patch"],
  [APPLY_PATCH, "apply"],
]);

/**
 * Returns the form of the patch in a request.
 *
 * @throws {ApiError} UnsupportedMediaType
 */
export function patchFormOf({ context, definition, view }: VerbRequest): PatchForm | "apply" {
  const isTaken = (form: string) =>
    form !== "strategic-merge-patch" || definition.hasStrategicMerge !== false || view;
  const form = FORMS.get(mediaTypeOf(context.request.headers.get("content-type") ?? ""));
  if (form && isTaken(form)) return form;
  const taken = [...FORMS].filter(([, form]) => isTaken(form)).map(([type]) => type);
  throw new ApiError(
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${
      taken.join(", ")
    }`,
  );
}

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
