/**
 * Differences that are known, each with its reason: the interface says otherwise than the real
 * server does, or leaves the choice.
 *
 * @module
 */
import { equal } from "@std/assert";
import type { Comparable } from "./normalize.ts";
import type { WireRequest } from "./request.ts";
import type { Step } from "./step.ts";
import type { Json, JsonObject } from "./types.ts";

/** One request answered differently. */
export interface Divergence {
  readonly step: Step;
  readonly request: WireRequest;
  readonly reference: Comparable;
  readonly real: Comparable;
}

/** A known difference. */
export interface Explanation {
  readonly id: string;
  /** Why the servers differ and which of them the interface is with. */
  readonly reason: string;
  /** True where the two servers are in different states afterwards. */
  readonly endsSequence?: boolean;
  matches(divergence: Divergence): boolean;
}

const isStatus = (body: Json): body is JsonObject =>
  typeof body === "object" && body !== null && !Array.isArray(body) && body.kind === "Status";

const succeeded = ({ status }: Comparable) => status >= 200 && status < 300;

/** The known differences; the first that matches is the one. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    id: "delete-finalizing-answers-status",
    reason:
      "The interface lets a delete answer with a Status only, 202 while the object is finalizing; " +
      "the real server answers 200 with the object",
    matches: ({ step, reference, real }) =>
      step.action === "delete" && reference.status === 202 && real.status === 200 &&
      isStatus(reference.body) && !isStatus(real.body),
  },
  {
    id: "deletecollection-answers-status",
    reason:
      "The interface lets a deletecollection answer with a Status; the real server lists what it deleted",
    matches: ({ step, reference, real }) =>
      step.action === "deletecollection" && reference.status === 200 && real.status === 200 &&
      isStatus(reference.body) && !isStatus(real.body),
  },
];

/** The explanation of a difference, undefined where there is none. */
export function explain(divergence: Divergence): Explanation | undefined {
  return EXPLANATIONS.find((explanation) => explanation.matches(divergence));
}

/** Tells whether both failed, with the same status and reason, and differ in details only. */
export function failedAlike({ reference, real }: Divergence): boolean {
  return !succeeded(reference) && isStatus(reference.body) && isStatus(real.body) &&
    equal([reference.status, reference.body.reason], [real.status, real.body.reason]);
}
