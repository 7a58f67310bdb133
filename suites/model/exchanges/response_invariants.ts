/**
 * Checks a single response by the verb and resource of its request.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { isWhole, type ReadResponse } from "./forms.ts";
import { acceptOf, acceptsTablesOnly, wrongMediaType } from "./media_types.ts";
import type { RequestVerb, ResourceRequest } from "./resource_request.ts";
import { verifyFieldTypes } from "./field_types.ts";
import { KINDS } from "./kinds.ts";
import { verifyManagedFields } from "./managed_fields.ts";
import { selectorTest } from "./selectors.ts";
import { jsonOf, verifyDeletionStatus, verifyError } from "./statuses.ts";
import { tableViolations } from "./tables.ts";
import { type ExchangeViolation, violation, type ViolationFacts } from "./violation.ts";
import { lostField, lostFromTemplate, patchTypeOf } from "./written_fields.ts";

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

/** Returns true for the reviews, which are not persisted. */
export const isReview = ({ resource }: ResourceRequest): boolean => resource.endsWith("reviews");

/** Returns the requirements that a response to a request on a resource violates by itself. */
export function verifyResponse(
  request: HttpRequest,
  resource: ResourceRequest,
  response: ReadResponse,
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
  response: ReadResponse,
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
  const body = asObject(response.json);
  const accept = acceptOf(request) ?? "application/json";
  if (body === undefined || !isWhole(response) || acceptsTablesOnly(accept)) {
    return verifyOtherForm(request, resource, response, accept);
  }
  // Protobuf leaves out zero values, and of pods nothing is read.
  const isComplete = response.form !== "Protobuf";
  // Other subresources have kinds of their own.
  if (subresource !== "" && subresource !== "status") return [];
  const wrongKind = verifyKind(resource, body);
  if (wrongKind) return [wrongKind];
  if (body.kind === "Status") return [];
  const text = textData(body, verb);
  if (text !== undefined) return [text];
  const both = isReview(resource) ? decidedTwice(body) : undefined;
  if (both !== undefined) return [both];
  if (Array.isArray(body.items)) return verifyList(request, resource, body, isComplete);
  if (verb === "list" && typeof body.kind === "string" && body.kind.endsWith("List")) {
    // A list without items is no object.
    const facts = { expected: "items: a list", actual: `items: ${jsonOf(body.items)}` };
    return [
      ...isComplete ? [violation("exchanges.field-types", facts)] : [],
      ...verifyList(request, resource, { ...body, items: [] }, isComplete),
    ];
  }
  const metadata = asObject(body.metadata) ?? {};
  const violations = [];
  const sentName = asObject(asObject(request.body)?.metadata)?.name;
  const expectedName = name || (verb === "create" && typeof sentName === "string" ? sentName : "");
  if (!isReview(resource)) {
    if (expectedName !== "" && metadata.name !== expectedName) {
      violations.push(violation("exchanges.requested-object", {
        expected: `an object named ${expectedName}`,
        actual: jsonOf(metadata.name),
        ...lessHarm(request, metadata.name),
      }));
    }
    if ((metadata.namespace ?? "") !== resource.namespace) {
      violations.push(violation("exchanges.requested-object", {
        expected: `an object in namespace ${JSON.stringify(resource.namespace)}`,
        actual: jsonOf(metadata.namespace),
        ...lessHarm(request, metadata.namespace),
      }));
    }
    violations.push(...verifyKeptMetadata(request, resource, metadata));
    const lost = lostField(request, resource, body);
    if (lost !== undefined) violations.push(violation("exchanges.fields-as-written", lost));
    const other = isComplete ? lostFromTemplate(request, resource, body) : undefined;
    if (other !== undefined) violations.push(violation("exchanges.template-as-written", other));
  }
  return isComplete
    ? [...violations, ...verifyFieldTypes(String(body.kind), body), ...verifyManagedFields(body)]
    : violations;
}

/** Checks that neither a Secret nor an item of a list has `stringData`, which only requests have. */
function textData(body: JsonObject, verb: RequestVerb): ExchangeViolation | undefined {
  if (body.kind !== "Secret" && body.kind !== "SecretList") return undefined;
  const objects = Array.isArray(body.items) ? body.items.map(asObject) : [body];
  const found = objects.find((object) => object?.stringData !== undefined);
  const isRead = verb === "get" || verb === "list";
  return found && violation(
    isRead ? "secrets.string-data-not-in-reads" : "secrets.string-data-not-in-write-responses",
    { expected: "no stringData", actual: jsonOf(found.stringData).slice(0, 300) },
  );
}

