/**
 * Gives Services their cluster IPs and node ports. No two Services have the same.
 *
 * @module
 */
import {
  type ApiObject,
  type Cause,
  invalid,
  type Json,
  type JsonObject,
} from "@plumbline/server/api";
import type { Registry, WriteAttributes } from "@plumbline/server/parts";
import { asObject, type ResourceDefinition, storageKey } from "@plumbline/server/resources";
import {
  isHeadless,
  keepAllocated,
  needsAddress,
  needsHealthCheck,
  needsNodePorts,
  normalizeClusterIps,
  setFamilies,
} from "../resources/core/service_families.ts";
import { invalidCause } from "@plumbline/server/rules";
import type { AdmissionPlugin } from "@plumbline/server/extension";

/** The resource whose objects have addresses and ports that no two of them share. */
export const SERVICES = "/services";
const ENDPOINTS = "/endpoints";

/** The first address of 10.96.0.0/12, and how many it has. */
const FIRST_ADDRESS = (10 << 24) + (96 << 16);
const ADDRESSES = 2 ** 20;
/** The first port on nodes, and how many there are. */
const FIRST_PORT = 30_000;
const PORTS = 2_768;
const ALLOCATED = "the value is already allocated";
/** The number before the first port of a dry run. */
const DRY_PORT = 32_768;

/**
 * Returns the plugin.
 *
 * @param registry returns the registry, which exists by the time of the first request
 */
