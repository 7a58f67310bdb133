/**
 * The steps of a write that compute the new content of the object, from the stored object and what
 * was sent.
 *
 * @module
 */
import { badRequest, conflict, invalid, notFound, staleVersion } from "../../api_error.ts";
import { applyObject } from "../../apply/apply.ts";
import type { Awaitable } from "../../awaitable.ts";
import { formatPath, readJson } from "../../codec/json.ts";
import { type ApiObject, copyOf, equalBut, type JsonObject } from "../../object.ts";
import { checkNamedUid as compareUid, timestamp, versionAsked } from "../object_meta.ts";
import { asObject, schemaOf, shownAs } from "../resource.ts";
import { resetsMetadata, trackedResource } from "./ownership.ts";
import { applyPatch } from "./patches.ts";
import type { PatchForm } from "../write_options.ts";
import type { Write } from "./state.ts";

/**
 * Reads the stored object, once: a write that was overtaken begins again here. Skipped for a create.
 */
export function readCurrent(write: Write): Awaitable<void> {
  if (write.current) return;
  const found = write.registry.storage.get(write.key);
  if (found instanceof Promise) return found.then((version) => void (write.current = version));
  write.current = found;
}

/**
 * Checks that an update, a patch or an apply may make the object that it did not find. Skipped for a
 * create, which was authorized as such, and where there is an object.
 *
 * @throws {ApiError} NotFound where only a create makes objects, Forbidden without the verb `create`,
 *   Conflict for an update that expects a certain object
 */
