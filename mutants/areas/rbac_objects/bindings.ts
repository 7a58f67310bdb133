/**
 * Mutants of bindings: `roleRef`, subjects and lists.
 *
 * @module
 */
import { BINDINGS, itemsOf, notRequiring } from "./helpers.ts";
import { accepting } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import type { ApiObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";
import { on } from "../../vocabulary/on.ts";
import { listOf, within, without } from "../../vocabulary/json.ts";
import { ofKind } from "../../vocabulary/kinds.ts";

export const bindingMutants = bugs({
  "rbac-objects/role-ref-kind-mutable": {
    description: "The `kind` of a `roleRef` can be changed if the name stays.",
    reason: "References are compared by name, although two kinds share names.",
    breaks: "rbac-objects.role-ref-immutable",
    install: ofKind("RoleBinding", "ClusterRoleBinding").change(({ validateUpdate }) => ({
      validateUpdate: (object, old) =>
        within(object, "roleRef").name === within(old, "roleRef").name
          ? []
          : validateUpdate?.(object, old) ?? [],
    })),
  },
  "rbac-objects/role-ref-mutable-without-subjects": {
    description: "The `roleRef` of a binding without subjects can be changed.",
    reason: "Such a binding grants nothing.",
    breaks: "rbac-objects.role-ref-immutable",
    install: ofKind(...BINDINGS).ignoreCauses(({ field }, _, old) =>
      field === "roleRef" && old !== undefined && itemsOf(old.subjects).length === 0
    ),
  },
  "rbac-objects/role-ref-kept-silently": {
    description: "An update with another `roleRef` succeeds and keeps the old one.",
    reason: "Immutable fields are restored from the stored object, as the status is.",
    breaks: "rbac-objects.role-ref-immutable",
    install: ofKind(...BINDINGS).change(() => ({
      prepareForUpdate(object, old) {
        if (old.roleRef !== undefined) object.roleRef = structuredClone(old.roleRef);
      },
    })),
  },
  "rbac-objects/role-name-optional": {
    description: "A binding whose `roleRef` has no name is accepted.",
    reason: "The presence of `roleRef` is checked, but not its fields.",
    breaks: "rbac-objects.binding-needs-role-name",
    install(parts) {
      notRequiring(/^roleRef\.name$/)(parts);
      ofKind(...BINDINGS).ignoreCauses(({ field }) => field === "roleRef.name")(parts);
    },
  },
  "rbac-objects/role-name-optional-beside-generated-name": {
    description: "A binding created with `generateName` may have a `roleRef` without a name.",
    reason: "One flag says that the name is generated, and both names are checked by it.",
    breaks: ["rbac-objects.binding-needs-role-name", "field-validation.required-role-ref-name"],
    install: wrap("steps", "validate", ({ validate }, write) => {
      validate(write);
      if (!write.object.metadata.generateName || write.current) return;
      write.causes = write.causes.filter(({ field }) => field !== "roleRef.name");
    }),
  },
  "rbac-objects/role-kind-defaulted": {
    description: "A `roleRef` without `kind` gets the kind `ClusterRole`.",
    reason: "A default was added for users who write bindings by hand.",
    breaks: "rbac-objects.binding-needs-role-kind",
    install: ofKind(...BINDINGS).afterDefaults(({ roleRef }) => {
      const reference = asObject(roleRef);
      if (reference && !reference.kind) reference.kind = "ClusterRole";
    }),
  },
  "rbac-objects/cluster-binding-of-role": {
    description: "A ClusterRoleBinding may refer to a Role.",
    reason: "Both kinds of bindings share their validation.",
    breaks: "rbac-objects.cluster-binding-of-cluster-role",
    install: ofKind("ClusterRoleBinding").ignoreCauses(({ field }) => field === "roleRef.kind"),
  },
  "rbac-objects/service-account-cluster-role-rejected": {
    description: "A RoleBinding of a service account to a ClusterRole is rejected.",
    reason: "Service accounts were assumed to have roles of their namespace only.",
    breaks: "rbac-objects.binding-of-cluster-role",
    install: ofKind("RoleBinding").change(({ validate }) => ({
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
    })),
  },
  "rbac-objects/empty-list-without-items": {
    description: "An empty list of bindings has no `items`.",
    reason: "Empty fields are omitted.",
    breaks: "rbac-objects.list-kinds",
    install: on("list rolebindings,clusterrolebindings").where(({ query }) => query.size > 0)
      .changeList((list) => listOf(list.items).length === 0 ? without(list, "items") : list),
  },
  "rbac-objects/subjects-unique-by-name": {
    description: "Only the first of several subjects with the same name is stored.",
    reason: "Subjects are stored by name in a map, although kinds share names.",
    breaks: "rbac-objects.subjects-kept",
    install: ofKind(...BINDINGS).afterDefaults((object) => {
      const names = new Set<unknown>();
      if (object.subjects === undefined) return;
      object.subjects = itemsOf(object.subjects).filter(({ name }) => {
        const isNew = !names.has(name);
        names.add(name);
        return isNew;
      });
    }),
  },
  "rbac-objects/nameless-groups": {
    description: "A Group subject without a name is accepted.",
    reason: "The check was written for users.",
    breaks: "rbac-objects.subject-needs-name",
    install: wrapSteps(accepting(({ field }, { object }) => {
      const [, at] = /^subjects\[(\d+)\]\.name$/.exec(field) ?? [];
      return at !== undefined && itemsOf(object.subjects)[Number(at)]?.kind === "Group";
    })),
  },
  "rbac-objects/any-role-group": {
    description: "A RoleBinding may have any `roleRef.apiGroup`.",
    reason: "Only the kind and the name are looked up.",
    breaks: "rbac-objects.role-group-is-rbac",
    install: ofKind("RoleBinding").change(({ validate }) => ({
      validate: (object) =>
        (validate?.(object) ?? []).filter(({ field = "" }) => field !== "roleRef.apiGroup"),
    })),
  },
  "rbac-objects/subject-kind-defaulted": {
    description: "A subject of a RoleBinding without `kind` gets the kind `User`.",
    reason: "Most subjects are users.",
    breaks: ["rbac-objects.subject-needs-kind", "field-validation.required-subject-kind"],
    install: wrap("steps", "setDefaults", ({ setDefaults }, write) => {
      const { kind, subjects } = write.object;
      for (const subject of kind === "RoleBinding" && Array.isArray(subjects) ? subjects : []) {
        const one = asObject(subject);
        if (one && !one.kind) one.kind = "User";
      }
      setDefaults(write);
    }),
  },
  "rbac-objects/first-subject-api-group-only": {
    description: "Only the first subject of a new binding is stored with an `apiGroup`.",
    reason: "The default is applied to the first element of the list only.",
    breaks: "rbac-objects.user-group-default",
    install: ofKind(...BINDINGS).change(({ prepareForCreate, validate }) => ({
      prepareForCreate(object) {
        prepareForCreate?.(object);
        for (const subject of itemsOf(object.subjects).slice(1)) delete subject.apiGroup;
      },
      validate: (object) =>
        (validate?.(object) ?? []).filter(({ field = "" }) =>
          !/^subjects\[\d+\]\.apiGroup$/.test(field)
        ),
    })),
  },
  "rbac-objects/service-account-api-group": {
    description: "A service account listed among other subjects gets the `apiGroup` of users.",
    reason: "The default is applied to the list as a whole.",
    breaks: "rbac-objects.service-account-group-default",
    install(parts) {
      const isOdd = ({ subjects }: ApiObject) =>
        new Set(itemsOf(subjects).map(({ kind }) => kind)).size > 1;
      ofKind(...BINDINGS).change(({ applyDefaults, validate }) => ({
        applyDefaults(object) {
          applyDefaults?.(object);
          const reference = asObject(object.roleRef);
          if (!isOdd(object) || !reference) return;
          for (const subject of itemsOf(object.subjects)) {
            if (subject.kind === "ServiceAccount") subject.apiGroup = reference.apiGroup ?? "";
          }
        },
        validate: (object) =>
          (validate?.(object) ?? []).filter(({ field = "" }) =>
            !/^subjects\[\d+\]\.apiGroup$/.test(field)
          ),
      }))(parts);
    },
  },
});
