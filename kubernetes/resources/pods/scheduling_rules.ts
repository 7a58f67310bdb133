/**
 * Rules about where pods run: tolerations, affinities, node selectors, spread.
 *
 * @module
 */
import type { Cause, JsonObject } from "@plumbline/server/api";
import {
  duplicateCause,
  invalidCause,
  label,
  labelValue,
  qualifiedName,
  required,
  subdomain,
  textsOf,
  validateSelector,
  when,
} from "@plumbline/server/rules";
import {
  alwaysForbidden,
  alwaysInvalid,
  between,
  each,
  eachText,
  fields,
  filled,
  ifFilled,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
} from "@plumbline/server/fields";

const effect = oneOf("NoExecute", "NoSchedule", "PreferNoSchedule");

const toleration = fields(({ key, operator, effect: chosen, tolerationSeconds }) => ({
  key: ifFilled(qualifiedName),
  operator: !key && operator !== "Exists" &&
    alwaysInvalid("operator must be Exists when `key` is empty"),
  effect: tolerationSeconds !== undefined && chosen !== "NoExecute" &&
    alwaysInvalid("must be 'NoExecute' when `tolerationSeconds` is set"),
}));

/** A value goes with the operator; real servers name the operator for it. */
const tolerated = object(({ operator, value }, path) => {
  const field = `${path}.operator`;
  if (operator === undefined || operator === "Equal") return labelValue(value, field);
  return operator === "Exists"
    ? when(value, invalidCause(field, value, "value must be empty beside 'Exists'"))
    : oneOf("Equal", "Exists")(operator, field);
});

/** Validates tolerations. */
export const validateTolerations: Rule = each(
  toleration,
  tolerated,
  fields({ effect: maybe(effect) }),
);

/** Validates the taints of a node. */
export const validateTaints: Rule = each(
  fields({ key: qualifiedName, value: labelValue, effect: filled(effect) }),
  ({ key, effect }, path, index, all) =>
    when(
      all.slice(0, index).some((other) => other.key === key && other.effect === effect),
      duplicateCause(path, key),
    ),
);

const matchExpressions = each(
  fields(({ operator, values }) => operatorRules(String(operator ?? ""), textsOf(values).length)),
  fields({ key: qualifiedName }),
);

/** Returns the rules of an operator and of its number of values. */
function operatorRules(operator: string, count: number): Readonly<Record<string, Rule | false>> {
  switch (operator) {
    case "In":
    case "NotIn":
      return { values: count === 0 && missing(`must be specified with '${operator}'`) };
    case "Exists":
    case "DoesNotExist":
      return { values: count > 0 && alwaysForbidden(`may not be specified with '${operator}'`) };
    case "Gt":
    case "Lt":
      return { values: count !== 1 && missing("must be specified single value") };
    default:
      return { operator: alwaysInvalid("not a valid selector operator") };
  }
}

const matchFields = each(
  fields(({ operator, values }) =>
    ["In", "NotIn"].includes(String(operator))
      ? { values: textsOf(values).length !== 1 && missing("must be only one value") }
      : { operator: alwaysInvalid("not a valid selector operator") }
  ),
  fields(({ key }) =>
    key === "metadata.name"
      ? { values: eachText(subdomain) }
      : { key: alwaysInvalid("not a valid field selector key") }
  ),
);

const nodeTerm = fields({ matchExpressions, matchFields });

/** Validates a selector of nodes. */
export const validateNodeSelector: ObjectRule = fields({
  nodeSelectorTerms: [someItems("must have at least one node selector term"), each(nodeTerm)],
});

const weight: Rule = (value, path) => between(1, 100)(value ?? 0, path);

const podTerm = fields((_, path) => ({
  labelSelector: validateSelector,
  namespaceSelector: validateSelector,
  // Real servers name the list in the singular, without an index.
  namespaces: (names) => textsOf(names).flatMap((name) => label(name, `${path}.namespace`)),
  topologyKey: [required, qualifiedName],
}));

const podAffinity = fields({
  requiredDuringSchedulingIgnoredDuringExecution: each(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: each(
    fields({ weight, podAffinityTerm: orEmpty(podTerm) }),
  ),
});

/** Validates the affinities of a pod. */
export const validateAffinity: ObjectRule = fields({
  nodeAffinity: fields({
    requiredDuringSchedulingIgnoredDuringExecution: validateNodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution: each(
      fields({ weight, preference: nodeTerm }),
    ),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
});

const aboveZero = must((value) => Number(value ?? 0) > 0, "must be greater than zero");

const policy = maybe(oneOf("Honor", "Ignore"));

/** Refuses two constraints of one topology. */
const uniqueTopology = (
  { topologyKey, whenUnsatisfiable }: JsonObject,
  path: string,
  index: number,
  all: readonly JsonObject[],
): Cause[] =>
  when(
    all.slice(index + 1).some((other) =>
      other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable
    ),
    duplicateCause(`${path}.{topologyKey, whenUnsatisfiable}`, topologyKey),
  );

/** Validates the constraints of how pods are spread. */
export const validateSpread: Rule = each(
  fields({
    maxSkew: aboveZero,
    topologyKey: required,
    whenUnsatisfiable: oneOf("DoNotSchedule", "ScheduleAnyway"),
  }),
  uniqueTopology,
  fields(({ whenUnsatisfiable, labelSelector }) => {
    const selected = JSON.stringify(labelSelector ?? {});
    return {
      minDomains: [
        maybe(aboveZero),
        whenUnsatisfiable !== "DoNotSchedule" &&
        maybe(alwaysInvalid("needs whenUnsatisfiable=DoNotSchedule")),
      ],
      nodeAffinityPolicy: policy,
      nodeTaintsPolicy: policy,
      matchLabelKeys: eachText(
        qualifiedName,
        (key, path) =>
          when(
            selected.includes(JSON.stringify(key)),
            invalidCause(path, key, "exists in both matchLabelKeys and labelSelector"),
          ),
      ),
    };
  }),
);
