/**
 * The query parameters and bodies that steer deletions.
 *
 * @module
 */
import { badRequest, type Cause, invalidOptions } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { readBoolean, readInteger } from "./list_options.ts";
import { PROPAGATION_POLICIES, type PropagationPolicy } from "./propagation.ts";
import { asObject } from "./resource.ts";
import { isDryRun, validateDryRun } from "./write_options.ts";

/** How a deletion is to be done. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** The object must still have this uid. */
  readonly uid?: string;
  /** The object must still be at this version. */
  readonly resourceVersion?: string;
  /** What becomes of the object's dependents; its finalizers tell where this is absent. */
  readonly propagationPolicy?: PropagationPolicy;
}

/**
 * Reads the options of a deletion from the body and the query; the body goes first.
 *
 * @throws {ApiError} BadRequest or Invalid for options that cannot be read
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
  // Nothing ends by degrees here, so that the grace period is only held to being one.
  readInteger(query, "gracePeriodSeconds");
  check(body?.gracePeriodSeconds, "gracePeriodSeconds", "a whole number", Number.isSafeInteger);
  check(body?.dryRun, "dryRun", "a list", Array.isArray);
  check(body?.preconditions, "preconditions", "an object", (value) => !!asObject(value));
  const inBody = (body?.dryRun ?? []) as Json[];
  const { uid, resourceVersion } = asObject(body?.preconditions) ?? {};
  // A precondition that cannot be read must not pass for none.
  check(uid, "preconditions.uid", "text", isText);
  check(resourceVersion, "preconditions.resourceVersion", "text", isText);
  const dryRun = [...inBody, ...query.getAll("dryRun")];
  const causes = [...validatePolicy(policy, orphans), ...validateDryRun(dryRun)];
  if (causes.length > 0) throw invalidOptions("DeleteOptions", causes);
  return {
    dryRun: isDryRun(dryRun),
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
      PROPAGATION_POLICIES.map((name) => `"${name}"`).join(", ")
    }`,
  }];
}

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
