/**
 * What a deployment's spec is once the defaults of the table are in it.
 *
 * @module
 */
import type { RequirementId } from "../../../catalogue.ts";
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { type Discrepancy, discrepancy } from "../../../model/discrepancy.ts";
import { asObject } from "../../../model/object.ts";

/** A number, or a percentage. */
export type IntOrString = number | string;

/** The fields of a spec that have defaults; what is absent was not given. */
export interface SpecFields {
  readonly replicas?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
  readonly progressDeadlineSeconds?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly strategy?: {
    readonly type?: "Recreate" | "RollingUpdate" | undefined;
    readonly rollingUpdate?: {
      readonly maxSurge?: IntOrString | undefined;
      readonly maxUnavailable?: IntOrString | undefined;
    } | undefined;
  } | undefined;
}

/** What is wrong with a spec that is answered, by what was sent. */
export function verifySpec(sent: SpecFields, answered: Json | undefined): Discrepancy[] {
  const spec = asObject(answered) ?? {};
  const strategy = asObject(spec.strategy) ?? {};
  const { replicas, revisionHistoryLimit: limit } = sent;
  const type = sent.strategy?.type;
  return [
    ...number("replicas", replicas, 1, spec.replicas, replicas === 0 ? "zero-kept" : "kept"),
    // A zero may be left out: that is its default, and says the same.
    ...number("min-ready-seconds", sent.minReadySeconds, 0, spec.minReadySeconds ?? 0),
    ...number("revision-history-limit", limit, 10, spec.revisionHistoryLimit, zeroOr(limit)),
    ...number(
      "progress-deadline-seconds",
      sent.progressDeadlineSeconds,
      600,
      spec.progressDeadlineSeconds,
    ),
    ...differs("deployments.paused-kept", sent.paused ?? false, spec.paused ?? false),
    ...differs(
      type === undefined
        ? "deployments.strategy-type-default"
        : type === "Recreate"
        ? "deployments.strategy-type-recreate"
        : "deployments.strategy-type-rolling-update",
      type ?? "RollingUpdate",
      strategy.type,
    ),
    ...verifyRollingUpdate(sent, strategy),
  ];
}

function verifyRollingUpdate({ strategy: sent }: SpecFields, strategy: JsonObject): Discrepancy[] {
  if (sent?.type === "Recreate") {
    const told = strategy.rollingUpdate ?? "none";
    return differs("deployments.rolling-update-with-its-type-only", "none", told);
  }
  const told = asObject(strategy.rollingUpdate) ?? {};
  const { maxSurge, maxUnavailable } = sent?.rollingUpdate ?? {};
  return [
    ...number("max-surge", maxSurge, "25%", told.maxSurge),
    ...number("max-unavailable", maxUnavailable, "25%", told.maxUnavailable),
  ];
}

function zeroOr(value: number | undefined): "zero-kept" | "kept" {
  return value === 0 ? "zero-kept" : "kept";
}

function number(
  field: string,
  sent: IntOrString | undefined,
  byDefault: IntOrString,
  told: Json | undefined,
  kept: "kept" | "zero-kept" = "kept",
): Discrepancy[] {
  const words = sent === undefined ? "default" : kept;
  return differs(`deployments.${field}-${words}` as RequirementId, sent ?? byDefault, told);
}

function differs(requirement: RequirementId, due: Json, told: Json | undefined): Discrepancy[] {
  if (told === due) return [];
  return [
    discrepancy(
      requirement,
      JSON.stringify(due),
      told === undefined ? "none" : JSON.stringify(told),
    ),
  ];
}
