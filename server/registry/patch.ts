/**
 * The verb patch: the current content with a change applied, then an update.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import { applyJsonPatch } from "../codec/json_patch.ts";
import { applyMergePatch } from "../codec/merge_patch.ts";
import { parseJson } from "../codec/text.ts";
import type { Json, JsonObject } from "../object.ts";
import { mediaTypeOf, toObject } from "./decode_object.ts";
import { checkPlace } from "./object_meta.ts";
import type { Registry, Result, VerbRequest } from "./registry.ts";
import { asObject } from "./resource.ts";
import { updateObject } from "./update.ts";
import { readDryRun } from "./write_options.ts";

/** The ways to patch by media type: each applies a patch to a copy of the content. */
const PATCHES: Readonly<Record<string, (content: JsonObject, patch: unknown) => Json>> = {
  "application/json-patch+json": applyJsonPatch,
  "application/merge-patch+json": (content, patch) => {
    if (!asObject(patch)) throw badRequest("Cannot apply the merge patch as it must be an object");
    return applyMergePatch(content, patch as JsonObject);
  },
};

/** Changes a part of an object (interface, "Operation templates", row patch). */
export async function patch(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition } = request;
  const dryRun = readDryRun(context.query.getAll("dryRun"), "PatchOptions");
  const type = context.request.headers.get("content-type") ?? "";
  const apply = PATCHES[mediaTypeOf(type)];
  if (!apply) {
    throw new ApiError(
      "UnsupportedMediaType",
      `Cannot patch by the media type "${type}": use one of ${Object.keys(PATCHES).join(", ")}`,
    );
  }
  if (context.query.has("force")) {
    throw new ApiError("Invalid", "Cannot force this patch as only an apply can be forced", {
      kind: "PatchOptions",
      causes: [{
        reason: "FieldValueForbidden",
        field: "force",
        message: "may not be specified for non-apply patch",
      }],
    });
  }
  const change = parseJson(await context.body());
  const version = await updateObject(registry, request, (current) => {
    const patched = asObject(apply(structuredClone(current), change));
    if (!patched) throw badRequest("Cannot apply the patch as what remains is no object");
    const object = toObject(patched, definition);
    checkPlace(object, definition, context.info);
    return object;
  }, { dryRun });
  return { kind: "object", status: 200, version };
}
