/**
 * The cluster IPs of Services and their families, and the fields that depend on the type: what
 * follows from a write and from the Service before it.
 *
 * @module
 */
import { type Cause, equal, type Json, type JsonObject } from "@plumbline/server/api";
import {
  familyOf,
  invalidCause,
  ipAddress,
  itemsOf,
  requiredCause,
  textsOf,
  when,
} from "@plumbline/server/rules";
import { eachText, fields, maybe, oneOf, unique } from "@plumbline/server/fields";

const POLICIES = ["PreferDualStack", "RequireDualStack", "SingleStack"];

/** The family of this server's addresses. */
const OWN_FAMILY = "IPv4";

/** Returns true for a Service of a type with cluster IPs. */
export const needsAddress = ({ type }: JsonObject): boolean => type !== "ExternalName";

/** Returns true for a Service of a type with ports on nodes. */
export const needsNodePorts = ({ type }: JsonObject): boolean =>
  type === "NodePort" || type === "LoadBalancer";

/** Returns true for a Service whose health is checked at a port of its own. */
export const needsHealthCheck = ({ type, externalTrafficPolicy }: JsonObject): boolean =>
  type === "LoadBalancer" && externalTrafficPolicy === "Local";

/** Returns true for a Service without cluster IPs. */
export const isHeadless = ({ clusterIPs }: JsonObject): boolean =>
  textsOf(clusterIPs).join() === "None";

const address = ({ clusterIP }: JsonObject): string => String(clusterIP ?? "");

const sameAddresses = (spec: JsonObject, before: JsonObject): boolean =>
  address(spec) === address(before) &&
  textsOf(spec.clusterIPs).join() === textsOf(before.clusterIPs).join();

const sameFamilies = (spec: JsonObject, before: JsonObject): boolean =>
  equal(spec.ipFamilies ?? null, before.ipFamilies ?? null);

const isOpen = ({ clusterIP, selector }: JsonObject): boolean =>
  clusterIP === "None" && Object.keys(selector as JsonObject ?? {}).length === 0;

/** Fills in allocated values that an update leaves out. */
export function keepAllocated(spec: JsonObject, before: JsonObject): void {
  if (needsAddress(before) && needsAddress(spec)) {
    if (address(spec) === "" && before.clusterIP !== undefined) spec.clusterIP = before.clusterIP;
    if (textsOf(spec.clusterIPs).length === 0 && textsOf(before.clusterIPs).length > 0) {
      spec.clusterIPs = before.clusterIPs!;
    }
  }
  if (needsNodePorts(before) && needsNodePorts(spec)) keepNodePorts(spec, before);
  if (needsHealthCheck(before) && needsHealthCheck(spec) && !spec.healthCheckNodePort) {
    if (before.healthCheckNodePort) spec.healthCheckNodePort = before.healthCheckNodePort;
  }
}

/** A port keeps its port on nodes by its name, unless another one uses that. */
function keepNodePorts(spec: JsonObject, before: JsonObject): void {
  const known = new Map(itemsOf(before.ports).map(({ name = "", nodePort }) => [name, nodePort]));
  const [now, then] = [spec, before].map(({ ports }) =>
    new Set(itemsOf(ports).map(({ nodePort }) => nodePort))
  ) as [Set<Json | undefined>, Set<Json | undefined>];
  for (const port of itemsOf(spec.ports)) {
    const old = known.get(port.name ?? "");
    if (!port.nodePort && old && !(now.has(old) && then.has(old))) port.nodePort = old;
  }
}

/** The first of the cluster IPs is the one cluster IP. */
export function normalizeClusterIps(spec: JsonObject, before?: JsonObject): void {
  const first = address(spec);
  if (!before) {
    if (first !== "" && textsOf(spec.clusterIPs).length === 0) spec.clusterIPs = [first];
    return;
  }
  const hasNone = textsOf(spec.clusterIPs).length === 0;
  if (hasNone && textsOf(before.clusterIPs).length > 0 && first === address(before)) {
    spec.clusterIPs = before.clusterIPs!;
  }
  const isSame = textsOf(spec.clusterIPs).join() === textsOf(before.clusterIPs).join();
  if (first === address(before) || !isSame) return;
  if (first === "") delete spec.clusterIPs;
  else spec.clusterIPs = [first];
}

