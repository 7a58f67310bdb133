/**
 * Rules for Ingresses, IngressClasses and NetworkPolicies.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import { asObject } from "../registry/resource.ts";
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  requiredCause,
  tooLongCause,
  unsupportedCause,
} from "./field_causes.ts";
import { validateSelector } from "./label_selector.ts";
import {
  each,
  eachText,
  familyOf,
  inRange,
  isCidr,
  isPartOf,
  isPortName,
  itemsOf,
  label,
  maybeOneOf,
  nonnegative,
  oneOf,
  portNumber,
  portNumberOrName,
  qualifiedName,
  required,
  subdomain,
  textsOf,
  when,
  within,
} from "./rules.ts";

/** Validates an Ingress. */
export function validateIngress(ingress: ApiObject): Cause[] {
  const spec = asObject(ingress.spec) ?? {};
  const isEmpty = itemsOf(spec.rules).length === 0 && spec.defaultBackend === undefined;
  return [
    ...when(isEmpty, invalidCause("spec", [], "must have `defaultBackend` or `rules`")),
    ...within(spec.defaultBackend, "spec.defaultBackend", validateBackend),
    ...each(spec.rules, "spec.rules", ({ host, http }, field) => [
      ...(host ? validateHost(String(host), `${field}.host`) : []),
      ...within(
        http,
        `${field}.http`,
        ({ paths }, field) =>
          itemsOf(paths).length === 0
            ? [requiredCause(`${field}.paths`)]
            : each(paths, `${field}.paths`, validatePath),
      ),
    ]),
    ...each(spec.tls, "spec.tls", ({ hosts, secretName }, field) => [
      ...eachText(
        hosts,
        `${field}.hosts`,
        (host, at) => host.includes("*") ? wildcard(host, at) : subdomain(host, at),
      ),
      ...(secretName ? subdomain(secretName, `${field}.secretName`) : []),
    ]),
    ...(spec.ingressClassName === undefined
      ? []
      : subdomain(spec.ingressClassName, "spec.ingressClassName")),
  ];
}

const validateHost = (host: string, field: string): Cause[] => [
  ...when(
    familyOf(host),
    invalidCause(field, host, "must be a DNS name, not an IP address"),
  ),
  ...(host.includes("*") ? wildcard(host, field) : subdomain(host, field)),
];

