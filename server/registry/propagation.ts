/**
 * What becomes of the dependents of a deleted object, as finalizers tell it: each policy but
 * `Background` makes the object wait until its dependents were seen to.
 *
 * @module
 */

/** The policies there are. */
export const PROPAGATION_POLICIES = ["Orphan", "Background", "Foreground"] as const;

/** What becomes of an object's dependents: they lose their owner, go after it, or go before it. */
export type PropagationPolicy = typeof PROPAGATION_POLICIES[number];

/** Holds an object until its dependents were told that they have no owner any more. */
export const ORPHAN = "orphan";

/** Holds an object until the dependents that block its deletion are gone. */
export const FOREGROUND = "foregroundDeletion";

const FINALIZER_OF: Readonly<Record<PropagationPolicy, readonly string[]>> = {
  Orphan: [ORPHAN],
  Background: [],
  Foreground: [FOREGROUND],
};

/** The finalizers of an object that is deleted by a policy; without one they stay as they are. */
export function finalizersFor(
  policy: PropagationPolicy | undefined,
  finalizers: readonly string[],
): readonly string[] {
  if (!policy) return finalizers;
  const others = finalizers.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  return [...others, ...FINALIZER_OF[policy]];
}
