/**
 * The first steps of a write: from the request to an object of the kind. A patch and an apply take
 * those that decode once more, with the outcome.
 *
 * @module
 */
import { ApiError, badRequest, notFound } from "../../api_error.ts";
import { decodeObject as decodeDocument, judgeDroppedFields } from "../../codec/decode.ts";
import { readYaml } from "../../codec/yaml.ts";
import type { Schema } from "../../codec/schema.ts";
import { type ApiObject, apiVersionOf, type Json, type JsonObject } from "../../object.ts";
import { dropRepeatedOwners, withEmptyMeta } from "../object_meta.ts";
import { asObject, type ResourceDefinition } from "../resource.ts";
import { readWriteOptions, type WriteOptionsKind } from "../write_options.ts";
import { parseDocument } from "./document.ts";
import type { Write, WriteForm } from "./state.ts";

const OPTIONS: Readonly<Partial<Record<WriteForm, WriteOptionsKind>>> = {
  create: "CreateOptions",
  update: "UpdateOptions",
};

/**
 * Reads the parameters of the request, before anything else.
 *
 * @throws {ApiError} Invalid, with a cause for each wrong parameter
 */
export function readOptions(write: Write): void {
  const { registry, context, form } = write;
  const kind = OPTIONS[form] ?? "PatchOptions";
  write.options = readWriteOptions(registry, context, kind, { applies: write.form === "apply" });
  write.dryRun = write.options.dryRun;
  write.manager = write.options.fieldManager;
}

/**
 * Reads the object of a subresource before the body of an apply, which creates none. Skipped for all
 * other writes.
 *
 * @throws {ApiError} NotFound
 */
export async function expectObject(write: Write): Promise<void> {
  write.current = await write.registry.storage.get(write.key);
  if (!write.current) throw notFound(write.definition, write.key.name);
}

/**
 * Reads and parses the body. That of a patch is parsed by `readPatch`, so that a missing object is
 * reported before a malformed patch.
 *
 * @throws {ApiError} UnsupportedMediaType, RequestEntityTooLarge, or BadRequest for what cannot be
 *   parsed
 */
export async function readBody(write: Write): Promise<void> {
  const { context, type, registry: { dialect } } = write;
  const bytes = await context.body();
  if (write.isPatch) {
    write.bytes = bytes;
  } else if (write.form === "apply") {
    write.document = await readYaml(bytes);
  } else {
    const expected = { apiVersion: apiVersionOf(type), kind: type.kind };
    const document = await parseDocument(bytes, context, dialect, expected);
    if (!document) throw unrecognized(type, "unexpected end of JSON input (<empty>)");
    write.document = document;
  }
}

/**
 * Checks that the document is an object of the request's kind. The type of a custom resource is left
 * to `accept` and to the validation, but for an outcome without any.
 *
 * @throws {ApiError} BadRequest; Invalid for the outcome of a patch
 */
export function identify(write: Write): void {
  const { document, type, schema, isOutcome } = write;
  const object = asObject(document.value);
  const isOpen = schema.read !== undefined;
  if (isOutcome) return identifyOutcome(object, type, isOpen);
  if (write.form === "apply") return checkConfiguration(object, type);
  if (!object) throw unrecognized(type, "json: cannot unmarshal a value that is no object");
  if (!isOpen) checkKind(object, type);
}

function identifyOutcome(
  object: JsonObject | undefined,
  type: ResourceDefinition,
  isOpen: boolean,
): void {
  try {
    if (!object) throw badRequest("Cannot apply the patch as what remains is no object");
    if (!isOpen) checkKind(object, type);
    else if (!object.apiVersion) checkVersion(object, type);
  } catch (error) {
    throw asPatchError(error);
  }
}

/** Returns the error of a body that no kind can be read from. */
const unrecognized = ({ kind }: ResourceDefinition, why: string): ApiError =>
  badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ` +
      `couldn't get version/kind; json parse error: ${why}`,
  );

/** Checks the apiVersion and kind of an object: both may be omitted, but must match the path. */
function checkKind({ apiVersion, kind }: JsonObject, definition: ResourceDefinition): void {
  const expected = apiVersionOf(definition);
  // An empty value counts as missing.
  if ((kind || definition.kind) === definition.kind && (apiVersion || expected) === expected) {
    return;
  }
  throw badRequest(
    `${kind || definition.kind} in version "${apiVersion || expected}" cannot be handled as a ` +
      `${definition.kind}: the resource has kind "${definition.kind}" in version "${expected}"`,
  );
}

