/**
 * Faults of deployments.
 *
 * @module
 */
import { asObject } from "../registry/resource.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const deploymentsFaults: readonly Fault[] = [
  {
    id: "deployments/zero-replicas-become-one",
    area: "deployments",
    description: "A deployment that is scaled to zero replicas gets the default of one.",
    reason: "Zero and absent are the same in the language the default was written in.",
    breaks: ["deployments.replicas-zero-kept"],
    install({ resource }) {
      resource(({ kind, strategy }) =>
        kind !== "Deployment" ? {} : {
          strategy: {
            ...strategy,
            applyDefaults(object) {
              const spec = asObject(object.spec);
              if (spec && !spec.replicas) spec.replicas = 1;
              strategy.applyDefaults?.(object);
            },
          },
        }
      );
    },
  },
];
