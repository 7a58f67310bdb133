/**
 * Services have endpoints: Endpoints and EndpointSlices follow the ready Pods that they select, and
 * Services of the type LoadBalancer get an address.
 *
 * @module
 */
import { type ApiObject, equal, type Json, type JsonObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  controlled,
  controlledBy,
  fieldsOf,
  isEnding,
  isOver,
  isReady,
  listAt,
  record,
  setStatus,
  textAt,
} from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

const SLICES = "endpointslices";

/** The player. */
export const servicesHaveEndpoints = (): Player => {
  let balancers = 0;
  return {
    name: "services-have-endpoints",
    for: "services",
    watches: {
      pods: async ({ metadata: { namespace = "", labels = {} } }, server) =>
        (await server.list("services", { namespace })).filter((service) => {
          const selector = Object.entries(asObject(at(fieldsOf(service), "spec.selector")) ?? {});
          return selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
        }).map(({ metadata: { name } }) => ({ name, namespace })),
    },
    async reconcile(object, server) {
      const service = fieldsOf(object);
      if (isEnding(service)) return;
      const type = textAt(service, "spec.type");
      const hasAddress = listAt(service, "status.loadBalancer.ingress").length > 0;
      if (type === "LoadBalancer" && !hasAddress) {
        balancers++;
        const ingress = [{ ip: `198.51.100.${balancers % 255}` }];
        const from = "service-controller";
        const [ensuring, ensured] = ["EnsuringLoadBalancer", "EnsuredLoadBalancer"];
        await record(server, service, {
          from,
          reason: ensuring,
          message: "Ensuring load balancer",
        });
        await setStatus(server, "services", service, { loadBalancer: { ingress } });
        await record(server, service, { from, reason: ensured, message: "Ensured load balancer" });
      }
      const selector = Object.entries(asObject(at(service, "spec.selector")) ?? {});
      if (selector.length === 0 || type === "ExternalName") return;
      const { namespace = "" } = service.metadata;
      const labelSelector = selector.map(([key, value]) => `${key}=${value}`).join();
      const pods = (await server.list("pods", { namespace, labelSelector })).map(fieldsOf)
        .filter((pod) => textAt(pod, "status.podIP") !== "" && !isOver(pod) && !isEnding(pod));
      await writeEndpoints(server, service, pods);
      await writeSlice(server, service, pods);
    },
    async removed({ metadata: { name, namespace } }, server) {
      await server.delete("endpoints", name, namespace);
    },
  };
};

const targetOf = ({ metadata: { name, namespace = "", uid } }: ApiObject): JsonObject => ({
  ...{ kind: "Pod", name, namespace, uid },
});

/** Returns the ports of a Service as numbers of containers' ports. */
function portsOf(service: ApiObject, [pod]: readonly ApiObject[]): JsonObject[] {
  return listAt(service, "spec.ports").map(({ name, protocol, port, targetPort, appProtocol }) => ({
    ...(name !== undefined && { name }),
    port: typeof targetPort === "string" ? portNamed(pod, targetPort) : targetPort || port!,
    protocol: protocol!,
    ...(appProtocol !== undefined && { appProtocol }),
  })).filter(({ port }) => port !== 0);
}

function portNamed(pod: ApiObject | undefined, wanted: string): Json {
  const ports = listAt(pod, "spec.containers").flatMap((container) => listAt(container, "ports"));
  return ports.find(({ name }) => name === wanted)?.containerPort ?? 0;
}

async function writeEndpoints(
  server: PlayerServer,
  service: ApiObject,
  pods: readonly ApiObject[],
): Promise<void> {
  const { name, namespace = "", labels = {} } = service.metadata;
  const addressOf = (pod: ApiObject) => ({
    ip: textAt(pod, "status.podIP"),
    nodeName: textAt(pod, "spec.nodeName"),
    targetRef: targetOf(pod),
  });
  const ready = pods.filter(isReady).map(addressOf);
  const others = pods.filter((pod) => !isReady(pod)).map(addressOf);
  const subsets = pods.length === 0 ? [] : [{
    ...(ready.length > 0 && { addresses: ready }),
    ...(others.length > 0 && { notReadyAddresses: others }),
    ports: portsOf(service, pods),
  }];
  const current = await server.get("endpoints", name, namespace);
  if (current && equal(current.subsets ?? [], subsets)) return;
  const own = {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name, namespace, labels: { ...labels } },
    subsets,
  };
  if (current) await server.patch("endpoints", name, { subsets }, { namespace });
  else await server.create(own);
}

async function writeSlice(
  server: PlayerServer,
  service: ApiObject,
  pods: readonly ApiObject[],
): Promise<void> {
  const { name, namespace = "", labels = {} } = service.metadata;
  const content = {
    endpoints: pods.map((pod) => ({
      addresses: [textAt(pod, "status.podIP")],
      conditions: { ready: isReady(pod), serving: isReady(pod), terminating: false },
      nodeName: textAt(pod, "spec.nodeName"),
      targetRef: targetOf(pod),
    })),
    ports: portsOf(service, pods).map((port) => ({ name: "", ...port })),
  };
  const [slice] = await controlled(server, SLICES, service);
  if (!slice) {
    const own = {
      "kubernetes.io/service-name": name,
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
    };
    await server.create({
      apiVersion: await versionOf(server),
      kind: "EndpointSlice",
      metadata: {
        ...{ generateName: `${name}-`, namespace, labels: { ...labels, ...own } },
        ownerReferences: [controlledBy(service)],
      },
      addressType: "IPv4",
      ...content,
    });
  } else if (!equal([slice.endpoints ?? [], slice.ports], [content.endpoints, content.ports])) {
    await server.patch(SLICES, slice.metadata.name, content, { namespace });
  }
}

/** Returns the API version of EndpointSlices, whose group depends on the dialect. */
async function versionOf(server: PlayerServer): Promise<string> {
  const [any] = await server.list(SLICES);
  return any?.apiVersion ?? "discovery.k8s.io/v1";
}
