/**
 * What a requirement is.
 *
 * @module
 */
import type { Level } from "../reports/events.ts";
import type { Feature } from "./features.ts";

/** One normative statement of the interface, in our own words. */
export interface Requirement {
  /** The section of the interface it comes from. */
  readonly chapter: string;
  /** What must, should or by convention does hold: one sentence that can be true or false. */
  readonly statement: string;
  /** How binding it is. */
  readonly level: Level;
  /** What it is about beside its area's feature, where a target may lack that. */
  readonly feature?: Feature;
  /** Why no check can decide it, where none can. */
  readonly unchecked?: string;
}
