/**
 * Pods run: they are put on a node, become ready with an address, and end when they are deleted: they
 * are not ready any more, then they are removed.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import {
  conditions,
  fieldsOf,
  isEnding,
  isOver,
  isTrue,
  listAt,
  numberAt,
  record,
  setStatus,
  textAt,
} from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

/** The node of Pods that name none, created if there is no node. */
export const NODE = "node-1";

/** The address of the node. */
const NODE_ADDRESS = "192.0.2.2";

/**
 * The player. A Pod with the restart policy `Always` runs, any other one succeeds. A Pod whose phase
 * a client set to Failed stays as it is.
 */
export const podsRun = (): Player => {
  let count = 0;
  return {
    name: "pods-run",
    for: "pods",
    async start(server) {
      if ((await server.list("nodes")).length === 0) await createNode(server);
    },
    async reconcile(object, server) {
      const pod = fieldsOf(object);
      const { name, namespace = "", finalizers = [] } = pod.metadata;
      if (isEnding(pod)) {
        if (isTrue(pod, "Ready")) {
          await recordContainers(server, pod, "containers", {
            Killing: ({ name }) => `Stopping container ${name}`,
          });
          await setStatus(server, "pods", pod, endOf(pod, server.now()));
          return;
        }
        if (numberAt(pod, "metadata.deletionGracePeriodSeconds") > 0 || finalizers.length === 0) {
          const options = { gracePeriodSeconds: 0 };
          await server.send("DELETE", `/api/v1/namespaces/${namespace}/pods/${name}`, options);
        }
        return;
      }
      if (isOver(pod)) return;
      if (textAt(pod, "spec.nodeName") === "") {
        const node = await nodeFor(server, count);
        await server.send("POST", `/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
          ...{ apiVersion: "v1", kind: "Binding", metadata: { name } },
          target: { apiVersion: "v1", kind: "Node", name: node },
        });
        await record(server, pod, {
          ...{ from: "default-scheduler", reason: "Scheduled" },
          message: `Successfully assigned ${namespace}/${name} to ${node}`,
        });
        return;
      }
      if (textAt(pod, "status.phase") === "Running") return;
      count++;
      const address = `10.244.${count >> 8 & 255}.${count & 255}`;
      await recordContainers(server, pod, "initContainers", STARTING);
      await recordContainers(server, pod, "containers", STARTING);
      await setStatus(server, "pods", pod, statusOf(pod, address, server.now()));
    },
  };
};

/** The reasons and messages of Events about a container. */
type ContainerEvents = Readonly<Record<string, (container: JsonObject) => string>>;

const STARTING: ContainerEvents = {
  Pulled: ({ image }) => `Container image "${image}" already present on machine`,
  Created: ({ name }) => `Created container ${name}`,
  Started: ({ name }) => `Started container ${name}`,
};

/** Records what a kubelet does with each container. */
async function recordContainers(
  server: PlayerServer,
  pod: ApiObject,
  field: "initContainers" | "containers",
  events: ContainerEvents,
): Promise<void> {
  const host = textAt(pod, "spec.nodeName");
  for (const container of listAt(pod, `spec.${field}`)) {
    const fieldPath = `spec.${field}{${container.name}}`;
    for (const [reason, messageOf] of Object.entries(events)) {
      const message = messageOf(container);
      await record(server, pod, { from: "kubelet", host, fieldPath, reason, message });
    }
  }
}

/** Returns the status of a Pod that runs, or that has run. */
function statusOf(pod: ApiObject, address: string, now: string): JsonObject {
  const isDone = textAt(pod, "spec.restartPolicy") !== "Always";
  const reason = isDone ? { reason: "PodCompleted" } : {};
  return {
    phase: isDone ? "Succeeded" : "Running",
    hostIP: NODE_ADDRESS,
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: now,
    conditions: conditions(pod, now, [
      { type: "Initialized", status: true, ...reason },
      { type: "Ready", status: !isDone, ...reason },
      { type: "ContainersReady", status: !isDone, ...reason },
      { type: "PodScheduled", status: true },
    ]),
    ...(listAt(pod, "spec.initContainers").length > 0 && {
      initContainerStatuses: containersOf(pod, "spec.initContainers", true, now),
    }),
    containerStatuses: containersOf(pod, "spec.containers", isDone, now),
  };
}

/** Returns what changes in the status of a Pod before it is removed: its containers have ended. */
const endOf = (pod: ApiObject, now: string): JsonObject => {
  const reason = "ContainersNotReady";
  return {
    conditions: conditions(pod, now, [
      { type: "Initialized", status: true },
      { type: "Ready", status: false, reason },
      { type: "ContainersReady", status: false, reason },
      { type: "PodScheduled", status: true },
    ]),
    containerStatuses: containersOf(pod, "spec.containers", true, now),
  };
};

const containersOf = (pod: ApiObject, field: string, isDone: boolean, now: string): JsonObject[] =>
  listAt(pod, field).map(({ name, image }): JsonObject => {
    const containerID = `plumbline://${pod.metadata.uid}/${name}`;
    const ended = {
      containerID,
      exitCode: 0,
      reason: "Completed",
      startedAt: now,
      finishedAt: now,
    };
    return {
      name: name!,
      image: image!,
      imageID: "",
      containerID,
      ready: !isDone || field === "spec.initContainers",
      started: !isDone,
      restartCount: 0,
      lastState: {},
      state: isDone ? { terminated: ended } : { running: { startedAt: now } },
    };
  });

/** Returns the name of a node, one after the other. */
async function nodeFor(server: PlayerServer, count: number): Promise<string> {
  const nodes = await server.list("nodes");
  if (nodes.length === 0) await createNode(server);
  return nodes[count % nodes.length]?.metadata.name ?? NODE;
}

async function createNode(server: PlayerServer): Promise<void> {
  const now = server.now();
  const amounts = { cpu: "8", memory: "16Gi", pods: "1000" };
  await server.create({
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: NODE,
      labels: { "kubernetes.io/hostname": NODE, "kubernetes.io/os": "linux" },
    },
    status: {
      ...{ capacity: amounts, allocatable: amounts },
      addresses: [
        { type: "InternalIP", address: NODE_ADDRESS },
        { type: "Hostname", address: NODE },
      ],
      conditions: [{
        ...{ type: "Ready", status: "True", reason: "KubeletReady" },
        ...{ lastHeartbeatTime: now, lastTransitionTime: now },
      }],
    },
  });
}
