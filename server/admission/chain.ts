/**
 * Runs several admission plugins as one.
 *
 * @module
 */
import type { Admission, WriteAttributes } from "../registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";

/** A plugin with the hooks it needs, for all resources or for those it handles. */
export interface AdmissionPlugin extends Partial<Admission> {
  /** The resources that the hooks run for, as storage keys; all without it. */
  readonly resources?: readonly string[];
  /** The verbs that `admit` runs for; all without it. */
  readonly verbs?: readonly WriteAttributes["verb"][];
}

/** Returns an admission that runs the plugins one after the other, in their order. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): Admission {
  const byDefinition = new WeakMap<ResourceDefinition, readonly AdmissionPlugin[]>();

  function pluginsFor(definition: ResourceDefinition): readonly AdmissionPlugin[] {
    let handling = byDefinition.get(definition);
    if (!handling) {
      const key = storageKey(definition);
      handling = plugins.filter(({ resources }) => resources?.includes(key) ?? true);
      byDefinition.set(definition, handling);
    }
    return handling;
  }

  return {
    async mutate(write) {
      let { object } = write;
      for (const plugin of pluginsFor(write.definition)) {
        if (object) object = await plugin.mutate?.({ ...write, object }) ?? object;
      }
      return object === write.object ? undefined : object;
    },
    async allocate(write) {
      for (const plugin of pluginsFor(write.definition)) await plugin.allocate?.(write);
    },
    async admit(write) {
      for (const plugin of pluginsFor(write.definition)) {
        if (plugin.verbs?.includes(write.verb) ?? true) await plugin.admit?.(write);
      }
    },
    async written(definition, object) {
      for (const plugin of pluginsFor(definition)) await plugin.written?.(definition, object);
    },
    async finalizing(definition, key) {
      for (const plugin of pluginsFor(definition)) await plugin.finalizing?.(definition, key);
    },
    async removed(definition, object) {
      for (const plugin of pluginsFor(definition)) await plugin.removed?.(definition, object);
    },
  };
}
