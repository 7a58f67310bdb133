/**
 * Which requests are refused, by their flaws.
 *
 * @module
 */
import type { RequirementId } from "../../catalogue.ts";
import type { ActionName } from "./actions.ts";
import type { Flaw, RequestRow } from "./facets.ts";

/** What the model expects of a request that has a flaw. */
export interface Refusal {
  /** The requirement that an acceptance violates. */
  readonly requirement: RequirementId;
  /** The status codes by convention; any error where absent. */
  readonly codes?: readonly number[];
  /** The requirement that another code violates. @default {"requests.refusal-code"} */
  readonly codeRequirement?: RequirementId;
  /** True if a server may accept it as well. */
  readonly optional?: true;
}

const REFUSALS: Readonly<Record<Exclude<Flaw, "none">, Refusal>> = {
  "unknown caller": {
    requirement: "requests.unauthenticated-refused",
    codes: [401],
    codeRequirement: "requests.unauthenticated-refused",
  },
  "other dryRun": { requirement: "requests.dry-run-value-refused", codes: [400, 422] },
  "malformed": { requirement: "requests.body-refused", codes: [400] },
  "empty": { requirement: "requests.body-refused", codes: [400, 415, 422] },
  "wrong type in metadata": { requirement: "requests.wrong-type-refused", codes: [400, 422] },
  "wrong type in content": { requirement: "requests.wrong-type-refused", codes: [400, 422] },
  "missing field": { requirement: "requests.missing-field-refused", codes: [400, 422] },
  "other kind": { requirement: "requests.body-refused", codes: [400, 422] },
  "other name": { requirement: "requests.place-refused", codes: [400, 422] },
  "other namespace": { requirement: "requests.place-refused", codes: [400, 422] },
  "unknown field": { requirement: "requests.strict-refused", codes: [400, 422] },
  "duplicate field": { requirement: "requests.strict-refused", codes: [400, 422] },
  "stale version": { requirement: "requests.precondition-refused", codes: [409] },
  "other uid": { requirement: "requests.precondition-refused", codes: [409, 422] },
  "absent object": { requirement: "requests.absent-refused", codes: [404] },
  "taken name": { requirement: "requests.name-taken", codes: [409] },
  "conflict": { requirement: "requests.conflict-refused", codes: [409] },
  "no manager": { requirement: "requests.manager-required", codes: [400, 422] },
  "other policy": { requirement: "requests.options-refused", codes: [400, 422] },
  "malformed selector": { requirement: "requests.options-refused", codes: [400, 422] },
  "malformed options": { requirement: "requests.options-refused" },
};

/** Flaws that the schema of the type shows. */
const BY_SCHEMA: readonly Flaw[] = [
  "other kind",
  "wrong type in metadata",
  "wrong type in content",
  "unknown field",
  "malformed",
  "empty",
];

/** Returns the refusal that a request is to get, or undefined if it must be accepted. */
export function refusalOf(action: ActionName, row: RequestRow): Refusal | undefined {
  const { flaw } = row;
  if (flaw === "none") return undefined;
  const refusal = REFUSALS[flaw];
  const isStrict = flaw === "unknown field" || flaw === "duplicate field";
  if (isStrict && (action === "create" || action === "update")) {
    return { ...refusal, codes: [400], codeRequirement: "requests.strict-code" };
  }
  // A PUT may create.
  if (flaw === "absent object" && action === "update") return { ...refusal, optional: true };
  const form = action === "patch-status" ? row.form : action;
  if (flaw === "other kind" && form.endsWith("-patch")) {
    // A strategic merge patch may ignore the kind, which the path gives.
    return {
      requirement: "requests.place-refused",
      codes: [400, 422],
      ...(form === "strategic-merge-patch" && { optional: true }),
    };
  }
  // Real servers answer many malformed applies with 500.
  if (action === "apply" && BY_SCHEMA.includes(flaw)) return { requirement: refusal.requirement };
  return refusal;
}