export function serviceAddresses(registry: () => Registry): AdmissionPlugin {
  return { resources: [SERVICES], verbs: ["create", "update"], allocate, admit, removed };

  /** Endpoints do not remain without their Service, so that a later one does not get old ones. */
  async function removed(_: ResourceDefinition, { metadata }: ApiObject): Promise<void> {
    const { name, namespace = "" } = metadata;
    const { steps, definitions } = registry();
    const definition = definitions.find((one) => storageKey(one) === ENDPOINTS);
    if (!definition) return;
    const key = { resource: ENDPOINTS, namespace, name };
    await steps.deleteObject(registry(), definition, key, { dryRun: false });
  }

  /** Another request may have been given the same values since. */
  async function admit({ definition, name, object, dryRun, subresource }: WriteAttributes) {
    const spec = asObject(object?.spec);
    if (!object || !spec || dryRun || subresource) return;
    const others = await specsOfOthers(object);
    const ports = takenPorts(others);
    const isTaken = spec.clusterIP !== "None" &&
      others.some(({ clusterIP }) => clusterIP && clusterIP === spec.clusterIP);
    const causes = [
      ...(isTaken ? [invalidCause("spec.clusterIPs", [spec.clusterIP!], ALLOCATED)] : []),
      ...portsOf(spec).flatMap(({ nodePort }, index) =>
        nodePort && ports.has(nodePort)
          ? [invalidCause(`spec.ports[${index}].nodePort`, nodePort, ALLOCATED)]
          : []
      ),
    ];
    if (causes.length > 0) throw invalid(definition, name, causes);
  }

  async function allocate(
    { definition, name, object, old, dryRun = false, subresource }: WriteAttributes,
  ): Promise<void> {
    const spec = asObject(object?.spec);
    if (!object || !spec || subresource) return;
    const before = asObject(old?.spec);
    const refuse = (causes: readonly Cause[]): void => {
      if (causes.length > 0) throw invalid(definition, name, [...causes]);
    };
    if (before) keepAllocated(spec, before);
    normalizeClusterIps(spec, before);
    refuse(setFamilies(spec, before));
    if (!needsAddress(spec) && !needsNodePorts(spec)) return;
    const others = await specsOfOthers(object);
    const isNew = !before || !needsAddress(before);
    if (isNew && needsAddress(spec) && !isHeadless(spec)) {
      refuse(giveAddress(spec, others, dryRun));
    }
    if (needsNodePorts(spec)) refuse(givePorts(spec, before, takenPorts(others), dryRun));
  }

  function giveAddress(
    spec: JsonObject,
    others: readonly JsonObject[],
    dryRun: boolean,
  ): readonly Cause[] {
    const taken = new Set(others.map(({ clusterIP }) => clusterIP));
    if (!spec.clusterIP) {
      // A dry run takes no address: real servers answer with that of the range.
      spec.clusterIP = dryRun
        ? addressFrom(FIRST_ADDRESS)
        : free(ADDRESSES, (index) => addressAt(index), taken);
      spec.clusterIPs = [spec.clusterIP];
    } else if (taken.has(spec.clusterIP)) {
      return [invalidCause("spec.clusterIPs", [spec.clusterIP], ALLOCATED)];
    }
    return [];
  }

  /** Gives the ports on nodes of a Service, and that of its health check. */
  function givePorts(
    spec: JsonObject,
    before: JsonObject | undefined,
    taken: Set<unknown>,
    dryRun: boolean,
  ): readonly Cause[] {
    const own = new Set(portsOf(before ?? {}).map(({ nodePort }) => nodePort));
    // A dry run takes no port: real servers answer with numbers of no range, each above those that
    // the write has asked for.
    let last: number | undefined;
    const next = () =>
      dryRun ? last = (last ?? DRY_PORT) + 1 : free(PORTS, (index) => FIRST_PORT + index, taken);
    const isRefused = (port: Json): string | undefined => {
      if (own.has(port)) return undefined;
      if (taken.has(port)) return ALLOCATED;
      const [least, most] = [FIRST_PORT, FIRST_PORT + PORTS - 1];
      return dryRun || Number(port) >= least && Number(port) <= most
        ? undefined
        : `provided port is not in the valid range. The range of valid ports is ${least}-${most}`;
    };
    const gives = spec.type === "NodePort" || spec.allocateLoadBalancerNodePorts !== false;
    const byNumber = new Map<Json | undefined, Json>();
    for (const [index, port] of portsOf(spec).entries()) {
      if (!port.nodePort && !gives) continue;
      const requested = portsOf(spec).find((other) => other.port === port.port && other.nodePort);
      // Ports with one number, of several protocols, have one port on nodes.
      const shared = byNumber.get(port.port) ?? (before ? undefined : requested?.nodePort);
      port.nodePort = port.nodePort || shared || next();
      const isKnown = [...byNumber.values()].includes(port.nodePort);
      const why = isKnown || dryRun && port.nodePort === last
        ? undefined
        : isRefused(port.nodePort);
      if (why) return [invalidCause(`spec.ports[${index}].nodePort`, port.nodePort, why)];
      if (!before) byNumber.set(port.port, port.nodePort);
      if (dryRun && !own.has(port.nodePort)) last = Math.max(last ?? 0, Number(port.nodePort));
      taken.add(port.nodePort);
    }
    if (needsHealthCheck(spec)) spec.healthCheckNodePort = spec.healthCheckNodePort || next();
    return [];
  }

  async function specsOfOthers({ metadata: { uid } }: ApiObject): Promise<JsonObject[]> {
    const { versions } = await registry().storage.list({ resource: SERVICES });
    return versions.filter(({ object }) => object.metadata.uid !== uid)
      .map(({ object }) => asObject(object.spec) ?? {});
  }

  /** Returns a value that is not taken, from a random place on. */
  function free<Value>(
    count: number,
    valueAt: (index: number) => Value,
    taken: ReadonlySet<unknown>,
  ): Value {
    const start = Number.parseInt(registry().sources.uid().replaceAll("-", "").slice(0, 8), 16);
    for (let step = 0; step < count; step++) {
      const value = valueAt((start + step) % count);
      if (!taken.has(value)) return value;
    }
    throw new Error(`Cannot give a Service an address as all ${count} are taken`);
  }
}

/** Returns an address of the range; the first ones are left to what a cluster needs itself. */
const addressAt = (index: number): string => addressFrom(FIRST_ADDRESS + Math.max(index, 16));

const addressFrom = (address: number): string =>
  [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");

const takenPorts = (specs: readonly JsonObject[]): Set<unknown> =>
  new Set(
    specs.flatMap((spec) => [
      ...portsOf(spec).map(({ nodePort }) => nodePort),
      spec.healthCheckNodePort,
    ]),
  );

const portsOf = ({ ports }: JsonObject): JsonObject[] =>
  Array.isArray(ports) ? ports as JsonObject[] : [];
