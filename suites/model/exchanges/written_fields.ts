/**
 * Checks that the response to a write has the fields that the request wrote. Fields are listed by
 * resource type; a server drops others.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import type { ResourceRequest } from "./resource_request.ts";

/** The top-level fields that only clients write, by resource name. */
const CLIENT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  secrets: ["type", "immutable", "data"],
  deployments: ["spec"],
  roles: ["rules"],
  clusterroles: ["rules", "aggregationRule"],
  rolebindings: ["roleRef", "subjects"],
  clusterrolebindings: ["roleRef", "subjects"],
};

/** The fields of a spec whose content has neither defaults nor lists that patches merge. */
const SPEC_FIELDS = [
  "replicas",
  "minReadySeconds",
  "revisionHistoryLimit",
  "progressDeadlineSeconds",
  "paused",
  "strategy",
  "selector",
];

const COUNTERS = [
  "replicas",
  "availableReplicas",
  "readyReplicas",
  "unavailableReplicas",
  "updatedReplicas",
  "collisionCount",
  "observedGeneration",
];

/** The fields that are compared within these; others are unknown, and may be dropped. */
const KNOWN = new Set([
  ...["verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs"],
  ...["apiGroup", "kind", "name", "namespace"],
  ...["type", "rollingUpdate", "maxSurge", "maxUnavailable"],
  ...["matchLabels", "matchExpressions", "key", "operator", "values", "clusterRoleSelectors"],
  ...["status", "reason", "message"],
  ...[
    "image",
    "command",
    "args",
    "workingDir",
    "env",
    "value",
    "ports",
    "containerPort",
    "protocol",
  ],
]);

/** Returns the fields of an object that no controller changes; undefined for unknown types. */
export function clientFields(resource: string, object: JsonObject): JsonObject | undefined {
  const fields = CLIENT_FIELDS[resource];
  // A controller fills in the data of service account tokens.
  const isFilled = String(object.type).endsWith("/service-account-token");
  if (fields === undefined || isFilled) return undefined;
  const { labels, annotations, finalizers, deletionTimestamp } = asObject(object.metadata) ?? {};
  const aggregates = asObject(object.aggregationRule) !== undefined;
  return {
    ...Object.fromEntries(
      fields.filter((field) => field in object && !(aggregates && field === "rules"))
        .map((field) => [field, object[field]!]),
    ),
    labels: labels ?? {},
    // A deletion adds finalizers, and controllers remove them.
    ...(deletionTimestamp === undefined && { finalizers: finalizers ?? [] }),
    // The deployment controller numbers the revisions in an annotation.
    ...(resource !== "deployments" && { annotations: annotations ?? {} }),
  };
}

/** Returns the first field that a write sent and its response does not have. */
export function lostField(
  { method, body, headers }: HttpRequest,
  { resource, subresource }: ResourceRequest,
  answered: JsonObject,
): { expected: string; actual: string } | undefined {
  const sent = asObject(body);
  const fields = CLIENT_FIELDS[resource];
  if (sent === undefined || fields === undefined) return undefined;
  const type = method === "PATCH" ? patchTypeOf(headers) : "whole";
  if (type === undefined) return undefined;
  const isMerged = type === "strategic" || type === "apply";
  if (subresource === "status") return lostStatus(sent, answered, isMerged);
  if (subresource !== "") return undefined;
  for (const field of fields) {
    if (field === "rules" && (sent.aggregationRule || answered.aggregationRule)) continue;
    // An apply keeps the items of others in lists that it merges; these lists are replaced.
    const found = field === "spec"
      ? lostSpec(sent.spec, answered.spec, isMerged)
      : field === "data"
      ? lostData(sent, answered.data)
      : lost(sent[field], answered[field], field, type === "strategic");
    if (found !== undefined) return found;
  }
  return lostText(sent, answered);
}

/** Returns the kind of a patch; undefined for JSON patches, which have other oracles. */
export function patchTypeOf(
  headers: HttpRequest["headers"],
): "merge" | "strategic" | "apply" | undefined {
  for (const name in headers) {
    if (name.toLowerCase() !== "content-type") continue;
    const type = String(headers[name]);
    if (type.startsWith("application/merge-patch+json")) return "merge";
    if (type.startsWith("application/strategic-merge-patch+json")) return "strategic";
    if (type.startsWith("application/apply-patch+yaml")) return "apply";
  }
  return undefined;
}

function lostSpec(sent: Json | undefined, answered: Json | undefined, isMerged: boolean) {
  const [spec, returned] = [asObject(sent), asObject(answered) ?? {}];
  if (spec === undefined) return undefined;
  for (const field of SPEC_FIELDS) {
    const found = lost(spec[field], returned[field], `spec.${field}`, isMerged);
    if (found !== undefined) return found;
  }
  const labels = (template: Json | undefined) =>
    asObject(asObject(asObject(template)?.metadata)?.labels);
  const path = "spec.template.metadata.labels";
  return lost(labels(spec.template), labels(returned.template), path, isMerged);
}