/** Checks that an object has the apiVersion of a custom resource. */
function checkVersion({ apiVersion = "" }: JsonObject, type: ResourceDefinition): void {
  const expected = apiVersionOf(type);
  if (apiVersion === expected) return;
  throw badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version ` +
      `(${expected})`,
  );
}

/** Checks that the body of an apply is an object that names its apiVersion and kind. */
function checkConfiguration(sent: JsonObject | undefined, type: ResourceDefinition): void {
  if (!sent) throw badRequest("Cannot read the body as it must be one object");
  const expected = apiVersionOf(type);
  const { apiVersion, kind } = sent;
  if (apiVersion === expected && kind === type.kind) return;
  if (apiVersion === expected) {
    throw badRequest(
      `the kind in the patch (${
        kind ?? ""
      }) does not match the kind of the resource (${type.kind})`,
    );
  }
  throw badRequest(
    "Incorrect version specified in apply patch. " +
      `Specified patch version: ${apiVersion ?? ""}, expected: ${expected}`,
  );
}

/**
 * Converts the document by the schema of its type: what is not in it is dropped. The formats of a
 * configuration count only where the object changes, see `takeOutcome`.
 *
 * @throws {ApiError} BadRequest for a value of the wrong type; Invalid in the outcome of a patch
 */
export function decode(write: Write): void {
  const { document, schema, isOutcome, registry: { dialect } } = write;
  const isApplied = write.form === "apply";
  // The typed form of a configuration has no formats.
  const ignoresFormats = isApplied && !isOutcome && dialect.name === "kubernetes" && !schema.read;
  try {
    const decoded = decodeDocument(document, schema, { ignoresFormats, isApplied });
    write.decoded = isOutcome ? { ...decoded, duplicates: write.duplicates } : decoded;
  } catch (error) {
    throw isOutcome ? asPatchError(error) : error;
  }
}

/** Returns the error of an outcome as that of its patch. */
function asPatchError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message } = error;
  return new ApiError("Invalid", message, {
    causes: [{ reason: "FieldValueInvalid", field: "patch", message }],
  });
}

/**
 * Judges the unknown and duplicate fields of the document by the parameter `fieldValidation`. Sets
 * nothing but warnings.
 *
 * @throws {ApiError} BadRequest for a strict request
 */
export function judgeFields(write: Write): void {
  const { decoded: { unknown, duplicates }, options, type: { kind, version }, context } = write;
  if (unknown.length === 0 && duplicates.length === 0) return;
  const rejected = `${kind} in version "${version}" cannot be handled as a ${kind}`;
  judgeDroppedFields(
    { unknown, duplicates, ...(write.sendsObject && { rejected }) },
    options.fieldValidation,
  ).forEach((item) => context.warnings.add(item));
}

/**
 * Takes the decoded document as what is written: sets `sent` in the stored version, or the
 * configuration of an apply, without defaults and with its empty values.
 *
 * @throws {ApiError} BadRequest for an object of another version, or an outcome without a name
 */
export function accept(write: Write): void {
  const { document, decoded, type, schema, context: { warnings } } = write;
  if (write.form === "apply" && !write.isOutcome) return acceptConfiguration(write);
  if (schema.read && !write.isOutcome) checkVersion(document.value as JsonObject, type);
  const object = withType(decoded.object, type);
  dropRepeatedOwners(object.metadata, warnings);
  write.sent = object;
  if (!write.isOutcome) return;
  if (write.form === "apply" && decoded.isReformed) {
    object.metadata = withEmptyMeta(object.metadata);
  }
  if (!object.metadata.name) {
    throw badRequest("Cannot apply the patch as what it makes has no metadata.name");
  }
}

/** A subresource that shows the object as another kind takes a configuration of that kind. */
function acceptConfiguration(write: Write): void {
  const { definition, view, key, decoded } = write;
  const configuration = configurationOf(write);
  write.patch = configuration;
  write.malformed = decoded.malformed ?? [];
  if (!view) return;
  const sent = configuration as ApiObject;
  const { kind } = definition;
  const nothing = { apiVersion: apiVersionOf(definition), kind, metadata: { name: key.name } };
  write.patch = view.set(nothing as ApiObject, { ...sent, metadata: sent.metadata ?? {} });
}

function configurationOf({ document, decoded, schema }: Write): JsonObject {
  const sent = document.value as JsonObject;
  if (decoded.unknown.length === 0) return sent;
  if (!schema.read) return knownFields(sent, schema) as JsonObject;
  const { apiVersion, kind } = sent;
  return { apiVersion: apiVersion!, kind: kind!, ...decoded.object };
}

/** Returns a decoded object with its type, in the stored version. */
function withType(object: JsonObject, definition: ResourceDefinition): ApiObject {
  const { apiVersion: sentVersion, kind: sentKind, metadata = {}, ...rest } = object;
  // That of a custom resource is validated.
  const isOpen = definition.schema?.read !== undefined;
  const apiVersion = (isOpen && sentVersion) || apiVersionOf(definition);
  const kind = (isOpen && sentKind) || definition.kind;
  // Real servers write built-in kinds in the order of their types, and others by the alphabet.
  const type = definition.schema ? { apiVersion, kind } : { kind, apiVersion };
  const whole = { ...type, metadata, ...rest } as ApiObject;
  return definition.conversion ? definition.conversion.toStorage(whole) : whole;
}

/** Returns a value without the fields that its schema does not have. */
function knownFields(value: Json, schema: Schema): Json {
  if (Array.isArray(value)) {
    return schema.type === "list" ? value.map((item) => knownFields(item, schema.items)) : value;
  }
  if (typeof value !== "object" || value === null || schema.type !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const field = schema.fields.get(name);
      return field ? [[name, knownFields(child, field.schema)]] : [];
    }),
  );
}

/**
 * Checks that the name and namespace in the object match the request path. The configuration of an
 * apply is checked before it is decoded, an object and the outcome of a patch afterwards.
 *
 * @throws {ApiError} BadRequest; also for an update of an object without a name
 */
export function checkPlace(write: Write): void {
  const { definition, type, form, context: { info } } = write;
  const object = write.sent ?? write.document.value as JsonObject;
  const named = write.form === "apply" ? type : definition;
  const metadata = asObject(object.metadata) ?? {};
  const { name = "" } = metadata;
  const namespace = metadata.namespace ?? "";
  // For cluster-scoped kinds the namespace is ignored.
  if (named.namespaced && namespace !== "" && namespace !== info.namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
  // A name that is no text is reported by its type.
  if (info.name && typeof name === "string" && name !== "" && name !== info.name) {
    throw badRequest(
      `the name of the object (${name}) does not match the name on the URL (${info.name})`,
    );
  }
  if (form === "update" && !name) {
    throw badRequest(
      `Cannot update ${definition.resource} "${info.name}" as the object has no metadata.name`,
    );
  }
}
