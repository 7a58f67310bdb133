/**
 * StatefulSets become ready: numbered Pods, one after the other, each with its claims.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  controlled,
  fieldsOf,
  hashOf,
  isEnding,
  isReady,
  listAt,
  numberAt,
  podFrom,
  record,
  setStatus,
  textAt,
} from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

const TYPE = "statefulsets.apps";
const HASH = "controller-revision-hash";

/** The player. */
export const statefulSetsBecomeReady = (): Player => ({
  name: "statefulsets-become-ready",
  for: TYPE,
  watches: { pods: "owner" },
  async reconcile(object, server) {
    const set = fieldsOf(object);
    if (isEnding(set)) return;
    const revision = `${set.metadata.name}-${hashOf(at(set, "spec.template") ?? {})}`;
    await step(server, set, revision);
    await writeStatus(server, set, revision);
  },
});

/** Creates or deletes one Pod, or those of all numbers at once for the policy `Parallel`. */
async function step(server: PlayerServer, set: ApiObject, revision: string): Promise<void> {
  const pods = await controlled(server, "pods", set);
  const byName = new Map(pods.map((pod) => [pod.metadata.name, pod]));
  const replicas = numberAt(set, "spec.replicas");
  const first = numberAt(set, "spec.ordinals.start");
  const numbers = Array.from({ length: replicas }, (_, index) => first + index);
  const names = numbers.map((number) => `${set.metadata.name}-${number}`);
  const isParallel = textAt(set, "spec.podManagementPolicy") === "Parallel";
  for (const [index, name] of names.entries()) {
    const pod = byName.get(name);
    if (pod && (isReady(pod) || isParallel)) continue;
    if (!pod) await create(server, set, { name, number: numbers[index]!, revision });
    if (!isParallel) return;
  }
  const spare = pods.filter(({ metadata }) => !names.includes(metadata.name)).toReversed();
  const isUpdated = textAt(set, "spec.updateStrategy.type") === "RollingUpdate";
  const partition = numberAt(set, "spec.updateStrategy.rollingUpdate.partition");
  const old = isUpdated
    ? names.slice(partition).toReversed().map((name) => byName.get(name)).filter((pod) =>
      pod !== undefined && pod.metadata.labels?.[HASH] !== revision
    )
    : [];
  for (const pod of [...spare, ...old]) {
    if (!pod || isEnding(pod)) continue;
    const { name, namespace } = pod.metadata;
    await server.delete("pods", name, namespace);
    await recordChange(
      server,
      set,
      "delete",
      `Pod ${name} in StatefulSet ${set.metadata.name} successful`,
    );
    if (!isParallel) return;
  }
}

interface NumberedPod {
  readonly name: string;
  readonly number: number;
  readonly revision: string;
}

async function create(
  server: PlayerServer,
  set: ApiObject,
  { name, number, revision }: NumberedPod,
): Promise<void> {
  const { namespace = "" } = set.metadata;
  const volumes: JsonObject[] = [];
  for (const claim of listAt(set, "spec.volumeClaimTemplates")) {
    const claimName = `${textAt(claim, "metadata.name")}-${name}`;
    volumes.push({
      name: textAt(claim, "metadata.name"),
      persistentVolumeClaim: { claimName },
    });
    if (await server.get("persistentvolumeclaims", claimName, namespace)) continue;
    const { status: _, ...content } = claim;
    const { labels } = asObject(claim.metadata) ?? {};
    await server.create({
      ...content,
      ...{ apiVersion: "v1", kind: "PersistentVolumeClaim" },
      metadata: { name: claimName, namespace, ...(labels !== undefined && { labels }) },
    });
    const claimed = `Claim ${claimName} Pod ${name} in StatefulSet ${set.metadata.name} success`;
    await recordChange(server, set, "create", claimed);
  }
  const pod = podFrom(set, {
    [HASH]: revision,
    "statefulset.kubernetes.io/pod-name": name,
    "apps.kubernetes.io/pod-index": String(number),
  });
  const spec = asObject(pod.spec) ?? {};
  const others = listAt(pod, "spec.volumes").filter((volume) =>
    !volumes.some((own) => own.name === volume.name)
  );
  await server.create({
    ...pod,
    metadata: { ...asObject(pod.metadata), name },
    spec: {
      ...spec,
      hostname: name,
      subdomain: textAt(set, "spec.serviceName"),
      ...(volumes.length > 0 && { volumes: [...others, ...volumes] }),
    },
  });
  await recordChange(
    server,
    set,
    "create",
    `Pod ${name} in StatefulSet ${set.metadata.name} successful`,
  );
}

const recordChange = (
  server: PlayerServer,
  set: ApiObject,
  verb: "create" | "delete",
  what: string,
) =>
  record(server, set, {
    from: "statefulset-controller",
    reason: verb === "create" ? "SuccessfulCreate" : "SuccessfulDelete",
    message: `${verb} ${what}`,
  });

async function writeStatus(server: PlayerServer, set: ApiObject, revision: string): Promise<void> {
  const pods = (await controlled(server, "pods", set)).filter((pod) => !isEnding(pod));
  const ready = pods.filter(isReady).length;
  const updated = pods.filter(({ metadata }) => metadata.labels?.[HASH] === revision).length;
  const replicas = numberAt(set, "spec.replicas");
  const isComplete = updated === replicas && pods.length === replicas && ready === replicas;
  const before = textAt(set, "status.currentRevision", revision);
  const current = pods.filter(({ metadata }) => metadata.labels?.[HASH] === before).length;
  await setStatus(server, TYPE, set, {
    observedGeneration: set.metadata.generation,
    replicas: pods.length,
    readyReplicas: ready || undefined,
    availableReplicas: ready,
    currentReplicas: (isComplete ? updated : current) || undefined,
    updatedReplicas: updated || undefined,
    currentRevision: isComplete ? revision : before,
    updateRevision: revision,
    collisionCount: 0,
  });
}
