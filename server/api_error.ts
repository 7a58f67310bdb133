/**
 * The errors of the API as one table, and the Status that each becomes.
 *
 * The specification leaves the Status's shape and many codes "not shown"; both follow real servers.
 *
 * @module
 */
import { copyOf, type JsonObject } from "./object.ts";

/** The reasons of a Status, with their HTTP status. */
export const REASONS = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Expired: 410,
  Gone: 410,
  RequestEntityTooLarge: 413,
  RequestURITooLong: 414,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  Timeout: 504,
} as const;

/** The machine-readable reason of a failed request. */
export type Reason = keyof typeof REASONS;

/**
 * One cause of an error.
 *
 * @internal
 */
export interface Cause {
  /** The type of the cause, for example `FieldValueInvalid`. */
  readonly reason: CauseReason;
  readonly message: string;
  /** The path of the field, for example `spec.replicas` or `items[0].name`. */
  readonly field?: string;
}

/** The types of causes. */
export type CauseReason =
  | "FieldValueRequired"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueDuplicate"
  | "FieldValueNotFound"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "FieldValueTypeInvalid"
  | "DisruptionBudget"
  | "FieldManagerConflict"
  | "InternalError"
  | "ResourceVersionTooLarge";

/** The object or request that an error is about. */
export interface Details {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly Cause[];
  /** Seconds a client should wait before it tries again. */
  readonly retryAfterSeconds?: number;
}

/** The group of request options, to be completed by the dialect's suffix. */
const META_GROUP = "meta";

/** An error of the API, which the pipeline answers as a Status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly reason: Reason;
  readonly details: Details | undefined;

  /** Creates an error with a reason. */
  constructor(reason: Reason, message: string, details?: Details) {
    // It is an answer, not a failure: nobody reads its stack, which takes longer than the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.reason = reason;
    this.details = details?.name ? { ...details, name: shortened(details.name) } : details;
  }

  /** The HTTP status. */
  get code(): number {
    return REASONS[this.reason];
  }

  /**
   * Returns the error as a Status object.
   *
   * @param suffix the suffix of group names in the server's dialect
   */
  toStatus(suffix: string): JsonObject {
    const { group } = this.details ?? {};
    const details = this.details && {
      ...copyOf(this.details as JsonObject),
      ...(group === META_GROUP && { group: `${META_GROUP}.${suffix}` }),
    };
    return {
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: group === META_GROUP
        ? this.message.replace(`.${META_GROUP} "`, `.${META_GROUP}.${suffix} "`)
        : this.message,
      reason: this.reason,
      ...(details && { details }),
      code: this.code,
    };
  }
}

/** Returns the Status that answers a deletion. */
export function deletionStatus(details: Details): JsonObject {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { ...details } as JsonObject,
  };
}

/** The resource of an error. */
interface ResourceNames {
  readonly group: string;
  readonly resource: string;
}

const qualified = ({ group, resource }: ResourceNames) => group ? `${resource}.${group}` : resource;

const about = ({ group, resource }: ResourceNames, name?: string): Details => ({
  ...(name && { name }),
  ...(group && { group }),
  ...(resource && { kind: resource }),
});

/** A malformed request: 400. */
export function badRequest(message: string): ApiError {
  return new ApiError("BadRequest", message);
}

/** No object of that name: 404. */
export function notFound(resource: ResourceNames, name: string): ApiError {
  return new ApiError(
    "NotFound",
    `${qualified(resource)} "${name}" not found`,
    about(resource, name),
  );
}

/** No such path: 404. */
export function unknownPath(): ApiError {
  return new ApiError("NotFound", "the server could not find the requested resource", {});
}

/** The name is taken: 409. */
export function alreadyExists(resource: ResourceNames, name: string): ApiError {
  return new ApiError(
    "AlreadyExists",
    `${qualified(resource)} "${name}" already exists`,
    about(resource, name),
  );
}

