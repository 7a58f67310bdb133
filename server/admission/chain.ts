/**
 * Several admission plug-ins as one.
 *
 * @module
 */
import type { Admission } from "../registry/contracts.ts";

/** Asks plug-ins one after the other, in their order. Each may do just some of what there is. */
export function admissionChain(plugins: readonly Partial<Admission>[]): Admission {
  return {
    async admit(write) {
      for (const plugin of plugins) await plugin.admit?.(write);
    },
    async written(definition, object) {
      for (const plugin of plugins) await plugin.written?.(definition, object);
    },
    async finalizing(definition, key) {
      for (const plugin of plugins) await plugin.finalizing?.(definition, key);
    },
    async removed(definition, object) {
      for (const plugin of plugins) await plugin.removed?.(definition, object);
    },
  };
}
