/**
 * Generated inputs for tests of which cases are chosen.
 *
 * @module
 */

/** The resource types of the inputs. */
export const TYPES = ["secrets", "roles", "deployments", "configmaps", "pods"];

/** The verbs of their steps. */
export const VERBS = ["create", "update", "patch", "delete"];

/** Many cases about secrets, and a few about other types. */
export const INPUTS = Array.from({ length: 120 }, (_, index) => ({
  resource: index % 30 === 0 ? TYPES[1 + index / 30] : "secrets",
  steps: [{ do: VERBS[index % 7] ?? "create" }],
  name: `n${index}`,
  count: index,
}));
