/**
 * Rules for Endpoints, Events, LimitRanges, Nodes and ResourceQuotas.
 *
 * @module
 */
import { type ApiObject, type Cause, equal, type JsonObject } from "@plumbline/server/api";
import { asObject, at, textAt } from "@plumbline/server/resources";
import {
  amountOf,
  duplicateCause,
  familyOf,
  forbiddenCause,
  invalidCause,
  ipAddress,
  isCidr,
  itemsOf,
  label,
  portNumber,
  qualifiedName,
  required,
  requiredCause,
  subdomain,
  textsOf,
  when,
} from "@plumbline/server/rules";
import {
  containerResourceName,
  isQuotaHugePages,
  mayExceedLimit,
  resourceAmount,
  resourceName,
  STANDARD_RESOURCES,
} from "../pods/resource_rules.ts";
import { validateTaints } from "../pods/scheduling_rules.ts";
import {
  each,
  fields,
  ifFilled,
  maybe,
  object,
  type ObjectRule,
  oneOf,
  type Rule,
} from "@plumbline/server/fields";
import { ordinaryAddress } from "./service_rules.ts";

/** Validates an address of an endpoint that is no name. */
export const endpointAddress: Rule = (ip, path) =>
  familyOf(String(ip ?? "")) ? ordinaryAddress(String(ip), path) : ipAddress(ip, path);

const address = fields({
  ip: endpointAddress,
  hostname: ifFilled(label),
  nodeName: maybe(subdomain),
});

const endpointPorts = each(
  ({ name }, path, _, all) => all.length > 1 && !name ? [requiredCause(`${path}.name`)] : [],
  fields({
    name: ifFilled(label),
    port: portNumber,
    protocol: maybe(oneOf("SCTP", "TCP", "UDP")),
    appProtocol: maybe(qualifiedName),
  }),
);

const someAddress = object(({ addresses, notReadyAddresses }, path) =>
  when(
    [addresses, notReadyAddresses].every((list) => itemsOf(list).length === 0),
    requiredCause(path, "must specify `addresses` or `notReadyAddresses`"),
  )
);

/** Validates Endpoints. */
export const validateEndpoints: ObjectRule = fields({
  subsets: each(
    someAddress,
    fields({ addresses: each(address), notReadyAddresses: each(address), ports: endpointPorts }),
  ),
});

/** Validates a Node. */
export function validateNode(node: ApiObject): Cause[] {
  const ranges = textsOf(at(node, "spec.podCIDRs"));
  const field = "spec.podCIDRs";
  const areValid = ranges.every(isCidr);
  const isDual = areValid &&
    new Set(ranges.map((range) => familyOf(range.split("/")[0]!))).size > 1;
  return [
    ...validateTaints(at(node, "spec.taints"), "metadata.taints"),
    ...validateNodeAmounts(node),
    ...ranges.flatMap((range, index) => [
      ...when(!isCidr(range), invalidCause(`${field}[${index}]`, ranges, "must be valid CIDR")),
      ...when(ranges.indexOf(range) < index, duplicateCause(`${field}[${index}]`, range)),
    ]),
    ...when(
      ranges.length > 1 && (ranges.length > 2 || !isDual),
      invalidCause(field, ranges, "may specify no more than one CIDR for each IP family"),
    ),
    ...when(ranges.length > 1 && !areValid, {
      reason: "InternalError",
      field,
      message: "Internal error: invalid PodCIDRs. failed to check with dual stack",
    }),
  ];
}

/** Validates the amounts in the status of a Node. The names of the resources are free. */
const validateNodeAmounts = (node: ApiObject): Cause[] =>
  ["capacity", "allocatable"].flatMap((part) =>
    Object.entries(asObject(at(node, `status.${part}`)) ?? {}).flatMap(([name, value]) =>
      resourceAmount(name, value, `status.${part}.${name}`)
    )
  );

/** Validates the status of a Node in an update: amounts, and that no address occurs twice. */
export const validateNodeStatus = (node: ApiObject): Cause[] => {
  const addresses = itemsOf(at(node, "status.addresses"));
  return [
    ...validateNodeAmounts(node),
    ...addresses.flatMap((address, index) =>
      when(
        addresses.slice(0, index).some((other) => equal(other, address)),
        duplicateCause(`status.addresses[${index}]`, address),
      )
    ),
  ];
};

