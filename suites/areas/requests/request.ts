/**
 * The request of a row of the model.
 *
 * @module
 */
import { Discard } from "../../check.ts";
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { hasCredentials, type Target } from "../../client/target.ts";
import { inject } from "../../model/field_injection.ts";
import { metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { ActionName } from "../../model/outcomes/actions.ts";
import {
  changesField,
  type Edit,
  edited,
  editsOf,
  jsonPatchOf,
  mergePatchOf,
} from "../../model/outcomes/edits.ts";
import type { Flaw, RequestRow } from "../../model/outcomes/facets.ts";
import { UNKNOWN_FIELD } from "../../model/outcomes/outcome.ts";
import { jsonText, yamlText } from "../../model/tree.ts";
import type { Scope } from "../../scope.ts";
import type { Prepared } from "./state.ts";

/** Contents whose fields of every type have no defaults, and of which none is removed: any will do. */
const CONTENTS: readonly number[] = [5, 6, 7, 8, 9, 10];

/** A token that no identity has. */
const UNKNOWN_TOKEN = "plumbline-unknown-token";

/** A request, and what it does to the object. */
export interface PlannedRequest {
  readonly request: HttpRequest;
  /** The changes of the object. */
  readonly edits: readonly Edit[];
}

/** Returns the request of a row. */
export function planRequest(
  action: ActionName,
  row: RequestRow,
  prepared: Prepared,
): PlannedRequest {
  const { objects, original } = prepared;
  const { dialect } = objects.scope.target;
  const edits = changesOf(action, row, prepared);
  const isCreate = action === "create";
  const path = isCreate ? objects.collectionOf(original) : objects.pathOf(original);
  const content = contentOf(action, row, prepared, edits);
  const request: HttpRequest = {
    method: METHODS[action],
    path: action.endsWith("-status") ? `${path}/status` : path,
    query: queryOf(action, row),
    ...(content.body !== undefined && { body: content.body }),
    headers: {
      ...(content.type !== undefined && { "content-type": content.type }),
      ...(row.accept === "Protobuf" && { accept: `application/vnd.${dialect.name}.protobuf` }),
      ...credentialsOf(row, objects.scope.target),
    },
  };
  return { request, edits };
}

const METHODS: Readonly<Record<ActionName, HttpRequest["method"]>> = {
  "create": "POST",
  "update": "PUT",
  "merge-patch": "PATCH",
  "json-patch": "PATCH",
  "strategic-merge-patch": "PATCH",
  "apply": "PATCH",
  "delete": "DELETE",
  "deletecollection": "DELETE",
  "update-status": "PUT",
  "patch-status": "PATCH",
};

/** Returns the value of a facet, undefined for "none". */
const valueOf = (value: string): string | undefined => value === "none" ? undefined : value;

function queryOf(action: ActionName, row: RequestRow): Record<string, string | undefined> {
  const dryRun = row.flaw === "other dryRun" ? "Server" : valueOf(row.dryRun);
  const pretty = valueOf(row.pretty);
  if (action === "delete") {
    return row.options === "body" ? { pretty } : { pretty, dryRun, ...deleteOptionsOf(row) };
  }
  return {
    dryRun,
    fieldManager: row.fieldManager === "given" ? "plumbline-requests" : undefined,
    fieldValidation: valueOf(row.fieldValidation),
    force: valueOf(row.force),
    pretty,
  };
}

/** Returns the request of a row that deletes the objects of a scope in a collection. */
export function planCollectionRequest(
  row: RequestRow,
  { scope, path, name }: { readonly scope: Scope; readonly path: string; readonly name: string },
): HttpRequest {
  const { body, type } = deleteBodyOf(row, {});
  const written = row.flaw === "malformed selector"
    ? "written=("
    : row.selector === "label" || row.selector === "both"
    ? "written=first"
    : undefined;
  return {
    method: "DELETE",
    path,
    query: {
      ...queryOf("delete", row),
      limit: valueOf(row.limit),
      // Never deletes the objects of others.
      labelSelector: [scope.selector, written].filter((each) => each !== undefined).join(),
      fieldSelector: row.selector === "field" || row.selector === "both"
        ? `metadata.name=${name}`
        : undefined,
    },
    ...(body !== undefined && { body }),
    headers: {
      ...(type !== undefined && { "content-type": type }),
      ...credentialsOf(row, scope.target),
    },
  };
}

/**
 * Returns the header of a request with an unknown bearer token.
 *
 * @throws {Discard} if a client certificate may authenticate the request all the same
 */
export function credentialsOf(
  { flaw }: Pick<RequestRow, "flaw">,
  { url, identities: [current] }: Pick<Target, "url" | "identities">,
): HttpRequest["headers"] {
  if (flaw !== "unknown caller") return {};
  if (!hasCredentials(current) && url.startsWith("https:")) {
    throw new Discard("the current identity has no token: a client certificate may stand for it");
  }
  return { authorization: `Bearer ${UNKNOWN_TOKEN}` };
}

function deleteOptionsOf(row: RequestRow): Record<string, string | undefined> {
  return {
    gracePeriodSeconds: valueOf(row.gracePeriod),
    propagationPolicy: row.flaw === "other policy" ? "Plumbline" : valueOf(row.propagation),
  };
}

/** Returns the edits that a row makes, its flaw left out. */
function changesOf(
  action: ActionName,
  { change, flaw }: RequestRow,
  { objects, before }: Prepared,
): readonly Edit[] {
  if (action === "create" || action === "delete" || before === undefined) return [];
  const { resource } = objects.type;
  const editsTo = (content: number) => {
    // The defaults of other fields of a deployment would change with them.
    const patch = resource === "deployments"
      ? { spec: { revisionHistoryLimit: content } }
      : objects.type.change(content);
    return editsOf(patch, before)
      // An apply does not remove what it did not apply before.
      .filter(({ value }) => action !== "apply" || value !== undefined)
      // Nobody owns a field that the object does not have.
      .filter((edit) => flaw !== "conflict" || changesField(edit, before));
  };
  // Of a type with few values, a content may have those that the object has.
  const content = CONTENTS.map(editsTo).find(({ length }) => length > 0) ?? [];
  if (flaw === "conflict" && change === "content" && content.length === 0) {
    throw new Discard(`no field of ${resource} has two values`);
  }
  const label: Edit = { path: ["metadata", "labels", "written"], value: "changed" };
  if (action.endsWith("-status")) {
    const status: Edit[] = [
      { path: ["status"], value: { observedGeneration: 5, replicas: 3, updatedReplicas: 2 } },
    ];
    // Whatever it brings for other fields is ignored.
    return change === "nothing"
      ? []
      : change === "label"
      ? [...status, label]
      : [...status, ...content];
  }
  return change === "nothing" ? [] : change === "label" ? [label] : content;
}

/** Returns the edits that make a request refused, or that name what it requires. */
function conditionsOf(row: RequestRow, prepared: Prepared): Edit[] {
  const { before, staleVersion, earlierUid, objects } = prepared;
  const { scope, type } = objects;
  const edits: Edit[] = [];
  const add = (path: string, value?: Json) =>
    void edits.push({ path: path.split("."), ...(value !== undefined && { value }) });
  const version = row.flaw === "stale version"
    ? staleVersion
    : row.version === "current" && before
    ? resourceVersionOf(before)
    : undefined;
  if (version !== undefined) add("metadata.resourceVersion", version);
  const uid = row.flaw === "other uid"
    ? earlierUid ?? "11111111-2222-4333-8444-555555555555"
    : row.uid === "right" && before
    ? uidOf(before)
    : undefined;
  if (uid !== undefined) add("metadata.uid", uid);
  const flaws: Partial<Record<Flaw, () => void>> = {
    "wrong type in metadata": () => add("metadata.labels", "none"),
    "wrong type in content": () => edits.push(...WRONG_TYPES[type.resource]!),
    "missing field": () => edits.push(MISSING[type.resource]!),
    "other kind": () => add("kind", type.kind === "Secret" ? "Role" : "Secret"),
    "other name": () => add("metadata.name", scope.name("another")),
    "other namespace": () => add("metadata.namespace", scope.namespaces[1] ?? "plumbline-nowhere"),
    "unknown field": () => add(UNKNOWN_FIELD, "dropped"),
  };
  flaws[row.flaw]?.();
  if (row.dropped === "unknown field") add(UNKNOWN_FIELD, "dropped");
  return edits;
}

const RULE = { apiGroups: ["plumbline.invalid"], resources: ["plumbs"] };

/** A value of a wrong type for a field of each resource type. */
const WRONG_TYPES: Readonly<Record<string, readonly Edit[]>> = {
  secrets: [{ path: ["data"], value: { value: 7 } }],
  deployments: [{ path: ["spec", "replicas"], value: "3" }],
  roles: [{ path: ["rules"], value: [{ ...RULE, verbs: "get" }] }],
  clusterroles: [{ path: ["rules"], value: [{ ...RULE, verbs: "get" }] }],
  rolebindings: [{ path: ["subjects"], value: [{ kind: "User", name: 7 }] }],
  clusterrolebindings: [{ path: ["subjects"], value: [{ kind: "User", name: 7 }] }],
};

/** The removal of a required field of each resource type. */
const MISSING: Readonly<Record<string, Edit>> = {
  deployments: { path: ["spec", "selector"] },
  roles: { path: ["rules"], value: [RULE] },
  clusterroles: { path: ["rules"], value: [RULE] },
  rolebindings: { path: ["roleRef"] },
  clusterrolebindings: { path: ["roleRef"] },
};

/** Returns the body of a request and its media type. */
function contentOf(
  action: ActionName,
  row: RequestRow,
  prepared: Prepared,
  edits: readonly Edit[],
): { body?: Json; type?: string } {
  const { original, before, objects: { type } } = prepared;
  if (action === "delete") return deleteBodyOf(row, prepared);
  const all = [...edits, ...conditionsOf(row, prepared)];
  const form = action === "patch-status" ? row.form : action;
  switch (form) {
    case "create":
      return encode(row, edited(original, all));
    case "update":
    case "update-status":
      return encode(row, edited(withoutServerFields(before ?? original), all));
    case "apply": {
      const { body } = encode(row, edited(original, all));
      return { type: "application/apply-patch+yaml", ...(body !== undefined && { body }) };
    }
    case "json-patch": {
      const body = jsonPatchOf(all);
      return { ...encode(row, body), type: "application/json-patch+json" };
    }
    default: {
      const { apiVersion = "", kind = "" } = original;
      const body = { apiVersion, kind: kind || type.kind, ...mergePatchOf(all) };
      return { ...encode(row, body), type: `application/${form}+json` };
    }
  }
}

function withoutServerFields(object: JsonObject): JsonObject {
  const { resourceVersion: _version, uid: _uid, managedFields: _managers, ...metadata } =
    metadataOf(object);
  return { ...object, metadata };
}

/** Returns a body as text, with the flaws that only text can have. */
function encode(row: RequestRow, body: Json): { body?: Json; type?: string } {
  const isYaml = row.encoding === "YAML";
  const type = isYaml ? "application/yaml" : "application/json";
  if (row.flaw === "empty") return { body: "", type };
  if (row.flaw === "malformed") return { body: isYaml ? "kind: [" : '{"kind":', type };
  const isDuplicate = row.flaw === "duplicate field" || row.dropped === "duplicate field";
  const kind = String((body as JsonObject).kind);
  const tree = inject(
    body,
    isDuplicate ? [{ kind: "duplicate", place: [], field: "kind", value: kind }] : [],
  );
  return { body: isYaml ? yamlText(tree).trimStart() : jsonText(tree), type };
}

function deleteBodyOf(
  row: RequestRow,
  prepared: Partial<Prepared>,
): { body?: Json; type?: string } {
  if (row.flaw === "malformed options") return { body: '{"kind":', type: "application/json" };
  const { before, staleVersion, earlierUid } = prepared;
  const resourceVersion = row.flaw === "stale version"
    ? staleVersion
    : row.version === "current" && before
    ? resourceVersionOf(before)
    : undefined;
  const uid = row.flaw === "other uid"
    ? earlierUid ?? "11111111-2222-4333-8444-555555555555"
    : row.uid === "right" && before
    ? uidOf(before)
    : undefined;
  const preconditions = {
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(uid !== undefined && { uid }),
  };
  const { gracePeriodSeconds, propagationPolicy } = deleteOptionsOf(row);
  const dryRun = row.flaw === "other dryRun" ? "Server" : valueOf(row.dryRun);
  const inBody: JsonObject = row.options === "query" ? {} : {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds: Number(gracePeriodSeconds) }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(dryRun !== undefined && { dryRun: [dryRun] }),
  };
  const body: JsonObject = {
    ...inBody,
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
  };
  if (Object.keys(body).length === 0) return {};
  return {
    body: { kind: "DeleteOptions", apiVersion: "v1", ...body },
    type: "application/json",
  };
}
