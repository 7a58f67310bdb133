/**
 * Which of the resources are served: stable and beta ones unless they are switched off, alpha ones
 * if they are switched on (interface, "Versioning").
 *
 * @module
 */
import { apiVersionOf, type ResourceDefinition } from "../registry/resource.ts";

/**
 * Switches for API versions and single resources, as the server option `--runtime-config` names
 * them: `<group>/<version>` or `<group>/<version>/<resource>`, the more exact one deciding.
 */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/** The resources that are served under a configuration. */
export function servedDefinitions(
  definitions: readonly ResourceDefinition[],
  config: RuntimeConfig,
): readonly ResourceDefinition[] {
  return definitions.filter((definition) => {
    const version = apiVersionOf(definition);
    return config[`${version}/${definition.resource}`] ?? config[version] ??
      !definition.version.includes("alpha");
  });
}
