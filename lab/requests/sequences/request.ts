/**
 * Turns a step into the request that is sent.
 *
 * @module
 */
import type { OddRequest } from "./odd_request.ts";
import type { Query } from "./queries.ts";
import { PROTOBUF } from "../../client/protobuf.ts";
import type { Encoding, Step } from "./step.ts";
import type { Template } from "./template.ts";
import { pathOf } from "../kinds/kind.ts";
import { PATCHES } from "../writes.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

/** The namespace and id of a sequence, equal on both servers. */
export interface Place {
  readonly namespace: string;
  /** Unique to the sequence: a prefix of the names of its objects, and a label. */
  readonly id: string;
}

/** Returns the request for a step. */
export function requestOf(step: Step, place: Place): Template {
  const { contentType, ...request } = draft(step, place);
  const whole: Template = {
    ...request,
    query: {
      ...queryOf(step, request.query ?? step.query, place),
      ...(step.type.dryRunOnly && request.method !== "GET" && { dryRun: "All" }),
    },
    accept: step.accept,
    user: step.user,
    ...(contentType && { contentType }),
  };
  return spare(JSON.parse(spellOut(JSON.stringify(whole), step, place)), place);
}

/** Throws for a request that could delete objects of others. */
function spare(request: Template, { namespace, id }: Place): Template {
  const { method, path, query } = request;
  const isOwn = path.includes(id) || path.includes(namespace) ||
    query.labelSelector?.startsWith(`sequence=${id}`);
  if (method === "DELETE" && !isOwn) throw new Error(`Cannot send DELETE ${path}: others use it`);
  return request;
}

type Draft =
  & Pick<Template, "method" | "path" | "body" | "raw" | "doubled" | "contentType">
  & { readonly query?: Query };

function draft(step: Step, place: Place): Draft {
  const { type, odd } = step;
  const collection = pathOf(type, place.namespace);
  const item = `${collection}/${nameOf(step, place)}`;
  switch (step.action) {
    case "create":
    case "review":
      return { method: "POST", path: collection, ...wholeBody(step, place) };
    case "generate":
      return { method: "POST", path: collection, ...generateBody(step, place) };
    case "put":
      return { method: "PUT", path: item, ...wholeBody(step, place) };
    case "put status":
      return { method: "PUT", path: `${item}/status`, ...wholeBody(step, place) };
    case "merge patch":
      return patch(item, PATCHES.merge, patchBody(step));
    case "patch status":
      return patch(`${item}/status`, PATCHES.merge, patchBody(step));
    case "strategic patch":
      return patch(item, PATCHES.strategic, patchBody(step));
    case "json patch":
      return patch(item, PATCHES.json, jsonPatch(step));
    case "apply":
      return { ...patch(item, PATCHES.apply, appliedBody(step, place)), query: applyQuery(step) };
    case "apply status":
      return {
        ...patch(`${item}/status`, PATCHES.apply, appliedBody(step, place)),
        query: applyQuery(step),
      };
    case "put scale":
      return { method: "PUT", path: `${item}/scale`, ...scaleBody(step, place) };
    case "patch scale":
      return patch(`${item}/scale`, PATCHES.merge, scaleSpec(step));
    case "get scale":
      return { method: "GET", path: `${item}/scale` };
    case "get":
      return { method: "GET", path: item };
    case "get status":
      return { method: "GET", path: `${item}/status` };
    case "list":
    case "watch":
      return { method: "GET", path: collection };
    case "delete":
      return { method: "DELETE", path: item, ...optionsBody(step) };
    case "deletecollection":
      return { method: "DELETE", path: collection, ...optionsBody(step) };
    case "odd":
      return oddDraft(odd!, step, place);
  }
}

const patch = (path: string, contentType: string, body: Json): Draft => ({
  method: "PATCH",
  path,
  contentType,
  body,
});

const nameOf = ({ slot }: Step, { id }: Place) => `${id}-${slot}`;

/** Names of the sequence's objects for their placeholders. */
function spellOut(text: string, step: Step, place: Place): string {
  const subject = `${step.type.kind} ${nameOf(step, place)}`;
  return text
    .replaceAll("«id»", place.id)
    .replaceAll(/«(current|first|uid)»/g, (_, word) => `«${word} ${subject}»`)
    .replaceAll(/«(collection|continue)»/g, (_, word) => `«${word} ${step.type.kind}»`);
}

/** Selects cluster-scoped objects of the sequence by their label. */
function queryOf(step: Step, query: Query, { id }: Place): Query {
  const lists = ["list", "watch", "deletecollection"].includes(step.action) ||
    step.odd?.place === "everywhere";
  if (step.type.isReview || !lists) return query;
  if (step.type.namespaced && step.odd?.place !== "everywhere") return query;
  const own = `sequence=${id}`;
  return { ...query, labelSelector: query.labelSelector ? `${own},${query.labelSelector}` : own };
}

/** Most apply requests have a field manager. */
const applyQuery = ({ query }: Step): Query => ({
  fieldManager: "m1",
  ...query,
});

const MEDIA_TYPES: Readonly<Record<Encoding, string>> = {
  json: "application/json",
  yaml: "application/yaml",
  protobuf: PROTOBUF,
};

const IN_MAPS = /^(data|stringData|metadata\.labels|metadata\.annotations)\./;

type Body = Pick<Draft, "contentType" | "body" | "doubled">;

function objectOf(step: Step, metadata: JsonObject): JsonObject {
  const { type, mutations } = step;
  const body: JsonObject = {
    apiVersion: type.apiVersion,
    kind: type.kind,
    ...(!type.isReview && { metadata }),
    ...(!step.bare && structuredClone(type.body)),
  };
  for (const { place, value } of mutations) {
    // The meaning of null in a map differs before and after the real server stored it.
    if (value !== null || !IN_MAPS.test(place)) setAt(body, place.split("."), value);
  }
  return body;
}

