/**
 * Types of seeded bugs and benign variants: a description and a function that changes the server.
 *
 * @module
 */
import type { PartChanges } from "../server/parts.ts";

/** A change to the server's behaviour. */
export interface ServerChange {
  /** `area/name`, the name being a few words joined by dashes. */
  readonly id: string;
  /** Id of the area of suites whose checks exercise the changed behaviour. */
  readonly area: string;
  /** The changed behaviour, in one sentence. */
  readonly description: string;
  /** The reason why a careful engineer might write it, in one sentence. */
  readonly reason: string;
  /** Changes parts of the server. Called once per assembled server, so state inside is its own. */
  install(parts: PartChanges): void;
}

/** A seeded bug: a change that violates requirements. */
export interface Mutant extends ServerChange {
  /** Ids of the violated requirements in the catalogue of the suites. */
  readonly breaks: readonly [string, ...string[]];
  /**
   * The number of replicas to serve the same objects with, of which only the last has the bug.
   *
   * @default {1}
   */
  readonly replicas?: number;
  /**
   * API versions that have to be served to observe the bug and are off by default, as
   * `<group>/<version>` with the group's suffix left out.
   *
   * @default {[]}
   */
  readonly serves?: readonly string[];
}

/** A change that the specification allows: no check may fail. */
export interface BenignVariant extends ServerChange {
  /** The statement of the specification that allows it. */
  readonly allowedBy: string;
}
