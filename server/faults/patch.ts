/**
 * Faults of patches.
 *
 * @module
 */
import { asObject } from "../registry/resource.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const patchFaults: readonly Fault[] = [
  {
    id: "patch/tests-only-at-the-start",
    area: "patch",
    description: "A test in a JSON patch counts only as long as nothing was changed before it.",
    reason: "Tests were taken for preconditions, which stand in front.",
    breaks: ["patch.json-test-fails"],
    install({ steps }) {
      steps(({ applyJsonPatch }) => ({
        applyJsonPatch(content, patch) {
          if (!Array.isArray(patch)) return applyJsonPatch(content, patch);
          const isTest = (operation: unknown) => asObject(operation)?.op === "test";
          const first = patch.findIndex((operation) => !isTest(operation));
          const kept = patch.filter((operation, at) => at < first || !isTest(operation));
          return applyJsonPatch(content, first < 0 ? patch : kept);
        },
      }));
    },
  },
];
