/**
 * DaemonSets become ready: a Pod on each node.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  controlled,
  fieldsOf,
  hashOf,
  isEnding,
  isOver,
  isReady,
  podFrom,
  recordPod,
  setStatus,
  textAt,
} from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

const TYPE = "daemonsets.apps";
const HASH = "controller-revision-hash";

/** The player. It selects nodes by `nodeSelector`, and by nothing else. */
export const daemonSetsBecomeReady = (): Player => ({
  name: "daemonsets-become-ready",
  for: TYPE,
  watches: {
    pods: "owner",
    nodes: async (_node, server) =>
      (await server.list(TYPE)).map(({ metadata: { name, namespace } }) => ({ name, namespace })),
  },
  async reconcile(object, server) {
    const set = fieldsOf(object);
    if (isEnding(set)) return;
    const revision = hashOf(at(set, "spec.template") ?? {});
    const nodes = await nodesFor(server, set);
    const pods = await controlled(server, "pods", set);
    const nodeOf = (pod: ApiObject) => textAt(pod, "spec.nodeName");
    for (const node of nodes) {
      if (pods.some((pod) => nodeOf(pod) === node && !isOver(pod))) continue;
      const pod = podFrom(set, { [HASH]: revision });
      const { metadata: { name } } = await server.create({
        ...pod,
        metadata: { ...asObject(pod.metadata), generateName: `${set.metadata.name}-` },
        spec: { ...asObject(pod.spec), nodeName: node },
      });
      await recordPod(server, set, "Create", name);
    }
    const isUpdated = textAt(set, "spec.updateStrategy.type") !== "OnDelete";
    const spare = pods.filter((pod) => !nodes.includes(nodeOf(pod)));
    // One Pod after the other is replaced.
    const old = isUpdated && pods.every(isReady)
      ? pods.filter(({ metadata }) => metadata.labels?.[HASH] !== revision).slice(0, 1)
      : [];
    for (const pod of [...spare, ...old]) {
      if (isEnding(pod)) continue;
      const { name, namespace } = pod.metadata;
      await server.delete("pods", name, namespace);
      await recordPod(server, set, "Delete", name);
    }
    await writeStatus(server, set, nodes.length, revision);
  },
});

async function nodesFor(server: PlayerServer, set: ApiObject): Promise<readonly string[]> {
  const wanted = asObject(at(set, "spec.template.spec.nodeSelector")) ?? {};
  const labelSelector = Object.entries(wanted).map(([key, value]) => `${key}=${value}`).join();
  const nodes = await server.list("nodes", labelSelector === "" ? {} : { labelSelector });
  return nodes.map(({ metadata: { name } }) => name);
}

async function writeStatus(
  server: PlayerServer,
  set: ApiObject,
  desired: number,
  revision: string,
): Promise<void> {
  const pods = (await controlled(server, "pods", set)).filter((pod) => !isEnding(pod));
  const ready = pods.filter(isReady).length;
  const updated = pods.filter(({ metadata }) => metadata.labels?.[HASH] === revision).length;
  await setStatus(server, TYPE, set, {
    observedGeneration: set.metadata.generation,
    desiredNumberScheduled: desired,
    currentNumberScheduled: pods.length,
    numberMisscheduled: 0,
    numberReady: ready,
    numberAvailable: ready || undefined,
    numberUnavailable: Math.max(0, desired - ready) || undefined,
    updatedNumberScheduled: updated || undefined,
  });
}
