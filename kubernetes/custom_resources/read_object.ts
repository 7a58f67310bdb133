/**
 * Reads the bodies of custom resources: drops unknown fields; only metadata must have the right
 * types, since everything else is validated.
 *
 * @module
 */
import { badRequest, equal, type Json, type JsonObject } from "@plumbline/server/api";
import {
  type Decoded,
  decodeValue,
  definition,
  formatPath,
  type ObjectSchema,
  type ParsedDocument,
} from "@plumbline/server/codec";
import { EMPTY_META } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import { schemaOfVersion } from "./conversion.ts";
import type { CustomResourceSpec } from "./custom_resource_definition.ts";
import { prune } from "./prune.ts";
import { removeNulls } from "./schema_defaults.ts";

/** The custom resource of a body. */
export interface ReadType {
  readonly spec: CustomResourceSpec;
  readonly kind: string;
  readonly version: string;
}

/**
 * Reads a body. Its apiVersion and kind may be those of another type, which has no schema: they are
 * compared behind the decoding.
 *
 * @param options.isApplied true for the configuration of an apply and its outcome: null stays, for
 * the validation, and so do empty values of the metadata; metadata that no type rejects may have
 * any format
 */
export function readObject(
  { value, duplicates }: ParsedDocument,
  { spec, kind, version }: ReadType,
  { isApplied }: { readonly isApplied: boolean },
): Decoded {
  const sent = asObject(value);
  if (!sent) throw badRequest(`Cannot read the body as it must be one ${kind} object`);
  if (!sent.kind) throw unrecognized(sent, "Object 'Kind' is missing in", kind);
  // A missing apiVersion is that of no type, and reported behind the decoding.
  const { apiVersion = "" } = sent;
  if (typeof apiVersion !== "string" || typeof sent.kind !== "string") {
    throw badRequest(`the apiVersion and the kind of a ${kind} must be strings`);
  }
  const [group, name, ...more] = apiVersion.split("/");
  if (more.length > 0) throw unrecognized(sent, "unexpected GroupVersion string in", kind);
  const { metadata, ...rest } = sent;
  const meta = readMetadata(metadata, metaSchemaOf(`${version}.${kind}`), isApplied);
  const isKind = sent.kind === kind && group === spec.group && name !== undefined;
  const schema = isKind ? schemaOfVersion(spec, name) ?? {} : undefined;
  const pruned = schema
    ? prune(rest, schema, {
      isResource: true,
      isApplied,
      malformed: (path) => {
        throw badRequest(`${path}: Invalid value: a value of an object has another type`);
      },
    })
    : { value: rest, unknown: [] };
  if (schema && !isApplied) removeNulls(pruned.value, schema);
  return {
    object: { ...pruned.value as JsonObject, ...meta.object },
    unknown: [...meta.unknown, ...pruned.unknown],
    duplicates: [...new Set(duplicates.map(formatPath))],
    isReformed: isReformed(metadata, meta.object.metadata),
  };
}

/** Custom resources have no type that a kind could be taken from. */
function unrecognized(sent: JsonObject, why: string, kind: string): Error {
  const text = JSON.stringify(sent);
  const begin = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} '${text}' (${begin})`,
  );
}

function readMetadata(
  sent: Json | undefined,
  schema: ObjectSchema,
  isApplied: boolean,
): Decoded {
  const metadata = isApplied ? withoutMalformed(sent, schema) : sent;
  try {
    const decoded = decodeValue({ ...(metadata !== undefined && { metadata }) }, schema);
    return isApplied ? { ...decoded, object: withEmpty(decoded.object, metadata) } : decoded;
  } catch (error) {
    // Real servers read the metadata of custom resources by itself.
    throw badRequest(
      (error as Error).message
        .replace(/struct field \S+?\.metadata\.(\w+)\S*/, "struct field ObjectMeta.$1"),
    );
  }
}

/** Metadata whose format an apply does not check, with its type; times may have any. */
const LOOSE: Readonly<Record<string, "any" | "number">> = {
  creationTimestamp: "any",
  deletionTimestamp: "any",
  deletionGracePeriodSeconds: "number",
  generation: "number",
};

/** Returns metadata without values of a right type that cannot be read, such as other texts as times. */
function withoutMalformed(metadata: Json | undefined, schema: ObjectSchema): Json | undefined {
  const fields = asObject(metadata);
  if (!fields) return metadata;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) =>
      !(Object.hasOwn(LOOSE, name) && [typeof value, "any"].includes(LOOSE[name]!)) ||
      isReadable({ metadata: { [name]: value } }, schema)
    ),
  );
}

function isReadable(value: JsonObject, schema: ObjectSchema): boolean {
  try {
    decodeValue(value, schema);
    return true;
  } catch {
    return false;
  }
}

/** Returns a decoded object with the empty values of its metadata, which decoding drops. */
function withEmpty(object: JsonObject, sent: Json | undefined): JsonObject {
  const fields = asObject(sent) ?? {};
  const metadata = asObject(object.metadata) ?? {};
  const emptied = Object.entries(EMPTY_META).filter(([name]) =>
    Object.hasOwn(fields, name) && !Object.hasOwn(metadata, name)
  );
  if (emptied.length === 0) return object;
  return { ...object, metadata: { ...metadata, ...Object.fromEntries(emptied) } };
}

/**
 * Returns true if metadata had another form than the decoded one. Reads show the decoded form, and
 * the next write stores it even if it changes nothing.
 */
function isReformed(sent: Json | undefined, decoded: Json | undefined): boolean {
  const [before, after] = [asObject(sent) ?? {}, asObject(decoded) ?? {}];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .some((name) => !SET_BY_SERVER.has(name) && !equal(before[name], after[name]));
}

/** Metadata that has the form of the server, whatever a client applies. */
const SET_BY_SERVER: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "generation",
  "managedFields",
  "name",
  "namespace",
  "resourceVersion",
  "selfLink",
  "uid",
]);

const metaSchemaOf = (name: string): ObjectSchema => ({
  type: "object",
  name: `custom.${name}`,
  atomic: false,
  fields: new Map([["metadata", {
    name: "metadata",
    schema: definition("meta.v1.ObjectMeta"),
    required: false,
    pointer: true,
    keepsEmpty: true,
    patchStrategies: [],
  }]]),
});
