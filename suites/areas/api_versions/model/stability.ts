/**
 * The stability of API versions and the number of releases (chapter "Versioning").
 *
 * @module
 */

/** From the least to the most stable. */
const LEVELS = ["alpha", "beta", "stable"] as const;

/** The stability level of an API version. */
export type Stability = typeof LEVELS[number];

/** Returns the stability that the name of a version shows, or undefined if it shows none. */
export function stabilityOf(version: string): Stability | undefined {
  const [, level = "stable"] = version.match(/^v[1-9]\d*(?:(alpha|beta)[1-9]\d*)?$/) ??
    ["", "none"];
  return LEVELS.find((each) => each === level);
}

/** Returns true if a version is less stable than another one. */
export function isLessStable(version: string, other: string): boolean {
  const rank = (each: string) => LEVELS.indexOf(stabilityOf(each) ?? "alpha");
  return rank(version) < rank(other);
}

/** Returns the minor number of the release that `/version` names, such as 26 of `v1.26.15`. */
export function minorOf(gitVersion: string | undefined): number | undefined {
  const [, minor] = gitVersion?.match(/^v?1\.(\d+)(?:\D|$)/) ?? [];
  return minor === undefined ? undefined : Number(minor);
}
