/**
 * Faults of roles and bindings.
 *
 * @module
 */
import { asObject } from "../registry/resource.ts";
import type { Fault } from "./fault.ts";

/** The faults. */
export const rbacObjectsFaults: readonly Fault[] = [
  {
    id: "rbac-objects/role-ref-kind-free",
    area: "rbac-objects",
    description: "A binding's roleRef may change its kind as long as the name stays.",
    reason: "Who compares references by name forgets that two kinds share the names.",
    breaks: ["rbac-objects.role-ref-fixed"],
    install({ resource }) {
      const nameOf = (roleRef: unknown) => asObject(roleRef)?.name;
      resource(({ kind, strategy }) =>
        !kind.endsWith("Binding") ? {} : {
          strategy: {
            ...strategy,
            validateUpdate: (object, old) =>
              nameOf(object.roleRef) === nameOf(old.roleRef)
                ? []
                : strategy.validateUpdate?.(object, old) ?? [],
          },
        }
      );
    },
  },
];
