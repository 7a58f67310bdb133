/**
 * The metadata of every kind: the fields that the server sets, and validation.
 *
 * @module
 */
import { type Cause, type CauseReason, conflict } from "../api_error.ts";
import { warningItem } from "../codec/decode.ts";
import {
  type ApiObject,
  equal,
  type Json,
  type JsonObject,
  type ObjectMeta,
  type OwnerReference,
} from "../object.ts";
import type { Sources } from "../sources.ts";
import type { ResourceDefinition } from "./resource.ts";

/** The maximum length of a generateName prefix; five random characters follow. */
const LONGEST_PREFIX = 58;

/** The maximum length of most names. */
const LONGEST_NAME = 253;

// The sentences of real servers, which client tests search for.
const DNS_LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SERVICE_NAME_MESSAGE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const DNS_SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const QUALIFIED_NAME_MESSAGE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE_MESSAGE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** The size limit of all annotations of an object, in bytes: 256 KiB. */
const ANNOTATIONS_LIMIT = 256 * 1024;

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_OF_SERVICES = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** Sets the metadata that only the server sets on a new object: generated name, uid, time. */
export function setSystemMeta(
  object: ApiObject,
  definition: ResourceDefinition,
  namespace: string,
  sources: Sources,
): void {
  const { metadata } = object;
  if (!metadata.name && metadata.generateName) {
    // A cut may split a surrogate pair, and half of one is no valid text.
    const prefix = metadata.generateName.slice(0, LONGEST_PREFIX).toWellFormed();
    metadata.name = `${prefix}${sources.suffix(5)}`;
  }
  if (!metadata.name && definition.defaultName) metadata.name = definition.defaultName(sources);
  if (definition.namespaced) metadata.namespace = namespace;
  else wipe(metadata, ["namespace"]);
  wipeServerMeta(metadata);
  wipe(metadata, ["resourceVersion", "generation"]);
  metadata.uid = sources.uid();
  metadata.creationTimestamp = timestamp(sources.clock.now());
  if (definition.countsGeneration) metadata.generation = 1;
}

/** Returns the resourceVersion that a write requires; undefined for none or `0`. */
export const versionAsked = ({ resourceVersion }: ObjectMeta): string | undefined =>
  resourceVersion && resourceVersion !== "0" ? resourceVersion : undefined;

/** Removes metadata that only the server sets from a new object. */
export function wipeServerMeta(metadata: JsonObject): void {
  wipe(metadata, SERVER_FIELDS);
}

function wipe(metadata: JsonObject, fields: readonly string[]): void {
  // A deletion takes a while, also of a field that is not there.
  for (const field of fields) if (field in metadata) delete metadata[field];
}

const SERVER_FIELDS = [
  "uid",
  "selfLink",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
];

/**
 * Checks that the object to be replaced has the uid that the new content names.
 *
 * @throws {ApiError} Conflict otherwise
 */
export function checkNamedUid(
  { metadata: { uid } }: ApiObject,
  { metadata }: ApiObject,
  definition: ResourceDefinition,
): void {
  if (!uid || uid === metadata.uid) return;
  const why =
    `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`;
  throw conflict(definition, metadata.name, why);
}

/** Copies the metadata that no client can change from the old object to the new one. */
export function copySystemMeta(object: ApiObject, old: ApiObject): void {
  const { metadata } = object;
  const { uid, creationTimestamp, name, deletionTimestamp } = old.metadata;
  metadata.uid ||= uid;
  metadata.creationTimestamp = creationTimestamp;
  metadata.name = name;
  for (const field of ["namespace", "generation", "selfLink"] as const) {
    if (old.metadata[field] !== undefined) (metadata as JsonObject)[field] = old.metadata[field];
    else wipe(metadata, [field]);
  }
  // No update undeletes an object or marks it for deletion.
  if (deletionTimestamp) metadata.deletionTimestamp = deletionTimestamp;
  const { deletionGracePeriodSeconds: given } = metadata;
  const kept = given ?? old.metadata.deletionGracePeriodSeconds;
  if (kept !== undefined) metadata.deletionGracePeriodSeconds = kept;
}

