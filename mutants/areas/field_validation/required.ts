/**
 * Mutants of required fields.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";

/** A mutant of one required field. */
interface RequiredMutant {
  readonly name: string;
  readonly field: `field-validation.required-${string}`;
  readonly description: string;
  readonly reason: string;
  readonly install: Mutant["install"];
}

/** Restores a field that an update omits. */
const keepingOnUpdate =
  (kind: string, within: (object: unknown) => JsonObject | undefined, field: string) =>
  ({ writer }: Parameters<Mutant["install"]>[0]): void =>
    writer(({ carryOverMeta }) => ({
      carryOverMeta(object, old) {
        carryOverMeta(object, old);
        const [now, before] = [within(object), within(old)];
        if (object.kind === kind && now && before?.[field] !== undefined) {
          now[field] ??= structuredClone(before[field]);
        }
      },
    }));

/** Fills in a missing field. */
const fillingIn =
  (fill: (object: JsonObject) => void) => ({ writer }: Parameters<Mutant["install"]>[0]): void =>
    writer(({ setDefaults }) => ({
      setDefaults(value, schema, context) {
        const object = asObject(value);
        if (object) fill(object);
        return setDefaults(value, schema, context);
      },
    }));

/** Accepts objects in which the field is missing. */
const notRequired =
  (missing: RegExp, where: (object: JsonObject) => boolean = () => true) =>
  ({ writer }: Parameters<Mutant["install"]>[0]): void =>
    writer(({ missingFields }) => ({
      missingFields: (object, schema) =>
        missingFields(object, schema).filter(({ field = "" }) =>
          !missing.test(field) || !where(object)
        ),
    }));

const specIn = (object: unknown) => asObject(asObject(object)?.spec);

const REQUIRED_MUTANTS: readonly RequiredMutant[] = [
  {
    name: "selector-from-template",
    field: "field-validation.required-deployment-selector",
    description: "A Deployment without `selector` gets the labels of its template as selector.",
    reason: "Earlier API versions of the group had this default.",
    install: fillingIn((object) => {
      const spec = specIn(object);
      const labels = asObject(asObject(asObject(spec?.template)?.metadata)?.labels);
      if (object.kind === "Deployment" && spec && labels) {
        spec.selector ??= { matchLabels: { ...labels } };
      }
    }),
  },
  {
    name: "template-kept",
    field: "field-validation.required-deployment-template",
    description: "An update of a Deployment without `template` keeps the existing template.",
    reason: "A client that only scales should not have to send it.",
    install: keepingOnUpdate("Deployment", specIn, "template"),
  },
  {
    name: "role-ref-kept",
    field: "field-validation.required-role-binding-role-ref",
    description: "An update of a RoleBinding without `roleRef` keeps the existing one.",
    reason: "It is immutable, so it was made optional on update.",
    install: keepingOnUpdate("RoleBinding", asObject, "roleRef"),
  },
  {
    name: "cluster-role-ref-kept",
    field: "field-validation.required-cluster-role-binding-role-ref",
    description: "An update of a ClusterRoleBinding without `roleRef` keeps the existing one.",
    reason: "It is immutable, so it was made optional on update.",
    install: keepingOnUpdate("ClusterRoleBinding", asObject, "roleRef"),
  },
  {
    name: "role-ref-group-defaulted",
    field: "field-validation.required-role-ref-api-group",
    description: "A `roleRef` without `apiGroup` in a RoleBinding gets the group of roles.",
    reason: "No other group has roles.",
    install: fillingIn((object) => {
      const roleRef = asObject(object.roleRef);
      if (object.kind !== "RoleBinding" || !roleRef || roleRef.apiGroup) return;
      const { apiVersion } = object;
      if (typeof apiVersion === "string") roleRef.apiGroup = apiVersion.split("/")[0]!;
    }),
  },
  {
    name: "role-ref-kind-defaulted",
    field: "field-validation.required-role-ref-kind",
    description: "A `roleRef` without `kind` in a ClusterRoleBinding gets the kind `ClusterRole`.",
    reason: "A ClusterRoleBinding can refer to no other kind.",
    install: fillingIn((object) => {
      const roleRef = asObject(object.roleRef);
      if (object.kind === "ClusterRoleBinding" && roleRef) roleRef.kind ??= "ClusterRole";
    }),
  },
  {
    name: "role-ref-needs-no-name",
    field: "field-validation.required-role-ref-name",
    description: "A `roleRef` without `name` is accepted.",
    reason: "A binding to a role that does not exist is allowed and grants nothing.",
    install: notRequired(/^roleRef\.name$/),
  },
  {
    name: "subjects-are-users",
    field: "field-validation.required-subject-kind",
    description: "A subject without `kind` gets the kind `User`.",
    reason: "Most subjects of existing bindings are users.",
    install: fillingIn((object) => {
      if (!Array.isArray(object.subjects)) return;
      for (const subject of object.subjects) {
        const each = asObject(subject);
        if (each) each.kind ??= "User";
      }
    }),
  },
  {
    name: "cluster-rules-need-no-verbs",
    field: "field-validation.required-policy-rule-verbs",
    description: "A rule of a ClusterRole without `verbs` is accepted.",
    reason: "Rules of aggregated roles may be empty and grant nothing.",
    install: notRequired(/^rules\[\d+\]\.verbs$/, ({ kind }) => kind === "ClusterRole"),
  },
];

export const requiredMutants: readonly Mutant[] = REQUIRED_MUTANTS.map((
  { name, field, ...facts },
) => ({
  id: `field-validation/${name}`,
  area: "field-validation",
  breaks: [field],
  ...facts,
}));