export async function permitCreation(write: Write): Promise<void> {
  const { form, sent, definition, key: { name }, context, registry } = write;
  const metadata = sent?.metadata;
  if (form === "update" && metadata?.uid) {
    const why = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: `;
    throw conflict(definition, name, why);
  }
  const mayMake = write.form === "apply" || (form === "update" && definition.createsOnUpdate);
  if (!mayMake || context.info.subresource) throw notFound(definition, name);
  if (metadata && write.form !== "apply" && versionAsked(metadata)) {
    throw staleVersion(definition, name);
  }
  await registry.authorize(context, "create");
}

/**
 * Parses a patch, and shows the object in the form that the patch is about. Of an apply, `accept`
 * has read the configuration. Skipped for all other writes.
 *
 * @throws {ApiError} BadRequest for a body that cannot be parsed
 */
export function readPatch(write: Write): void {
  const { current, view, definition: { conversion } } = write;
  if (write.isPatch) {
    const { value, duplicates } = readJson(write.bytes!);
    write.patch = value;
    write.duplicates = duplicates.map(formatPath);
    write.live = view ? view.show(current!.object) : shownAs(current!.object, conversion);
  } else {
    write.live = current && shownAs(current.object, conversion);
  }
}

/**
 * Applies the patch to a copy of the object, or merges the configuration of an apply. Changes
 * neither `live` nor `patch`. Skipped for all other writes.
 *
 * @throws {ApiError} BadRequest or Invalid for a patch that cannot be applied, Conflict for fields
 *   of other managers
 */
export function patch(write: Write): void {
  const { registry, form, live, options, schema } = write;
  if (write.form !== "apply") {
    write.patched = applyPatch(form as PatchForm, live!, write.patch, schema, registry.dialect);
    return;
  }
  const applied = write.patch as JsonObject;
  write.patched = applyObject({
    resource: trackedResource(write, write.current?.object ?? applied as ApiObject),
    live,
    applied,
    manager: options.fieldManager,
    force: options.force,
    time: timestamp(registry.sources.clock.now()),
  });
}

/**
 * Makes the patched content the document of the write: it takes the steps of a body, from `identify`
 * to `accept`. Skipped for writes that patch nothing.
 *
 * @throws {ApiError} BadRequest for a configuration with malformed values that have an effect
 */
export function takeOutcome(write: Write): void {
  write.isOutcome = true;
  const value = write.form === "apply" ? appliedOutcome(write) : write.patched;
  write.document = { value, duplicates: [], decimals: [] };
}

/** Returns the outcome of an apply, with what the configuration insists on. */
function appliedOutcome(write: Write): JsonObject {
  const { view, current, malformed, definition, strategy } = write;
  const { dialect } = write.registry;
  const configuration = write.patch as JsonObject;
  const merged = write.patched as JsonObject;
  const isSame = current !== undefined && sameContent(current.object, merged);
  // An apply without an effect may have values that no object can have.
  const wrong = malformed.find(({ field }) => !isSame || field === "metadata");
  if (wrong && !view) throw wrong.error;
  if (view) Object.assign(write, { type: definition, schema: schemaOf(definition, dialect) });
  // Without an effect on any metadata there is no resourceVersion to be compared.
  return isSame && resetsMetadata(strategy, current.object)
    ? merged
    : insistAs(configuration, merged);
}

/** Returns true if two objects differ in their managers at most. */
function sameContent(live: ApiObject, merged: JsonObject): boolean {
  return equalBut(live, merged, ["metadata"]) &&
    equalBut(live.metadata, asObject(merged.metadata) ?? {}, ["managedFields"]);
}

/**
 * Adds the resourceVersion, uid and name of the configuration, which must match the object's, even
 * if nothing else changes.
 */
function insistAs(applied: JsonObject, merged: JsonObject): JsonObject {
  const { resourceVersion, uid, name } = asObject(applied.metadata) ?? {};
  const named = {
    ...(resourceVersion && { resourceVersion }),
    ...(uid && { uid }),
    // An absent name differs from an empty one.
    ...(name !== undefined && { name }),
  };
  return { ...merged, metadata: { ...asObject(merged.metadata), ...named } };
}

/**
 * Checks that the object has the uid that an update names. Skipped for all other writes.
 *
 * @throws {ApiError} Conflict
 */
export function checkUid({ sent, current, definition }: Write): void {
  compareUid(sent!, current!.object, definition);
}

/**
 * Computes the new content: what was sent, the outcome of a patch, the object with the changed view,
 * or the object that an action changes. The stored object and what was sent stay as they are, except
 * that a create takes over what was sent where nothing can overtake it.
 *
 * @throws {ApiError} BadRequest or Conflict for an apply that makes an object without a name or with a
 *   uid; Invalid for the metadata of a view
 */
export function compute(write: Write): void {
  write.object = contentOf(write);
}

function contentOf(write: Write): ApiObject {
  const { form, view, current, registry: { storage } } = write;
  if (form === "change") return write.change!(current!.object);
  const sent = write.sent!;
  if (!current) {
    if (write.form === "apply") return startOf(write, sent);
    return form === "create" && !storage.catchUp ? sent : copyOf(sent);
  }
  if (write.form === "apply") return sent;
  if (view) return view.set(current.object, sent);
  return form === "update" ? copyOf(sent) : sent;
}

/** Returns the object that an apply makes, in its initial state. */
function startOf(
  { definition, key: { name } }: Write,
  { metadata: { resourceVersion: _, ...metadata }, ...rest }: ApiObject,
): ApiObject {
  if (!metadata.name) {
    throw badRequest(`Cannot create "${name}" as the object has no metadata.name`);
  }
  if (metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: `;
    throw conflict(definition, name, why);
  }
  return { ...rest, metadata } as ApiObject;
}

/**
 * Compares the resourceVersion that the content names with that of the stored object. Skipped where
 * the write makes an object: `store` checks that.
 *
 * @throws {ApiError} Conflict for another one, Invalid where the kind needs one
 */
export function checkExpectedVersion(
  { definition, key: { name }, current, object }: Write,
): void {
  const asked = versionAsked(object.metadata);
  if (!asked && definition.needsVersion) {
    throw invalid(definition, name, [{
      reason: "FieldValueInvalid",
      field: "metadata.resourceVersion",
      message: "Invalid value: 0x0: must be specified for an update",
    }]);
  }
  if (asked && asked !== current!.object.metadata.resourceVersion) {
    throw staleVersion(definition, name);
  }
}