/** The object's state does not permit the write: 409. */
export function conflict(resource: ResourceNames, name: string, why: string): ApiError {
  return new ApiError(
    "Conflict",
    `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
    about(resource, name),
  );
}

/** The resourceVersion of the write is stale: 409. */
export function staleVersion(resource: ResourceNames, name: string): ApiError {
  return conflict(
    resource,
    name,
    "the object has been modified; please apply your changes to the latest version and try again",
  );
}

/** The object is invalid: 422 with a cause for each field. */
export function invalid(
  subject: { readonly group: string; readonly kind: string },
  name: string,
  found: readonly Cause[],
): ApiError {
  const causes = asManyAsFit(distinct(found));
  // Equal errors are named once.
  const errors = [...new Set(causes.map(({ field, message }) => `${field}: ${message}`))];
  const kind = subject.group ? `${subject.kind}.${subject.group}` : subject.kind;
  const list = errors.length > 1 ? `[${errors.join(", ")}]` : errors.join();
  return new ApiError("Invalid", `${kind} "${shortened(name)}" is invalid: ${list}`, {
    ...(name && { name }),
    ...(subject.group && { group: subject.group }),
    kind: subject.kind,
    causes,
  });
}

/**
 * The maximum size of the causes of an error as JSON, in bytes. Real servers name all, and answer
 * Timeout where that takes too long: a body of 60 KB can have 60,000 causes.
 */
const CAUSES_LIMIT = 2 * 1024 * 1024;

/** The maximum size of a text that an error repeats, in characters. */
const TEXT_LIMIT = 64 * 1024;

const encoder = new TextEncoder();

/** Returns the first causes, as many as an answer has place for, with shortened messages. */
export function asManyAsFit(causes: readonly Cause[]): Cause[] {
  const fitting: Cause[] = [];
  let size = 0;
  for (const cause of causes) {
    const named = { ...cause, message: shortened(cause.message) };
    size += encoder.encode(JSON.stringify(named)).length;
    if (size > CAUSES_LIMIT && fitting.length > 0) break;
    fitting.push(named);
  }
  return fitting;
}

const shortened = (text: string) =>
  text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT).toWellFormed()}…` : text;

/**
 * Removes duplicate causes: a schema and a strategy may report the same missing field, the latter
 * with a reason.
 */
function distinct(causes: readonly Cause[]): Cause[] {
  const last = new Map(
    causes.flatMap(({ reason, field }, index) =>
      reason === "FieldValueRequired" ? [[field, index] as const] : []
    ),
  );
  return causes.map(withType).filter(({ field, reason }, index) =>
    reason !== "FieldValueRequired" || last.get(field) === index
  );
}

/** Returns the cause with a message that begins with the type of the error. */
function withType(cause: Cause): Cause {
  const type = TYPES[cause.reason];
  const { message } = cause;
  return !type || message.startsWith(type) ? cause : { ...cause, message: `${type}: ${message}` };
}

const TYPES: Readonly<Partial<Record<CauseReason, string>>> = {
  FieldValueRequired: "Required value",
  FieldValueForbidden: "Forbidden",
};

/** An invalid query parameter or option: 422 with one cause. */
export function invalidOption(
  kind: string,
  field: string,
  message: string,
  reason: CauseReason = "FieldValueInvalid",
): ApiError {
  return invalidOptions(kind, [{ reason, field, message }]);
}

/** Invalid query parameters or options: 422 with a cause for each. */
export function invalidOptions(kind: string, causes: readonly Cause[]): ApiError {
  return invalid({ group: META_GROUP, kind }, "", causes);
}

/** The request has no valid credentials: 401. */
export function unauthorized(message: string): ApiError {
  return new ApiError("Unauthorized", message);
}

/** The user does not have the permission: 403. */
export function forbidden(resource: ResourceNames, name: string, why: string): ApiError {
  return new ApiError(
    "Forbidden",
    // A non-resource URL has no name.
    resource.resource
      ? `${qualified(resource)}${name && ` "${name}"`} is forbidden: ${why}`
      : `forbidden: ${why}`,
    about(resource, name),
  );
}

/** The resource has no such verb: 405. */
export function methodNotAllowed(): ApiError {
  return new ApiError(
    "MethodNotAllowed",
    "the server does not allow this method on the requested resource",
  );
}

/** The requested resourceVersion is compacted: 410. */
export function expired(message: string): ApiError {
  return new ApiError("Expired", message);
}

/** The requested resourceVersion is ahead of the server: 504, with a retry. */
export function versionAhead(asked: string, current: number): ApiError {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
  return new ApiError("Timeout", message, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
}
