/**
 * Checks a single response by the verb and resource of its request.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { acceptOf, acceptsTablesOnly, wrongMediaType } from "./media_types.ts";
import type { RequestVerb, ResourceRequest } from "./resource_request.ts";
import { verifyTexts } from "./error_texts.ts";
import { verifyFieldTypes } from "./field_types.ts";
import { verifyManagedFields } from "./managed_fields.ts";
import { selectorTest } from "./selectors.ts";
import { verifyTable } from "./tables.ts";
import { type ExchangeViolation, violation } from "./violation.ts";
import { lostField, lostFromTemplate } from "./written_fields.ts";

/** Status codes of success by verb (specification, "Operation templates"). */
const SUCCESS: Readonly<Record<RequestVerb, readonly number[]>> = {
  get: [200],
  list: [200],
  watch: [200],
  create: [200, 201, 202],
  update: [200, 201],
  patch: [200, 201],
  delete: [200, 202],
  // 202 for one object; of a collection the specification lists 200 only, and a server may defer.
  deletecollection: [200, 202],
};

/** Kinds by resource name; the kinds of other resources are not checked. */
export const KINDS: Readonly<Record<string, string>> = {
  secrets: "Secret",
  deployments: "Deployment",
  roles: "Role",
  rolebindings: "RoleBinding",
  clusterroles: "ClusterRole",
  clusterrolebindings: "ClusterRoleBinding",
  namespaces: "Namespace",
  flowschemas: "FlowSchema",
  prioritylevelconfigurations: "PriorityLevelConfiguration",
  csistoragecapacities: "CSIStorageCapacity",
  localsubjectaccessreviews: "LocalSubjectAccessReview",
  selfsubjectaccessreviews: "SelfSubjectAccessReview",
  selfsubjectrulesreviews: "SelfSubjectRulesReview",
  subjectaccessreviews: "SubjectAccessReview",
  selfsubjectreviews: "SelfSubjectReview",
};

/** Returns true for the reviews, which are not persisted. */
export const isReview = ({ resource }: ResourceRequest): boolean => resource.endsWith("reviews");

/** Reasons of a Status by HTTP status, as real servers use them; others are not checked. */
const REASONS: Readonly<Record<number, readonly string[]>> = {
  400: ["BadRequest"],
  401: ["Unauthorized"],
  403: ["Forbidden"],
  404: ["NotFound"],
  405: ["MethodNotAllowed"],
  406: ["NotAcceptable"],
  409: ["Conflict", "AlreadyExists"],
  410: ["Expired", "Gone"],
  413: ["RequestEntityTooLarge"],
  415: ["UnsupportedMediaType"],
  422: ["Invalid"],
  429: ["TooManyRequests"],
  503: ["ServiceUnavailable"],
};

/** Returns the requirements that a response to a request on a resource violates by itself. */
export function verifyResponse(
  request: HttpRequest,
  resource: ResourceRequest,
  response: HttpResponse,
): ExchangeViolation[] {
  const isSuccess = response.status < 400;
  return [
    ...verifyWarnings(response),
    ...(isSuccess
      ? verifySuccess(request, resource, response)
      : verifyError(request, resource, response)),
  ];
}

