/**
 * Mutants of required fields.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { accepting } from "../../helpers.ts";
import { bugs } from "../../mutant.ts";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";

/** Restores a field that an update omits. */
const keepingOnUpdate = (
  kind: string,
  within: (object: unknown) => JsonObject | undefined,
  field: string,
) =>
  wrap("steps", "carryOverMeta", ({ carryOverMeta }, write) => {
    const { object, current } = write;
    carryOverMeta(write);
    const [now, before] = [within(object), within(current!.object)];
    if (object.kind === kind && now && before?.[field] !== undefined) {
      now[field] ??= structuredClone(before[field]);
    }
  });

/** Fills in a missing field. */
const fillingIn = (fill: (object: JsonObject) => void) =>
  wrap("steps", "setDefaults", ({ setDefaults }, write) => {
    fill(write.object);
    setDefaults(write);
  });

/** Accepts objects in which the field is missing. */
const notRequired = (missing: RegExp, where: (object: JsonObject) => boolean = () => true) =>
  wrapSteps(
    accepting(({ field, reason }, { object }) =>
      reason === "FieldValueRequired" && missing.test(field) && where(object)
    ),
  );

const specIn = (object: unknown) => asObject(asObject(object)?.spec);

export const requiredMutants = bugs({
  "field-validation/selector-from-template": {
    description: "A Deployment without `selector` gets the labels of its template as selector.",
    reason: "Earlier API versions of the group had this default.",
    breaks: "field-validation.required-deployment-selector",
    install: fillingIn((object) => {
      const spec = specIn(object);
      const labels = asObject(asObject(asObject(spec?.template)?.metadata)?.labels);
      if (object.kind === "Deployment" && spec && labels) {
        spec.selector ??= { matchLabels: { ...labels } };
      }
    }),
  },
  "field-validation/template-kept": {
    description: "An update of a Deployment without `template` keeps the existing template.",
    reason: "A client that only scales should not have to send it.",
    breaks: "field-validation.required-deployment-template",
    install: keepingOnUpdate("Deployment", specIn, "template"),
  },
  "field-validation/role-ref-kept": {
    description: "An update of a RoleBinding without `roleRef` keeps the existing one.",
    reason: "It is immutable, so it was made optional on update.",
    breaks: "field-validation.required-role-binding-role-ref",
    install: keepingOnUpdate("RoleBinding", asObject, "roleRef"),
  },
  "field-validation/cluster-role-ref-kept": {
    description: "An update of a ClusterRoleBinding without `roleRef` keeps the existing one.",
    reason: "It is immutable, so it was made optional on update.",
    breaks: "field-validation.required-cluster-role-binding-role-ref",
    install: keepingOnUpdate("ClusterRoleBinding", asObject, "roleRef"),
  },
  "field-validation/role-ref-group-defaulted": {
    description: "A `roleRef` without `apiGroup` in a RoleBinding gets the group of roles.",
    reason: "No other group has roles.",
    breaks: "field-validation.required-role-ref-api-group",
    install: fillingIn((object) => {
      const roleRef = asObject(object.roleRef);
      if (object.kind !== "RoleBinding" || !roleRef || roleRef.apiGroup) return;
      const { apiVersion } = object;
      if (typeof apiVersion === "string") roleRef.apiGroup = apiVersion.split("/")[0]!;
    }),
  },
  "field-validation/role-ref-kind-defaulted": {
    description: "A `roleRef` without `kind` in a ClusterRoleBinding gets the kind `ClusterRole`.",
    reason: "A ClusterRoleBinding can refer to no other kind.",
    breaks: "field-validation.required-role-ref-kind",
    install: fillingIn((object) => {
      const roleRef = asObject(object.roleRef);
      if (object.kind === "ClusterRoleBinding" && roleRef) roleRef.kind ??= "ClusterRole";
    }),
  },
  "field-validation/role-ref-needs-no-name": {
    description: "A `roleRef` without `name` is accepted.",
    reason: "A binding to a role that does not exist is allowed and grants nothing.",
    breaks: "field-validation.required-role-ref-name",
    install: notRequired(/^roleRef\.name$/),
  },
  "field-validation/subjects-are-users": {
    description: "A subject without `kind` gets the kind `User`.",
    reason: "Most subjects of existing bindings are users.",
    breaks: "field-validation.required-subject-kind",
    install: fillingIn((object) => {
      if (!Array.isArray(object.subjects)) return;
      for (const subject of object.subjects) {
        const each = asObject(subject);
        if (each) each.kind ??= "User";
      }
    }),
  },
  "field-validation/cluster-rules-need-no-verbs": {
    description: "A rule of a ClusterRole without `verbs` is accepted.",
    reason: "Rules of aggregated roles may be empty and grant nothing.",
    breaks: "field-validation.required-policy-rule-verbs",
    install: notRequired(/^rules\[\d+\]\.verbs$/, ({ kind }) => kind === "ClusterRole"),
  },
});