/** The metadata that may be empty in a stored object, although no read shows it. */
export const EMPTY_META: Readonly<Record<string, Json>> = {
  labels: {},
  annotations: {},
  finalizers: [],
  ownerReferences: [],
  generateName: "",
};

/** Returns an object without empty values in its metadata: the same one if it has none. */
export function withoutEmptyMeta(object: ApiObject): ApiObject {
  const { metadata } = object;
  const isEmptied = (name: string) =>
    Object.hasOwn(EMPTY_META, name) && equal(metadata[name], EMPTY_META[name]);
  if (!Object.keys(EMPTY_META).some(isEmptied)) return object;
  const kept = Object.entries(metadata).filter(([name]) => !isEmptied(name));
  return { ...object, metadata: Object.fromEntries(kept) as unknown as ObjectMeta };
}

/** Returns metadata with an empty value: the next write stores the object even if it is the same. */
export function withEmptyMeta(metadata: ObjectMeta): ObjectMeta {
  const free = Object.entries(EMPTY_META).find(([name]) => !Object.hasOwn(metadata, name));
  return free ? { ...metadata, [free[0]]: free[1] } : metadata;
}

/** Formats a time in RFC 3339, in whole seconds. */
export function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastTimestamp = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  }
  return lastTimestamp;
}

// Cached, because many writes happen within a second, each with several times.
let lastSecond = NaN;
let lastTimestamp = "";

/** The rules of a kind about its metadata. */
type MetaRules =
  & Pick<ResourceDefinition, "nameRule" | "takesAnyFinalizer">
  & { readonly group?: string };

/** Validates the metadata of an object. */
export function validateMeta(metadata: ObjectMeta, definition: MetaRules): Cause[] {
  return validateName(metadata, definition).concat(
    validateKeys(metadata.labels, "metadata.labels"),
    validateLabelValues(metadata.labels, "metadata.labels"),
    validateAnnotations(metadata.annotations),
    validateFinalizers(metadata.finalizers, definition.takesAnyFinalizer),
    validateOwnerReferences(metadata.ownerReferences),
  );
}

/** Validates the change from the old metadata. */
export function validateMetaUpdate(metadata: ObjectMeta, old: ObjectMeta): Cause[] {
  const changed = IMMUTABLE_FIELDS.filter((field) => metadata[field] !== old[field]);
  return [
    ...changed.map((field) => {
      const why = `Invalid value: ${JSON.stringify(metadata[field])}: field is immutable`;
      return cause("FieldValueInvalid", `metadata.${field}`, why);
    }),
    ...validateNewFinalizers(metadata, old),
  ];
}

