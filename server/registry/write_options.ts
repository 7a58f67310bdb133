/**
 * The query parameters that steer creations and changes.
 *
 * @module
 */
import { type Cause, invalidOptions } from "../api_error.ts";
import { nameOfUserAgent, validateManagerName } from "../apply/managers.ts";
import {
  type FieldValidation,
  fieldValidationOf,
  validateFieldValidation,
} from "../codec/decode.ts";
import type { RequestContext } from "../context.ts";
import { readBoolean } from "./list_options.ts";
import type { Registry } from "./registry.ts";

/** The parameters of a write, by the name their errors give them. */
export type WriteOptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

/** How a write is to be done. */
export interface WriteOptions {
  /** True where nothing is to be stored. */
  readonly dryRun: boolean;
  /** What becomes of fields to drop. */
  readonly fieldValidation: FieldValidation;
  /** Who comes to own what is written: the parameter, or what the client calls itself. */
  readonly fieldManager: string;
  /** Whether an apply takes over what others own. */
  readonly force: boolean;
}

/**
 * Reads the parameters of a write.
 *
 * @throws {ApiError} Invalid, with a cause for each parameter that is not as it may be
 */
export function readWriteOptions(
  { features }: Pick<Registry, "features">,
  { query, request }: RequestContext,
  kind: WriteOptionsKind,
  { applies = false }: { applies?: boolean } = {},
): WriteOptions {
  const dryRun = query.getAll("dryRun");
  const manager = query.get("fieldManager") ?? "";
  // Where the feature is off, fields are dropped in silence whatever the parameter says.
  const validates = features("ServerSideFieldValidation");
  const validation = query.get("fieldValidation");
  const causes = [
    ...validateForce(query, kind, applies),
    ...(applies && manager === "" ? [MANAGER_MISSING] : []),
    ...validateManagerName(manager, "fieldManager"),
    ...validateDryRun(dryRun),
    ...(validates ? validateFieldValidation(validation) : []),
  ];
  if (causes.length > 0) throw invalidOptions(kind, causes);
  return {
    dryRun: isDryRun(dryRun),
    fieldValidation: validates ? fieldValidationOf(validation) : "Ignore",
    fieldManager: manager || nameOfUserAgent(request.headers.get("user-agent")),
    force: readBoolean(query, "force"),
  };
}

const MANAGER_MISSING: Cause = {
  reason: "FieldValueRequired",
  field: "fieldManager",
  message: "Required value: is required for apply patch",
};

/** Only an apply has something to force. */
function validateForce(query: URLSearchParams, kind: WriteOptionsKind, applies: boolean): Cause[] {
  return kind === "PatchOptions" && !applies && query.has("force")
    ? [{
      reason: "FieldValueForbidden",
      field: "force",
      message: "may not be specified for non-apply patch",
    }]
    : [];
}

/** What is wrong with a dry run's values (interface, "Dry run"): there are `All` and none. */
export function validateDryRun(values: readonly unknown[]): Cause[] {
  const wrong = values.find((value) => value !== "All" && value !== "");
  return wrong === undefined ? [] : [{
    reason: "FieldValueNotSupported",
    field: "dryRun",
    message: `Unsupported value: ${JSON.stringify(wrong)}: supported values: "All"`,
  }];
}

/** Tells whether nothing is to be stored: no value means a real write. */
export const isDryRun = (values: readonly unknown[]): boolean => values.includes("All");
