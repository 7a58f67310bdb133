/**
 * Rules for Ingresses, IngressClasses and NetworkPolicies.
 *
 * @module
 */
import type { ApiObject, Cause, Json } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  familyOf,
  forbiddenCause,
  invalidCause,
  isCidr,
  isPartOf,
  isPortName,
  itemsOf,
  label,
  nonnegative,
  portNumber,
  portNumberOrName,
  qualifiedName,
  required,
  requiredCause,
  subdomain,
  textsOf,
  tooLongCause,
  validateSelector,
  when,
} from "@plumbline/server/rules";
import {
  all,
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
  uniqueBy,
} from "@plumbline/server/fields";

const pathSegment = must(
  (value) => !/[/%]/.test(String(value)) && ![".", ".."].includes(String(value)),
  "must not contain '/' or '%'",
);

/** A reference to an object of a group. */
const reference = fields({
  apiGroup: maybe(subdomain),
  kind: filled(pathSegment),
  name: filled(pathSegment),
});

/** The name of a Service begins with a letter. */
const serviceName = must(
  (name) => String(name).length <= 63 && /^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(String(name)),
  "must be a DNS-1035 label",
);

const portName = must((name) => isPortName(String(name)), "must be the name of a port");

/** Returns the rule of the port of a Service; its causes name the backend. */
const backendPort = (backend: string): Rule =>
  orEmpty(object((port, path) => {
    const { name, number } = port;
    if (name && number) {
      return [invalidCause(backend, "", "cannot set both port name & port number")];
    }
    if (!name && !number) return [requiredCause(backend, "port name or number is required")];
    return fields({ name: ifFilled(portName), number: ifFilled(portNumber) })(port, path);
  }));

const backend = object((value, path) => {
  const { service, resource } = value;
  if (service !== undefined && resource !== undefined) {
    return [invalidCause(path, "", "cannot set both resource and service backends")];
  }
  if (service === undefined && resource === undefined) {
    return [invalidCause(path, "", "resource or service backend is required")];
  }
  return fields({
    resource: reference,
    service: service !== undefined &&
      orEmpty(fields({ name: filled(serviceName), port: backendPort(path) })),
  })(value, path);
});

const notAddress = must(
  (host) => familyOf(String(host)) === undefined,
  "must be a DNS name, not an IP address",
);

const WILDCARD = /^\*(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

const wildcard = must(
  (host) => WILDCARD.test(String(host)),
  "must be a wildcard DNS-1123 subdomain",
);

/** A DNS name, with or without a wildcard in front. */
const host: Rule = (name, path) =>
  String(name).includes("*") ? wildcard(name, path) : subdomain(name, path);

const WRONG_PARTS = ["//", "/./", "/../", "%2f", "%2F"];
const WRONG_ENDS = ["/..", "/."];

const ingressPath = fields(({ path = "", pathType }) => {
  if (pathType === undefined) return { pathType: missing() };
  const text = String(path);
  const isStrict = pathType === "Exact" || pathType === "Prefix";
  const isAbsolute = text.startsWith("/") ||
    !isStrict && !(pathType === "ImplementationSpecific" && text !== "");
  const hasSteps = WRONG_PARTS.some((part) => text.includes(part)) ||
    WRONG_ENDS.some((end) => text.endsWith(end));
  return {
    pathType: oneOf("Exact", "ImplementationSpecific", "Prefix"),
    path: [
      !isAbsolute && alwaysInvalid("must be an absolute path", text),
      isStrict && hasSteps && alwaysInvalid("must not contain steps or empty parts", text),
    ],
    backend: orEmpty(backend),
  };
});

/** An Ingress has rules, or a backend for all requests. */
const someBackend = object(({ rules, defaultBackend }, path) =>
  when(
    itemsOf(rules).length === 0 && defaultBackend === undefined,
    invalidCause(path, [], "must have `defaultBackend` or `rules`"),
  )
);

/** Validates an Ingress. */
export const validateIngress: ObjectRule = fields({
  spec: orEmpty(all(
    someBackend,
    fields({
      defaultBackend: backend,
      rules: each(fields({
        host: ifFilled(all(notAddress, host)),
        http: fields({ paths: [someItems(), each(ingressPath)] }),
      })),
      tls: each(fields({ hosts: eachText(host), secretName: ifFilled(subdomain) })),
      ingressClassName: maybe(subdomain),
    }),
  )),
});

/** Validates the addresses in the status of an Ingress or a Service. */
export const validateBalancerStatus: ObjectRule = fields({
  status: fields({
    loadBalancer: fields({
      ingress: each(fields({
        ip: ifFilled(
          must((ip) => familyOf(String(ip)) !== undefined, "must be a valid IP address"),
        ),
        hostname: ifFilled(all(subdomain, notAddress)),
      })),
    }),
  }),
});

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

/** A path below a domain. */
function isDomainPath(value: Json | undefined): boolean {
  const [domain = "", path = ""] = String(value).split(/\/(.*)/s);
  return domain !== "" && path !== "" && subdomain(domain, "").length === 0 &&
    /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path);
}

