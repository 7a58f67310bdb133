/**
 * Predicts the outcome of a write with the functions of `server/apply/`, for recorded histories.
 *
 * @module
 */
import {
  ApiError,
  type ApiObject,
  type Cause,
  equal,
  type Json,
  type JsonObject,
} from "@plumbline/server/api";
import { applyObject, trackUpdate } from "@plumbline/server/codec";
import type { ComparedKind } from "./kinds.ts";
import type { OwnershipStep } from "./steps.ts";

/** The status and the body of an answer. */
export interface Answered {
  readonly status: number;
  readonly body: JsonObject;
}

/** A step with the object before it and the answer. */
export interface AnsweredStep {
  readonly step: OwnershipStep;
  readonly live?: ApiObject;
  readonly body: JsonObject;
  readonly answer: Answered;
}

/** The predicted outcome of a step. */
export type Prediction =
  | { readonly kind: "object"; readonly object: JsonObject }
  | { readonly kind: "refusal"; readonly status: number; readonly causes: readonly Cause[] }
  | { readonly kind: "managers"; readonly managedFields: Json };

const TIME = "2026-01-01T00:00:00Z";

/** Predicts the outcome of a step; for writes other than apply only the managers. */
function predict({ step, live, body, answer }: AnsweredStep, kind: ComparedKind): Prediction {
  const resource = step.subresource ? kind.statusResource! : kind.resource;
  const { manager, force } = step;
  if (step.verb === "apply") {
    try {
      const object = applyObject({ resource, live, applied: body, manager, force, time: TIME });
      return { kind: "object", object };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { kind: "refusal", status: error.code, causes: error.details?.causes ?? [] };
    }
  }
  const metadata = { ...(answer.body as ApiObject).metadata };
  delete metadata.managedFields;
  const sent = (body.metadata as JsonObject).managedFields;
  if (sent !== undefined) metadata.managedFields = sent;
  const object = { ...answer.body, metadata } as ApiObject;
  // The real server resets ownership for an empty list too, and then ignores the writer's change:
  // the specification differs on both counts, so there is nothing to compare.
  const forgets = !step.subresource && Array.isArray(sent) &&
    (sent.length === 0 || equal(sent, [{}]));
  if (forgets) return { kind: "managers", managedFields: null };
  const managedFields = trackUpdate({ resource, live, object, manager, time: TIME }) ?? null;
  return { kind: "managers", managedFields };
}

/** Returns how an answer differs from the prediction, undefined if it does not. */
export function judgeStep(exchange: AnsweredStep, kind: ComparedKind): string | undefined {
  const { answer, live } = exchange;
  const prediction = predict(exchange, kind);
  const succeeded = answer.status < 300;
  if (prediction.kind === "refusal" || answer.status === 409) {
    if (prediction.kind !== "refusal" || answer.status !== prediction.status) {
      return `answered ${answer.status} ${answer.body.message}, predicted ${
        JSON.stringify(prediction)
      }`;
    }
    return differentCauses(answeredCauses(answer), prediction.causes);
  }
  if (!succeeded) return undefined;
  const after = (answer.body as ApiObject).metadata;
  const managers = prediction.kind === "managers"
    ? prediction.managedFields
    : (prediction.object.metadata as JsonObject).managedFields;
  const wrongManagers = differenceOf(
    "managedFields",
    comparable(after.managedFields),
    comparable(managers),
  );
  if (wrongManagers || !live || prediction.kind === "managers") return wrongManagers;
  const isSame = equal(withoutTimes(prediction.object), withoutTimes(live));
  const stayed = after.resourceVersion === live.metadata.resourceVersion;
  return isSame && !stayed ? "the version moved on, though nothing changed" : undefined;
}

/** Returns the causes of an error. */
export const answeredCauses = ({ body }: Answered): readonly Cause[] =>
  (body.details as { causes?: Cause[] } | undefined)?.causes ?? [];

/** Returns how the causes of two errors differ, undefined if they agree. */
export const differentCauses = (
  actual: readonly Cause[],
  expected: readonly Cause[],
): string | undefined =>
  equal(sorted(actual), sorted(expected))
    ? undefined
    : differenceOf("causes", blurred(actual), blurred(expected));

const differenceOf = (what: string, actual: Json, expected: Json): string | undefined =>
  equal(actual, expected)
    ? undefined
    : `${what}: answered ${JSON.stringify(actual)}\npredicted ${JSON.stringify(expected)}`;

const sorted = (causes: readonly Cause[]): Json =>
  causes.map(({ reason, message, field = "" }) => `${reason} ${message} ${field}`).sort();

/**
 * Returns causes with only the depth of their fields. The real server reuses the memory in which it
 * builds the paths of conflicts, so that parts of one path can occur in another.
 */
const blurred = (causes: readonly Cause[]): Json =>
  causes.map(({ message, field = "" }) => `${message} ${field.split(/(?<!\d)[.[]/).length}`).sort();

/** Returns entries in a canonical order, with only the presence of their times. */
export function comparable(entries: Json | undefined): Json {
  return ((entries ?? []) as JsonObject[])
    .map(({ time, ...entry }) =>
      JSON.stringify({ ...sortedKeys(entry), hasTime: time !== undefined })
    )
    .sort();
}

const sortedKeys = (entry: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entry).sort(([left], [right]) => left < right ? -1 : 1));

function withoutTimes(object: JsonObject): JsonObject {
  const metadata = object.metadata as JsonObject;
  return {
    ...object,
    metadata: { ...metadata, managedFields: comparable(metadata.managedFields) },
  };
}
