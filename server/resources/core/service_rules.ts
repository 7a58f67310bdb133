/**
 * Rules for Services.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../../object.ts";
import { validateKeys, validateLabelValues } from "../../registry/object_meta.ts";
import { asObject } from "../../registry/resource.ts";
import { at, numberAt, textAt } from "../columns.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "../field_causes.ts";
import {
  each,
  eachText,
  familyOf,
  inRange,
  ipAddress,
  isCidr,
  itemsOf,
  label,
  maybeOneOf,
  oneOf,
  portNumber,
  portNumberOrName,
  qualifiedName,
  subdomain,
  textsOf,
  when,
} from "../rules.ts";
import { validateAddresses } from "./service_families.ts";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const TRAFFIC = ["Cluster", "Local"];
const MOST_SECONDS = 86_400;

/** Validates a Service. */
export function validateService(service: ApiObject): Cause[] {
  const spec = asObject(service.spec) ?? {};
  const type = String(spec.type);
  const isHeadless = textsOf(spec.clusterIPs).join() === "None";
  const labels = (asObject(spec.selector) ?? {}) as Record<string, string>;
  return [
    ...when(
      itemsOf(spec.ports).length === 0 && !isHeadless && type !== "ExternalName",
      requiredCause("spec.ports"),
    ),
    ...ofType(spec, type, isHeadless),
    ...validatePorts(spec, type),
    ...validateKeys(labels, "spec.selector"),
    ...validateLabelValues(labels, "spec.selector"),
    ...validateAffinity(spec),
    ...validateAddresses(spec),
    ...eachText(spec.externalIPs, "spec.externalIPs", (ip, field) => [
      ...(familyOf(ip) ? ordinaryAddress(ip, field) : ipAddress(ip, field)),
    ]),
    ...oneOf(type, "spec.type", TYPES),
    ...validateLoadBalancer(service, spec, type),
    ...validateTraffic(spec, type),
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

function validatePorts({ ports }: JsonObject, type: string): Cause[] {
  const all = itemsOf(ports);
  const isRepeated = (index: number, port: JsonObject, field: string) =>
    all.slice(0, index).some((other) =>
      other[field] === port[field] && other.protocol === port.protocol
    );
  return each(ports, "spec.ports", (port, field, index) => {
    const { name, protocol, appProtocol, nodePort } = port;
    return [
      ...when(all.length > 1 && !name, requiredCause(`${field}.name`)),
      ...(name ? label(name, `${field}.name`) : []),
      ...when(
        name && all.slice(0, index).some((other) => other.name === name),
        duplicateCause(`${field}.name`, name),
      ),
      ...portNumber(port.port, `${field}.port`),
      ...oneOf(protocol, `${field}.protocol`, PROTOCOLS),
      ...portNumberOrName(port.targetPort ?? port.port, `${field}.targetPort`),
      ...(appProtocol === undefined ? [] : qualifiedName(appProtocol, `${field}.appProtocol`)),
      ...when(
        type === "ClusterIP" && nodePort,
        forbiddenCause(`${field}.nodePort`, "may not be used when `type` is 'ClusterIP'"),
      ),
      ...when(
        nodePort && isRepeated(index, port, "nodePort"),
        duplicateCause(`${field}.nodePort`, nodePort),
      ),
      ...when(isRepeated(index, port, "port"), duplicateCause(field, port.port)),
      ...when(
        type === "LoadBalancer" && port.port === 10_250,
        invalidCause(field, port.port, "is used by kubelet"),
      ),
    ];
  });
}

function validateAffinity(spec: JsonObject): Cause[] {
  const config = asObject(spec.sessionAffinityConfig);
  const field = "spec.sessionAffinityConfig";
  const seconds = at(config, "clientIP.timeoutSeconds");
  const wrong = oneOf(spec.sessionAffinity, "spec.sessionAffinity", ["ClientIP", "None"]);
  if (spec.sessionAffinity === "None") {
    return when(config, forbiddenCause(field, "must not be set when session affinity is None"));
  }
  if (spec.sessionAffinity !== "ClientIP") return wrong;
  if (!config) return [requiredCause(field)];
  if (config.clientIP === undefined) return [requiredCause(`${field}.clientIP`)];
  const timeout = `${field}.clientIP.timeoutSeconds`;
  return seconds === undefined
    ? [requiredCause(timeout)]
    : inRange(seconds, timeout, 1, MOST_SECONDS);
}

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

function validateTraffic(spec: JsonObject, type: string): Cause[] {
  const { externalTrafficPolicy, internalTrafficPolicy, healthCheckNodePort } = spec;
  const isExternal = type === "LoadBalancer" || type === "NodePort";
  const needsCheck = type === "LoadBalancer" && externalTrafficPolicy === "Local";
  return [
    ...(isExternal
      ? externalTrafficPolicy === undefined
        ? [requiredCause("spec.externalTrafficPolicy")]
        : oneOf(externalTrafficPolicy, "spec.externalTrafficPolicy", TRAFFIC)
      : when(
        externalTrafficPolicy,
        invalidCause("spec.externalTrafficPolicy", externalTrafficPolicy, "needs another `type`"),
      )),
    ...when(
      !needsCheck && healthCheckNodePort,
      invalidCause("spec.healthCheckNodePort", healthCheckNodePort, "may only be set if needed"),
    ),
    ...when(
      needsCheck && healthCheckNodePort,
      inRange(healthCheckNodePort, "spec.healthCheckNodePort", 1, 65_535),
    ),
    ...maybeOneOf(internalTrafficPolicy, "spec.internalTrafficPolicy", TRAFFIC),
  ];
}

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
