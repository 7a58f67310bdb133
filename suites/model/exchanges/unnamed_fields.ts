/**
 * Finds the fields that a write has changed although its request does not name them.
 *
 * What a request names is kept as an object with the same members as the object that is written: true
 * stands for a field that is named as a whole, a missing member for one that is not named.
 *
 * @module
 */
import { timeInUtc } from "../../client/canonical_json.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import type { PatchOperation } from "../patches/json_patch.ts";
import { isReadFromProtobuf } from "../protobuf/read.ts";
import type { ResourceRequest } from "./resource_request.ts";
import { patchTypeOf } from "./written_fields.ts";

/** The top-level fields that are compared, by resource name; of other types the metadata alone. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  secrets: ["type", "immutable", "data"],
  deployments: ["spec", "status"],
  roles: ["rules"],
  clusterroles: ["rules", "aggregationRule"],
  rolebindings: ["roleRef", "subjects"],
  clusterrolebindings: ["roleRef", "subjects"],
};

/** The fields of metadata that only clients write. */
const METADATA = ["labels", "annotations", "finalizers", "ownerReferences"];

/** Where a member with an empty text differs from an absent one. */
const TEXT_MAPS = /(^|\.)(labels|annotations|matchLabels|nodeSelector|data)$/;

/** Annotations in which servers and controllers keep state of their own. */
const COMPUTED =
  /^(deployment\.[^/]+\/revision(-history)?|deprecated\.daemonset\.template\.generation)$/;

/** The fields by which strategic merge patches and applies merge lists, by the end of the path. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  ownerReferences: "uid",
  conditions: "type",
  containers: "name",
  env: "name",
};

/** What a write names: true for a value with all that is within it. */
export type Named = true | { readonly [key: string]: Named } | readonly Json[];

/** A write whose base is known. */
export interface KnownWrite {
  readonly request: HttpRequest;
  readonly resource: ResourceRequest;
  /** What the request sent, in whatever form; undefined if it cannot be read. */
  readonly sent: Json | undefined;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** True if the request itself states the version of its base: nobody wrote in between. */
  readonly proven: boolean;
}

