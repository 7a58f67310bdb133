/**
 * Differences that are known, each with its reason: the interface says otherwise than the real
 * server does, or leaves the choice.
 *
 * @module
 */
import { equal } from "@std/assert";
import type { Comparable } from "./normalize.ts";
import type { Template } from "./template.ts";
import type { Json, JsonObject } from "./types.ts";

/** One request with both answers. */
export interface Exchange {
  readonly request: Template;
  readonly reference: Comparable;
  readonly real: Comparable;
}

/** A known difference. */
export interface Explanation {
  readonly id: string;
  /** Why the servers differ and which of them the interface is with. */
  readonly reason: string;
  /** The releases of real servers that differ so, for example `1.20`; all where absent. */
  readonly releases?: readonly string[];
  /** True where the servers are in different states afterwards. */
  readonly endsSequence?: boolean;
  /** The answers without this difference; undefined where they do not have it. */
  reconcile(exchange: Exchange): Pick<Exchange, "reference" | "real"> | undefined;
}

const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

const isStatus = ({ body }: Comparable): boolean => objectOf(body).kind === "Status";

/** For whole answers: where they differ so, they count as equal. */
const whole = (differ: (exchange: Exchange) => boolean): Explanation["reconcile"] => (exchange) =>
  differ(exchange) ? { reference: exchange.real, real: exchange.real } : undefined;

/** The known differences, taken out one after the other. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    id: "delete-finalizing-answers-status",
    reason: "The interface lets a delete answer with a Status only, 202 while the object is " +
      "finalizing; the real server answers 200 with the object",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && reference.status === 202 && real.status === 200 &&
      isStatus(reference) && !isStatus(real)
    ),
  },
  {
    id: "deletecollection-answers-status",
    reason: "The interface lets a deletecollection answer with a Status; the real server lists " +
      "what it deleted",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && reference.status === 200 && real.status === 200 &&
      isStatus(reference) && !isStatus(real)
    ),
  },
];

/**
 * The explanations that together account for a difference, undefined where they do not.
 *
 * @param release the real server's release, for example `1.26`
 */
export function explain(exchange: Exchange, release: string): readonly Explanation[] | undefined {
  const used: Explanation[] = [];
  let rest = exchange;
  for (const explanation of EXPLANATIONS) {
    if (explanation.releases && !explanation.releases.includes(release)) continue;
    const reconciled = explanation.reconcile(rest);
    if (!reconciled) continue;
    used.push(explanation);
    rest = { ...rest, ...reconciled };
    if (equal(rest.reference, rest.real)) return used;
  }
  return undefined;
}
