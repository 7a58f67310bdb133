/**
 * Harm: what the violation of a requirement does to the users of a server, besides the level that the
 * text of the specification gives.
 *
 * @module
 */
import { type Level, LEVELS } from "./level.ts";

/** What the violation of a requirement does to the users of a server. */
export type Harm = "security" | "data-loss" | "availability" | "misleading" | "detail";

/** The kinds of harm, worst first. */
export const HARMS: readonly Harm[] = [
  "security",
  "data-loss",
  "availability",
  "misleading",
  "detail",
];

/** The title of each kind of harm. */
export const HARM_TITLES: Readonly<Record<Harm, string>> = {
  "security": "Security",
  "data-loss": "Data loss",
  "availability": "Availability",
  "misleading": "Misleading",
  "detail": "Detail",
};

/** What each kind of harm means, as the end of the sentence "a violation …". */
export const HARM_MEANINGS: Readonly<Record<Harm, string>> = {
  "security": "lets a client do or see what it may not",
  "data-loss": "loses or corrupts writes, events or identities",
  "availability": "rejects valid requests, stalls or ends clients",
  "misleading": "shows an old state, a wrong status or number",
  "detail": "is seen by few clients: a message, a header",
};

/** What ranks a requirement: its level, and its harm, which reports of older versions lack. */
export interface Ranked {
  readonly level: Level;
  readonly harm?: Harm;
}

/** Returns a requirement's ranks with less harm, as a violation of it may do. */
export function withHarm(ranked: Ranked, harm: Harm | undefined): Ranked {
  const least = Math.max(...[ranked.harm ?? "misleading", harm ?? "security"].map(indexOf));
  return { ...ranked, harm: HARMS[least]! };
}

function indexOf(harm: Harm): number {
  return HARMS.indexOf(harm);
}

/** The kinds of harm that fail a run, whatever the level of the requirement is. */
const GRAVE: readonly Harm[] = ["security", "data-loss", "availability"];

/** Returns true if the violation of a requirement fails a run; any other is a warning. */
export function isFailure({ level, harm }: Ranked): boolean {
  return level === "must" || (harm !== undefined && GRAVE.includes(harm));
}

/** Returns the rank of a requirement among others, by harm, then by level; 0 is the worst. */
export function rankOf({ level, harm = "misleading" }: Ranked): number {
  return HARMS.indexOf(harm) * LEVELS.length + LEVELS.indexOf(level);
}
