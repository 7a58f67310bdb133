/**
 * The query parameters and bodies that steer writes.
 *
 * @module
 */
import { badRequest, invalidOption } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import { asObject } from "./resource.ts";

/**
 * Tells whether nothing is to be stored (interface, "Dry run"): `All` is the only value, and none
 * means a real write.
 *
 * @throws {ApiError} Invalid for another value
 */
export function readDryRun(values: readonly unknown[], kind: string): boolean {
  for (const value of values) {
    if (value !== "All" && value !== "") {
      throw invalidOption(
        kind,
        "dryRun",
        `Unsupported value: ${JSON.stringify(value)}: supported values: "All"`,
        "FieldValueNotSupported",
      );
    }
  }
  return values.includes("All");
}

/** The header that carries warnings, where there are any. */
export function warningHeader(warnings: readonly string[]): Record<string, string> {
  return warnings.length > 0 ? { warning: warnings.join(", ") } : {};
}

/** How a deletion is to be done. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** The object must still have this uid. */
  readonly uid?: string;
  /** The object must still be at this version. */
  readonly resourceVersion?: string;
}

const PROPAGATION_POLICIES = ["Orphan", "Background", "Foreground"];

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
  const policy = body?.propagationPolicy ?? query.get("propagationPolicy");
  if (policy && !PROPAGATION_POLICIES.includes(String(policy))) {
    throw invalidOption(
      "DeleteOptions",
      "propagationPolicy",
      `Unsupported value: ${JSON.stringify(policy)}: supported values: ${
        PROPAGATION_POLICIES.map((name) => `"${name}"`).join(", ")
      }`,
      "FieldValueNotSupported",
    );
  }
  const grace = body?.gracePeriodSeconds ?? query.get("gracePeriodSeconds") ?? 0;
  if (!Number.isSafeInteger(Number(grace)) || typeof grace === "boolean") {
    throw badRequest(
      `Cannot read gracePeriodSeconds as it must be a whole number: current value is ${
        JSON.stringify(grace)
      }`,
    );
  }
  const inBody = body?.dryRun ?? [];
  if (!Array.isArray(inBody)) {
    throw badRequest("Cannot read dryRun as it must be a list in DeleteOptions");
  }
  const { uid, resourceVersion } = asObject(body?.preconditions) ?? {};
  return {
    dryRun: readDryRun([...inBody, ...query.getAll("dryRun")], "DeleteOptions"),
    ...(typeof uid === "string" && { uid }),
    ...(typeof resourceVersion === "string" && { resourceVersion }),
  };
}