/** Validates the change of a Node: its addresses are set once. */
export function validateNodeUpdate(node: ApiObject, old: ApiObject): Cause[] {
  const [ranges, before] = [node, old].map((one) => textsOf(at(one, "spec.podCIDRs"))) as [
    string[],
    string[],
  ];
  const ids = [node, old].map((one) => textAt(one, "spec.externalID"));
  const [provider, former] = [node, old].map((one) => textAt(one, "spec.providerID"));
  return [
    ...validateNodeStatus(node),
    ...when(
      before.length > 0 && !equal(ranges, before),
      forbiddenCause("spec.podCIDRs", 'node updates may not change podCIDR except from ""'),
    ),
    ...when(ids[0] !== ids[1], forbiddenCause("spec.externalID", "may not be updated")),
    ...when(
      former !== "" && provider !== former,
      forbiddenCause("spec.providerID", 'node updates may not change providerID except from ""'),
    ),
  ];
}

const LIMIT_TYPES = ["Container", "PersistentVolumeClaim", "Pod"];
const LIMIT_PARTS = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"];

/** Pairs of which the first is at most the second; the cause is at the third. */
const ORDERED = [
  ["min", "max", "min"],
  ["min", "defaultRequest", "defaultRequest"],
  ["defaultRequest", "max", "defaultRequest"],
  ["defaultRequest", "default", "defaultRequest"],
  ["min", "default", "default"],
  ["default", "max", "default"],
] as const;

/** Validates a LimitRange. */
export function validateLimitRange(range: ApiObject): Cause[] {
  const limits = at(range, "spec.limits");
  return each((limit, field, index) => {
    const type = String(limit.type ?? "");
    const ofPods = type === "Pod";
    const parts = LIMIT_PARTS.filter((part) => !ofPods || !part.startsWith("default"));
    const of = (part: string) => asObject(limit[part]) ?? {};
    const names = new Set(parts.flatMap((part) => Object.keys(of(part))));
    const wrongType = qualifiedName(type, `${field}.type`);
    return [
      ...wrongType,
      ...when(
        wrongType.length === 0 && !type.includes("/") && !LIMIT_TYPES.includes(type),
        invalidCause(`${field}.type`, type, "must be a standard limit type or fully qualified"),
      ),
      ...when(
        itemsOf(limits).slice(0, index).some((other) => String(other.type ?? "") === type),
        duplicateCause(`${field}.type`, type),
      ),
      ...parts.flatMap((part) =>
        Object.keys(of(part)).flatMap((name) =>
          ["Container", "Pod"].includes(type)
            ? containerResourceName(name, `${field}.${part}[${name}]`)
            : resourceName(name, `${field}.${part}[${name}]`)
        )
      ),
      ...(ofPods
        ? ["default", "defaultRequest"].filter((part) => Object.keys(of(part)).length > 0)
          .map((part) => forbiddenCause(`${field}.${part}`, "may not be specified for 'Pod'"))
        : []),
      ...when(
        type === "PersistentVolumeClaim" &&
          ["min", "max"].every((part) => !("storage" in of(part))),
        requiredCause(`${field}.limits`, "either minimum or maximum storage value is required"),
      ),
      ...[...names].flatMap((name) =>
        ORDERED.flatMap(([least, most, place]) => {
          const [small, large] = [of(least)[name], of(most)[name]];
          const known = small !== undefined && large !== undefined &&
            !(ofPods && [least, most].some((part) => part.startsWith("default")));
          return when(
            known && amountOf(small) > amountOf(large),
            invalidCause(`${field}.${place}[${name}]`, of(place)[name], "is out of order"),
          );
        })
      ),
      ...[...names].filter((name) => !ofPods && !mayExceedLimit(name)).flatMap((name) => {
        const [limit, request] = [of("default")[name], of("defaultRequest")[name]];
        return when(
          limit !== undefined && request !== undefined && amountOf(limit) !== amountOf(request),
          invalidCause(`${field}.defaultRequest[${name}]`, request, "must equal the default"),
        );
      }),
      ...Object.entries(of("maxLimitRequestRatio")).flatMap(([name, ratio]) => {
        const [least, most] = [of("min")[name], of("max")[name]];
        const at = `${field}.maxLimitRequestRatio[${name}]`;
        const bounded = least !== undefined && most !== undefined;
        return [
          ...when(amountOf(ratio) < 1, invalidCause(at, ratio, "ratio is less than 1")),
          ...when(
            bounded && amountOf(ratio) > amountOf(most) / amountOf(least),
            invalidCause(at, ratio, "ratio is greater than max/min"),
          ),
        ];
      }),
    ];
  })(limits, "spec.limits");
}

const OF_PODS = ["BestEffort", "NotBestEffort", "Terminating", "NotTerminating"];
const SCOPES = [...OF_PODS, "PriorityClass", "CrossNamespacePodAffinity"];