/** Checks that a review does not decide both ways, whatever else it reports. */
function decidedTwice(body: JsonObject): ExchangeViolation | undefined {
  const { allowed, denied } = asObject(body.status) ?? {};
  return allowed === true && denied === true
    ? violation("reviews.never-allowed-and-denied", {
      expected: "not both allowed and denied",
      actual: jsonOf(body.status).slice(0, 300),
    })
    : undefined;
}

/** Checks a response in another form than plain JSON: only Tables can be read here. */
function verifyOtherForm(
  request: HttpRequest,
  resource: ResourceRequest,
  response: ReadResponse,
  accept: string,
): ExchangeViolation[] {
  if (!accept.includes("as=Table") || request.method !== "GET") return [];
  const table = asObject(response.json);
  if (table?.kind === "Table") return tableViolations(request, resource, table);
  return acceptsTablesOnly(accept)
    ? [violation("exchanges.table-shape", {
      expected: "kind Table",
      actual: table === undefined ? "no JSON" : jsonOf(table.kind),
    })]
    : [];
}

function verifyKind(
  request: ResourceRequest,
  body: JsonObject,
): ExchangeViolation | undefined {
  const { verb, apiVersion, resource } = request;
  const kind = KINDS[resource];
  const { kind: actualKind, apiVersion: actualVersion } = body;
  const actual = `${actualVersion} ${actualKind}`;
  const deletes = verb === "delete" || verb === "deletecollection";
  if (deletes && actualKind === "Status") {
    if (actualVersion !== "v1" || body.status === "Failure") {
      const expected = "a v1 Status that is no Failure";
      return violation("exchanges.success-kind", {
        expected,
        actual: `${actual}, status ${body.status}`,
      });
    }
    return verifyDeletionStatus(request, body);
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

/**
 * Returns what another name or namespace does, if that is less than to show the object of another user:
 * a write may show what it was sent, and an object without a name is nobody else's.
 */
function lessHarm({ method }: HttpRequest, name: Json | undefined): Pick<ViolationFacts, "harm"> {
  if (method !== "GET") return { harm: "data-loss" };
  return name === undefined ? { harm: "misleading" } : {};
}

function verifyList(
  { query = {} }: HttpRequest,
  { verb, namespace, resource, apiVersion }: ResourceRequest,
  body: JsonObject,
  isComplete: boolean,
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
  if (kind !== undefined && isComplete) {
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

/** Checks that a response has the metadata that a write sent, in lists and, of objects, in maps. */
function verifyKeptMetadata(
  { body, method, headers }: HttpRequest,
  { subresource }: ResourceRequest,
  metadata: JsonObject,
): ExchangeViolation[] {
  if (subresource !== "") return [];
  const sent = asObject(asObject(body)?.metadata) ?? {};
  const isWhole = method === "POST" || method === "PUT";
  if (!isWhole && patchTypeOf(headers) === undefined) return [];
  return [
    ...["finalizers", "ownerReferences"].flatMap((field) => lostItems(sent, metadata, field)),
    ...isWhole ? lostMembers(sent, metadata) : [],
  ];
}

function lostItems(sent: JsonObject, metadata: JsonObject, field: string): ExchangeViolation[] {
  const idsIn = (values: Json | undefined) =>
    (Array.isArray(values) ? values : []).map((value) => {
      const object = asObject(value);
      return object === undefined ? value : "$patch" in object ? undefined : object.uid;
    }).filter((id): id is string => typeof id === "string" && id !== "");
  const kept = new Set(idsIn(metadata[field]));
  const lost = idsIn(sent[field]).filter((id) => !kept.has(id));
  return lost.length === 0 ? [] : [violation("exchanges.lists-as-written", {
    expected: `${field} with ${jsonOf(lost).slice(0, 300)}`,
    actual: jsonOf([...kept]).slice(0, 300),
  })];
}

function lostMembers(sent: JsonObject, metadata: JsonObject): ExchangeViolation[] {
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

function verifyWarnings({ headers }: ReadResponse): ExchangeViolation[] {
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