const parametersScope = fields(({ scope, namespace }) => ({
  scope: scope === undefined ? required : oneOf("Cluster", "Namespace"),
  namespace: scope === "Namespace"
    ? namespace === undefined ? missing() : label
    : scope === "Cluster" && maybe(alwaysForbidden("`parameters.scope` is set to 'Cluster'")),
}));

/** Validates an IngressClass. */
export const validateIngressClass: ObjectRule = fields({
  spec: orEmpty(fields({
    controller: [
      (controller, path) =>
        when(
          String(controller ?? "").length > LONGEST_CONTROLLER,
          tooLongCause(path, LONGEST_CONTROLLER),
        ),
      filled(must(isDomainPath, "must be a domain-prefixed path")),
    ],
    parameters: [reference, parametersScope],
  })),
});

const policyPort = fields(({ port }) => ({
  protocol: maybe(oneOf("TCP", "UDP", "SCTP")),
  port: maybe(portNumberOrName),
  endPort: maybe(
    typeof port !== "number" ? alwaysInvalid("needs a `port` that is a number") : all(
      (end, path) =>
        Number(end) < port ? alwaysInvalid("must be at least `port`", port)(end, path) : [],
      between(1, 65_535),
    ),
  ),
}));

/** Returns the rule of ranges within another one. Behind an invalid range, none is validated. */
const rangesWithin = (cidr: string): Rule => (ranges, path) => {
  const wrong = textsOf(ranges).findIndex((range) => !isCidr(range));
  return eachText((range, at, index) =>
    index === wrong ? [invalidCause(at, range, "not a valid CIDR")] : when(
      (wrong < 0 || index < wrong) && !isPartOf(range, cidr),
      invalidCause(at, range, "must be within `cidr`"),
    )
  )(ranges, path);
};

const ipBlock = fields(({ cidr }) => ({
  cidr: filled(must((range) => isCidr(String(range)), "not a valid CIDR")),
  except: isCidr(String(cidr)) && rangesWithin(String(cidr)),
}));

const PEERS = { podSelector: validateSelector, namespaceSelector: validateSelector, ipBlock };

const peer = all(
  fields(PEERS),
  object((peer, path) => {
    const count = Object.keys(PEERS).filter((name) => peer[name] !== undefined).length;
    return [
      ...when(count === 0, requiredCause(path, "must specify a peer")),
      ...when(
        count > 1 && peer.ipBlock !== undefined,
        forbiddenCause(path, "may not specify both ipBlock and another peer"),
      ),
    ];
  }),
);

const policyRules = each(
  fields({ ports: each(policyPort), from: each(peer), to: each(peer) }),
);

/** Validates a NetworkPolicy. */
export const validateNetworkPolicy: ObjectRule = fields({
  spec: fields({
    podSelector: validateSelector,
    ingress: policyRules,
    egress: policyRules,
    policyTypes: (types, path) =>
      textsOf(types).length > 2
        ? alwaysInvalid("may not specify more than two policyTypes")(types, path)
        : eachText(oneOf("Ingress", "Egress"))(types, path),
  }),
});

const isReason = (reason: Json | undefined): boolean =>
  /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/.test(String(reason));

/** Validates conditions of the common form. */
export const validateConditions: ObjectRule = fields({
  status: fields({
    conditions: each(
      uniqueBy("type"),
      fields({
        type: qualifiedName,
        status: oneOf("False", "True", "Unknown"),
        observedGeneration: nonnegative,
        lastTransitionTime: required,
        reason: filled(must(isReason, "a condition reason must be a word")),
      }),
    ),
  }),
});