const IMMUTABLE_FIELDS = ["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/** Rejects new finalizers on an object under deletion. */
function validateNewFinalizers(metadata: ObjectMeta, old: ObjectMeta): Cause[] {
  if (!old.deletionTimestamp) return [];
  const before = new Set(old.finalizers);
  const added = (metadata.finalizers ?? []).filter((name) => !before.has(name));
  return added.length === 0 ? [] : [
    cause(
      "FieldValueForbidden",
      "metadata.finalizers",
      `no new finalizers can be added if the object is being deleted, found new finalizers ${
        JSON.stringify(added)
      }`,
    ),
  ];
}

function validateName({ name, generateName }: ObjectMeta, definition: MetaRules): Cause[] {
  if (!name) {
    return [cause("FieldValueRequired", "metadata.name", "name or generateName is required")];
  }
  const rule = definition.nameRule ?? "subdomain";
  const wrong = nameError(name, rule);
  const causes = wrong ? [cause("FieldValueInvalid", "metadata.name", wrong)] : [];
  const wrongPrefix = generateName && prefixError(generateName, rule, definition.group);
  if (wrongPrefix) causes.push(cause("FieldValueInvalid", "metadata.generateName", wrongPrefix));
  return causes;
}

/** Returns the violation of a naming rule by the prefix of names; undefined for a valid prefix. */
function prefixError(
  prefix: string,
  rule: NonNullable<ResourceDefinition["nameRule"]>,
  group = "",
): string | undefined {
  // Names of roles and bindings are validated as names even if they are prefixes.
  if (rule === "path segment") {
    return nameError(group.startsWith("rbac.authorization.") ? prefix : `${prefix}x`, rule);
  }
  return nameError(prefix.replace(/.-$/s, "x"), rule);
}

/** Returns the violation of a naming rule; undefined for a valid name. */
export function nameError(
  name: string,
  rule: NonNullable<ResourceDefinition["nameRule"]>,
): string | undefined {
  switch (rule) {
    case "path segment":
      return name === "." || name === ".." || /[/%]/.test(name)
        ? `Invalid value: "${name}": must not be "." or ".." nor contain "/" or "%"`
        : undefined;
    case "label with a letter first":
      return name.length > 63 || !LABEL_OF_SERVICES.test(name)
        ? `Invalid value: "${name}": ${SERVICE_NAME_MESSAGE}`
        : undefined;
    case "label":
      return name.length > 63 || !LABEL.test(name)
        ? `Invalid value: "${name}": ${DNS_LABEL_MESSAGE}`
        : undefined;
    case "subdomain":
      return name.length > LONGEST_NAME || !SUBDOMAIN.test(name)
        ? `Invalid value: "${name}": ${
          name.length > LONGEST_NAME
            ? `must be no more than ${LONGEST_NAME} characters`
            : DNS_SUBDOMAIN_MESSAGE
        }`
        : undefined;
  }
}

/** Validates the keys of labels or annotations. */
export function validateKeys(
  map: Readonly<Record<string, string>> | undefined,
  field: string,
): Cause[] {
  if (!map) return [];
  return Object.keys(map).filter((key) => !isQualifiedName(key)).map((key) =>
    cause(
      "FieldValueInvalid",
      field,
      `Invalid value: "${key}": ${QUALIFIED_NAME_MESSAGE}`,
    )
  );
}

/** Validates the values of labels. */
export function validateLabelValues(
  map: Readonly<Record<string, string>> | undefined,
  field: string,
): Cause[] {
  if (!map) return [];
  return Object.values(map).filter((value) => value.length > 63 || !LABEL_VALUE.test(value))
    .map((value) =>
      cause(
        "FieldValueInvalid",
        field,
        `Invalid value: "${value}": ${
          value.length > 63 ? "must be no more than 63 characters" : LABEL_VALUE_MESSAGE
        }`,
      )
    );
}

/** Validates annotations: their keys and their total size. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  field = "metadata.annotations",
): Cause[] {
  if (!annotations) return [];
  const causes = validateKeys(lowerCaseKeys(annotations), field);
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + utf8Length(key) + utf8Length(value),
    0,
  );
  if (size > ANNOTATIONS_LIMIT) {
    causes.push(
      cause(
        "FieldValueTooLong",
        field,
        `Too long: must have at most ${ANNOTATIONS_LIMIT} bytes`,
      ),
    );
  }
  return causes;
}

const lowerCaseKeys = (map: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]));

const encoder = new TextEncoder();

const utf8Length = (text: string) => encoder.encode(text).length;

function validateFinalizers(finalizers: readonly string[] = [], takesAny = false): Cause[] {
  if (finalizers.length === 0) return [];
  const [orphan, foreground] = ["orphan", "foregroundDeletion"];
  const contradicts = finalizers.includes(orphan) && finalizers.includes(foreground);
  const why = `Invalid value: ${
    JSON.stringify(finalizers)
  }: ${orphan} and ${foreground} finalizers cannot both be set`;
  return [
    ...finalizerNames(finalizers, takesAny),
    ...(contradicts ? [cause("FieldValueInvalid", "metadata.finalizers", why)] : []),
  ];
}

function finalizerNames(finalizers: readonly string[], takesAny: boolean): Cause[] {
  return finalizers.flatMap((name, index) => {
    const field = "metadata.finalizers";
    const wrong = (field: string, why: string) =>
      cause("FieldValueInvalid", field, `Invalid value: "${name}": ${why}`);
    const needsDomain = !takesAny && !name.includes("/") && !STANDARD_FINALIZERS.includes(name);
    return [
      ...(isQualifiedName(name) ? [] : [wrong(field, QUALIFIED_NAME_MESSAGE)]),
      ...(needsDomain
        ? [
          wrong(
            `${field}[${index}]`,
            "name is neither a standard finalizer name nor is it fully qualified",
          ),
        ]
        : []),
    ];
  });
}

/** The finalizers that need no domain. */
const STANDARD_FINALIZERS = [
  "kubernetes",
  "orphan",
  "foregroundDeletion",
  "customresourcecleanup.apiextensions.k8s.io",
];

/**
 * Returns true for a name of at most 63 characters, with or without a DNS subdomain and a slash.
 */
function isQualifiedName(text: string): boolean {
  const slash = text.indexOf("/");
  const prefix = text.slice(0, Math.max(slash, 0));
  const name = text.slice(slash + 1);
  const prefixIsFine = slash < 0 || (prefix.length <= LONGEST_NAME && SUBDOMAIN.test(prefix));
  return prefixIsFine && name.length <= 63 && QUALIFIED.test(name);
}

const cause = (reason: CauseReason, field: string, message: string): Cause => ({
  reason,
  field,
  message,
});

const OWNERS = "metadata.ownerReferences";

/** Validates owner references; missing fields are reported elsewhere. */
function validateOwnerReferences(references: readonly OwnerReference[] = []): Cause[] {
  if (references.length === 0) return [];
  const controllers = references.filter(({ controller }) => controller);
  return [
    ...references.flatMap(validateReference),
    ...(controllers.length > 1
      ? [wrong(OWNERS, `only one owner can be the controller, not ${namesOf(controllers)}`)]
      : []),
  ];
}

/** Validates a reference; missing fields are reported elsewhere. */
function validateReference({ apiVersion = "", kind }: Partial<OwnerReference>): Cause[] {
  // A group without a version, as "apps/", is none; an empty apiVersion is reported elsewhere.
  if (apiVersion.split("/").length > 2 || apiVersion.endsWith("/")) {
    const why = `Invalid value: ${JSON.stringify(apiVersion)}: must be a group and a version`;
    return [wrong(`${OWNERS}.apiVersion`, why)];
  }
  // Events expire by themselves: they own nothing.
  return kind === "Event" && !apiVersion.includes("/")
    ? [wrong(OWNERS, "an Event may not be an owner")]
    : [];
}

const namesOf = (references: readonly OwnerReference[]) =>
  references.map(({ kind, name }) => `${kind}/${name}`).join(" and ");

const wrong = (field: string, message: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message,
});

/** Removes duplicate owner references, with a warning. */
export function dropRepeatedOwners(metadata: ObjectMeta, warnings: Set<string>): void {
  const { ownerReferences } = metadata;
  if (!ownerReferences || ownerReferences.length < 2) return;
  const kept = new Map<string, OwnerReference>();
  const dropped = new Set<string>();
  for (const reference of ownerReferences) {
    // The fields in a fixed order: equal references have the same text.
    const text = JSON.stringify(reference, Object.keys(reference).sort());
    if (kept.has(text)) dropped.add(reference.uid);
    else kept.set(text, reference);
  }
  if (dropped.size === 0) return;
  metadata.ownerReferences = [...kept.values()];
  const uids = [...dropped].join(", ");
  warnings.add(warningItem(`${OWNERS} names the owners with these uids repeatedly: ${uids}`));
}