/** The place and the values of a field that has changed. */
export interface UnnamedChange {
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Returns the first field that a write has changed without naming it. */
export function unnamedChange(write: KnownWrite): UnnamedChange | undefined {
  const named = namedBy(write);
  return named === undefined
    ? undefined
    : changeBeside(named, write) ?? changeOfOtherType(named, write);
}

/** What servers, controllers and identities write, whatever the type. */
const NOT_OF_CLIENTS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/**
 * Returns the first top-level field that has changed although nothing in it is named, of a type whose
 * fields are not known. What follows from a named field within the same one is the server's choice, and
 * so is what it adds.
 */
export function changeOfOtherType(
  named: Named,
  { request, resource: { resource, subresource }, before, after, proven }: Omit<KnownWrite, "sent">,
): UnnamedChange | undefined {
  if (named === true || resource in FIELDS || OF_CONTROLLERS.has(resource)) return undefined;
  // An update names all fields.
  if (request.method === "PUT" && subresource === "") return undefined;
  if (isReadFromProtobuf(before) || isReadFromProtobuf(after)) return undefined;
  if (!proven && !isOnlyWriter(request, before, after)) return undefined;
  for (const field of Object.keys(before)) {
    if (NOT_OF_CLIENTS.has(field) || member(named, field) !== undefined) continue;
    const found = changeIn(before[field], after[field], undefined, field, { isProtobuf: false });
    if (found !== undefined && (found.before ?? null) !== null) return found;
  }
  return undefined;
}

/** Types of which servers and controllers write other fields, too, some of them as they admit a write. */
const OF_CONTROLLERS: ReadonlySet<string> = new Set([
  ...["apiservices", "endpoints", "endpointslices", "events", "leases", "namespaces", "nodes"],
  ...["persistentvolumeclaims", "persistentvolumes", "pods", "serviceaccounts"],
]);

/** The managers of clients that name none: the names of their programs. */
const OWN_MANAGER = /^(bun|deno|node|undici|plumbline)$/i;

/** Returns true if the managers of the fields show that nobody else wrote between two states. */
function isOnlyWriter({ query }: HttpRequest, before: JsonObject, after: JsonObject): boolean {
  const [old, now] = [before, after].map((object) => asObject(object.metadata)?.managedFields);
  if (!Array.isArray(old) || !Array.isArray(now)) return false;
  const known = new Set(old.map((entry) => JSON.stringify(entry)));
  return now.map((entry) => asObject(entry) ?? {}).every((entry) => {
    const manager = String(entry.manager);
    return known.has(JSON.stringify(entry)) ||
      (query?.fieldManager === undefined
        ? OWN_MANAGER.test(manager)
        : manager === query.fieldManager);
  });
}

/** Returns the first field that differs between two states beside what is named. */
export function changeBeside(
  named: Named,
  { resource: { resource, subresource }, before, after, proven }: Omit<
    KnownWrite,
    "request" | "sent"
  >,
): UnnamedChange | undefined {
  const isProtobuf = isReadFromProtobuf(before) || isReadFromProtobuf(after);
  const comparison = { isProtobuf };
  const [old, now] = [asObject(before.metadata) ?? {}, asObject(after.metadata) ?? {}];
  const isTerminating = Boolean(old.deletionTimestamp ?? now.deletionTimestamp);
  const metadata = named === true ? true : member(named, "metadata");
  for (const field of METADATA) {
    // The garbage collector and namespaces wait with finalizers, and owners may have gone.
    if (field === "ownerReferences" && !proven) continue;
    if (isTerminating && (field === "finalizers" || field === "ownerReferences")) continue;
    const within = metadata === undefined ? undefined : member(metadata, field);
    const found = changeIn(old[field], now[field], within, `metadata.${field}`, comparison);
    // Of other types some get labels by default, as a ReplicationController those of its template.
    const isDefault = !(resource in FIELDS) && found?.before === undefined;
    if (found !== undefined && !isDefault) return found;
  }
  // A controller fills in the data of service account tokens.
  if (String(before.type).endsWith("/service-account-token")) return undefined;
  const aggregates = (before.aggregationRule ?? after.aggregationRule) !== undefined;
  for (const field of FIELDS[resource] ?? []) {
    if (field === "rules" && aggregates) continue;
    // Controllers write the status.
    if (field === "status" && !proven && subresource !== "status") continue;
    const within = named === true ? true : member(named, field);
    const found = changeIn(before[field], after[field], within, field, comparison);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns what a write names; undefined if that is not known. */
function namedBy({ request, resource, sent, before }: KnownWrite): Named | undefined {
  const { method, headers } = request;
  const { subresource } = resource;
  if (subresource !== "" && subresource !== "status") return undefined;
  const isStatus = subresource === "status";
  // An update replaces all that belongs to the resource, or to its status.
  if (method === "PUT") {
    if (isStatus) return { status: true, metadata: true };
    const all = { data: true, type: true, immutable: true, spec: true, rules: true } as const;
    return { ...all, aggregationRule: true, roleRef: true, subjects: true, metadata: true };
  }
  if (method !== "PATCH") return undefined;
  const named = namedByPatch(patchTypeOf(headers), request, sent, before);
  if (named === undefined || named === true) return undefined;
  // Which part of the metadata a status carries is the server's choice; the status of a patch of the
  // object is ignored.
  return isStatus
    ? { metadata: true, ...(member(named, "status") && { status: member(named, "status")! }) }
    : named;
}

function namedByPatch(
  type: ReturnType<typeof patchTypeOf>,
  { query }: HttpRequest,
  sent: Json | undefined,
  before: JsonObject,
): Named | undefined {
  if (type === undefined) return Array.isArray(sent) ? namedByOperations(sent, before) : undefined;
  const patch = asObject(sent);
  if (patch === undefined) return undefined;
  const named = namedByObject(patch, type !== "merge") as { readonly [key: string]: Named };
  const own = type === "apply" ? ownedBy(query?.fieldManager, before) : {};
  // Without the managers of fields it is not known what an apply gives up.
  return own === undefined ? undefined : withText(united(named, own), patch);
}

/** The texts of a Secret are written into its data. */
function withText(named: Named, { stringData }: JsonObject): Named {
  const data = stringData === undefined ? undefined : namedByObject(stringData, false);
  return data === undefined ? named : united(named, { data });
}

function namedByObject(value: Json, merges: boolean): Named {
  if (Array.isArray(value)) return merges ? value : true;
  const members = asObject(value);
  if (members === undefined) return true;
  const named: Record<string, Named> = {};
  for (const [key, inner] of Object.entries(members)) {
    if (!merges || !key.startsWith("$")) named[key] = namedByObject(inner, merges);
  }
  for (const key of merges ? Object.keys(members) : []) {
    if (!key.startsWith("$")) continue;
    // The directives for a list stand beside it; the others concern all members.
    const list = /^\$(?:setElementOrder|deleteFromPrimitiveList)\/(.+)$/.exec(key)?.[1];
    if (list === undefined) return true;
    named[list] = true;
  }
  return named;
}

/** Returns what the operations of a JSON patch name: a list as a whole. */
function namedByOperations(operations: readonly Json[], before: JsonObject): Named | undefined {
  let named: Named = {};
  for (const each of operations) {
    const { op, path, from } = asObject(each) ?? {};
    for (const pointer of op === "test" ? [] : op === "move" ? [path, from] : [path]) {
      if (typeof pointer !== "string") return undefined;
      named = united(named, namedByPointer(pointer, before));
    }
  }
  return named === true || !("stringData" in named) ? named : united(named, { data: true });
}

function namedByPointer(pointer: string, before: JsonObject): Named {
  const [, ...tokens] = pointer.split("/");
  const keys: string[] = [];
  let value: Json | undefined = before;
  for (const token of tokens) {
    if (Array.isArray(value)) break;
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    keys.push(key);
    value = asObject(value)?.[key];
  }
  return keys.reduceRight<Named>((inner, key) => ({ [key]: inner }), true);
}

/** Returns what a manager has applied before, which an apply may remove; undefined if unknown. */
function ownedBy(manager: string | undefined, { metadata }: JsonObject): Named | undefined {
  const entries = asObject(metadata)?.managedFields;
  if (!Array.isArray(entries) || manager === undefined) return undefined;
  return entries.map((each) => asObject(each) ?? {})
    .filter((each) => each.manager === manager && each.operation === "Apply")
    .map(({ fieldsV1 }) => namedByFieldSet(asObject(fieldsV1) ?? {}))
    .reduce<Named>(united, {});
}

function namedByFieldSet(fields: JsonObject): Named {
  const named: Record<string, Named> = {};
  for (const [key, inner] of Object.entries(fields)) {
    if (key === ".") continue;
    // Items of lists.
    if (!key.startsWith("f:")) return true;
    const within = asObject(inner) ?? {};
    named[key.slice(2)] = Object.keys(within).every((each) => each === ".")
      ? true
      : namedByFieldSet(within);
  }
  return named;
}

/** Returns what either of two names. */
function united(one: Named, other: Named): Named {
  if (one === true || other === true || Array.isArray(one) || Array.isArray(other)) return true;
  const result: Record<string, Named> = { ...one as Record<string, Named> };
  for (const [key, inner] of Object.entries(other)) {
    const own = result[key];
    result[key] = own === undefined ? inner : united(own, inner);
  }
  return result;
}

/** Returns what is named of a member; undefined if it is not named. */
function member(named: Named, key: string): Named | undefined {
  if (named === true || Array.isArray(named)) return true;
  return Object.hasOwn(named, key) ? (named as { readonly [key: string]: Named })[key] : undefined;
}

/** How two values are compared. */
interface Comparison {
  /** True if one was read from Protobuf, which has neither zero values nor the spec of pods. */
  readonly isProtobuf: boolean;
}

function changeIn(
  before: Json | undefined,
  after: Json | undefined,
  named: Named | undefined,
  path: string,
  how: Comparison,
): UnnamedChange | undefined {
  if (named === true || before === after) return undefined;
  if (how.isProtobuf && path === "spec.template.spec") return undefined;
  if (Array.isArray(named)) return changeBesideItems(before, after, named, path, how);
  const [old, now] = [asObject(before), asObject(after)];
  // What a request adds gets defaults beside what it names.
  if (named !== undefined && (before ?? null) === null) return undefined;
  if (old === undefined && now === undefined) {
    if (named !== undefined || isSame(before, after, how)) return undefined;
    return { path, before, after };
  }
  // What is removed as a whole is empty.
  if (
    (old === undefined && before !== undefined && before !== null) ||
    (now === undefined && after !== undefined && after !== null)
  ) {
    return named === undefined ? { path, before, after } : undefined;
  }
  // Which other members a strategy has follows from its type.
  if (path === "spec.strategy" && named !== undefined) {
    if (member(named, "type") !== undefined) return undefined;
  }
  const isMap = TEXT_MAPS.test(path);
  const isTemplate = path === "spec.template.spec" && named !== undefined;
  for (const key of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
    if (path === "metadata.annotations" && COMPUTED.test(key)) continue;
    // The deprecated name of a service account follows the other one.
    if (isTemplate && /^(deprecated)?serviceAccount/i.test(key)) continue;
    const [left, right] = [own(old, key), own(now, key)];
    const within = named === undefined ? undefined : member(named, key);
    const inside = `${path}.${key}`;
    // Protobuf keeps the members of maps, empty texts, too.
    if (isMap && within === undefined && left !== right) {
      return { path: inside, before: left, after: right };
    }
    const found = changeIn(left, right, within, inside, how);
    if (found !== undefined) return found;
  }
  return undefined;
}

const own = (object: JsonObject | undefined, key: string): Json | undefined =>
  object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;

/** Returns the first change of an item of a merged list that is not named; others may be added. */
function changeBesideItems(
  before: Json | undefined,
  after: Json | undefined,
  named: readonly Json[],
  path: string,
  how: Comparison,
): UnnamedChange | undefined {
  const key = MERGE_KEYS[path.slice(path.lastIndexOf(".") + 1)];
  if (key === undefined || !Array.isArray(before) || !Array.isArray(after)) return undefined;
  const idOf = (item: Json) => asObject(item)?.[key];
  if (named.some((item) => typeof idOf(item) !== "string")) return undefined;
  for (const item of before) {
    const id = idOf(item);
    const change = named.find((each) => idOf(each) === id);
    const now = after.find((each) => idOf(each) === id);
    const inside = `${path}[${key}=${id}]`;
    const within = change === undefined ? undefined : namedByObject(change, true);
    if (within === true) continue;
    if (now === undefined) return { path: inside, before: item, after: now };
    const found = changeIn(item, now, within, inside, how);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns true for values that are equal but for what a representation may leave out. */
function isSame(left: Json | undefined, right: Json | undefined, how: Comparison): boolean {
  if (left === right) return true;
  if (isEmpty(left, how) || isEmpty(right, how)) return isEmpty(left, how) && isEmpty(right, how);
  if (typeof left === "string") {
    return typeof right === "string" && timeInUtc(left) === timeInUtc(right);
  }
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length &&
      left.every((item, at) => isSame(item, right[at], how));
  }
  const [one, other] = [asObject(left), asObject(right)];
  if (one === undefined || other === undefined) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .every((key) => isSame(own(one, key), own(other, key), how));
}

function isEmpty(value: Json | undefined, how: Comparison): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (how.isProtobuf && (value === 0 || value === false)) return true;
  if (typeof value !== "object") return false;
  return Array.isArray(value)
    ? value.length === 0
    : Object.values(value).every((each) => isEmpty(each, how));
}

/** Returns the operations of a JSON patch; undefined if one is malformed. */
export function operationsIn(sent: Json | undefined): readonly PatchOperation[] | undefined {
  if (!Array.isArray(sent)) return undefined;
  const isWhole = (each: Json) => {
    const { op, path, from, value } = asObject(each) ?? {};
    const isPointer = (text: Json | undefined) =>
      typeof text === "string" && (text === "" || text.startsWith("/"));
    if (!isPointer(path)) return false;
    if (op === "remove") return true;
    if (op === "move" || op === "copy") return isPointer(from);
    return (op === "add" || op === "replace" || op === "test") && value !== undefined;
  };
  return sent.every(isWhole) ? sent as unknown as readonly PatchOperation[] : undefined;
}
