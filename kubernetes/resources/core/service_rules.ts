/**
 * Rules for Services.
 *
 * @module
 */
import type { ApiObject, Cause, Json, JsonObject } from "@plumbline/server/api";
import { asObject, at, numberAt, textAt } from "@plumbline/server/resources";
import {
  duplicateCause,
  familyOf,
  forbiddenCause,
  invalidCause,
  ipAddress,
  isCidr,
  itemsOf,
  label,
  labels,
  portNumber,
  portNumberOrName,
  qualifiedName,
  requiredCause,
  subdomain,
  textsOf,
  when,
} from "@plumbline/server/rules";
import {
  alwaysForbidden,
  alwaysInvalid,
  between,
  duplicate,
  each,
  eachText,
  type FieldRules,
  fields,
  filled,
  ifFilled,
  maybe,
  missing,
  type ObjectRule,
  oneOf,
  type Rule,
} from "@plumbline/server/fields";
import { validateAddresses } from "./service_families.ts";

const MOST_SECONDS = 86_400;

/** Validates a Service. */
export function validateService(service: ApiObject): Cause[] {
  const spec = asObject(service.spec) ?? {};
  const type = String(spec.type);
  const isHeadless = textsOf(spec.clusterIPs).join() === "None";
  return [
    ...when(
      itemsOf(spec.ports).length === 0 && !isHeadless && type !== "ExternalName",
      requiredCause("spec.ports"),
    ),
    ...ofType(spec, type, isHeadless),
    ...ports(type)(spec.ports, "spec.ports"),
    ...labels(spec.selector, "spec.selector"),
    ...sessionAffinity(spec, "spec"),
    ...validateAddresses(spec),
    ...fields({
      externalIPs: eachText((ip, at) => familyOf(ip) ? ordinaryAddress(ip, at) : ipAddress(ip, at)),
      type: oneOf("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"),
    })({ ...spec, type }, "spec"),
    ...validateLoadBalancer(service, spec, type),
    ...traffic(type)(spec, "spec"),
  ];
}