/** Returns true if nothing about the addresses of a Service changes that prefers two families. */
function keepsFamilies(spec: JsonObject, before: JsonObject | undefined): boolean {
  if (!before || spec.ipFamilyPolicy !== "PreferDualStack" || before.type !== spec.type) {
    return false;
  }
  const prefers = before.ipFamilyPolicy === undefined ||
    before.ipFamilyPolicy === "PreferDualStack";
  return ["ClusterIP", "LoadBalancer", "NodePort"].includes(String(spec.type)) && prefers &&
    sameAddresses(spec, before) && sameFamilies(spec, before);
}

/** Sets the families of a Service and their policy. */
export function setFamilies(spec: JsonObject, before?: JsonObject): Cause[] {
  if (!needsAddress(spec) || keepsFamilies(spec, before)) return [];
  spec.ipFamilyPolicy ??= before?.ipFamilyPolicy ??
    (isOpen(spec) ? "RequireDualStack" : "SingleStack");
  const wrong = validateAddresses(spec);
  if (wrong.length > 0) return wrong;
  const causes = [...checkPolicy(spec, before), ...inferFamilies(spec)];
  if (causes.length > 0) return causes;
  const isSingle = spec.ipFamilyPolicy === "SingleStack";
  if (isOpen(spec)) {
    const families = textsOf(spec.ipFamilies);
    const [first = OWN_FAMILY] = families;
    const other = first === "IPv4" ? "IPv6" : "IPv4";
    spec.ipFamilies = families.length > 1 ? [...families] : isSingle ? [first] : [first, other];
    return [];
  }
  const policy = "spec.ipFamilyPolicy";
  const missing = [
    ...when(
      spec.ipFamilyPolicy === "RequireDualStack",
      invalidCause(policy, spec.ipFamilyPolicy, "this cluster is not configured for dual-stack"),
    ),
    ...textsOf(spec.ipFamilies).flatMap((family, at) =>
      when(
        family !== OWN_FAMILY,
        invalidCause(`spec.ipFamilies[${at}]`, family, "not configured on this cluster"),
      )
    ),
  ];
  if (missing.length === 0 && textsOf(spec.ipFamilies).length === 0) spec.ipFamilies = [OWN_FAMILY];
  return missing;
}

/** Compares the policy with the numbers of addresses and families. */
function checkPolicy(spec: JsonObject, before: JsonObject | undefined): Cause[] {
  const { ipFamilyPolicy: value } = spec;
  const field = "spec.ipFamilyPolicy";
  const isSingle = value === "SingleStack";
  const count = (of: JsonObject, list: "clusterIPs" | "ipFamilies") => textsOf(of[list]).length;
  const lists = ["clusterIPs", "ipFamilies"] as const;
  const causes: Cause[] = [];
  if (before && isSingle) {
    if (sameAddresses(spec, before) && count(spec, "clusterIPs") > 1) {
      spec.clusterIPs = textsOf(spec.clusterIPs).slice(0, 1);
    }
    if (sameFamilies(spec, before) && count(spec, "ipFamilies") > 1) {
      spec.ipFamilies = textsOf(spec.ipFamilies).slice(0, 1);
    }
  } else if (before) {
    for (const list of lists) {
      const isReduced = count(spec, list) === 1 && count(before, list) === 2 &&
        textsOf(spec[list])[0] === textsOf(before[list])[0];
      if (isReduced) causes.push(invalidCause(field, value, "must be 'SingleStack' to release it"));
    }
  }
  for (const list of isSingle ? lists : []) {
    const why = "must be 'RequireDualStack' or 'PreferDualStack' for more than one";
    if (count(spec, list) === 2) causes.push(invalidCause(field, value, why));
  }
  return causes;
}

