/**
 * The steps of a write that complete the new object: what the server sets, admission, ownership,
 * validation. All change `object` in place or replace it; none changes the stored object.
 *
 * @module
 */
import { type Cause, invalid } from "../../api_error.ts";
import { warningItems } from "../../codec/decode.ts";
import { missingFields } from "../../codec/missing_fields.ts";
import { setSchemaDefaults as setSchemaDefaults } from "../../codec/defaults.ts";
import { type ApiObject, copyOf, equal, equalBut } from "../../object.ts";
import * as meta from "../object_meta.ts";
import { isOtherType, type ResourceDefinition } from "../resource.ts";
import { trackFields } from "./ownership.ts";
import type { Admission, WriteAttributes } from "../services.ts";
import type { Write } from "./state.ts";

/**
 * Gives a new object the metadata that only the server sets: generated name, uid, time. What a
 * client sent for these is dropped. Skipped where there is an object.
 */
export function initializeMeta(write: Write): void {
  const { object, definition, context, registry } = write;
  write.versionAsked = meta.versionAsked(object.metadata);
  meta.setSystemMeta(object, definition, context.info.namespace, registry.sources);
}

/**
 * Copies the metadata that no client can change from the stored object. Skipped for a new object.
 */
export function carryOverMeta({ object, current }: Write): void {
  meta.copySystemMeta(object, current!.object);
}

/**
 * Sets the defaults of the schema and of the kind; once more if `mutate` changed the object. Sets
 * fields that are missing, and changes none that are there.
 */
export function setDefaults({ object, storedSchema, strategy, registry }: Write): void {
  setSchemaDefaults(object, storedSchema, registry.dialect);
  strategy.applyDefaults?.(object);
}

/**
 * Lets admission change the object, before anything is validated.
 *
 * @throws {ApiError} as admission rejects the write
 */
export function mutate(write: Write): Promise<void> | undefined {
  write.isMutated = false;
  return ask(write, "mutate")?.then((changed) => {
    if (!changed) return;
    write.isMutated = true;
    write.object = copyOf(changed);
  });
}

/**
 * Records the ownership of the changed fields in `metadata.managedFields`, and changes nothing else.
 * Skipped for an apply, whose merging has done so, and for changes without a manager.
 *
 * @throws {ApiError} Invalid for malformed managers in the request
 */
export function trackOwners(write: Write): void {
  trackFields(write, write.manager!);
}

/**
 * Lets admission give values that are unique among objects, such as addresses. They have no owner.
 *
 * @throws {ApiError} as admission rejects the write
 */
export function allocate(write: Write): Promise<void> | undefined {
  return ask(write, "allocate");
}

/**
 * Lets the strategy prepare the object: it drops what a client cannot set by this write, or copies
 * that from the stored object.
 */
export function prepare({ object, current, strategy }: Write): void {
  if (current) strategy.prepareForUpdate?.(object, current.object);
  else strategy.prepareForCreate?.(object);
}

/**
 * Increments `metadata.generation` if the content of the whole object has changed. Skipped for a new
 * object, which begins with 1.
 */
export function countGeneration(write: Write): void {
  const { object, definition } = write;
  const old = write.current!.object;
  write.isChanged = write.isWhole && contentChanged(object, old, definition);
  if (!write.isChanged || !definition.countsGeneration) return;
  object.metadata.generation = (old.metadata.generation ?? 0) + 1;
}

/** Returns true if a change increments the generation. */
function contentChanged(
  object: ApiObject,
  old: ApiObject,
  { countsAnnotations, countsStatus }: ResourceDefinition,
): boolean {
  const { annotations } = object.metadata;
  return !equalBut(object, old, countsStatus ? ["metadata"] : ["metadata", "status"]) ||
    countsAnnotations === true && !equal(annotations, old.metadata.annotations);
}

/**
 * Validates the metadata, the schema's required fields and the rules of the kind. Sets `causes`, and
 * changes nothing.
 */
export function validate(write: Write): void {
  const { object, definition, strategy, current } = write;
  if (current) {
    const old = current.object;
    write.causes = metaCauses(write).concat(
      meta.validateMetaUpdate(object.metadata, old.metadata),
      contentCauses(write),
      strategy.validateUpdate?.(object, old) ?? [],
      strategy.validateRules?.(object, old) ?? [],
    );
    return;
  }
  const own = contentCauses(write).concat(strategy.validateRules?.(object, undefined) ?? []);
  const isLast = definition.validatesMetadataLast || isOtherType(object, definition);
  write.causes = isLast && own.length > 0 ? own : metaCauses(write).concat(own);
}

function metaCauses({ object, definition, strategy, current }: Write): Cause[] {
  const takesAnyFinalizer = current !== undefined && strategy.takesAnyFinalizer;
  return meta.validateMeta(
    object.metadata,
    takesAnyFinalizer ? { ...definition, takesAnyFinalizer } : definition,
  );
}

/** Returns the errors of an object by its schema and by the rules of its kind. */
function contentCauses({ object, definition, strategy, storedSchema }: Write): Cause[] {
  const all = missingFields(object, storedSchema);
  const missing = definition.reportsMissingFields
    ? all.filter(({ field = "" }) => field.startsWith("metadata."))
    : all;
  const own = strategy.validate?.(object) ?? [];
  if (missing.length === 0) return own;
  const fields = new Set(missing.map(({ field }) => field));
  const isReported = ({ reason, field }: Cause) =>
    reason === "FieldValueRequired" && fields.has(field);
  return [...missing, ...own.filter((cause) => !isReported(cause))];
}

/**
 * Rejects an object that `validate` found wrong.
 *
 * @throws {ApiError} Invalid, with all causes
 */
export function reject({ causes, definition, object, current }: Write): void {
  const { name } = (current?.object ?? object).metadata;
  if (causes.length > 0) throw invalid(definition, name ?? "", causes);
}

/**
 * Lets the strategy complete a new object; what it sets is not validated. Skipped where there is an
 * object.
 */
export function complete({ object, strategy }: Write): void {
  strategy.complete?.(object);
}

/** Adds the warnings about a valid object to those of the response. Changes nothing else. */
export function warn(write: Write): void {
  const { definition: { warnings }, object, current, isChanged, isWhole, context } = write;
  if (!warnings) return;
  const how = current ? { isChanged, isWhole } : { isChanged: true, isWhole: true };
  warningItems(warnings(object, how)).forEach((item) => context.warnings.add(item));
}

/**
 * Asks admission whether the valid object may be stored. Changes nothing.
 *
 * @throws {ApiError} as admission rejects the write
 */
export function admit(write: Write): Promise<void> | undefined {
  return ask(write, "admit");
}

/** Asks admission about a write. */
function ask<Hook extends "mutate" | "allocate" | "admit">(
  write: Write,
  hook: Hook,
): ReturnType<Admission[Hook]> {
  return write.registry.admission[hook](attributesOf(write)) as ReturnType<Admission[Hook]>;
}

/** Returns the facts of a write for admission. */
function attributesOf(write: Write): WriteAttributes & { readonly object: ApiObject } {
  const { definition, current, object, dryRun, context: { user, warnings, info } } = write;
  const { name = "" } = object.metadata;
  if (!current) {
    const { namespace } = info;
    return { verb: "create", definition, namespace, user, warnings, dryRun, name, object };
  }
  const old = current.object;
  const { subresource } = info;
  const place = old.metadata;
  return {
    verb: "update",
    definition,
    namespace: place.namespace ?? "",
    name: place.name,
    user,
    warnings,
    dryRun,
    subresource,
    old,
    object,
  };
}
