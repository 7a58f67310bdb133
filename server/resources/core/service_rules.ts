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

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];
const TRAFFIC = ["Cluster", "Local"];
const MOST_SECONDS = 86_400;

/** Validates a Service. */
export function validateService(service: ApiObject): Cause[] {
  const spec = asObject(service.spec) ?? {};
  const type = String(spec.type);
  const isHeadless = textsOf(spec.clusterIPs).join() === "None";
  const labels = (asObject(spec.selector) ?? {}) as Record<string, string>;
  // Real servers allocate addresses before they validate anything else.
  const wrongAddresses = type === "ExternalName" ? [] : validateAddresses(spec);
  if (wrongAddresses.length > 0) return wrongAddresses;
  const isOpen = isHeadless && Object.keys(asObject(spec.selector) ?? {}).length === 0;
  const unknown = type === "ExternalName" || isOpen ? [] : singleStack(spec);
  if (unknown.length > 0) return unknown;
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

/** Validates the cluster IPs and their families. */
function validateAddresses(spec: JsonObject): Cause[] {
  const [addresses, families] = [textsOf(spec.clusterIPs), textsOf(spec.ipFamilies)];
  const first = String(spec.clusterIP ?? "");
  const field = "spec.clusterIPs";
  const wrong = addresses.flatMap((address, at) =>
    address === "None" && at === 0
      ? when(addresses.length > 1, invalidCause(field, addresses, "'None' must be the only value"))
      : ipAddress(address, `${field}[${at}]`)
  );
  const found = addresses.map(familyOf);
  return [
    ...when(first !== "" && addresses.length === 0, requiredCause(field)),
    ...when(
      addresses.length > 0 && addresses[0] !== first,
      invalidCause(field, addresses, "first value must match `clusterIP`"),
    ),
    ...families.flatMap((family, at) => [
      ...oneOf(family, `spec.ipFamilies[${at}]`, ["IPv4", "IPv6"]),
      ...when(families.indexOf(family) < at, duplicateCause(`spec.ipFamilies[${at}]`, family)),
    ]),
    ...maybeOneOf(spec.ipFamilyPolicy, "spec.ipFamilyPolicy", POLICIES),
    ...wrong,
    ...when(addresses.length > 2, invalidCause(field, addresses, "may only hold up to 2 values")),
    ...when(
      wrong.length === 0 && found.length > 1 && found[0] === found[1],
      invalidCause(field, addresses, "may specify no more than one IP for each IP family"),
    ),
    ...when(
      wrong.length === 0 && first !== "None",
      found.flatMap((family, at) =>
        when(
          ["IPv4", "IPv6"].includes(String(families[at])) && family !== families[at],
          invalidCause(`${field}[${at}]`, addresses[at], `expected an ${families[at]} value`),
        )
      ),
    ),
  ];
}

/** This server has addresses of one family. */
const singleStack = ({ ipFamilies, ipFamilyPolicy }: JsonObject): Cause[] => [
  ...when(
    ipFamilyPolicy === "RequireDualStack",
    invalidCause("spec.ipFamilyPolicy", ipFamilyPolicy, "this cluster is not dual-stack"),
  ),
  ...textsOf(ipFamilies).flatMap((family, at) =>
    when(
      family === "IPv6",
      invalidCause(`spec.ipFamilies[${at}]`, family, "not configured on this cluster"),
    )
  ),
];

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

/** The first of the addresses is the one address. */
export function normalizeAddresses(service: ApiObject, old?: ApiObject): void {
  const [spec, before] = [asObject(service.spec), asObject(old?.spec)];
  if (!spec) return;
  const first = String(spec.clusterIP ?? "");
  const same = textsOf(spec.clusterIPs).join() === textsOf(before?.clusterIPs).join();
  if (!before) {
    if (first !== "" && textsOf(spec.clusterIPs).length === 0) spec.clusterIPs = [first];
  } else if (first !== String(before.clusterIP ?? "") && same) {
    if (first === "") delete spec.clusterIPs;
    else spec.clusterIPs = [first];
  }
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
      isBalancer && checks.every((port) => port > 0) && checks[0] !== checks[1],
      forbiddenCause("spec.healthCheckNodePort", "field is immutable"),
    ),
  ];
}

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