const WILDCARD = /^\*(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

const wildcard = (host: string, field: string): Cause[] =>
  when(!WILDCARD.test(host), invalidCause(field, host, "must be a wildcard DNS-1123 subdomain"));

const PATH_TYPES = ["Exact", "ImplementationSpecific", "Prefix"];
const WRONG_PARTS = ["//", "/./", "/../", "%2f", "%2F"];
const WRONG_ENDS = ["/..", "/."];

function validatePath({ path = "", pathType, backend }: JsonObject, field: string): Cause[] {
  const text = String(path);
  const isStrict = pathType === "Exact" || pathType === "Prefix";
  const at = `${field}.path`;
  if (pathType === undefined) return [requiredCause(`${field}.pathType`)];
  return [
    ...oneOf(pathType, `${field}.pathType`, PATH_TYPES),
    ...when(
      (isStrict || pathType === "ImplementationSpecific" && text !== "") && !text.startsWith("/"),
      invalidCause(at, text, "must be an absolute path"),
    ),
    ...when(
      isStrict &&
        (WRONG_PARTS.some((part) => text.includes(part)) ||
          WRONG_ENDS.some((end) => text.endsWith(end))),
      invalidCause(at, text, "must not contain steps or empty parts"),
    ),
    ...validateBackend(asObject(backend) ?? {}, `${field}.backend`),
  ];
}

function validateBackend({ service, resource }: JsonObject, field: string): Cause[] {
  if (service !== undefined && resource !== undefined) {
    return [invalidCause(field, "", "cannot set both resource and service backends")];
  }
  if (resource !== undefined) {
    return within(resource, `${field}.resource`, validateReference);
  }
  if (service === undefined) {
    return [invalidCause(field, "", "resource or service backend is required")];
  }
  const { name, port } = asObject(service) ?? {};
  const { name: portName, number } = asObject(port) ?? {};
  return [
    ...(name
      ? serviceName(name, `${field}.service.name`)
      : required(name, `${field}.service.name`)),
    ...(portName && number
      ? [invalidCause(field, "", "cannot set both port name & port number")]
      : portName
      ? when(
        !isPortName(String(portName)),
        invalidCause(`${field}.service.port.name`, portName, "must be the name of a port"),
      )
      : number
      ? portNumber(number, `${field}.service.port.number`)
      : [requiredCause(field, "port name or number is required")]),
  ];
}

/** The name of a Service begins with a letter. */
const serviceName = (name: Json, field: string): Cause[] =>
  when(
    String(name).length > 63 || !/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(String(name)),
    invalidCause(field, name, "must be a DNS-1035 label"),
  );

const pathSegment = (value: Json, field: string): Cause[] =>
  when(
    /[/%]/.test(String(value)) || [".", ".."].includes(String(value)),
    invalidCause(field, value, "must not contain '/' or '%'"),
  );

function validateReference({ apiGroup, kind, name }: JsonObject, field: string): Cause[] {
  return [
    ...(apiGroup === undefined ? [] : subdomain(apiGroup, `${field}.apiGroup`)),
    ...(kind ? pathSegment(kind, `${field}.kind`) : required(kind, `${field}.kind`)),
    ...(name ? pathSegment(name, `${field}.name`) : required(name, `${field}.name`)),
  ];
}

/** Validates the addresses in the status of an Ingress or a Service. */
export const validateBalancerStatus = (object: ApiObject): Cause[] =>
  each(
    asObject(asObject(object.status)?.loadBalancer)?.ingress,
    "status.loadBalancer.ingress",
    ({ ip, hostname }, field) => [
      ...when(
        ip && !familyOf(String(ip)),
        invalidCause(`${field}.ip`, ip, "must be a valid IP address"),
      ),
      ...(hostname
        ? [
          ...subdomain(hostname, `${field}.hostname`),
          ...when(
            familyOf(String(hostname)),
            invalidCause(`${field}.hostname`, hostname, "must be a DNS name, not an IP address"),
          ),
        ]
        : []),
    ],
  );

/** Rejects the annotation that the field `ingressClassName` replaces beside it. */
export function validateNewIngress({ metadata: { annotations }, spec }: ApiObject): Cause[] {
  const value = annotations?.[CLASS];
  return when(
    value !== undefined && asObject(spec)?.ingressClassName !== undefined,
    invalidCause(`annotations.${CLASS}`, value, "can not be set when the class field is also set"),
  );
}

const CLASS = "kubernetes.io/ingress.class";

const LONGEST_CONTROLLER = 250;

/** Validates an IngressClass. */
export function validateIngressClass(one: ApiObject): Cause[] {
  const { controller, parameters } = asObject(one.spec) ?? {};
  const [domain = "", path] = String(controller ?? "").split(/\/(.*)/s);
  const isPath = path !== undefined && domain !== "" && path !== "" &&
    subdomain(domain, "").length === 0 && /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path);
  return [
    ...when(
      String(controller ?? "").length > LONGEST_CONTROLLER,
      tooLongCause("spec.controller", LONGEST_CONTROLLER),
    ),
    ...(controller
      ? when(
        !isPath,
        invalidCause("spec.controller", controller, "must be a domain-prefixed path"),
      )
      : [requiredCause("spec.controller")]),
    ...within(parameters, "spec.parameters", (reference, field) => {
      const { scope, namespace } = reference;
      const at = `${field}.namespace`;
      return [
        ...validateReference(reference, field),
        ...(scope === undefined
          ? required(scope, `${field}.scope`)
          : oneOf(scope, `${field}.scope`, ["Cluster", "Namespace"])),
        ...(scope === "Namespace"
          ? namespace === undefined ? [requiredCause(at)] : label(namespace, at)
          : []),
        ...when(
          scope === "Cluster" && namespace !== undefined,
          forbiddenCause(at, "`parameters.scope` is set to 'Cluster'"),
        ),
      ];
    }),
  ];
}

