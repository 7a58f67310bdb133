/**
 * Faults of secrets.
 *
 * @module
 */
import { asObject } from "../registry/resource.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const secretsFaults: readonly Fault[] = [
  {
    id: "secrets/string-data-only-adds",
    area: "secrets",
    description: "A key of stringData that data has already is left as it is.",
    reason: "Merging was written as filling in what is missing.",
    breaks: ["secrets.string-data-overwrites", "secrets.immutable-holds-string-data"],
    install({ resource }) {
      resource(({ kind, strategy }) =>
        kind !== "Secret" ? {} : {
          strategy: {
            ...strategy,
            applyDefaults(object) {
              const data = asObject(object.data);
              strategy.applyDefaults?.(object);
              if (data) object.data = { ...asObject(object.data), ...data };
            },
          },
        }
      );
    },
  },
];
