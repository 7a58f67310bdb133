/**
 * Histories that a real server answered, as they are kept under `fixtures/apply`.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import type { Exchange } from "./prediction.ts";
import type { Step } from "./steps.ts";

/** A step with what it sent and what was answered. */
export interface RecordedExchange {
  readonly step: Step;
  readonly body: JsonObject;
  readonly status: number;
  readonly answer: JsonObject;
}

/** What became of one object. */
export interface RecordedHistory {
  readonly kind: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** A history as it is kept. What was refused as invalid says nothing of ownership. */
export function recordHistory(kind: string, exchanges: readonly Exchange[]): RecordedHistory {
  return {
    kind,
    exchanges: exchanges
      .filter(({ answer }) => answer.status !== 422)
      .map(({ step, body, answer: { status, body: answer } }) => ({ step, body, status, answer })),
  };
}

/** The exchanges of a history, each with the object as it was before. */
export function exchangesOf({ exchanges }: RecordedHistory): Exchange[] {
  let live: ApiObject | undefined;
  return exchanges.map(({ step, body, status, answer }) => {
    const exchange = { step, body, answer: { status, body: answer }, ...(live && { live }) };
    if (status < 300) live = answer as ApiObject;
    return exchange;
  });
}

/** The text of a file of histories: one a line. */
export function writeHistories(histories: readonly RecordedHistory[]): string {
  return `[\n${histories.map((history) => JSON.stringify(history)).join(",\n")}\n]\n`;
}
