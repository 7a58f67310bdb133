/**
 * Parses the parameters of writes: those of create, update and patch from the query and the
 * headers, with the form of a patch, those of a deletion from the query and the body.
 *
 * @module
 */
import { readBoolean, readInteger } from "../codec/scalar.ts";
import { ApiError, badRequest, type Cause, invalidOptions } from "../api_error.ts";
import { nameOfUserAgent, validateManagerName } from "../apply/manager_names.ts";
import type { Features } from "../api_versions/feature_gates.ts";
import { FIELD_VALIDATIONS, type FieldValidation } from "../codec/decode.ts";
import type { RequestContext } from "../context.ts";
import type { Json, JsonObject } from "../object.ts";
import { asObject } from "./resource.ts";
import type { VerbRequest } from "./services.ts";

/** The name of the parameters of a write, as error messages give it. */
export type WriteOptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

/** The parameters of a create, update or patch. */
export interface WriteOptions {
  /** True if nothing is to be stored. */
  readonly dryRun: boolean;
  /** The treatment of unknown and duplicate fields. */
  readonly fieldValidation: FieldValidation;
  /** The manager of the written fields: the parameter, or a name from the User-Agent header. */
  readonly fieldManager: string;
  /** True if an apply takes over fields of other managers. */
  readonly force: boolean;
}

/** The treatment of an object's dependents when it is deleted. */
export type PropagationPolicy = "Orphan" | "Background" | "Foreground";

/** The options of a deletion. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** Precondition: the uid of the object. */
  readonly uid?: string;
  /** Precondition: the resourceVersion of the object. */
  readonly resourceVersion?: string;
  /** The seconds until the removal, of a resource that delays it. */
  readonly gracePeriodSeconds?: number;
  /** Absent where the finalizers of the object decide. */
  readonly propagationPolicy?: PropagationPolicy;
}

/** The media type of a server-side apply. */
export const APPLY_PATCH = "application/apply-patch+yaml";

/** Returns a media type without its parameters, in lower case. */
export const mediaTypeOf = (header: string): string =>
  header.split(";", 1)[0]!.trim().toLowerCase();

/** The forms of a patch other than an apply. */
export type PatchForm = "json-patch" | "merge-patch" | "strategic-merge-patch";

/** The form of a patch by its media type, in the order in which errors list them. */
const FORMS: ReadonlyMap<string, PatchForm | "apply"> = new Map([
  ["application/json-patch+json", "json-patch"],
  ["application/merge-patch+json", "merge-patch"],
  ["application/strategic-merge-patch+json", "strategic-merge-patch"],
  [APPLY_PATCH, "apply"],
]);

/**
 * Returns the form of the patch in a request.
 *
 * @throws {ApiError} UnsupportedMediaType
 */
