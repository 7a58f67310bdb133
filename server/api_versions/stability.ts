/**
 * How stable a version is, read off its name (interface, "Versioning", stability levels).
 *
 * @module
 */
import type { VersionedResource } from "./api_version.ts";
import { isAtLeast } from "./release.ts";

/** The levels, the most stable first. */
const STABILITY_LEVELS = ["stable", "beta", "alpha"] as const;

/** How stable a version is. */
export type Stability = typeof STABILITY_LEVELS[number];

/** The stability of a version: `v1` is stable, `v1beta3` and `v1alpha1` say what they are. */
export function stabilityOf(version: string): Stability {
  if (version.includes("alpha")) return "alpha";
  return version.includes("beta") ? "beta" : "stable";
}

/** Betas that appeared from this release on are not served unless they are asked for. */
const BETAS_OFF_SINCE = "1.22";

/** Whether a version is served when the configuration does not say. */
export function isServedByDefault({ version, lifecycle }: VersionedResource): boolean {
  switch (stabilityOf(version)) {
    case "stable":
      return true;
    case "alpha":
      return false;
    case "beta": {
      const since = lifecycle?.betaSince ?? lifecycle?.since;
      return since !== undefined && !isAtLeast(since, BETAS_OFF_SINCE);
    }
  }
}

/** Orders versions by preference: the most stable first, then the newest. */
export function compareVersions(a: string, b: string): number {
  const levels = STABILITY_LEVELS.indexOf(stabilityOf(a)) -
    STABILITY_LEVELS.indexOf(stabilityOf(b));
  return levels || numbersOf(b)[0]! - numbersOf(a)[0]! || numbersOf(b)[1]! - numbersOf(a)[1]!;
}

/** The numbers of a version: 1 and 3 of `v1beta3`, 1 and 0 of `v1`. */
function numbersOf(version: string): [number, number] {
  const [major = 0, minor = 0] = version.match(/\d+/g)?.map(Number) ?? [];
  return [major, minor];
}
