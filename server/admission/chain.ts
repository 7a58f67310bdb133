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
    mutate(write) {
      const { mutate: mutating } = pluginsFor(write.definition);
      if (mutating.length === 0) return undefined;
      let { object } = write;
      const pending = inOrder(
        mutating,
        (plugin) =>
          plugin.mutate!(object && object !== write.object ? { ...write, object } : write)
            ?.then((changed) => void (object = changed ?? object)),
      );
      return pending?.then(() => object === write.object ? undefined : object);
    },
    allocate: (write) =>
      inOrder(pluginsFor(write.definition).allocate, ({ allocate }) => allocate!(write)),
    admit: (write) =>
      inOrder(
        pluginsFor(write.definition).admit,
        ({ verbs, admit }) => verbs?.includes(write.verb) ?? true ? admit!(write) : undefined,
      ),
    written: (definition, object) =>
      inOrder(pluginsFor(definition).written, ({ written }) => written!(definition, object)),
    finalizing: (definition, key) =>
      inOrder(pluginsFor(definition).finalizing, ({ finalizing }) => finalizing!(definition, key)),
    removed: (definition, object) =>
      inOrder(pluginsFor(definition).removed, ({ removed }) => removed!(definition, object)),
  };
}

/** Runs hooks one after the other, without a promise as long as none returns one. */
function inOrder(
  plugins: readonly AdmissionPlugin[],
  run: (plugin: AdmissionPlugin) => Promise<void> | undefined,
  start = 0,
): Promise<void> | undefined {
  for (let at = start; at < plugins.length; at++) {
    const pending = run(plugins[at]!);
    if (pending) return pending.then(() => inOrder(plugins, run, at + 1));
  }
  return undefined;
}

/** The plugins that have each hook. */
type Hooked = Readonly<Record<keyof Admission, readonly AdmissionPlugin[]>>;
