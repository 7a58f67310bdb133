/**
 * Which resources are served: those of the release, less those that are switched off (interface,
 * "Versioning").
 *
 * @module
 */
import type { VersionedResource } from "./api_version.ts";
import { isAtLeast, type Release } from "./release.ts";
import { checkRuntimeConfig, isEnabled, type RuntimeConfig } from "./runtime_config.ts";

/** What decides what is served. */
export interface Serving {
  readonly release: Release;
  readonly runtimeConfig: RuntimeConfig;
}

/**
 * The resources that are served.
 *
 * @throws {ConfigurationError} for a configuration that names what the release does not have
 */
export function servedResources<T extends VersionedResource>(
  resources: readonly T[],
  { release, runtimeConfig }: Serving,
): readonly T[] {
  const ofRelease = resources.filter((resource) => isInRelease(resource, release));
  checkRuntimeConfig(runtimeConfig, ofRelease);
  return ofRelease.filter((resource) => isEnabled(resource, runtimeConfig));
}

/** True from the release that brought a version until the one that removed it. */
export function isInRelease({ lifecycle }: VersionedResource, release: Release): boolean {
  if (!lifecycle) return true;
  const { since, removedIn } = lifecycle;
  return isAtLeast(release, since) && !(removedIn && isAtLeast(release, removedIn));
}