/** Adds the families of given addresses. */
function inferFamilies(spec: JsonObject): Cause[] {
  const families = textsOf(spec.ipFamilies);
  return textsOf(spec.clusterIPs).flatMap((ip, index) => {
    if (ip === "None" || index < textsOf(spec.ipFamilies).length) return [];
    const family = familyOf(ip) ?? OWN_FAMILY;
    if (family !== OWN_FAMILY) {
      const why = `${family} is not configured on this cluster`;
      return [invalidCause(`spec.clusterIPs[${index}]`, spec.clusterIPs, why)];
    }
    spec.ipFamilies = [...families, family];
    return [];
  });
}

/** Validates the cluster IPs and their families. */
export function validateAddresses(spec: JsonObject): Cause[] {
  if (!needsAddress(spec)) return [];
  const [addresses, families] = [textsOf(spec.clusterIPs), textsOf(spec.ipFamilies)];
  const first = address(spec);
  const field = "spec.clusterIPs";
  const wrong = addresses.flatMap((one, at) =>
    one === "None" && at === 0
      ? when(addresses.length > 1, invalidCause(field, addresses, "'None' must be the only value"))
      : ipAddress(one, `${field}[${at}]`)
  );
  const found = addresses.map(familyOf);
  return [
    ...when(first !== "" && addresses.length === 0, requiredCause(field)),
    ...when(
      addresses.length > 0 && addresses[0] !== first,
      invalidCause(field, addresses, "first value must match `clusterIP`"),
    ),
    ...fields({
      ipFamilies: eachText(oneOf("IPv4", "IPv6"), unique),
      ipFamilyPolicy: maybe(oneOf(...POLICIES)),
    })(spec, "spec"),
    ...wrong,
    ...when(addresses.length > 2, invalidCause(field, addresses, "may only hold up to 2 values")),
    ...when(
      wrong.length === 0 && found.length > 1 &&
        (found.length > 2 || found[0] === found[1]),
      invalidCause(field, addresses, "may specify no more than one IP for each IP family"),
    ),
    ...when(
      wrong.length === 0 && !isHeadless(spec),
      found.flatMap((family, at) =>
        when(
          ["IPv4", "IPv6"].includes(String(families[at])) && family !== families[at],
          invalidCause(`${field}[${at}]`, addresses[at], `expected an ${families[at]} value`),
        )
      ),
    ),
  ];
}

/** Drops fields that an update to another type leaves as they were. */
export function dropDependentFields(spec: JsonObject, before: JsonObject): void {
  const isSame = (field: string) => (spec[field] ?? "") === (before[field] ?? "");
  const drop = (isDropped: boolean, field: string) => {
    if (isDropped) delete spec[field];
  };
  if (needsAddress(before) && !needsAddress(spec)) {
    const [same, families] = [sameAddresses(spec, before), sameFamilies(spec, before)];
    drop(same, "clusterIP");
    drop(same, "clusterIPs");
    drop(families, "ipFamilies");
    drop(isSame("ipFamilyPolicy"), "ipFamilyPolicy");
  }
  if (needsNodePorts(before) && !needsNodePorts(spec)) {
    const known = itemsOf(before.ports).map(({ nodePort }) => nodePort);
    const ports = itemsOf(spec.ports);
    if (ports.every(({ nodePort }) => !nodePort || known.includes(nodePort))) {
      for (const port of ports) delete port.nodePort;
    }
    drop(isSame("externalTrafficPolicy"), "externalTrafficPolicy");
  }
  drop(
    needsHealthCheck(before) && !needsHealthCheck(spec) && isSame("healthCheckNodePort"),
    "healthCheckNodePort",
  );
  if (before.type === "LoadBalancer" && spec.type !== "LoadBalancer") {
    drop(isSame("allocateLoadBalancerNodePorts"), "allocateLoadBalancerNodePorts");
    drop(isSame("loadBalancerClass"), "loadBalancerClass");
  }
}
