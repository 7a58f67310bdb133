/**
 * Faults of required fields: what a server does instead of asBadRequest a body without them.
 *
 * @module
 */
import type { JsonObject } from "../../../server/object.ts";
import { asObject } from "../../../server/registry/resource.ts";
import type { Mutant } from "../../mutant.ts";
import { strategyOf } from "../../changes.ts";

/** A fault of one required field. */
interface RequiredMutant {
  readonly name: string;
  readonly field: `field-validation.required-${string}`;
  readonly description: string;
  readonly reason: string;
  readonly install: Mutant["install"];
}

/** An update that leaves a field out keeps what is there. */
const keptByUpdates =
  (kind: string, within: (object: unknown) => JsonObject | undefined, field: string) =>
  ({ steps }: Parameters<Mutant["install"]>[0]): void =>
    steps(({ carryOverMeta }) => ({
      carryOverMeta(object, old) {
        carryOverMeta(object, old);
        const [now, before] = [within(object), within(old)];
        if (object.kind === kind && now && before?.[field] !== undefined) {
          now[field] ??= structuredClone(before[field]);
        }
      },
    }));

/** A field that is filled in where it is missing. */
const filledIn =
  (fill: (object: JsonObject) => void) => ({ steps }: Parameters<Mutant["install"]>[0]): void =>
    steps(({ setDefaults }) => ({
      setDefaults(value, schema, context) {
        const object = asObject(value);
        if (object) fill(object);
        return setDefaults(value, schema, context);
      },
    }));

/** A field that nobody asks for. */
const unasked =
  (missing: RegExp, where: (object: JsonObject) => boolean = () => true) =>
  ({ steps }: Parameters<Mutant["install"]>[0]): void =>
    steps(({ missingFields }) => ({
      missingFields: (object, schema) =>
        missingFields(object, schema).filter(({ field = "" }) =>
          !missing.test(field) || !where(object)
        ),
    }));

const specIn = (object: unknown) => asObject(asObject(object)?.spec);

const FAULTS: readonly RequiredMutant[] = [
  {
    name: "selector-from-template",
    field: "field-validation.required-deployment-selector",
    description: "A deployment without a selector selects by its template's labels.",
    reason: "It was so in the versions of the group before this one.",
    install: filledIn((object) => {
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
    description: "An update of a deployment without a template keeps the one it has.",
    reason: "Who only scales was not to have to send it all.",
    install: keptByUpdates("Deployment", specIn, "template"),
  },
  {
    name: "role-ref-kept",
    field: "field-validation.required-role-binding-role-ref",
    description: "An update of a role binding without a roleRef keeps the one it has.",
    reason: "It cannot change, so leaving it out was thought to say enough.",
    install: keptByUpdates("RoleBinding", asObject, "roleRef"),
  },
  {
    name: "cluster-role-ref-kept",
    field: "field-validation.required-cluster-role-binding-role-ref",
    description: "An update of a cluster role binding without a roleRef keeps the one it has.",
    reason: "It cannot change, so leaving it out was thought to say enough.",
    install: keptByUpdates("ClusterRoleBinding", asObject, "roleRef"),
  },
  {
    name: "role-ref-without-group",
    field: "field-validation.required-role-ref-api-group",
    description: "A role binding whose roleRef has no apiGroup is stored without one.",
    reason: "An empty group is the core group, so it was taken for one that was said.",
    install(seams) {
      const groupless = new WeakSet<JsonObject>();
      unasked(/^roleRef\.apiGroup$/)(seams);
      filledIn((object) => {
        const roleRef = asObject(object.roleRef);
        if (roleRef && !roleRef.apiGroup) groupless.add(object);
      })(seams);
      seams.resource(strategyOf("RoleBinding", ({ applyDefaults }) => ({
        applyDefaults(object) {
          applyDefaults?.(object);
          const roleRef = asObject(object.roleRef);
          if (roleRef && groupless.has(object)) delete roleRef.apiGroup;
        },
      })));
    },
  },
  {
    name: "cluster-bindings-know-their-kind",
    field: "field-validation.required-role-ref-kind",
    description: "A cluster role binding's roleRef without a kind gets the kind ClusterRole.",
    reason: "There is no other kind that it could refer to.",
    install: filledIn((object) => {
      const roleRef = asObject(object.roleRef);
      if (object.kind === "ClusterRoleBinding" && roleRef) roleRef.kind ??= "ClusterRole";
    }),
  },
  {
    name: "role-ref-needs-no-name",
    field: "field-validation.required-role-ref-name",
    description: "A roleRef without a name is accepted.",
    reason: "A binding to a role that is not there grants nothing, and is allowed.",
    install: unasked(/^roleRef\.name$/),
  },
  {
    name: "subjects-are-users",
    field: "field-validation.required-subject-kind",
    description: "A subject without a kind is a user.",
    reason: "Most subjects of the bindings at hand were users.",
    install: filledIn((object) => {
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
    description: "A rule of a cluster role may have no verbs.",
    reason: "Cluster roles may be aggregated, and such rules grant nothing by themselves.",
    install: unasked(/^rules\[\d+\]\.verbs$/, ({ kind }) => kind === "ClusterRole"),
  },
];

/** The faults. */
export const requiredMutants: readonly Mutant[] = FAULTS.map(({ name, field, ...facts }) => ({
  id: `field-validation/${name}`,
  area: "field-validation",
  breaks: [field],
  ...facts,
}));