function ofType(spec: JsonObject, type: string, isHeadless: boolean): Cause[] {
  switch (type) {
    case "LoadBalancer":
    case "NodePort":
      return when(
        isHeadless,
        invalidCause("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${type} services`),
      );
    case "ExternalName": {
      const name = String(spec.externalName ?? "").replace(/\.$/, "");
      return [
        ...when(textsOf(spec.clusterIPs).length > 0, notBeside("clusterIPs")),
        ...when(textsOf(spec.ipFamilies).length > 0, notBeside("ipFamilies")),
        ...when(spec.ipFamilyPolicy !== undefined, notBeside("ipFamilyPolicy")),
        ...(name ? subdomain(name, "spec.externalName") : [requiredCause("spec.externalName")]),
      ];
    }
    default:
      return [];
  }
}

const notBeside = (field: string): Cause =>
  forbiddenCause(`spec.${field}`, "may not be set for ExternalName services");

const ports = (type: string): Rule =>
  each((port, path, index, all) => {
    const { name, nodePort } = port;
    const before = all.slice(0, index);
    const isRepeated = (field: string) =>
      before.some((other) => other[field] === port[field] && other.protocol === port.protocol);
    return [
      ...fields({
        name: [
          all.length > 1 && !name && missing(),
          ifFilled(label),
          name && before.some((other) => other.name === name) && duplicate,
        ],
        port: portNumber,
        protocol: oneOf("SCTP", "TCP", "UDP"),
        targetPort: (target, at) => portNumberOrName(target ?? port.port, at),
        appProtocol: maybe(qualifiedName),
        nodePort: [
          type === "ClusterIP" && nodePort &&
          alwaysForbidden("may not be used when `type` is 'ClusterIP'"),
          nodePort && isRepeated("nodePort") && duplicate,
        ],
      })(port, path),
      ...when(isRepeated("port"), duplicateCause(path, port.port)),
      ...when(
        type === "LoadBalancer" && port.port === 10_250,
        invalidCause(path, port.port, "is used by kubelet"),
      ),
    ];
  });

/** The configuration of a session affinity belongs to that with the client. */
const sessionAffinity = fields(({ sessionAffinity }): FieldRules => {
  switch (sessionAffinity) {
    case "None":
      return {
        sessionAffinityConfig: ifFilled(
          alwaysForbidden("must not be set when session affinity is None"),
        ),
      };
    case "ClientIP":
      return {
        sessionAffinityConfig: filled(fields({
          clientIP: filled(fields({
            timeoutSeconds: (seconds, path) =>
              seconds === undefined
                ? [requiredCause(path)]
                : between(1, MOST_SECONDS)(seconds, path),
          })),
        })),
      };
    default:
      return { sessionAffinity: oneOf("ClientIP", "None") };
  }
});

/** Refuses addresses that mean something of their own. */
export const ordinaryAddress = (ip: string, field: string): Cause[] =>
  when(
    /^(127\.|169\.254\.|224\.0\.0\.|0\.0\.0\.0$|::1?$|fe[89ab]|ff02:)/i.test(ip),
    invalidCause(field, ip, "may not be in the loopback, link-local or unspecified range"),
  );

function validateLoadBalancer(service: ApiObject, spec: JsonObject, type: string): Cause[] {
  const isBalancer = type === "LoadBalancer";
  const why = "may only be used when `type` is 'LoadBalancer'";
  const ranges = textsOf(spec.loadBalancerSourceRanges);
  const key = "service.beta.kubernetes.io/load-balancer-source-ranges";
  const annotation = service.metadata.annotations?.[key];
  const field = ranges.length > 0
    ? "spec.LoadBalancerSourceRanges"
    : `metadata.annotations[${key}]`;
  const all = ranges.length > 0 ? ranges : annotation?.split(",") ?? [];
  const loadBalancerClass = spec.loadBalancerClass;
  return [
    ...when(
      !isBalancer && (ranges.length > 0 || annotation !== undefined),
      forbiddenCause(field, why),
    ),
    ...when(
      all.some((range) => !isCidr(range.trim())),
      invalidCause(field, all.join(), "must be a list of IP ranges, such as 10.240.0.0/24"),
    ),
    ...when(
      !isBalancer && spec.allocateLoadBalancerNodePorts !== undefined,
      forbiddenCause("spec.allocateLoadBalancerNodePorts", why),
    ),
    ...(loadBalancerClass === undefined
      ? []
      : isBalancer
      ? qualifiedName(loadBalancerClass, "spec.loadBalancerClass")
      : [forbiddenCause("spec.loadBalancerClass", why)]),
  ];
}

const traffic = (type: string): ObjectRule =>
  fields(({ externalTrafficPolicy, healthCheckNodePort }) => {
    const isExternal = type === "LoadBalancer" || type === "NodePort";
    const needsCheck = type === "LoadBalancer" && externalTrafficPolicy === "Local";
    return {
      externalTrafficPolicy: !isExternal
        ? ifFilled(alwaysInvalid("needs another `type`"))
        : externalTrafficPolicy === undefined
        ? missing()
        : policy,
      healthCheckNodePort: healthCheckNodePort &&
        (needsCheck ? between(1, 65_535) : alwaysInvalid("may only be set if needed")),
      internalTrafficPolicy: maybe(policy),
    };
  });

const policy = oneOf("Cluster", "Local");

/** Validates the change of a Service. */
export function validateServiceUpdate(service: ApiObject, old: ApiObject): Cause[] {
  const [type, before] = [textAt(service, "spec.type"), textAt(old, "spec.type")];
  const isBalancer = type === "LoadBalancer" && before === "LoadBalancer";
  const [now, then] = [service, old].map((one) => at(one, "spec.loadBalancerClass"));
  const checks = [service, old].map((one) => numberAt(one, "spec.healthCheckNodePort"));
  return [
    ...(type === "ExternalName" || before === "ExternalName" ? [] : addressChange(service, old)),
    ...when(
      isBalancer && now !== then,
      invalidCause("spec.loadBalancerClass", now, "may not change once set"),
    ),
    ...when(
      [service, old].every(needsCheck) && checks[0] !== checks[1],
      forbiddenCause("spec.healthCheckNodePort", "field is immutable"),
    ),
  ];
}

/** Returns true if the nodes of a Service have a port for checks of its health. */
const needsCheck = (service: ApiObject): boolean =>
  textAt(service, "spec.type") === "LoadBalancer" &&
  textAt(service, "spec.externalTrafficPolicy") === "Local";

function addressChange(service: ApiObject, old: ApiObject): Cause[] {
  const of = (field: string) => [service, old].map((one) => textsOf(at(one, `spec.${field}`)));
  const [now, before] = of("clusterIPs") as [string[], string[]];
  const [families, formerFamilies] = of("ipFamilies") as [string[], string[]];
  const [headless, wasHeadless] = [now.join() === "None", before.join() === "None"];
  const fixed = "may not change once set";
  const changed = (list: readonly string[], former: readonly string[], field: string): Cause[] =>
    former.flatMap((one, index) =>
      index < list.length && list[index] !== one
        ? [
          invalidCause(`spec.${field}[${field === "ipFamilies" ? 0 : index}]`, list as Json, fixed),
        ]
        : []
    );
  return [
    ...when(!(headless && wasHeadless), changed(now, before, "clusterIPs")),
    ...when(!headless && !wasHeadless, changed(families, formerFamilies, "ipFamilies")),
  ];
}
