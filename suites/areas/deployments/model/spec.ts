/**
 * Oracle for a deployment's spec: the given fields, and the defaults of the others.
 *
 * @module
 */
import type { RequirementId } from "../../../catalogue.ts";
import type { Json, JsonObject } from "../../../client/http_client.ts";
import { type Discrepancy, discrepancy } from "../../../model/discrepancy.ts";
import { asObject } from "../../../model/object.ts";

/** An integer or a percentage. */
export type IntOrString = number | string;

/** The fields of a spec that have defaults; unset ones are absent. */
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

/** Returns the violations of a spec in a response to a write that sent these fields. */
export function verifySpec(sent: SpecFields, returned: Json | undefined): Discrepancy[] {
  const spec = asObject(returned) ?? {};
  const strategy = asObject(spec.strategy) ?? {};
  const { replicas, revisionHistoryLimit: limit } = sent;
  const type = sent.strategy?.type;
  return [
    ...number("replicas", replicas, 1, spec.replicas, replicas === 0 ? "zero-kept" : "kept"),
    // The default 0 may be omitted.
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
    const actual = strategy.rollingUpdate ?? "none";
    return differs("deployments.rolling-update-with-its-type-only", "none", actual);
  }
  const actual = asObject(strategy.rollingUpdate) ?? {};
  const { maxSurge, maxUnavailable } = sent?.rollingUpdate ?? {};
  return [
    ...number("max-surge", maxSurge, "25%", actual.maxSurge),
    ...number("max-unavailable", maxUnavailable, "25%", actual.maxUnavailable),
  ];
}

function zeroOr(value: number | undefined): "zero-kept" | "kept" {
  return value === 0 ? "zero-kept" : "kept";
}

function number(
  field: string,
  sent: IntOrString | undefined,
  byDefault: IntOrString,
  actual: Json | undefined,
  kept: "kept" | "zero-kept" = "kept",
): Discrepancy[] {
  const words = sent === undefined ? "default" : kept;
  return differs(`deployments.${field}-${words}` as RequirementId, sent ?? byDefault, actual);
}

function differs(
  requirement: RequirementId,
  expected: Json,
  actual: Json | undefined,
): Discrepancy[] {
  if (actual === expected) return [];
  return [
    discrepancy(
      requirement,
      JSON.stringify(expected),
      actual === undefined ? "none" : JSON.stringify(actual),
    ),
  ];
}
