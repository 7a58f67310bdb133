/**
 * What the behaviours and forms of requests that a run tries explain, and how each is tried: the table of
 * the README is made of it.
 *
 * @module
 */
import type { Behaviour } from "./behaviour.ts";
import { SUBSTITUTES } from "./substitutes.ts";
import { BEHAVIOURS } from "./table.ts";

/** A behaviour or a form of requests that is tried. */
export interface Tried {
  /** What it explains: a sentence about a target. */
  readonly explains: string;
  /** How a case runs without it. */
  readonly without: string;
}

/** The behaviours and forms of requests that are tried, each once, in the order of the trials. */
export function tried(): readonly Tried[] {
  const each = [
    ...BEHAVIOURS.map((one) => ({ explains: one.name, without: reliefOf(one) })),
    ...SUBSTITUTES.map((one) => ({ explains: one.name, without: FORM })),
  ];
  const known = new Set<string>();
  return each.filter(({ explains }) => !known.has(explains) && known.add(explains));
}

/** How a case runs without a form of requests. */
const FORM = "another request for the same is sent";

/** Returns how a case runs without a behaviour. */
function reliefOf({ form, isStatedOnly, refusal, relieve }: Behaviour): string {
  if (isStatedOnly) return "it explains what it violates by itself";
  if (refusal !== undefined) return "what is refused is sent again";
  if (form !== undefined) return "another request is sent, or the case ends where it shows";
  return relieve === undefined ? "the case ends where it shows" : "its answers are corrected";
}
