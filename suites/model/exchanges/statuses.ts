/**
 * Checks a Status, the body of errors and deletions, by the verb and resource of its request.
 *
 * @module
 */
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import { verifyTexts } from "./error_texts.ts";
import { KINDS } from "./kinds.ts";
import type { RequestVerb, ResourceRequest } from "./resource_request.ts";
import { type ExchangeViolation, violation } from "./violation.ts";

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

/** Checks the Status that answers a deletion. One about many objects names none. */
export function verifyDeletionStatus(
  { verb, apiVersion, resource, name }: ResourceRequest,
  body: JsonObject,
): ExchangeViolation | undefined {
  const details = asObject(body.details) ?? {};
  const isSuccess = body.status === "Success" && body.reason === undefined;
  const kind = KINDS[resource];
  const kinds = [resource, ...(kind === undefined ? [] : [kind])];
  const namesObject = verb !== "delete" || kind === undefined ||
    details.name === name && kinds.includes(String(details.kind)) &&
      (details.group ?? "") === groupOf(apiVersion);
  if (isSuccess && namesObject) return undefined;
  return violation("exchanges.deletion-status", {
    expected: verb === "delete"
      ? `status Success and details of ${resource} ${name} in group "${groupOf(apiVersion)}"`
      : "status Success",
    actual: JSON.stringify({ status: body.status, reason: body.reason, details }),
  });
}

const groupOf = (apiVersion: string) => apiVersion.includes("/") ? apiVersion.split("/")[0]! : "";

/** Returns the requirements that an error response to a request on a resource violates. */
export function verifyError(
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
  if (response.status === 500) {
    return [violation("exchanges.no-internal-error", {
      expected: "success, or an error that says what is wrong with the request",
      actual: `500 ${String(body?.message ?? "").slice(0, 300)}`,
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
  const group = groupOf(apiVersion);
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

/** Returns JSON text, for an absent value "none". */
export const jsonOf = (value: Json | undefined): string => JSON.stringify(value) ?? "none";
