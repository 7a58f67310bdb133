/**
 * Runs several admission plugins as one.
 *
 * @module
 */
import type { Admission, WriteAttributes } from "../registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "../registry/resource.ts";

/** The hooks of a plugin. One that has nothing to do can return at once: a promise takes time. */
export type AdmissionHooks = {
  readonly [Name in keyof Admission]?: (
    ...parameters: Parameters<Admission[Name]>
  ) => ReturnType<Admission[Name]> | undefined;
};

/** A plugin with the hooks it needs, for all resources or for those it handles. */
export interface AdmissionPlugin extends AdmissionHooks {
  /** The resources that the hooks run for, as storage keys; all without it. */
  readonly resources?: readonly string[];
  /** The verbs that `admit` runs for; all without it. */
  readonly verbs?: readonly WriteAttributes["verb"][];
}

/** Returns an admission that runs the plugins one after the other, in their order. */
export function admissionChain(plugins: readonly AdmissionPlugin[]): Admission {
  const byDefinition = new WeakMap<ResourceDefinition, Hooked>();

  /** Returns the plugins that have each hook: most have one or two, and for few resources. */
  function pluginsFor(definition: ResourceDefinition): Hooked {
    let hooked = byDefinition.get(definition);
    if (!hooked) {
      const key = storageKey(definition);
      const handling = plugins.filter(({ resources }) => resources?.includes(key) ?? true);
      hooked = {
        mutate: handling.filter(({ mutate }) => mutate),
        allocate: handling.filter(({ allocate }) => allocate),
        admit: handling.filter(({ admit }) => admit),
        written: handling.filter(({ written }) => written),
        finalizing: handling.filter(({ finalizing }) => finalizing),
        removed: handling.filter(({ removed }) => removed),
      };
      byDefinition.set(definition, hooked);
    }
    return hooked;
  }

  return {
    async mutate(write) {
      let { object } = write;
      for (const plugin of pluginsFor(write.definition).mutate) {
        const pending = object && plugin.mutate!({ ...write, object });
        if (pending) object = await pending ?? object;
      }
      return object === write.object ? undefined : object;
    },
    async allocate(write) {
      for (const plugin of pluginsFor(write.definition).allocate) await plugin.allocate!(write);
    },
    async admit(write) {
      for (const plugin of pluginsFor(write.definition).admit) {
        if (plugin.verbs?.includes(write.verb) ?? true) {
          const pending = plugin.admit!(write);
          if (pending) await pending;
        }
      }
    },
    async written(definition, object) {
      for (const plugin of pluginsFor(definition).written) {
        await plugin.written!(definition, object);
      }
    },
    async finalizing(definition, key) {
      for (const plugin of pluginsFor(definition).finalizing) {
        await plugin.finalizing!(definition, key);
      }
    },
    async removed(definition, object) {
      for (const plugin of pluginsFor(definition).removed) {
        await plugin.removed!(definition, object);
      }
    },
  };
}

/** The plugins that have each hook. */
type Hooked = Readonly<Record<keyof Admission, readonly AdmissionPlugin[]>>;
