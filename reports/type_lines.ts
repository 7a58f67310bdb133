/**
 * The resource types of a run as lines: what covers each, and why others are skipped.
 *
 * @module
 */
import type { CheckResult, TypeResult } from "./events.ts";
import { pluralize } from "./text.ts";

/** Returns a line for each resource type that the target lists. */
export function typeLines(
  { types = [], checks }: {
    readonly types?: readonly TypeResult[];
    readonly checks: readonly CheckResult[];
  },
): string[] {
  return types.map((type) =>
    type.verdict === "covered"
      ? `${titleOf(type)}: ${coverageOf(type, checks)}${originOf(type)}` +
        (type.conditionalUpdates ? "; updates need a resourceVersion" : "") +
        (type.adapted ?? []).map((each) => `; ${each}`).join("") +
        (type.unserved?.length ? `; without ${type.unserved.join(", ")}` : "")
      : `${titleOf(type)}: skipped, ${type.reason ?? "unknown reason"}`
  );
}

/** Returns the number of types that checks use, and of those that none does. */
export function typeTotals(types: readonly TypeResult[]): string {
  const covered = types.filter(({ verdict }) => verdict === "covered").length;
  return `Resource types: ${covered} covered, ${types.length - covered} skipped`;
}

function titleOf({ name, version, scope }: TypeResult): string {
  return [name, version, scope === "cluster" ? "(cluster-scoped)" : undefined]
    .filter((word) => word !== undefined).join(" ");
}

function coverageOf({ name, ...type }: TypeResult, checks: readonly CheckResult[]): string {
  // Results name a type by its plural name alone, which is unique within a run.
  const resource = type.resource ?? name.split(".")[0];
  const about = checks.filter(({ types }) => (types?.[resource!]?.decided ?? 0) > 0);
  const cases = about.reduce((sum, { types }) => sum + types![resource!]!.decided, 0);
  return `${pluralize(about.length, "check")}, ${pluralize(cases, "case")}`;
}

function originOf({ from, varied = [] }: TypeResult): string {
  if (from === undefined || from === "specification") return "";
  const fields = varied.length > 0 ? `varied: ${varied.join(", ")}` : "only its metadata is varied";
  return from === "metadata alone"
    ? "; without a schema, objects have metadata alone"
    : `; objects from its ${from}, ${fields}`;
}