function wholeBody(step: Step, place: Place): Body {
  const { doubled, encoding, action } = step;
  const metadata = {
    name: nameOf(step, place),
    labels: { sequence: place.id },
    ...(action !== "create" && versionOf(step)),
  };
  const body = objectOf(step, metadata);
  // Protobuf has no duplicate keys.
  return encoding === "protobuf"
    ? { contentType: MEDIA_TYPES[encoding], body }
    : { contentType: MEDIA_TYPES[encoding], body, doubled };
}

/** The replicas of a scale are as many as the changes, or none. */
const scaleSpec = ({ mutations, bare }: Step): JsonObject =>
  bare ? {} : { spec: { replicas: 2 - mutations.length * 2 } };

const scaleBody = (step: Step, place: Place): Body => ({
  contentType: "application/json",
  body: {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: nameOf(step, place), namespace: place.namespace, ...versionOf(step) },
    ...scaleSpec(step),
  },
});

function generateBody(step: Step, place: Place): Body {
  const metadata = { generateName: `${place.id}-gen-`, labels: { sequence: place.id } };
  const body = objectOf(step, metadata);
  return { contentType: "application/json", body, doubled: step.doubled };
}

/** The fields of an apply: the whole object or a part. */
function appliedBody(step: Step, place: Place): JsonObject {
  const labels = step.bare ? {} : { labels: { sequence: place.id } };
  // A field without an owner counts as a change to the real server.
  const mutations = step.mutations.filter(({ place, value }) =>
    !["metadata.generation", "metadata.namespace"].includes(place) &&
    !(place.startsWith("metadata.") && value === null)
  );
  const metadata = { name: nameOf(step, place), ...labels, ...versionOf(step) };
  return objectOf({ ...step, mutations }, metadata);
}

const versionOf = ({ version }: Step): JsonObject =>
  version === "none" ? {} : { resourceVersion: `«${version}»` };

function patchBody(step: Step): JsonObject {
  const body: JsonObject = step.version === "none" ? {} : { metadata: versionOf(step) };
  const mutations = step.mutations.flatMap((mutation) => {
    const [, list] = /^(.*?)\.\d+\./.exec(mutation.place) ?? [];
    if (list === undefined) return [mutation];
    // A merge patch replaces whole lists.
    const changed = structuredClone(step.type.body);
    setAt(changed, mutation.place.split("."), mutation.value);
    const value = valueAt(changed, list.split("."));
    return step.type.mutation && value !== undefined ? [{ place: list, value }] : [];
  });
  mutations.forEach(({ place, value }) => setAt(body, place.split("."), value));
  return body;
}

/** JSON patches alternate `add` and `replace`, so that some paths do not exist. */
function jsonPatch({ mutations }: Step): Json {
  return mutations.map(({ place, value }, index) => ({
    op: value === null ? "remove" : index % 2 === 0 ? "add" : "replace",
    path: `/${place.split(".").map((part) => part.replaceAll("/", "~1")).join("/")}`,
    ...(value !== null && { value }),
  }));
}

/** For dry runs there is no body, as a real server then ignores the parameter. */
const optionsBody = ({ options, encoding, type }: Step): Body =>
  options && !type.dryRunOnly ? { contentType: MEDIA_TYPES[encoding], body: options } : {};

function oddDraft(
  { method, place: where, raw, contentType }: OddRequest,
  step: Step,
  place: Place,
) {
  const path = oddPath(where, step, place);
  if (raw !== undefined) return { method, path, raw, contentType: contentType ?? "" };
  if (method === "GET" || method === "DELETE") return { method, path };
  if (method === "PATCH") return patch(path, PATCHES.merge, {});
  return { method, path, ...wholeBody(step, place) };
}

function oddPath(where: OddRequest["place"], step: Step, place: Place): string {
  const { type } = step;
  const collection = pathOf(type, place.namespace);
  const item = `${collection}/${nameOf(step, place)}`;
  switch (where) {
    case "item":
      return item;
    case "collection":
      return collection;
    case "everywhere":
      return collection.replace(/\/namespaces\/[^/]+/, "");
    case "status":
      return `${item}/status`;
    case "unknown subresource":
      return `${item}/unknown`;
    case "unknown resource":
      return item.replace(type.resource, "unknowns");
    case "unknown version":
      return item.replace(/\/v1\w*/, "/v9");
    case "unknown group":
      return `/apis/unknown.example/v1/${type.resource}/${nameOf(step, place)}`;
    case "unknown namespace":
      return `/api/v1/namespaces/${place.namespace}-unknown/secrets`;
    case "wrong scope":
      return type.namespaced
        ? collection.replace(/\/namespaces\/[^/]+/, "") + `/${nameOf(step, place)}`
        : collection.replace(type.resource, `namespaces/${place.namespace}/${type.resource}`);
    case "root":
      return `/unknown/${place.id}`;
  }
}

/** Sets a value at a path and creates missing objects on the path. */
function setAt(target: JsonObject, path: readonly string[], value: Json): void {
  let at: JsonObject = target;
  for (const part of path.slice(0, -1)) {
    const next = at[part];
    if (typeof next !== "object" || next === null) at[part] = {};
    at = at[part] as JsonObject;
  }
  at[path.at(-1)!] = structuredClone(value);
}

/** Returns the value at a path. */
const valueAt = (target: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, part) => typeof at === "object" && at !== null ? (at as JsonObject)[part] : undefined,
    target,
  );
