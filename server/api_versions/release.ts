/**
 * The releases of the interface that can be served. What tells them apart is what they serve.
 *
 * @module
 */

/** The releases in which something changes (interface, "Versioning", scheduled removals). */
export const RELEASES = ["1.26", "1.27", "1.29"] as const;

/** One of the releases that can be served. */
export type Release = typeof RELEASES[number];

/** The release the interface describes. */
export const DEFAULT_RELEASE: Release = "1.26";

/** Any release, of the past too. */
export type AnyRelease = `1.${number}`;

/** True when a release is another one or a later one. */
export function isAtLeast(release: AnyRelease, other: AnyRelease): boolean {
  return minorOf(release) >= minorOf(other);
}

/** The second number of a release: 26 of `1.26`. */
export const minorOf = (release: AnyRelease): number => Number(release.split(".")[1]);
