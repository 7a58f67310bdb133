/**
 * Gives Services their cluster IPs and node ports. No two Services have the same.
 *
 * @module
 */
import { type ApiError, type Cause, invalid } from "../api_error.ts";
import type { ApiObject, Json, JsonObject } from "../object.ts";
import type { Registry, WriteAttributes } from "../registry/contracts.ts";
import { asObject } from "../registry/resource.ts";
import type { AdmissionPlugin } from "./chain.ts";

const SERVICES = "/services";

/** The first address of 10.96.0.0/12, and how many it has. */
const FIRST_ADDRESS = (10 << 24) + (96 << 16);
const ADDRESSES = 2 ** 20;
/** The first port on nodes, and how many there are. */
const FIRST_PORT = 30_000;
const PORTS = 2_768;

/**
 * Returns the plugin.
 *
 * @param registry returns the registry, which exists by the time of the first request
 */
export function serviceAddresses(registry: () => Registry): AdmissionPlugin {
  return { resources: [SERVICES], verbs: ["create", "update"], admit };

  async function admit({ definition, name, object }: WriteAttributes): Promise<void> {
    const spec = asObject(object?.spec);
    if (!object || !spec) return;
    if (spec.type === "ExternalName") {
      for (const field of ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"]) {
        delete spec[field];
      }
      return;
    }
    const others = await specsOfOthers(object);
    const takenAddresses = new Set(others.map(({ clusterIP }) => clusterIP));
    if (!spec.clusterIP) {
      spec.clusterIP = free(ADDRESSES, (index) => addressAt(index), takenAddresses);
    } else if (spec.clusterIP !== "None" && takenAddresses.has(spec.clusterIP)) {
      throw invalid(definition, name, [
        taken("spec.clusterIPs", [spec.clusterIP], "provided IP is already allocated"),
      ]);
    }
    spec.clusterIPs ??= [spec.clusterIP];
    // A headless Service without a selector may have addresses of both families.
    const isOpen = spec.clusterIP === "None" &&
      Object.keys(asObject(spec.selector) ?? {}).length === 0;
    spec.ipFamilies ??= isOpen ? ["IPv4", "IPv6"] : ["IPv4"];
    spec.ipFamilyPolicy ??= isOpen ? "RequireDualStack" : "SingleStack";
    if (spec.type === "NodePort" || spec.type === "LoadBalancer") {
      givePorts(spec, others, (causes) => invalid(definition, name, causes));
    }
  }

  function givePorts(
    spec: JsonObject,
    others: readonly JsonObject[],
    refusal: (causes: Cause[]) => ApiError,
  ): void {
    const given = new Set<unknown>(others.flatMap(portsOf).map(({ nodePort }) => nodePort));
    portsOf(spec).forEach(({ nodePort }, index) => {
      if (!nodePort) return;
      const why = given.has(nodePort)
        ? "provided port is already allocated"
        : isNodePort(nodePort)
        ? undefined
        : `provided port is not in the valid range. The range of valid ports is ${FIRST_PORT}-${
          FIRST_PORT + PORTS - 1
        }`;
      if (why) throw refusal([taken(`spec.ports[${index}].nodePort`, nodePort, why)]);
    });
    if (spec.allocateLoadBalancerNodePorts === false) return;
    for (const { nodePort } of portsOf(spec)) given.add(nodePort);
    for (const port of portsOf(spec)) {
      if (!port.nodePort) port.nodePort = free(PORTS, (index) => FIRST_PORT + index, given);
      given.add(port.nodePort);
    }
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
const addressAt = (index: number): string => {
  const address = FIRST_ADDRESS + Math.max(index, 16);
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".");
};

const isNodePort = (port: Json): boolean =>
  Number(port) >= FIRST_PORT && Number(port) < FIRST_PORT + PORTS;

const taken = (field: string, value: Json, why: string): Cause => ({
  reason: "FieldValueInvalid",
  field,
  message: `Invalid value: ${JSON.stringify(value)}: ${why}`,
});

const portsOf = ({ ports }: JsonObject): JsonObject[] =>
  Array.isArray(ports) ? ports as JsonObject[] : [];
