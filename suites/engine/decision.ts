/**
 * Decides what an execution showed: from how its steps ended, what they recorded, and what its
 * exchanges violate, whatever the check is about.
 *
 * @module
 */
import { type Ranked, rankOf, withHarm } from "@plumbline/reports/harm";
import { Violation } from "../check.ts";
import type { TargetUnreachable } from "../client/http_client.ts";
import type { ExchangeViolation } from "../model/exchanges/violation.ts";
import type { RecordedViolation } from "../verify.ts";

/** How the steps of an execution ended, besides by a violation. */
export type Ending =
  | { readonly kind: "finished" }
  | { readonly kind: "discarded"; readonly reason: string }
  /** An error of the suite itself. */
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "unreachable"; readonly error: TargetUnreachable };

/** What is known of an execution. */
export interface Findings {
  readonly ending: Ending;
  /** What the steps recorded, in the order in which they found it. */
  readonly own: readonly RecordedViolation[];
  /** What the exchanges violate, without what other checks have reported. */
  readonly observed: readonly ExchangeViolation[];
}

/** A violation of an execution. */
export interface FoundViolation extends RecordedViolation {
  /** True if an exchange violates the requirement, whatever the check is about. */
  readonly isObserved?: true;
}

/** What an execution showed. */
export type Decision =
  | { readonly kind: "passed" }
  | Exclude<Ending, { readonly kind: "finished" }>
  | {
    readonly kind: "violated";
    /** One for each violated requirement: the worst harm first, own ones before observed ones. */
    readonly violations: readonly [FoundViolation, ...FoundViolation[]];
  };

/**
 * Returns what an execution showed. A target that cannot be reached shows nothing. A violation counts
 * however the steps ended after it: a discarded case may have shown one, and steps may stumble over
 * what one has left.
 */
export function decide(
  { ending, own, observed }: Findings,
  ranksOf: (requirement: string) => Ranked,
): Decision {
  if (ending.kind === "unreachable") return ending;
  const all: FoundViolation[] = [...own, ...observed.map(asFound)];
  const rank = ({ violation }: FoundViolation) =>
    rankOf(withHarm(ranksOf(violation.requirement), violation.harm));
  // The worst of each requirement. The own one is more specific than one of any exchange.
  const each = [...Map.groupBy(all, ({ violation }) => violation.requirement).values()]
    .flatMap((some) => some.toSorted((a, b) => rank(a) - rank(b))[0] ?? []);
  const [first, ...others] = each.toSorted((a, b) => rank(a) - rank(b));
  if (first !== undefined) return { kind: "violated", violations: [first, ...others] };
  return ending.kind === "finished" ? { kind: "passed" } : ending;
}

function asFound(observed: ExchangeViolation): FoundViolation {
  const violation = new Violation<string>(observed.requirement, observed);
  // The requests that a report shows end with those that violate it.
  const { exchanges } = violation;
  const requests = exchanges.length > 0 ? Math.max(...exchanges) : Infinity;
  return { violation, requests, isObserved: true };
}
