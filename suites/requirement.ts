/**
 * Requirements: the normative statements that checks verify.
 *
 * @module
 */
import type { Level } from "../reports/events.ts";
import type { Feature } from "./features.ts";

/** A normative statement of the API specification, in our own words. */
export interface Requirement {
  /** The section of the specification that it comes from. */
  readonly chapter: string;
  /** The expected behaviour: one sentence that can be true or false. */
  readonly statement: string;
  /** The requirement level: a violated `must` fails a run, the others warn. */
  readonly level: Level;
  /** The optional feature it depends on, besides the feature of its area. */
  readonly feature?: Feature;
  /** The reason why no check can decide it over HTTP, where that is so. */
  readonly unchecked?: string;
}