const PROTOCOLS = ["TCP", "UDP", "SCTP"];
const DIRECTIONS = ["Ingress", "Egress"];

/** Validates a NetworkPolicy. */
export function validateNetworkPolicy(policy: ApiObject): Cause[] {
  const spec = asObject(policy.spec) ?? {};
  const types = textsOf(spec.policyTypes);
  return [
    ...within(spec.podSelector, "spec.podSelector", validateSelector),
    ...["ingress", "egress"].flatMap((name) =>
      each(spec[name], `spec.${name}`, (rule, field) => [
        ...each(rule.ports, `${field}.ports`, validatePort),
        ...each(rule.from, `${field}.from`, validatePeer),
        ...each(rule.to, `${field}.to`, validatePeer),
      ])
    ),
    ...(types.length > 2
      ? [invalidCause("spec.policyTypes", types, "may not specify more than two policyTypes")]
      : types.flatMap((type, at) =>
        when(
          !DIRECTIONS.includes(type),
          unsupportedCause(`spec.policyTypes[${at}]`, type, DIRECTIONS),
        )
      )),
  ];
}

function validatePort({ protocol, port, endPort }: JsonObject, field: string): Cause[] {
  const end = `${field}.endPort`;
  return [
    ...maybeOneOf(protocol, `${field}.protocol`, PROTOCOLS),
    ...(port === undefined ? [] : portNumberOrName(port, `${field}.port`)),
    ...(endPort === undefined
      ? []
      : typeof port !== "number"
      ? [invalidCause(end, endPort, "needs a `port` that is a number")]
      : [
        ...when(Number(endPort) < port, invalidCause(end, port, "must be at least `port`")),
        ...inRange(endPort, end, 1, 65_535),
      ]),
  ];
}

function validatePeer(peer: JsonObject, field: string): Cause[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const count = [podSelector, namespaceSelector, ipBlock].filter((one) => one !== undefined).length;
  return [
    ...within(podSelector, `${field}.podSelector`, validateSelector),
    ...within(namespaceSelector, `${field}.namespaceSelector`, validateSelector),
    ...within(ipBlock, `${field}.ipBlock`, validateBlock),
    ...when(count === 0, requiredCause(field, "must specify a peer")),
    ...when(
      count > 1 && ipBlock !== undefined,
      forbiddenCause(field, "may not specify both ipBlock and another peer"),
    ),
  ];
}

function validateBlock({ cidr, except }: JsonObject, field: string): Cause[] {
  if (!cidr) return [requiredCause(`${field}.cidr`)];
  if (!isCidr(String(cidr))) return [invalidCause(`${field}.cidr`, cidr, "not a valid CIDR")];
  const others = textsOf(except);
  const wrong = others.findIndex((other) => !isCidr(other));
  // Behind an invalid range, none is validated.
  return (wrong < 0 ? others : others.slice(0, wrong + 1)).flatMap((other, index) => {
    const at = `${field}.except[${index}]`;
    return index === wrong
      ? [invalidCause(at, other, "not a valid CIDR")]
      : when(!isPartOf(other, String(cidr)), invalidCause(at, other, "must be within `cidr`"));
  });
}

/** Validates conditions of the common form. */
export function validateConditions(object: ApiObject): Cause[] {
  const list = asObject(object.status)?.conditions;
  const types = itemsOf(list).map(({ type = "" }) => type);
  return each(list, "status.conditions", (condition, field, index) => [
    ...when(
      types.indexOf(types[index]!) < index,
      duplicateCause(`${field}.type`, types[index]),
    ),
    ...qualifiedName(condition.type, `${field}.type`),
    ...oneOf(condition.status, `${field}.status`, ["False", "True", "Unknown"]),
    ...nonnegative(condition.observedGeneration, `${field}.observedGeneration`),
    ...required(condition.lastTransitionTime, `${field}.lastTransitionTime`),
    ...(condition.reason
      ? when(
        !/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(String(condition.reason)),
        invalidCause(`${field}.reason`, condition.reason, "a condition reason must be a word"),
      )
      : required(condition.reason, `${field}.reason`)),
  ]);
}
