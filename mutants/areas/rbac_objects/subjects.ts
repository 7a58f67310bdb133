/**
 * Mutants of the subjects of bindings.
 *
 * @module
 */
import type { ApiObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { BINDINGS, itemsOf, ofKinds, storing } from "./tools.ts";

export const subjectMutants: readonly Mutant[] = [
  {
    id: "rbac-objects/subjects-named-once",
    area: "rbac-objects",
    description: "Only the first of several subjects with the same name is stored.",
    reason: "Subjects are stored by name in a map, although kinds share names.",
    breaks: ["rbac-objects.subjects-kept"],
    install(parts) {
      storing(parts, BINDINGS, (object) => {
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
    id: "rbac-objects/nameless-groups",
    area: "rbac-objects",
    description: "A Group subject without a name is accepted.",
    reason: "The check was written for users.",
    breaks: ["rbac-objects.subject-needs-name"],
    install({ writer }) {
      writer(({ missingFields }) => ({
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
    description: "A subject without `kind` gets the kind `User`.",
    reason: "Most subjects are users.",
    breaks: ["rbac-objects.subject-needs-kind"],
    install(parts) {
      ofKinds(parts, BINDINGS, ({ applyDefaults }) => ({
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
    description: "Only the first subject of a new binding is stored with an `apiGroup`.",
    reason: "The default is applied to the first element of the list only.",
    breaks: ["rbac-objects.user-group-default"],
    install(parts) {
      ofKinds(parts, BINDINGS, ({ prepareForCreate, validate }) => ({
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
    description: "A service account listed among other subjects gets the `apiGroup` of users.",
    reason: "The default is applied to the list as a whole.",
    breaks: ["rbac-objects.account-group-default"],
    install(parts) {
      const isOdd = ({ subjects }: ApiObject) =>
        new Set(itemsOf(subjects).map(({ kind }) => kind)).size > 1;
      ofKinds(parts, BINDINGS, ({ applyDefaults, validate }) => ({
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
];
