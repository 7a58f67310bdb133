/**
 * API versions: their names, stability, order of preference, and the releases that serve or deprecate them
 * (specification, "Versioning").
 *
 * @module
 */
import { apiVersionOf } from "../object.ts";
import { type AnyRelease, isAtLeast, minorOf, NEWEST_RELEASE, type Release } from "../release.ts";

/** Returns the numbers of a release that `/version` reports. */
export const versionOf = (release: Release) => ({
  major: "1",
  minor: String(minorOf(release)),
  gitVersion: `v${release}.0+plumbline`,
});

/**
 * The releases of an API version. Without it, the version is stable and permanent.
 *
 * @internal
 */
export interface Lifecycle {
  /** The first release that serves it. */
  readonly since: AnyRelease;
  /**
   * The release in which the resource was first served as a beta, if that was an earlier version:
   * its later betas are served by default too.
   */
  readonly betaSince?: AnyRelease;
  /** The first release in which it is deprecated. */
  readonly deprecatedIn?: AnyRelease;
  /** The first release that does not serve it. */
  readonly removedIn?: AnyRelease;
  /** The version to use instead. */
  readonly replacedBy?: string;
}

/** The lifecycle of the kinds that only the newest release has here. */
export const NEWEST: Lifecycle = { since: NEWEST_RELEASE };

/** A resource in one of its versions. */
export interface VersionedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The name in the URL, plural. */
  readonly resource: string;
  readonly kind: string;
  readonly lifecycle?: Lifecycle;
  /** The deprecation warning of a version without a lifecycle. */
  readonly deprecation?: string;
}

/** The levels, the most stable first. */
const STABILITY_LEVELS = ["stable", "beta", "alpha"] as const;

/** The stability of a version. */
export type Stability = typeof STABILITY_LEVELS[number];

/** Returns the stability of a version: `v1` is stable, `v1beta3` is a beta, `v1alpha1` an alpha. */
export function stabilityOf(version: string): Stability {
  if (version.includes("alpha")) return "alpha";
  return version.includes("beta") ? "beta" : "stable";
}

/** Betas introduced in this release or later are off by default. */
const BETAS_OFF_SINCE = "1.22";

/** Returns true if a version is served without configuration. */
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

/** Compares versions by preference: the most stable first, then the newest. */
export function compareVersions(a: string, b: string): number {
  const levels = STABILITY_LEVELS.indexOf(stabilityOf(a)) -
    STABILITY_LEVELS.indexOf(stabilityOf(b));
  return levels || numbersOf(b)[0]! - numbersOf(a)[0]! || numbersOf(b)[1]! - numbersOf(a)[1]!;
}

/** Returns the numbers of a version: 1 and 3 of `v1beta3`, 1 and 0 of `v1`. */
function numbersOf(version: string): [number, number] {
  const [major = 0, minor = 0] = version.match(/\d+/g)?.map(Number) ?? [];
  return [major, minor];
}

/** Returns the deprecation warnings, by resource. */
export function deprecationsOf<T extends VersionedResource>(
  resources: readonly T[],
  release: Release,
): ReadonlyMap<T, string> {
  const entries = resources.map((resource) =>
    [resource, resource.deprecation ?? deprecationOf(resource, release)] as const
  );
  return new Map(entries.filter((entry): entry is [T, string] => entry[1] !== undefined));
}

/** Returns the deprecation warning of a resource; undefined if its version is not deprecated. */
function deprecationOf(resource: VersionedResource, release: Release): string | undefined {
  const { deprecatedIn, removedIn, replacedBy } = resource.lifecycle ?? {};
  if (!deprecatedIn || !isAtLeast(release, deprecatedIn)) return undefined;
  const { group, kind } = resource;
  return `${apiVersionOf(resource)} ${kind} is deprecated in v${deprecatedIn}+` +
    (removedIn ? `, unavailable in v${removedIn}+` : "") +
    (replacedBy ? `; use ${apiVersionOf({ group, version: replacedBy })} ${kind}` : "");
}
