/**
 * How stable a version is, and which release somebody speaks of (interface, "Versioning").
 *
 * @module
 */

/** From the least to the most stable. */
const LEVELS = ["alpha", "beta", "stable"] as const;

/** How stable a version is. */
export type Stability = typeof LEVELS[number];

/** The stability a version's name tells; undefined for a name that tells none. */
export function stabilityOf(version: string): Stability | undefined {
  const [, level = "stable"] = version.match(/^v[1-9]\d*(?:(alpha|beta)[1-9]\d*)?$/) ??
    ["", "none"];
  return LEVELS.find((each) => each === level);
}

/** Whether a version is less stable than another one. */
export function isLessStable(version: string, other: string): boolean {
  const rank = (each: string) => LEVELS.indexOf(stabilityOf(each) ?? "alpha");
  return rank(version) < rank(other);
}

/** The minor number of the release that `/version` names: 26 of `v1.26.15`; undefined for none. */
export function minorOf(gitVersion: string | undefined): number | undefined {
  const [, minor] = gitVersion?.match(/^v?1\.(\d+)(?:\D|$)/) ?? [];
  return minor === undefined ? undefined : Number(minor);
}
