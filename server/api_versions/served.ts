/**
 * Selects the resources that a release serves under a runtime configuration.
 *
 * @module
 */
import { apiVersionOf } from "../object.ts";
import { isServedByDefault, stabilityOf, type VersionedResource } from "./api_version.ts";
import { isAtLeast, type Release } from "../release.ts";
import { ConfigurationError, readPairs } from "./configuration.ts";

/** The configuration that selects the served resources. */
export interface Serving {
  readonly release: Release;
  readonly runtimeConfig: RuntimeConfig;
}

/**
 * Returns the resources that are served.
 *
 * @throws {ConfigurationError} for a key that the release does not have
 */
export function servedResources<T extends VersionedResource>(
  resources: readonly T[],
  { release, runtimeConfig }: Serving,
): readonly T[] {
  const ofRelease = resources.filter((resource) => isInRelease(resource, release));
  if (Object.keys(runtimeConfig).length === 0) return ofRelease.filter(isServedByDefault);
  checkRuntimeConfig(runtimeConfig, ofRelease);
  return ofRelease.filter((resource) => isEnabled(resource, runtimeConfig));
}

/** Returns true from the release that introduced a version until the one that removed it. */
export function isInRelease({ lifecycle }: VersionedResource, release: Release): boolean {
  if (!lifecycle) return true;
  const { since, removedIn } = lifecycle;
  return isAtLeast(release, since) && !(removedIn && isAtLeast(release, removedIn));
}

/**
 * Switches by key: `<group>/<version>/<resource>` for one resource, `<group>/<version>` for a
 * version (of the core group `v1` or, by its path, `api/v1`), `api/alpha`, `api/beta`, `api/ga` for all versions of a stability
 * and `api/all` for all versions. The most specific key takes precedence.
 */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/**
 * Parses the option's value: comma-separated keys, each with `=true` or `=false`; without either,
 * the key is true.
 *
 * @throws {ConfigurationError} for anything else
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readRuntimeConfig } from "./served.ts";
 *
 * assertEquals(readRuntimeConfig("storage.svc.io/v1beta1=false,api/alpha"), {
 *   "storage.svc.io/v1beta1": false,
 *   "api/alpha": true,
 * });
 * ```
 */
export function readRuntimeConfig(text: string): RuntimeConfig {
  return readPairs(text, { option: "the runtime configuration", valueMayBeOmitted: true });
}

const STABILITY_KEYS = { alpha: "api/alpha", beta: "api/beta", stable: "api/ga" } as const;
const ALL = "api/all";

/** Returns true if a resource is served in its version. */
export function isEnabled(resource: VersionedResource, config: RuntimeConfig): boolean {
  const deciding = keysOf(resource).find((key) => Object.hasOwn(config, key));
  return deciding === undefined ? isServedByDefault(resource) : config[deciding]!;
}

/** Returns the keys that apply to a resource, the most specific one first. */
function keysOf(resource: VersionedResource): readonly string[] {
  const version = apiVersionOf(resource);
  const names = resource.group ? [version] : [version, `api/${version}`];
  return [
    ...names.map((name) => `${name}/${resource.resource}`),
    ...names,
    STABILITY_KEYS[stabilityOf(resource.version)],
    ALL,
  ];
}

/**
 * Checks that each key of a configuration exists.
 *
 * @throws {ConfigurationError} for a key that names no version or resource
 */
function checkRuntimeConfig(
  config: RuntimeConfig,
  resources: readonly VersionedResource[],
): void {
  const known = new Set([ALL, ...Object.values(STABILITY_KEYS), ...resources.flatMap(keysOf)]);
  const unknown = Object.keys(config).find((key) => !known.has(key));
  if (unknown === undefined) return;
  const versions = [...new Set(resources.map(apiVersionOf))].join(", ");
  throw new ConfigurationError(
    `Cannot serve by the runtime configuration as it names "${unknown}", which the release does ` +
      `not have: use one of ${versions}, with or without /RESOURCE, or api/all, api/ga, ` +
      `api/beta, api/alpha`,
  );
}
