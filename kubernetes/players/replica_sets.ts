/**
 * ReplicaSets have Pods: as many as they specify.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import {
  controlled,
  fieldsOf,
  isEnding,
  isOver,
  isReady,
  numberAt,
  podFrom,
  recordPod,
  setStatus,
} from "./objects.ts";
import type { Player } from "./player.ts";

const TYPE = "replicasets.apps";

/** The player. */
export const replicaSetsHavePods = (): Player => ({
  name: "replicasets-have-pods",
  for: TYPE,
  watches: { pods: "owner" },
  async reconcile(object, server) {
    const set = fieldsOf(object);
    const pods = (await controlled(server, "pods", set)).filter((pod) =>
      !isEnding(pod) && !isOver(pod)
    );
    if (!isEnding(set)) {
      const missing = numberAt(set, "spec.replicas") - pods.length;
      const pod = podFrom(set, {});
      const { name } = set.metadata;
      for (let count = 0; count < missing; count++) {
        const metadata = { ...pod.metadata as object, generateName: `${name}-` };
        const { metadata: { name: podName } } = await server.create({ ...pod, metadata });
        await recordPod(server, set, "Create", podName);
      }
      // The server stops a Pod that is not ready before one that is.
      const spare = pods.toSorted((a, b) => Number(isReady(a)) - Number(isReady(b)));
      for (const { metadata } of spare.slice(0, Math.max(0, -missing))) {
        await server.delete("pods", metadata.name, metadata.namespace);
        await recordPod(server, set, "Delete", metadata.name);
      }
      if (missing !== 0) return await write(await controlled(server, "pods", set));
    }
    await write(pods);

    async function write(all: readonly ApiObject[]): Promise<void> {
      const running = all.filter((pod) => !isEnding(pod) && !isOver(pod));
      const ready = running.filter(isReady).length;
      await setStatus(server, TYPE, set, {
        observedGeneration: set.metadata.generation,
        replicas: running.length,
        fullyLabeledReplicas: running.length || undefined,
        readyReplicas: ready || undefined,
        availableReplicas: ready || undefined,
      });
    }
  },
});
