/**
 * When a version of a resource came, and when it goes.
 *
 * @module
 */
import type { AnyRelease } from "./release.ts";

/** The life of a version. One without is stable and stays. */
export interface Lifecycle {
  /** The first release that serves it. */
  readonly since: AnyRelease;
  /**
   * The release in which the resource was first served as a beta, where that was under an earlier
   * version: a new beta of what everybody uses already is served like the old one.
   */
  readonly betaSince?: AnyRelease;
  /** The first release in which using it is advised against. */
  readonly deprecatedIn?: AnyRelease;
  /** The first release that does not serve it. */
  readonly removedIn?: AnyRelease;
  /** The version to use instead. */
  readonly replacedBy?: string;
}