function verifySuccess(
  request: HttpRequest,
  resource: ResourceRequest,
  response: HttpResponse,
): ExchangeViolation[] {
  const { verb, name, subresource } = resource;
  const allowed = SUCCESS[verb];
  if (!allowed.includes(response.status)) {
    return [violation("exchanges.success-status", {
      expected: `${verb}: status ${allowed.join(", ")} or an error`,
      actual: String(response.status),
    })];
  }
  if (verb === "watch") return [];
  const wrongType = wrongMediaType(request, response);
  if (wrongType !== undefined) return [violation("exchanges.media-type", wrongType)];
  const accept = acceptOf(request);
  if (accept !== undefined && accept !== "application/json") {
    return verifyOtherForm(request, resource, response, accept);
  }
  const body = asObject(response.json)!;
  // Other subresources have kinds of their own.
  if (subresource !== "" && subresource !== "status") return [];
  const wrongKind = verifyKind(resource, body);
  if (wrongKind) return [wrongKind];
  if (body.kind === "Status") return [];
  if (Array.isArray(body.items)) return verifyList(request, resource, body);
  const metadata = asObject(body.metadata) ?? {};
  const violations = [];
  const sentName = asObject(asObject(request.body)?.metadata)?.name;
  const expectedName = name || (verb === "create" && typeof sentName === "string" ? sentName : "");
  if (!isReview(resource)) {
    if (expectedName !== "" && metadata.name !== expectedName) {
      violations.push(violation("exchanges.requested-object", {
        expected: `an object named ${expectedName}`,
        actual: jsonOf(metadata.name),
      }));
    }
    if ((metadata.namespace ?? "") !== resource.namespace) {
      violations.push(violation("exchanges.requested-object", {
        expected: `an object in namespace ${JSON.stringify(resource.namespace)}`,
        actual: jsonOf(metadata.namespace),
      }));
    }
    violations.push(...verifyKeptMetadata(request, resource, metadata));
    const lost = lostField(request, resource, body);
    if (lost !== undefined) violations.push(violation("exchanges.fields-as-written", lost));
    const other = lostFromTemplate(request, resource, body);
    if (other !== undefined) violations.push(violation("exchanges.template-as-written", other));
  }
  violations.push(...verifyFieldTypes(String(body.kind), body), ...verifyManagedFields(body));
  return violations;
}

/** Checks a response in another form than plain JSON: only Tables can be read here. */
function verifyOtherForm(
  request: HttpRequest,
  resource: ResourceRequest,
  response: HttpResponse,
  accept: string,
): ExchangeViolation[] {
  if (!accept.includes("as=Table") || request.method !== "GET") return [];
  const table = asObject(response.json);
  if (table?.kind === "Table") return verifyTable(request, resource, table);
  return acceptsTablesOnly(accept)
    ? [violation("exchanges.table-shape", {
      expected: "kind Table",
      actual: table === undefined ? "no JSON" : jsonOf(table.kind),
    })]
    : [];
}

function verifyKind(
  { verb, apiVersion, resource }: ResourceRequest,
  body: JsonObject,
): ExchangeViolation | undefined {
  const kind = KINDS[resource];
  const { kind: actualKind, apiVersion: actualVersion } = body;
  const actual = `${actualVersion} ${actualKind}`;
  const deletes = verb === "delete" || verb === "deletecollection";
  if (deletes && actualKind === "Status") {
    return actualVersion === "v1" && body.status !== "Failure" ? undefined : violation(
      "exchanges.success-kind",
      { expected: "a v1 Status that is no Failure", actual: `${actual}, status ${body.status}` },
    );
  }
  const isCollection = verb === "list" || verb === "deletecollection";
  if (verb === "delete" && kind !== undefined && !isHeld(resource, body)) {
    return violation("exchanges.success-kind", {
      expected: "a v1 Status, or the object if finalizers hold it",
      actual,
    });
  }
  if (kind === undefined) {
    if (typeof actualKind === "string" && isCollection === actualKind.endsWith("List")) {
      return undefined;
    }
  } else if (actualKind === (isCollection ? `${kind}List` : kind) && actualVersion === apiVersion) {
    return undefined;
  }
  const expected = `${apiVersion} ${kind ?? "<kind>"}${isCollection ? "List" : ""}`;
  return violation("exchanges.success-kind", { expected, actual });
}

/** Returns true if a deletion may return the object: real servers do so while it waits. */
function isHeld(resource: string, { metadata }: JsonObject): boolean {
  const { finalizers, deletionTimestamp } = asObject(metadata) ?? {};
  const isWaiting = Array.isArray(finalizers) && finalizers.length > 0 && deletionTimestamp;
  // The finalizers of a namespace are in its spec.
  return Boolean(isWaiting) || resource === "namespaces";
}