/** True for a resource without a domain that a quota can limit. */
const isQuotaResource = (name: string): boolean =>
  name !== "storage" && STANDARD_RESOURCES.includes(name) || isQuotaHugePages(name);

/** True if a scope applies to a resource. */
function appliesTo(scope: string, resource: string): boolean {
  if (scope === "BestEffort") return resource === "pods";
  const computing = /^(requests\.|limits\.)?(cpu|memory)$|^pods$/;
  return !OF_PODS.includes(scope) && !SCOPES.includes(scope) ? true : computing.test(resource);
}

/** Validates a ResourceQuota. */
export function validateQuota(quota: ApiObject): Cause[] {
  const spec = asObject(quota.spec) ?? {};
  const hard = Object.entries(asObject(spec.hard) ?? {});
  const standard = hard.map(([name]) => name).filter(isQuotaResource);
  const scopes = textsOf(spec.scopes);
  const conflict = (list: readonly string[]) =>
    [OF_PODS.slice(0, 2), OF_PODS.slice(2)].some((pair) => pair.every((one) => list.includes(one)));
  const expressions = itemsOf(asObject(spec.scopeSelector)?.matchExpressions);
  const wrongScope = (scope: string) => standard.some((name) => !appliesTo(scope, name));
  return [
    ...hard.flatMap(([name, value]) => quotaAmount(name, value, `spec.hard[${name}]`)),
    ...scopes.flatMap((scope) => [
      ...when(!SCOPES.includes(scope), invalidCause("spec.scopes", scopes, "unsupported scope")),
      ...when(wrongScope(scope), invalidCause("spec.scopes", scopes, "does not apply")),
    ]),
    ...when(conflict(scopes), invalidCause("spec.scopes", scopes, "conflicting scopes")),
    ...expressions.flatMap((one) => scopeExpression(one, wrongScope)),
    ...when(
      conflict(expressions.map(({ scopeName }) => String(scopeName))),
      invalidCause("spec.scopeSelector.matchExpressions", scopes, "conflicting scopes"),
    ),
  ];
}

/** Validates an amount of a quota. */
export const quotaAmount = (name: string, value: JsonObject[string], field: string): Cause[] => [
  ...resourceName(name, field),
  ...when(
    !name.includes("/") && !isQuotaResource(name),
    invalidCause(field, name, "must be a standard resource for quota"),
  ),
  ...resourceAmount(name, value, field),
];

function scopeExpression(
  { scopeName = "", operator = "", values }: JsonObject,
  wrongScope: (scope: string) => boolean,
): Cause[] {
  const field = "spec.scopeSelector.matchExpressions";
  const [scope, word] = [String(scopeName), String(operator)];
  const count = textsOf(values).length;
  const only = OF_PODS.includes(scope) || scope === "CrossNamespacePodAffinity";
  return [
    ...when(
      !SCOPES.includes(scope),
      invalidCause(`${field}.scopeName`, scope, "unsupported scope"),
    ),
    ...when(wrongScope(scope), invalidCause(field, scope, "does not apply")),
    ...when(only && word !== "Exists", invalidCause(`${field}.operator`, word, "must be 'Exist'")),
    ...(["In", "NotIn"].includes(word)
      ? when(count === 0, requiredCause(`${field}.values`, "must be at least one value"))
      : ["Exists", "DoesNotExist"].includes(word)
      ? when(count > 0, invalidCause(`${field}.values`, values, "must be no value"))
      : [invalidCause(`${field}.operator`, word, "not a valid selector operator")]),
  ];
}

/** The scopes of a quota do not change. */
export const validateQuotaUpdate = (quota: ApiObject, old: ApiObject): Cause[] => {
  const [now, before] = [quota, old].map((one) =>
    [...new Set(textsOf(at(one, "spec.scopes")))].sort()
  );
  return when(!equal(now, before), invalidCause("spec.scopes", now, "field is immutable"));
};

/** Requires what events with a time of their own have. */
export function validateSource(event: ApiObject, reporter: string): Cause[] {
  const lengths = { reportingInstance: 128, action: 128, reason: 128, message: 1024 };
  return [
    ...required(event.reportingComponent, reporter),
    ...qualifiedName(event.reportingComponent, reporter),
    ...["reportingInstance", "action", "reason"].flatMap((name) => required(event[name], name)),
    ...Object.entries(lengths).flatMap(([name, most]) =>
      when(textAt(event, name).length > most, invalidCause(name, "", `at most ${most} characters`))
    ),
  ];
}
