/**
 * Faults of roles and bindings.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "../../object.ts";
import { asObject, type Strategy } from "../../registry/resource.ts";
import type { Fault } from "../fault.ts";
import type { Seams } from "../seams.ts";
import { lenient, rewriteJson, strategyOf } from "../tools.ts";

const itemsOf = (value: unknown): readonly JsonObject[] =>
  (Array.isArray(value) ? value : []).map((item) => asObject(item) ?? {});

const BINDINGS = ["RoleBinding", "ClusterRoleBinding"];

/** Changes the strategy of several kinds. */
function ofKinds(
  { resource }: Seams,
  kinds: readonly string[],
  change: (strategy: Strategy) => Strategy,
): void {
  for (const kind of kinds) resource(strategyOf(kind, change));
}

/** Accepts what lacks some field. */
function notMissing({ steps }: Seams, field: RegExp): void {
  steps(({ missingFields }) => ({
    missingFields: (object, schema) =>
      missingFields(object, schema).filter((cause) => !field.test(cause.field ?? "")),
  }));
}

/** Changes what is stored of objects of some kinds. */
function storing(
  seams: Seams,
  kinds: readonly string[],
  change: (object: ApiObject) => void,
): void {
  ofKinds(seams, kinds, ({ applyDefaults }) => ({
    applyDefaults(object) {
      applyDefaults?.(object);
      change(object);
    },
  }));
}

