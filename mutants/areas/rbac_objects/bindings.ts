/**
 * Faults of bindings: the role they refer to, and how they are listed.
 *
 * @module
 */
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { answering, lenient } from "../../changes.ts";
import { BINDINGS, itemsOf, notMissing, ofKinds, storing } from "./tools.ts";

/** The faults. */
export const bindingMutants: readonly Mutant[] = [
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
  {
    id: "rbac-objects/role-ref-free-of-subjects",
    area: "rbac-objects",
    description: "The roleRef of a binding that names nobody can be changed.",
    reason: "A binding without subjects gives nothing to anybody.",
    breaks: ["rbac-objects.role-ref-fixed"],
    install(seams) {
      ofKinds(
        seams,
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
    description: "A PUT with another roleRef succeeds, and the old one stays.",
    reason: "What cannot be changed is kept, as it is for the status.",
    breaks: ["rbac-objects.role-ref-fixed"],
    install(seams) {
      ofKinds(seams, BINDINGS, () => ({
        prepareForUpdate(object, old) {
          if (old.roleRef !== undefined) object.roleRef = structuredClone(old.roleRef);
        },
      }));
    },
  },
  {
    id: "rbac-objects/role-name-optional",
    area: "rbac-objects",
    description: "A binding whose roleRef has no name is accepted.",
    reason: "That there is a roleRef was checked, and not what is in it.",
    breaks: ["rbac-objects.binding-needs-role-name"],
    install(seams) {
      notMissing(seams, /^roleRef\.name$/);
      ofKinds(seams, BINDINGS, lenient(({ field }) => field === "roleRef.name"));
    },
  },
  {
    id: "rbac-objects/role-kind-guessed",
    area: "rbac-objects",
    description: "A roleRef without a kind is one to a ClusterRole.",
    reason: "Defaults are kind to those who write by hand.",
    breaks: ["rbac-objects.binding-needs-role-kind"],
    install(seams) {
      storing(seams, BINDINGS, ({ roleRef }) => {
        const reference = asObject(roleRef);
        if (reference && !reference.kind) reference.kind = "ClusterRole";
      });
    },
  },
  {
    id: "rbac-objects/cluster-binding-of-role",
    area: "rbac-objects",
    description: "A ClusterRoleBinding may refer to a Role.",
    reason: "The two bindings share their validation.",
    breaks: ["rbac-objects.cluster-binding-of-cluster-role"],
    install(seams) {
      ofKinds(seams, ["ClusterRoleBinding"], lenient(({ field }) => field === "roleRef.kind"));
    },
  },
  {
    id: "rbac-objects/binding-of-role-only",
    area: "rbac-objects",
    description: "A RoleBinding of a ClusterRole is refused where it names a service account.",
    reason: "Accounts were thought to have roles of their namespace alone.",
    breaks: ["rbac-objects.binding-of-cluster-role"],
    install(seams) {
      ofKinds(seams, ["RoleBinding"], ({ validate }) => ({
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
    description: "A list of bindings of the cluster has no items where it is empty.",
    reason: "Empty fields are left out.",
    breaks: ["rbac-objects.lists-in-kind"],
    install(seams) {
      answering(
        seams,
        ({ href }, { method }) => method === "GET" && /rolebindings\?/.test(href),
        ({ items, ...body }) =>
          Array.isArray(items) && items.length === 0 ? body : { ...body, items: items! },
      );
    },
  },
];
