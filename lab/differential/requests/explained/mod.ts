/**
 * Known differences, each with its reason: the specification differs from the real server, or leaves
 * the choice.
 *
 * @module
 */
import { equal } from "@std/assert";
import { ERROR_EXPLANATIONS } from "./errors.ts";
import { OBJECT_EXPLANATIONS } from "./objects.ts";
import { RELEASE_EXPLANATIONS } from "./release.ts";
import { differencesOf } from "../show.ts";
import { STATE_EXPLANATIONS } from "./states.ts";
import type { AnswerPair, Explanation } from "./explanation.ts";

/** The known differences, in the order they are applied. */
export const EXPLANATIONS: readonly Explanation[] = [
  ...OBJECT_EXPLANATIONS,
  ...ERROR_EXPLANATIONS,
  ...STATE_EXPLANATIONS,
  ...RELEASE_EXPLANATIONS,
];

/** The result of explaining a difference. */
export interface Account {
  /** The explanations that apply. */
  readonly used: readonly Explanation[];
  /** The exchange without the explained differences. */
  readonly rest: AnswerPair;
  /** True if everything is explained. */
  readonly isWhole: boolean;
}

/**
 * Explains a difference as far as possible.
 *
 * @param release the real server's release, for example `1.26`
 * @param more explanations of this run only, which are tried first
 */
export function explain(
  exchange: AnswerPair,
  release: string,
  more: readonly Explanation[] = [],
): Account {
  const used: Explanation[] = [];
  let rest = exchange;
  // An internal error of the reference server is never explained.
  if (exchange.reference.status >= 500) return { used, rest, isWhole: false };
  for (const explanation of [...more, ...EXPLANATIONS]) {
    if (explanation.releases && !explanation.releases.includes(release)) continue;
    const reconciled = explanation.reconcile(rest);
    if (!reconciled) continue;
    const next = { ...rest, ...reconciled };
    // Equal edits on both sides explain nothing.
    if (equal(differencesOf(next), differencesOf(rest))) continue;
    used.push(explanation);
    rest = next;
    if (equal(rest.reference, rest.real)) return { used, rest, isWhole: true };
  }
  return { used, rest, isWhole: false };
}