export function patchFormOf({ context, definition, view }: VerbRequest): PatchForm | "apply" {
  const isTaken = (form: string) =>
    form !== "strategic-merge-patch" || definition.hasStrategicMerge !== false || view;
  const form = FORMS.get(mediaTypeOf(context.request.headers.get("content-type") ?? ""));
  if (form && isTaken(form)) return form;
  const taken = [...FORMS].filter(([, form]) => isTaken(form)).map(([type]) => type);
  throw new ApiError(
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${
      taken.join(", ")
    }`,
  );
}

/**
 * Parses the parameters of a write.
 *
 * @throws {ApiError} Invalid, with a cause for each invalid parameter
 */
export function readWriteOptions(
  { features }: { readonly features: Features },
  { query, request }: RequestContext,
  kind: WriteOptionsKind,
  { applies = false }: { applies?: boolean } = {},
): WriteOptions {
  if (query.size === 0 && !applies) return optionsWithout(features, request);
  const dryRun = query.getAll("dryRun");
  const manager = query.get("fieldManager") ?? "";
  // If the feature is off, fields are dropped silently whatever the parameter says.
  const validates = features.has("ServerSideFieldValidation");
  const validation = query.get("fieldValidation");
  const causes = validateForce(query, kind, applies).concat(
    applies && manager === "" ? [MANAGER_MISSING] : [],
    validateManagerName(manager, "fieldManager"),
    validateDryRun(dryRun),
    validates ? validateFieldValidation(validation) : [],
  );
  if (causes.length > 0) throw invalidOptions(kind, causes);
  return {
    dryRun: isDryRun(dryRun),
    fieldValidation: validates ? fieldValidationOf(validation) : "Ignore",
    fieldManager: manager || nameOfUserAgent(request.headers.get("user-agent")),
    force: readBoolean(query, "force"),
  };
}

/** Returns the options of a request without parameters, as most are. */
const optionsWithout = (features: Features, request: Request): WriteOptions => ({
  dryRun: false,
  fieldValidation: features.has("ServerSideFieldValidation") ? "Warn" : "Ignore",
  fieldManager: nameOfUserAgent(request.headers.get("user-agent")),
  force: false,
});

const MANAGER_MISSING: Cause = {
  reason: "FieldValueRequired",
  field: "fieldManager",
  message: "Required value: is required for apply patch",
};

/** Rejects `force` for other writes than an apply. */
function validateForce(query: URLSearchParams, kind: WriteOptionsKind, applies: boolean): Cause[] {
  return kind === "PatchOptions" && !applies && query.has("force")
    ? [{
      reason: "FieldValueForbidden",
      field: "force",
      message: "may not be specified for non-apply patch",
    }]
    : [];
}

/** Parses the parameter `fieldValidation`: Warn if it is absent or empty. */
export function fieldValidationOf(value: string | null | undefined): FieldValidation {
  return FIELD_VALIDATIONS.find((known) => known === value) ?? "Warn";
}

/** Returns the errors of the parameter `fieldValidation`. */
export function validateFieldValidation(value: string | null | undefined): Cause[] {
  if (!value || FIELD_VALIDATIONS.some((known) => known === value)) return [];
  const words = ["", ...FIELD_VALIDATIONS].sort().map((word) => `"${word}"`).join(", ");
  return [{
    reason: "FieldValueNotSupported",
    field: "fieldValidation",
    message: `Unsupported value: ${JSON.stringify(value)}: supported values: ${words}`,
  }];
}

/** Returns the errors of `dryRun` (specification, "Dry run"), which must be `All` or absent. */
function validateDryRun(values: readonly unknown[]): Cause[] {
  const wrong = values.find((value) => value !== "All" && value !== "");
  return wrong === undefined ? [] : [{
    reason: "FieldValueNotSupported",
    field: "dryRun",
    message: `Unsupported value: []string{${JSON.stringify(wrong)}}: supported values: "All"`,
  }];
}

/** Returns true if a write is a dry run; without a value it is not. */
const isDryRun = (values: readonly unknown[]): boolean => values.includes("All");

/**
 * Parses the options of a deletion from the body and the query; the body takes precedence.
 *
 * @throws {ApiError} BadRequest or Invalid for options that cannot be parsed
 */
export function readDeleteOptions(
  body: JsonObject | undefined,
  query: URLSearchParams,
): DeleteOptions {
  if (body?.kind !== undefined && body.kind !== "DeleteOptions") {
    throw badRequest(
      `Cannot delete by a body of the kind ${JSON.stringify(body.kind)}: it must be DeleteOptions`,
    );
  }
  check(body?.propagationPolicy, "propagationPolicy", "text", isText);
  check(body?.orphanDependents, "orphanDependents", "true or false", isBoolean);
  const policy = body?.propagationPolicy ?? query.get("propagationPolicy");
  const orphans = body?.orphanDependents ??
    (query.has("orphanDependents") ? readBoolean(query, "orphanDependents") : null);
  const inQuery = readInteger(query, "gracePeriodSeconds");
  check(body?.gracePeriodSeconds, "gracePeriodSeconds", "a whole number", Number.isSafeInteger);
  const grace = body?.gracePeriodSeconds ??
    (query.has("gracePeriodSeconds") ? inQuery : null);
  check(body?.dryRun, "dryRun", "a list", Array.isArray);
  check(body?.preconditions, "preconditions", "an object", (value) => !!asObject(value));
  const inBody = (body?.dryRun ?? []) as Json[];
  const { uid, resourceVersion } = asObject(body?.preconditions) ?? {};
  // An invalid precondition must not be ignored.
  check(uid, "preconditions.uid", "text", isText);
  check(resourceVersion, "preconditions.resourceVersion", "text", isText);
  const dryRun = [...inBody, ...query.getAll("dryRun")];
  const causes = [...validatePolicy(policy, orphans), ...validateDryRun(dryRun)];
  if (causes.length > 0) throw invalidOptions("DeleteOptions", causes);
  return {
    dryRun: isDryRun(dryRun),
    ...(typeof grace === "number" && { gracePeriodSeconds: grace }),
    ...(isText(uid) && { uid }),
    ...(isText(resourceVersion) && { resourceVersion }),
    ...(orphans !== null && { propagationPolicy: orphans ? "Orphan" : "Background" }),
    ...(isPolicy(policy) && { propagationPolicy: policy }),
  };
}

/** `orphanDependents` is the older way to say the same; only one of them may be used. */
function validatePolicy(policy: Json, orphans: Json): Cause[] {
  if (policy && orphans !== null) {
    return [{
      reason: "FieldValueInvalid",
      field: "propagationPolicy",
      message: `Invalid value: ${JSON.stringify(policy)}: may not be set beside orphanDependents`,
    }];
  }
  return !policy || isPolicy(policy) ? [] : [{
    reason: "FieldValueNotSupported",
    field: "propagationPolicy",
    message: `Unsupported value: ${JSON.stringify(policy)}: supported values: ${
      [...PROPAGATION_POLICIES, "nil"].map((name) => `"${name}"`).join(", ")
    }`,
  }];
}

const PROPAGATION_POLICIES: readonly PropagationPolicy[] = ["Foreground", "Background", "Orphan"];

const isPolicy = (value: Json): value is PropagationPolicy =>
  PROPAGATION_POLICIES.some((name) => name === value);

const isBoolean = (value: unknown) => typeof value === "boolean";

const isText = (value: unknown): value is string => typeof value === "string";

/** Holds an option that is there to its type. */
function check(
  value: Json | undefined,
  name: string,
  type: string,
  fits: (value: unknown) => boolean,
): void {
  if (value === undefined || value === null || fits(value)) return;
  throw badRequest(
    `Cannot read ${name} of DeleteOptions as it must be ${type}: current value is ${
      JSON.stringify(value)
    }`,
  );
}
