/**
 * What is said of versions that one should no longer use (interface, "Versioning").
 *
 * @module
 */
import { apiVersionOf, type VersionedResource } from "./api_version.ts";
import { isAtLeast, type Release } from "./release.ts";

/** What users of deprecated resources should know, by resource. */
export function deprecationsOf<T extends VersionedResource>(
  resources: readonly T[],
  release: Release,
): ReadonlyMap<T, string> {
  const entries = resources.map((resource) =>
    [resource, deprecationOf(resource, release)] as const
  );
  return new Map(entries.filter((entry): entry is [T, string] => entry[1] !== undefined));
}

/** What a user of the resource should know; undefined while its version is not deprecated. */
function deprecationOf(resource: VersionedResource, release: Release): string | undefined {
  const { deprecatedIn, removedIn, replacedBy } = resource.lifecycle ?? {};
  if (!deprecatedIn || !isAtLeast(release, deprecatedIn)) return undefined;
  const { group, kind } = resource;
  return `${apiVersionOf(resource)} ${kind} is deprecated in v${deprecatedIn}+` +
    (removedIn ? `, unavailable in v${removedIn}+` : "") +
    (replacedBy ? `; use ${apiVersionOf({ group, version: replacedBy })} ${kind}` : "");
}
