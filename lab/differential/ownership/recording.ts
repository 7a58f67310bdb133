/**
 * Histories recorded from a real server, as stored in `fixtures/apply/`.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import type { AnsweredStep } from "./prediction.ts";
import type { OwnershipStep } from "./steps.ts";

/** A step with its request body and the answer. */
export interface RecordedStep {
  readonly step: OwnershipStep;
  readonly body: JsonObject;
  readonly status: number;
  readonly answer: JsonObject;
}

/** The history of one object. */
export interface RecordedHistory {
  readonly kind: string;
  readonly exchanges: readonly RecordedStep[];
}

/** Returns a history for recording. Invalid objects have no ownership to compare. */
export function recordHistory(kind: string, exchanges: readonly AnsweredStep[]): RecordedHistory {
  return {
    kind,
    exchanges: exchanges
      .filter(({ answer }) => answer.status !== 422)
      .map(({ step, body, answer: { status, body: answer } }) => ({ step, body, status, answer })),
  };
}

/** Returns the exchanges of a history, each with the object before it. */
export function exchangesOf({ exchanges }: RecordedHistory): AnsweredStep[] {
  let live: ApiObject | undefined;
  return exchanges.map(({ step, body, status, answer }) => {
    const exchange = { step, body, answer: { status, body: answer }, ...(live && { live }) };
    if (status < 300) live = answer as ApiObject;
    return exchange;
  });
}