function verifyList(
  { query = {} }: HttpRequest,
  { verb, namespace, resource, apiVersion }: ResourceRequest,
  body: JsonObject,
): ExchangeViolation[] {
  const violations: ExchangeViolation[] = [];
  const metadata = asObject(body.metadata) ?? {};
  const items = body.items as Json[];
  const wrong = listProblem(metadata, query);
  // Some types of real servers are not persisted.
  if (wrong !== undefined && verb === "list" && resource in KINDS) {
    violations.push(violation("exchanges.list-metadata", wrong));
  }
  const kind = KINDS[resource];
  // Items may omit both, which follow from the list.
  const other = items.map(asObject).find((item) =>
    (item?.apiVersion ?? apiVersion) !== apiVersion || (item?.kind ?? kind) !== kind
  );
  if (kind !== undefined && other !== undefined) {
    violations.push(violation("exchanges.success-kind", {
      expected: `items of ${apiVersion} ${kind}`,
      actual: `${other.apiVersion} ${other.kind}`,
    }));
  }
  if (kind !== undefined) {
    violations.push(...items.flatMap((item) => verifyFieldTypes(kind, asObject(item) ?? {})));
  }
  const limit = Number(query.limit ?? 0);
  if (verb === "list" && limit > 0 && items.length > limit && query.resourceVersion !== "0") {
    violations.push(violation("exchanges.list-limit", {
      expected: `at most ${limit} items`,
      actual: `${items.length} items`,
    }));
  }
  const test = selectorTest({ query });
  const unselected = test && items.find((item) => !test(asObject(item) ?? {}));
  if (unselected !== undefined) {
    violations.push(violation("exchanges.matches-selector", {
      expected: `items that match ${query.labelSelector ?? ""} ${query.fieldSelector ?? ""}`,
      actual: jsonOf(asObject(unselected)?.metadata).slice(0, 300),
    }));
  }
  const stray = items.map((item) => asObject(asObject(item)?.metadata)?.namespace ?? "")
    .find((other) => namespace !== "" && other !== namespace);
  if (stray !== undefined) {
    violations.push(violation("exchanges.requested-object", {
      expected: `items in namespace ${namespace}`,
      actual: `an item in ${JSON.stringify(stray)}`,
    }));
  }
  return violations;
}

function listProblem(
  metadata: JsonObject,
  query: NonNullable<HttpRequest["query"]>,
): { expected: string; actual: string } | undefined {
  const { resourceVersion, continue: token = "", remainingItemCount: count } = metadata;
  if (typeof resourceVersion !== "string" || resourceVersion === "") {
    return { expected: "a resourceVersion of the list", actual: JSON.stringify(metadata) };
  }
  if (typeof token !== "string") {
    return { expected: "a continue token that is text", actual: JSON.stringify(token) };
  }
  if (count === undefined || count === null) return undefined;
  const hasSelector = Boolean(query.labelSelector) || Boolean(query.fieldSelector);
  if (token === "" || hasSelector || !Number.isInteger(count) || (count as number) < 1) {
    return {
      expected: "remainingItemCount only on a page with more to come and no selector, from 1",
      actual: JSON.stringify(metadata),
    };
  }
  return undefined;
}

/** Checks that a response has the labels and annotations that a create or update sent. */
function verifyKeptMetadata(
  { body, method }: HttpRequest,
  { subresource }: ResourceRequest,
  metadata: JsonObject,
): ExchangeViolation[] {
  if ((method !== "POST" && method !== "PUT") || subresource !== "") return [];
  const sent = asObject(asObject(body)?.metadata) ?? {};
  return ["labels", "annotations"].flatMap((field) => {
    const kept = asObject(metadata[field]) ?? {};
    const lost = Object.entries(asObject(sent[field]) ?? {})
      .find(([key, value]) => typeof value === "string" && (kept[key] ?? "") !== value);
    return lost === undefined ? [] : [violation("exchanges.labels-as-written", {
      expected: `${field} with ${JSON.stringify(lost[0])}: ${JSON.stringify(lost[1])}`,
      actual: JSON.stringify(kept),
    })];
  });
}

