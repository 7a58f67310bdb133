/**
 * The releases of the API that can be served.
 *
 * @module
 */

/**
 * The releases in which something changes (specification, "Versioning", scheduled removals), and
 * the newest one, whose kinds and fields are served, too.
 */
export const RELEASES = ["1.26", "1.27", "1.29", "1.36"] as const;

/** One of the releases that can be served. */
export type Release = typeof RELEASES[number];

/** The release of the specification. */
export const DEFAULT_RELEASE: Release = "1.26";

/** The newest release. */
export const NEWEST_RELEASE: Release = "1.36";

/** Any release, past ones too. */
export type AnyRelease = `1.${number}`;

/** Returns true for a release whose kinds and fields differ from those of release 1.26. */
export const isNewest = (release: AnyRelease | undefined): boolean =>
  release !== undefined && isAtLeast(release, NEWEST_RELEASE);

/** Returns true if a release is the other one or a later one. */
export function isAtLeast(release: AnyRelease, other: AnyRelease): boolean {
  return minorOf(release) >= minorOf(other);
}

/** The second number of a release: 26 of `1.26`. */
export const minorOf = (release: AnyRelease): number => Number(release.split(".")[1]);
