/**
 * Differences that are known, each with its reason: the interface says otherwise than the real
 * server does, or leaves the choice.
 *
 * @module
 */
import { equal } from "@std/assert";
import { ERROR_EXPLANATIONS } from "./errors.ts";
import { OBJECT_EXPLANATIONS } from "./objects.ts";
import { RELEASE_EXPLANATIONS } from "./release.ts";
import { differencesOf } from "../show.ts";
import { STATE_EXPLANATIONS } from "./states.ts";
import type { Exchange, Explanation } from "./explanation.ts";

/** The known differences, taken out one after the other. */
export const EXPLANATIONS: readonly Explanation[] = [
  ...OBJECT_EXPLANATIONS,
  ...ERROR_EXPLANATIONS,
  ...STATE_EXPLANATIONS,
  ...RELEASE_EXPLANATIONS,
];

/** What the explanations make of a difference. */
export interface Account {
  /** Those that account for something. */
  readonly used: readonly Explanation[];
  /** What they leave. */
  readonly rest: Exchange;
  /** True where they leave nothing. */
  readonly isWhole: boolean;
}

/**
 * Accounts for a difference as far as the explanations go.
 *
 * @param release the real server's release, for example `1.26`
 */
export function explain(exchange: Exchange, release: string): Account {
  const used: Explanation[] = [];
  let rest = exchange;
  // For a fault of the reference server's own there is no excuse.
  if (exchange.reference.status >= 500) return { used, rest, isWhole: false };
  for (const explanation of EXPLANATIONS) {
    if (explanation.releases && !explanation.releases.includes(release)) continue;
    const reconciled = explanation.reconcile(rest);
    if (!reconciled) continue;
    const next = { ...rest, ...reconciled };
    // What it took from both alike was no difference.
    if (equal(differencesOf(next), differencesOf(rest))) continue;
    used.push(explanation);
    rest = next;
    if (equal(rest.reference, rest.real)) return { used, rest, isWhole: true };
  }
  return { used, rest, isWhole: false };
}
