/**
 * What a fault is: data that says what is wrong and why somebody might have made it so, and a
 * function that makes it so.
 *
 * @module
 */
import type { Seams } from "../server/parts.ts";

/** What is told of a change to the server, whether it is one for the worse or not. */
export interface ChangeFacts {
  /** `area/name`, the name being a few words with dashes. */
  readonly id: string;
  /** The area of the suites in which it should be found. */
  readonly area: string;
  /** What the server does differently, in one sentence. */
  readonly description: string;
  /** Why a careful engineer might have done so. */
  readonly reason: string;
}

/** What is told of a fault. */
export interface FaultFacts extends ChangeFacts {
  /** The requirements it breaks, by their ids in the suites' catalogue: at least one. */
  readonly breaks: readonly [string, ...string[]];
  /**
   * What it shows in and is off by default, as `<group>/<version>`, the group without its suffix:
   * the embedded server of the suites is started with these.
   *
   * @default {[]}
   */
  readonly serves?: readonly string[];
}

/** A fault. */
export interface Fault extends FaultFacts {
  /** Makes its changes; called once a server put together: what it remembers is that one's own. */
  install(seams: Seams): void;
}

/** What is told of a benign variant: the server is another one, and as right as before. */
export interface VariantFacts extends ChangeFacts {
  /** What in the interface allows it. */
  readonly allowedBy: string;
}

/** A benign variant. */
export interface Variant extends VariantFacts {
  /** Makes its changes, as a fault does. */
  install(seams: Seams): void;
}