/** The faults. */
export const objectFaults: readonly Fault[] = [
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
    id: "rbac-objects/equal-rules-joined",
    area: "rbac-objects",
    description: "Of two rules that say the same one is kept.",
    reason: "Rules are a set.",
    breaks: ["rbac-objects.rules-kept"],
    install(seams) {
      storing(seams, ["Role", "ClusterRole"], (object) => {
        const byText = new Map(itemsOf(object.rules).map((rule) => [JSON.stringify(rule), rule]));
        if (object.rules !== undefined) object.rules = [...byText.values()];
      });
    },
  },
  {
    id: "rbac-objects/verbs-sorted",
    area: "rbac-objects",
    description: "The verbs of a rule are sorted.",
    reason: "So that two roles can be compared.",
    breaks: ["rbac-objects.rules-kept"],
    install(seams) {
      storing(seams, ["Role", "ClusterRole"], (object) => {
        for (const { verbs } of itemsOf(object.rules)) if (Array.isArray(verbs)) verbs.sort();
      });
    },
  },
  {
    id: "rbac-objects/subjects-named-once",
    area: "rbac-objects",
    description: "Of subjects of one name only the first is kept.",
    reason: "Subjects were put into a map by their names, which users and groups share.",
    breaks: ["rbac-objects.subjects-kept"],
    install(seams) {
      storing(seams, BINDINGS, (object) => {
        const names = new Set<unknown>();
        if (object.subjects === undefined) return;
        object.subjects = itemsOf(object.subjects).filter(({ name }) => {
          const isNew = !names.has(name);
          names.add(name);
          return isNew;
        });
      });
    },
  },
  {
    id: "rbac-objects/paths-need-get",
    area: "rbac-objects",
    description: "A ClusterRole's rule for paths may have no verb but get.",
    reason: "Paths outside of resources were thought to be read only.",
    breaks: ["rbac-objects.paths-in-cluster-roles"],
    install(seams) {
      ofKinds(seams, ["ClusterRole"], ({ validate }) => ({
        validate(object) {
          const odd = itemsOf(object.rules).some(({ nonResourceURLs, verbs }) =>
            itemsOf(nonResourceURLs).length > 0 && Array.isArray(verbs) &&
            verbs.some((verb) => verb !== "get" && verb !== "*")
          );
          const cause = {
            reason: "FieldValueNotSupported",
            field: "rules",
            message: "Unsupported value: paths can be read only",
          } as const;
          return [...validate?.(object) ?? [], ...(odd ? [cause] : [])];
        },
      }));
    },
  },
  {
    id: "rbac-objects/idle-rule-accepted",
    area: "rbac-objects",
    description: "A rule without verbs is accepted where it is not the first.",
    reason: "The check returned out of its loop with the first rule.",
    breaks: ["rbac-objects.rule-needs-verbs"],
    install: (seams) => notMissing(seams, /^rules\[[1-9]\d*\]\.verbs$/),
  },
  {
    id: "rbac-objects/both-sorts-accepted",
    area: "rbac-objects",
    description: "A rule for resources and paths is accepted where it names groups too.",
    reason: "Only the resources were looked at, behind a condition on the groups.",
    breaks: ["rbac-objects.rule-of-one-sort"],
    install(seams) {
      ofKinds(
        seams,
        ["ClusterRole"],
        lenient(({ message }) => message.includes("both regular resources")),
      );
    },
  },
  {
    id: "rbac-objects/paths-in-roles",
    area: "rbac-objects",
    description: "A Role may have rules for paths.",
    reason: "The two kinds share their validation.",
    breaks: ["rbac-objects.no-paths-in-roles"],
    install(seams) {
      ofKinds(seams, ["Role"], lenient(({ message }) => message.includes("non-resource URLs")));
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
    id: "rbac-objects/nameless-groups",
    area: "rbac-objects",
    description: "A group without a name is accepted as a subject.",
    reason: "The check was written for users.",
    breaks: ["rbac-objects.subject-needs-name"],
    install({ steps }) {
      steps(({ missingFields }) => ({
        missingFields: (object, schema) =>
          missingFields(object, schema).filter(({ field = "" }) => {
            const [, at] = /^subjects\[(\d+)\]\.name$/.exec(field) ?? [];
            return !at || itemsOf(object.subjects)[Number(at)]?.kind !== "Group";
          }),
      }));
    },
  },
  {
    id: "rbac-objects/kind-of-subject-guessed",
    area: "rbac-objects",
    description: "A subject without a kind is a user.",
    reason: "Most subjects are.",
    breaks: ["rbac-objects.subject-needs-kind"],
    install(seams) {
      ofKinds(seams, BINDINGS, ({ applyDefaults }) => ({
        applyDefaults(object) {
          for (const subject of Array.isArray(object.subjects) ? object.subjects : []) {
            const one = asObject(subject);
            if (one && !one.kind) Object.assign(one, { kind: "User", apiGroup: "" });
          }
          applyDefaults?.(object);
        },
      }));
    },
  },
  {
    id: "rbac-objects/group-of-first-subject",
    area: "rbac-objects",
    description: "Only the first subject of a new binding is stored with an API group.",
    reason: "The group is copied from the reference to the subject beside it.",
    breaks: ["rbac-objects.user-group-default"],
    install(seams) {
      ofKinds(seams, BINDINGS, ({ prepareForCreate, validate }) => ({
        prepareForCreate(object) {
          prepareForCreate?.(object);
          for (const subject of itemsOf(object.subjects).slice(1)) delete subject.apiGroup;
        },
        validate: (object) =>
          (validate?.(object) ?? []).filter(({ field = "" }) =>
            !/^subjects\[\d+\]\.apiGroup$/.test(field)
          ),
      }));
    },
  },
  {
    id: "rbac-objects/group-of-accounts",
    area: "rbac-objects",
    description: "A service account among users gets the API group of users.",
    reason: "The default is filled in for the list as a whole.",
    breaks: ["rbac-objects.account-group-default"],
    install(seams) {
      const isOdd = ({ subjects }: ApiObject) =>
        new Set(itemsOf(subjects).map(({ kind }) => kind)).size > 1;
      ofKinds(seams, BINDINGS, ({ applyDefaults, validate }) => ({
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
      }));
    },
  },
  {
    id: "rbac-objects/empty-list-without-items",
    area: "rbac-objects",
    description: "A list of bindings of the cluster has no items where it is empty.",
    reason: "Empty fields are left out.",
    breaks: ["rbac-objects.lists-in-kind"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          if (request.method !== "GET" || !/rolebindings\?/.test(request.url)) return response;
          if (new URL(request.url).searchParams.has("watch")) return response;
          return await rewriteJson(
            response,
            ({ items, ...body }) =>
              Array.isArray(items) && items.length === 0 ? body : { ...body, items: items! },
          );
        },
      }));
    },
  },
];