function verifyError(
  request: HttpRequest,
  resource: ResourceRequest,
  response: HttpResponse,
): ExchangeViolation[] {
  const body = asObject(response.json);
  const delay = response.headers.get("retry-after");
  if (delay !== null && !/^\d+$/.test(delay) && Number.isNaN(Date.parse(delay))) {
    return [violation("exchanges.error-status", {
      expected: "a Retry-After header with seconds or a date, or none",
      actual: delay,
    })];
  }
  // The checks of the area `errors` require a Status.
  if (body?.kind !== "Status") return [];
  const isStatus = body.status === "Failure" && body.code === response.status &&
    body.apiVersion === "v1" && (body.metadata === undefined || asObject(body.metadata));
  if (!isStatus) {
    const { apiVersion, status, code, metadata } = body;
    return [violation("exchanges.error-status", {
      expected: `apiVersion v1, metadata, status Failure and code ${response.status}`,
      actual: JSON.stringify({ apiVersion, status, code, metadata }),
    })];
  }
  const reasons = reasonsOf(resource.verb, response.status);
  if (reasons && !reasons.includes(String(body.reason))) {
    return [violation("exchanges.error-reason", {
      expected: `reason ${reasons.join(" or ")} with status ${response.status}`,
      actual: jsonOf(body.reason),
    })];
  }
  const reason = String(body.reason);
  const details = asObject(body.details);
  // The object that a write does not find may be the namespace, also that of an apply.
  const isNamespace = details?.kind === "namespaces" && resource.verb !== "get";
  const expected = isNamespace ? undefined : nameInError(request, resource, reason);
  const named = details?.name;
  // An error may have no details, but must not name another object.
  if (expected && typeof named === "string" && named !== "" && named !== expected) {
    return [violation("exchanges.error-names-object", {
      expected: `details that name ${expected}`,
      actual: named,
    })];
  }
  return [...verifyDetails(resource, reason, details), ...verifyTexts(body)].slice(0, 1);
}

/** Checks the kind and group in the details of an error about the requested type. */
function verifyDetails(
  { verb, apiVersion, resource }: ResourceRequest,
  reason: string,
  details: JsonObject | undefined,
): ExchangeViolation[] {
  const kind = KINDS[resource];
  const about = ["NotFound", "AlreadyExists", "Conflict", "Invalid"];
  if (kind === undefined || details === undefined || !about.includes(reason)) return [];
  // The object that a write does not find may be the namespace.
  if (details.kind === "namespaces" && verb !== "get") return [];
  // Options of a request are objects of their own.
  if (/Options$/.test(String(details.kind))) return [];
  const group = apiVersion.includes("/") ? apiVersion.split("/")[0]! : "";
  const isKind = details.kind === undefined || details.kind === resource || details.kind === kind;
  // Real servers name the group that a type came from where validation or a precondition fails.
  const isGroup = reason === "Invalid" || reason === "Conflict" ||
    (details.group ?? group) === group;
  if (isKind && isGroup) return [];
  return [violation("exchanges.error-names-type", {
    expected: `kind ${resource} or ${kind} and group ${JSON.stringify(group)} in the details`,
    actual: JSON.stringify({ kind: details.kind, group: details.group }),
  })];
}

/** Returns the name that the details of an error must have, undefined if it is not certain. */
function nameInError(
  { body }: HttpRequest,
  { verb, name }: Pick<ResourceRequest, "verb" | "name">,
  reason: string,
): string | undefined {
  const sent = asObject(asObject(body)?.metadata)?.name;
  switch (reason) {
    // The object that a create does not find is the namespace.
    case "NotFound":
      return name;
    case "AlreadyExists":
      return typeof sent === "string" ? sent : undefined;
    case "Conflict":
      return verb === "create" ? undefined : name;
    case "Invalid":
      return verb === "create" && typeof sent === "string" ? sent : undefined;
    default:
      return undefined;
  }
}

function reasonsOf(verb: RequestVerb, status: number): readonly string[] | undefined {
  if (status !== 409) return REASONS[status];
  if (verb === "create") return ["AlreadyExists", "Conflict"];
  return verb === "update" || verb === "patch" ? REASONS[409] : ["Conflict"];
}

function verifyWarnings({ headers }: HttpResponse): ExchangeViolation[] {
  const header = headers.get("warning");
  if (header === null) return [];
  const item = String.raw`299 \S+ "(?:[^"\\]|\\.)*"(?: "[^"]*")?`;
  return new RegExp(`^${item}(?:, *${item})*$`).test(header) ? [] : [
    violation("exchanges.warning-header", {
      expected: 'items of the form 299 - "text"',
      actual: header.slice(0, 200),
    }),
  ];
}

/** Returns JSON text, for an absent value "none". */
const jsonOf = (value: Json | undefined): string => JSON.stringify(value) ?? "none";
