/**
 * Mutants of `roleRef` and of lists of bindings.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { answering, lenient } from "../../changes.ts";
import { BINDINGS, itemsOf, notMissing, ofKinds, storing } from "./tools.ts";

export const bindingMutants: readonly Mutant[] = [
  {
    id: "rbac-objects/role-ref-kind-free",
    area: "rbac-objects",
    description: "The `kind` of a `roleRef` can be changed if the name stays.",
    reason: "References are compared by name, although two kinds share names.",
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
  {
    id: "rbac-objects/role-ref-free-of-subjects",
    area: "rbac-objects",
    description: "The `roleRef` of a binding without subjects can be changed.",
    reason: "Such a binding grants nothing.",
    breaks: ["rbac-objects.role-ref-fixed"],
    install(parts) {
      ofKinds(
        parts,
        BINDINGS,
        lenient(({ field }, _, old) =>
          field === "roleRef" && old !== undefined && itemsOf(old.subjects).length === 0
        ),
      );
    },
  },
  {
    id: "rbac-objects/role-ref-kept-silently",
    area: "rbac-objects",
    description: "An update with another `roleRef` succeeds and keeps the old one.",
    reason: "Immutable fields are restored from the stored object, as the status is.",
    breaks: ["rbac-objects.role-ref-fixed"],
    install(parts) {
      ofKinds(parts, BINDINGS, () => ({
        prepareForUpdate(object, old) {
          if (old.roleRef !== undefined) object.roleRef = structuredClone(old.roleRef);
        },
      }));
    },
  },
  {
    id: "rbac-objects/role-name-optional",
    area: "rbac-objects",
    description: "A binding whose `roleRef` has no name is accepted.",
    reason: "The presence of `roleRef` is checked, but not its fields.",
    breaks: ["rbac-objects.binding-needs-role-name"],
    install(parts) {
      notMissing(parts, /^roleRef\.name$/);
      ofKinds(parts, BINDINGS, lenient(({ field }) => field === "roleRef.name"));
    },
  },
  {
    id: "rbac-objects/role-kind-guessed",
    area: "rbac-objects",
    description: "A `roleRef` without `kind` gets the kind `ClusterRole`.",
    reason: "A default was added for users who write bindings by hand.",
    breaks: ["rbac-objects.binding-needs-role-kind"],
    install(parts) {
      storing(parts, BINDINGS, ({ roleRef }) => {
        const reference = asObject(roleRef);
        if (reference && !reference.kind) reference.kind = "ClusterRole";
      });
    },
  },
  {
    id: "rbac-objects/cluster-binding-of-role",
    area: "rbac-objects",
    description: "A ClusterRoleBinding may refer to a Role.",
    reason: "Both kinds of bindings share their validation.",
    breaks: ["rbac-objects.cluster-binding-of-cluster-role"],
    install(parts) {
      ofKinds(parts, ["ClusterRoleBinding"], lenient(({ field }) => field === "roleRef.kind"));
    },
  },
  {
    id: "rbac-objects/binding-of-role-only",
    area: "rbac-objects",
    description: "A RoleBinding of a service account to a ClusterRole is rejected.",
    reason: "Service accounts were assumed to have roles of their namespace only.",
    breaks: ["rbac-objects.binding-of-cluster-role"],
    install(parts) {
      ofKinds(parts, ["RoleBinding"], ({ validate }) => ({
        validate(object) {
          const odd = asObject(object.roleRef)?.kind === "ClusterRole" &&
            itemsOf(object.subjects).some(({ kind }) => kind === "ServiceAccount");
          const cause = {
            reason: "FieldValueNotSupported",
            field: "roleRef.kind",
            message: "Unsupported value: accounts have roles of their namespace",
          } as const;
          return [...validate?.(object) ?? [], ...(odd ? [cause] : [])];
        },
      }));
    },
  },
  {
    id: "rbac-objects/empty-list-without-items",
    area: "rbac-objects",
    description: "An empty list of bindings has no `items`.",
    reason: "Empty fields are omitted.",
    breaks: ["rbac-objects.lists-in-kind"],
    install(parts) {
      answering(
        parts,
        ({ href }, { method }) => method === "GET" && /rolebindings\?/.test(href),
        ({ items, ...body }) =>
          Array.isArray(items) && items.length === 0 ? body : { ...body, items: items! },
      );
    },
  },
];
