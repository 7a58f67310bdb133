/**
 * The verb patch: the current content with a change applied, then an update.
 *
 * @module
 */
import { ApiError, badRequest } from "../api_error.ts";
import { formatPath, readJson } from "../codec/json.ts";
import type { ObjectSchema } from "../codec/schema.ts";
import type { Json, JsonObject } from "../object.ts";
import { APPLY_PATCH } from "./apply.ts";
import { shownAs } from "./conversion.ts";
import { mediaTypeOf, schemaOf } from "./decode_object.ts";
import type { Registry, Result, VerbRequest } from "./registry.ts";
import { asObject } from "./resource.ts";
import type { Steps } from "./steps.ts";

/** Makes new content of the old and a patch, by the schema of the kind. */
type Patch = (steps: Steps, content: JsonObject, patch: Json, schema: ObjectSchema) => Json;

/** The ways to patch by media type. */
const PATCHES: ReadonlyMap<string, Patch> = new Map<string, Patch>([
  ["application/json-patch+json", (steps, content, patch) => steps.applyJsonPatch(content, patch)],
  [
    "application/merge-patch+json",
    (steps, content, patch) => steps.applyMergePatch(withoutManagers(content), objectIn(patch)),
  ],
  [
    "application/strategic-merge-patch+json",
    (steps, content, patch, schema) =>
      steps.applyStrategicMergePatch(withoutManagers(content), objectIn(patch), schema),
  ],
]);

function objectIn(patch: Json): JsonObject {
  const object = asObject(patch);
  if (!object) throw badRequest("Cannot apply the merge patch as it must be an object");
  return object;
}

/**
 * The content without its list of managers. A merge patch can only replace the list, so that it
 * need not be taken along to tell a list that was sent from the one that is there.
 */
function withoutManagers(content: JsonObject): JsonObject {
  const { managedFields: _, ...metadata } = asObject(content.metadata) ?? {};
  return { ...content, metadata };
}

/** Changes a part of an object (interface, "Operation templates", row patch). */
export async function patch(registry: Registry, request: VerbRequest): Promise<Result> {
  const { context, definition, view } = request;
  const { steps } = registry;
  const type = context.request.headers.get("content-type") ?? "";
  const mediaType = mediaTypeOf(type);
  if (mediaType === APPLY_PATCH && !view) return await steps.apply(registry, request);
  const change = PATCHES.get(mediaType);
  if (!change) {
    throw new ApiError(
      "UnsupportedMediaType",
      `Cannot patch by the media type "${type}": use one of ${
        [...PATCHES.keys(), ...(view ? [] : [APPLY_PATCH])].join(", ")
      }`,
    );
  }
  const options = steps.readWriteOptions(registry, context, "PatchOptions");
  const body = await context.body();
  const shown = view ? { ...request, definition: view.definition } : request;
  const schema = schemaOf(shown.definition, registry.dialect);
  const version = await steps.updateObject(registry, request, (current) => {
    // What is not there is missed before the patch is looked into.
    const document = readJson(body);
    const duplicates = document.duplicates.map(formatPath);
    const content = view ? view.show(current) : shownAs(current, definition.conversion);
    const patched = change(steps, content, document.value, schema);
    const object = steps.decodePatched(registry, shown, patched, options, duplicates);
    steps.checkPlace(object, definition, context.info);
    return view ? view.set(current, object) : object;
  }, { dryRun: options.dryRun, manager: options.fieldManager });
  return { kind: "object", status: 200, version };
}
