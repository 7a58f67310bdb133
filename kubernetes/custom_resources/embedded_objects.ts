/**
 * Validates embedded objects: they have an apiVersion, a kind and valid metadata.
 *
 * @module
 */
import type { Cause, Json, JsonObject, ObjectMeta } from "@plumbline/server/api";
import { decodeValue, definition, validateManagedFields } from "@plumbline/server/codec";
import { nameError, validateMeta } from "@plumbline/server/parts";
import { invalidCause, requiredCause } from "@plumbline/server/rules";
import { fieldSchema, isObject, type JsonSchema, memberPath, pathOf } from "./json_schema.ts";

/** Returns the causes of invalid embedded objects, at any depth. */
export function validateEmbedded(value: Json | undefined, schema: JsonSchema, path = ""): Cause[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items
      ? value.flatMap((item, at) => validateEmbedded(item, items, `${path}[${at}]`))
      : [];
  }
  if (!isObject(value)) return [];
  const isEmbedded = path !== "" && schema["x-kubernetes-embedded-resource"] === true;
  return [
    ...(isEmbedded ? validateResource(value, path) : []),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const known = fieldSchema(schema, name);
      return known ? validateEmbedded(inner, known, memberPath(schema, path, name)) : [];
    }),
  ];
}

/** The name of a kind in lower case. */
const LABEL_1035 = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

function validateResource(value: JsonObject, path: string): Cause[] {
  const types = ["apiVersion", "kind"].flatMap((name) => {
    const given = value[name];
    if (given === undefined) return [requiredCause(pathOf(path, name), "must not be empty")];
    const why = typeof given !== "string" ? "must be a string" : typeError(name, given);
    return why ? [invalidCause(pathOf(path, name), given, why)] : [];
  });
  const { metadata } = value;
  if (!isObject(metadata)) return types;
  const at = pathOf(path, "metadata");
  try {
    const decoded = decodeValue(metadata, definition("meta.v1.ObjectMeta")).object;
    return [...types, ...validateMetadata(decoded as ObjectMeta, at)];
  } catch (error) {
    return [...types, invalidCause(at, metadata, (error as Error).message)];
  }
}

function typeError(name: string, text: string): string | undefined {
  if (text === "") return "must not be empty";
  if (name === "apiVersion") {
    return text.split("/").length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;
  }
  const isLabel = LABEL_1035.test(text.toLowerCase());
  return isLabel ? undefined : "may have mixed case, but should otherwise be a DNS-1035 label";
}

function validateMetadata(metadata: ObjectMeta, at: string): Cause[] {
  const { namespace, generation = 0, managedFields } = metadata;
  // An embedded object needs no name.
  const named = { ...metadata, name: metadata.name || "unnamed" };
  const causes = validateMeta(named, { nameRule: "path segment", takesAnyFinalizer: true });
  const wrongNamespace = namespace && nameError(namespace, "label");
  return [
    ...causes.map((cause) => ({ ...cause, field: `${cause.field}`.replace(/^metadata/, at) })),
    ...(wrongNamespace ? [invalidCause(`${at}.namespace`, namespace, wrongNamespace)] : []),
    ...(generation < 0
      ? [invalidCause(`${at}.generation`, generation, "must be greater than or equal to 0")]
      : []),
    ...ownersOf(metadata).flatMap((owner) =>
      OWNER_FIELDS.filter((name) => !owner[name])
        .map((name) => invalidCause(`${at}.ownerReferences.${name}`, "", "must not be empty"))
    ),
    ...validateManagedFields(managedFields as Json | undefined, `${at}.managedFields`),
    ...entriesOf(managedFields).flatMap((entry, index) =>
      entryCauses(entry, `${at}.managedFields[${index}]`)
    ),
  ];
}

/** Returns what is wrong with an entry of managedFields, which in the object itself is ignored. */
function entryCauses({ operation, fieldsType }: JsonObject, at: string): Cause[] {
  return [
    ...(operation === "Apply" || operation === "Update"
      ? []
      : [invalidCause(`${at}.operation`, operation ?? "", "must be `Apply` or `Update`")]),
    ...(!fieldsType || fieldsType === "FieldsV1"
      ? []
      : [invalidCause(`${at}.fieldsType`, fieldsType, "must be `FieldsV1`")]),
  ];
}

const entriesOf = (managedFields: unknown): readonly JsonObject[] =>
  Array.isArray(managedFields) ? managedFields.map((entry) => isObject(entry) ? entry : {}) : [];

const OWNER_FIELDS = ["apiVersion", "kind", "name", "uid"];

const ownersOf = ({ ownerReferences }: ObjectMeta): readonly JsonObject[] =>
  Array.isArray(ownerReferences)
    ? (ownerReferences as unknown as JsonObject[]).filter(isObject)
    : [];