/** Returns the first field of a pod template that a write sent and its response does not have. */
export function lostFromTemplate(
  { method, body, headers }: HttpRequest,
  { resource, subresource }: ResourceRequest,
  answered: JsonObject,
): { expected: string; actual: string } | undefined {
  if (resource !== "deployments" || subresource !== "") return undefined;
  // Other patches merge containers with those that exist.
  if (method === "PATCH" && patchTypeOf(headers) !== "merge") return undefined;
  const templateOf = (object: JsonObject) => asObject(asObject(object.spec)?.template);
  const [sent, returned] = [templateOf(asObject(body) ?? {}), templateOf(answered)];
  const [spec, shown] = [asObject(sent?.spec) ?? {}, asObject(returned?.spec) ?? {}];
  const path = "spec.template";
  const [given, kept] = [sent, returned].map((each) => asObject(each?.metadata)?.annotations);
  const noted = Object.entries(asObject(given) ?? {});
  return first([
    ...noted.map(([key, value]) =>
      lost(value, asObject(kept)?.[key], `${path}.metadata.annotations.${key}`, false)
    ),
    ...Object.entries(asObject(spec.nodeSelector) ?? {}).map(([key, value]) =>
      lost(value, asObject(shown.nodeSelector)?.[key], `${path}.spec.nodeSelector.${key}`, false)
    ),
    ...["containers", "terminationGracePeriodSeconds"].map((field) =>
      lost(spec[field], shown[field], `${path}.spec.${field}`, false)
    ),
  ]);
}

function lostData(sent: JsonObject, answered: Json | undefined) {
  const data = asObject(answered) ?? {};
  const strings = asObject(sent.stringData) ?? {};
  for (const [key, value] of Object.entries(asObject(sent.data) ?? {})) {
    if (key in strings || typeof value !== "string") continue;
    const actual = data[key];
    if (actual === value || (value === "" && (actual ?? "") === "")) continue;
    if (typeof actual === "string" && sameBytes(actual, value)) continue;
    return { expected: `data.${key}: ${value}`, actual: `data.${key}: ${jsonOf(actual)}` };
  }
  return undefined;
}

/** The characters of the longest text that is compared. */
const MAX_TEXT = 10_000;

function lostText(sent: JsonObject, answered: JsonObject) {
  const strings = asObject(sent.stringData);
  if (strings === undefined) return undefined;
  const data = asObject(answered.data) ?? {};
  for (const [key, value] of Object.entries(strings)) {
    if (typeof value !== "string" || value.length > MAX_TEXT || !value.isWellFormed()) continue;
    const expected = btoa(String.fromCharCode(...new TextEncoder().encode(value)));
    if ((data[key] ?? "") === expected) continue;
    return { expected: `data.${key}: ${expected}`, actual: `data.${key}: ${jsonOf(data[key])}` };
  }
  return undefined;
}

/** True if two texts in base64 mean the same bytes: line breaks and spare bits are ignored. */
function sameBytes(one: string, other: string): boolean {
  try {
    return atob(one) === atob(other.replaceAll(/[\r\n]/g, ""));
  } catch {
    return false;
  }
}

function lostStatus(sent: JsonObject, answered: JsonObject, isMerged: boolean) {
  const [status, returned] = [asObject(sent.status), asObject(answered.status) ?? {}];
  if (status === undefined) return undefined;
  for (const field of COUNTERS) {
    const found = lost(status[field], returned[field], `status.${field}`, isMerged);
    if (found !== undefined) return found;
  }
  const conditions = Array.isArray(returned.conditions) ? returned.conditions.map(asObject) : [];
  for (const condition of Array.isArray(status.conditions) ? status.conditions : []) {
    const { type, status: value, reason, message } = asObject(condition) ?? {};
    if (typeof type !== "string" || "$patch" in (asObject(condition) ?? {})) continue;
    const same = conditions.find((each) => each?.type === type);
    const found = lostTime(asObject(condition)!, same, type) ?? lost(
      { status: value ?? null, reason: reason ?? null, message: message ?? null },
      {
        ...same,
      },
      `status.conditions[type=${type}]`,
      isMerged,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a time of a condition that was sent and is not returned; fractions may be left out. */
function lostTime(sent: JsonObject, answered: JsonObject | undefined, type: string) {
  for (const field of ["lastUpdateTime", "lastTransitionTime"]) {
    const seconds = (value: Json | undefined) => Math.floor(Date.parse(String(value)) / 1_000);
    const [given, shown] = [sent[field], answered?.[field]];
    if (typeof given !== "string" || Number.isNaN(seconds(given))) continue;
    if (seconds(given) === seconds(shown)) continue;
    const path = `status.conditions[type=${type}].${field}`;
    return { expected: `${path}: ${given}`, actual: `${path}: ${jsonOf(shown)}` };
  }
  return undefined;
}

/** Returns the first sent value that is not returned. Zero values may be omitted. */
function lost(
  sent: Json | undefined,
  answered: Json | undefined,
  path: string,
  skipsLists: boolean,
): { expected: string; actual: string } | undefined {
  // The server chooses what null and an empty text stand for: the default.
  if (sent === undefined || sent === null || sent === "") return undefined;
  const wrong = { expected: `${path}: ${jsonOf(sent)}`, actual: `${path}: ${jsonOf(answered)}` };
  if (Array.isArray(sent)) {
    if (skipsLists || (sent.length === 0 && (answered ?? null) === null)) return undefined;
    if (!Array.isArray(answered) || answered.length !== sent.length) return wrong;
    return first(sent.map((item, at) => lost(item, answered[at], `${path}[${at}]`, false)));
  }
  if (typeof sent === "object") {
    if (Object.keys(sent).some((key) => key.startsWith("$"))) return undefined;
    return first(
      Object.entries(sent)
        .filter(([key]) => KNOWN.has(key) || /[lL]abels$/.test(path))
        .map(([key, value]) =>
          lost(value, asObject(answered)?.[key], `${path}.${key}`, skipsLists)
        ),
    );
  }
  if (answered === sent || ((answered ?? null) === null && (sent === 0 || sent === false))) {
    return undefined;
  }
  return wrong;
}

const first = <Found>(found: readonly (Found | undefined)[]): Found | undefined =>
  found.find((each) => each !== undefined);

const jsonOf = (value: Json | undefined): string => (JSON.stringify(value) ?? "none").slice(0, 300);
