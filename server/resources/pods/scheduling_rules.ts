/**
 * Rules about where pods run: tolerations, affinities, node selectors, spread.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { Json, JsonObject } from "../../object.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "../field_causes.ts";
import { validateSelector } from "../label_selector.ts";
import {
  each,
  eachText,
  inRange,
  itemsOf,
  label,
  labelValue,
  maybeOneOf,
  oneOf,
  qualifiedName,
  required,
  subdomain,
  textsOf,
  when,
  within,
} from "../rules.ts";

const EFFECTS = ["NoExecute", "NoSchedule", "PreferNoSchedule"];

/** Validates tolerations. */
export const validateTolerations = (list: Json | undefined, field: string): Cause[] =>
  each(list, field, ({ key, operator, value, effect, tolerationSeconds }, at) => [
    ...(key ? qualifiedName(key, `${at}.key`) : when(
      operator !== "Exists",
      invalidCause(`${at}.operator`, operator, "operator must be Exists when `key` is empty"),
    )),
    ...when(
      tolerationSeconds !== undefined && effect !== "NoExecute",
      invalidCause(`${at}.effect`, effect, "must be 'NoExecute' when `tolerationSeconds` is set"),
    ),
    ...(operator === undefined || operator === "Equal"
      ? labelValue(value, `${at}.operator`)
      : operator === "Exists"
      ? when(value, invalidCause(`${at}.operator`, value, "value must be empty beside 'Exists'"))
      : oneOf(operator, `${at}.operator`, ["Equal", "Exists"])),
    ...maybeOneOf(effect, `${at}.effect`, EFFECTS),
  ]);

/** Validates the taints of a node. */
export function validateTaints(list: Json | undefined, field: string): Cause[] {
  return each(list, field, ({ key, value, effect }, at, index) => [
    ...qualifiedName(key, `${at}.key`),
    ...labelValue(value, `${at}.value`),
    ...(effect ? oneOf(effect, `${at}.effect`, EFFECTS) : required(effect, `${at}.effect`)),
    ...when(
      itemsOf(list).slice(0, index).some((other) => other.key === key && other.effect === effect),
      duplicateCause(at, key),
    ),
  ]);
}

/** Validates a selector of nodes. */
export function validateNodeSelector({ nodeSelectorTerms }: JsonObject, field: string): Cause[] {
  const terms = `${field}.nodeSelectorTerms`;
  return itemsOf(nodeSelectorTerms).length === 0
    ? [requiredCause(terms, "must have at least one node selector term")]
    : each(nodeSelectorTerms, terms, validateTerm);
}

const validateTerm = ({ matchExpressions, matchFields }: JsonObject, field: string): Cause[] => [
  ...each(matchExpressions, `${field}.matchExpressions`, ({ key, operator, values }, at) => [
    ...operatorCauses(String(operator ?? ""), textsOf(values).length, at),
    ...qualifiedName(key, `${at}.key`),
  ]),
  ...each(matchFields, `${field}.matchFields`, ({ key, operator, values }, at) => [
    ...(["In", "NotIn"].includes(String(operator))
      ? when(textsOf(values).length !== 1, requiredCause(`${at}.values`, "must be only one value"))
      : [invalidCause(`${at}.operator`, operator, "not a valid selector operator")]),
    ...(key === "metadata.name"
      ? eachText(values, `${at}.values`, subdomain)
      : [invalidCause(`${at}.key`, key, "not a valid field selector key")]),
  ]),
];

function operatorCauses(operator: string, count: number, field: string): Cause[] {
  const values = `${field}.values`;
  switch (operator) {
    case "In":
    case "NotIn":
      return when(count === 0, requiredCause(values, `must be specified with '${operator}'`));
    case "Exists":
    case "DoesNotExist":
      return when(count > 0, forbiddenCause(values, `may not be specified with '${operator}'`));
    case "Gt":
    case "Lt":
      return when(count !== 1, requiredCause(values, "must be specified single value"));
    default:
      return [invalidCause(`${field}.operator`, operator, "not a valid selector operator")];
  }
}

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

const weight = (value: Json | undefined, field: string): Cause[] =>
  inRange(value ?? 0, `${field}.weight`, 1, 100);

/** Validates the affinities of a pod. */
export const validateAffinity = (affinity: JsonObject, field: string): Cause[] => [
  ...within(affinity.nodeAffinity, `${field}.nodeAffinity`, (node, at) => [
    ...within(node[REQUIRED], `${at}.${REQUIRED}`, validateNodeSelector),
    ...each(node[PREFERRED], `${at}.${PREFERRED}`, (term, at) => [
      ...weight(term.weight, at),
      ...within(term.preference, `${at}.preference`, validateTerm),
    ]),
  ]),
  ...["podAffinity", "podAntiAffinity"].flatMap((name) =>
    within(affinity[name], `${field}.${name}`, (pods, at) => [
      ...each(pods[REQUIRED], `${at}.${REQUIRED}`, podTerm),
      ...each(pods[PREFERRED], `${at}.${PREFERRED}`, (term, at) => [
        ...weight(term.weight, at),
        ...within(term.podAffinityTerm ?? {}, `${at}.podAffinityTerm`, podTerm),
      ]),
    ])
  ),
];

const podTerm = (term: JsonObject, field: string): Cause[] => [
  ...within(term.labelSelector, `${field}.labelSelector`, validateSelector),
  ...within(term.namespaceSelector, `${field}.namespaceSelector`, validateSelector),
  ...textsOf(term.namespaces).flatMap((name) => label(name, `${field}.namespace`)),
  ...required(term.topologyKey, `${field}.topologyKey`),
  ...qualifiedName(term.topologyKey, `${field}.topologyKey`),
];

const ACTIONS = ["DoNotSchedule", "ScheduleAnyway"];
const POLICIES = ["Honor", "Ignore"];

/** Validates the constraints of how pods are spread. */
export const validateSpread = (list: Json | undefined, field: string): Cause[] =>
  each(list, field, (one, at, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable, minDomains, labelSelector } = one;
    const selected = JSON.stringify(labelSelector ?? {});
    return [
      ...when(
        Number(maxSkew ?? 0) <= 0,
        invalidCause(`${at}.maxSkew`, maxSkew, "must be greater than zero"),
      ),
      ...required(topologyKey, `${at}.topologyKey`),
      ...oneOf(whenUnsatisfiable, `${at}.whenUnsatisfiable`, ACTIONS),
      ...when(
        itemsOf(list).slice(index + 1).some((other) =>
          other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable
        ),
        duplicateCause(`${at}.{topologyKey, whenUnsatisfiable}`, topologyKey),
      ),
      ...when(
        minDomains !== undefined && Number(minDomains) <= 0,
        invalidCause(`${at}.minDomains`, minDomains, "must be greater than zero"),
      ),
      ...when(
        minDomains !== undefined && whenUnsatisfiable !== "DoNotSchedule",
        invalidCause(`${at}.minDomains`, minDomains, "needs whenUnsatisfiable=DoNotSchedule"),
      ),
      ...maybeOneOf(one.nodeAffinityPolicy, `${at}.nodeAffinityPolicy`, POLICIES),
      ...maybeOneOf(one.nodeTaintsPolicy, `${at}.nodeTaintsPolicy`, POLICIES),
      ...eachText(one.matchLabelKeys, `${at}.matchLabelKeys`, (key, at) => [
        ...qualifiedName(key, at),
        ...when(
          selected.includes(JSON.stringify(key)),
          invalidCause(at, key, "exists in both matchLabelKeys and labelSelector"),
        ),
      ]),
    ];
  });
