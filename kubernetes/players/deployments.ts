/**
 * Deployments become available: each template gets a ReplicaSet, and the newest one replaces the
 * others once its Pods are ready.
 *
 * @module
 */
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import {
  asObject,
  at,
  conditions,
  controlled,
  controlledBy,
  fieldsOf,
  hashOf,
  isEnding,
  numberAt,
  record,
  setStatus,
  textAt,
} from "./objects.ts";
import type { Player, PlayerServer } from "./player.ts";

const TYPE = "deployments.apps";
const SETS = "replicasets.apps";
const REVISION = "deployment.kubernetes.io/revision";
const HASH = "pod-template-hash";

/** The player. Of the strategy, only `Recreate` matters: a rolling update surges to all replicas. */
export const deploymentsBecomeAvailable = (): Player => ({
  name: "deployments-become-available",
  for: TYPE,
  watches: { [SETS]: "owner" },
  async reconcile(object, server) {
    const deployment = fieldsOf(object);
    if (isEnding(deployment)) return;
    const sets = await controlled(server, SETS, deployment);
    const hash = hashOf(templateOf(deployment));
    let newest = sets.find(({ metadata: { labels } }) => labels?.[HASH] === hash);
    if (!at(deployment, "spec.paused")) {
      newest = await rollOut(server, deployment, { sets, newest, hash });
    }
    await writeStatus(server, deployment, await controlled(server, SETS, deployment), newest);
  },
});

const templateOf = (deployment: ApiObject) => asObject(at(deployment, "spec.template")) ?? {};

const revisionOf = ({ metadata }: ApiObject) => Number(metadata.annotations?.[REVISION] ?? 0);

interface Rollout {
  readonly sets: readonly ApiObject[];
  /** The ReplicaSet of the current template. */
  readonly newest: ApiObject | undefined;
  readonly hash: string;
}

/** Brings the ReplicaSets one step further, and returns that of the current template. */
async function rollOut(
  server: PlayerServer,
  deployment: ApiObject,
  { sets, newest, hash }: Rollout,
): Promise<ApiObject> {
  const replicas = numberAt(deployment, "spec.replicas");
  const others = sets.filter((set) => set !== newest);
  const last = Math.max(0, ...others.map(revisionOf));
  const waits = textAt(deployment, "spec.strategy.type") === "Recreate" &&
    others.some((set) => numberAt(set, "status.replicas") > 0);
  const wanted = waits ? 0 : replicas;
  if (!newest) newest = await create(server, deployment, hash, last + 1, wanted);
  const revision = String(Math.max(revisionOf(newest), last + 1));
  if (newest.metadata.annotations?.[REVISION] !== revision) {
    await patch(server, newest, { metadata: { annotations: { [REVISION]: revision } } });
  }
  if (deployment.metadata.annotations?.[REVISION] !== revision) {
    const { name, namespace = "" } = deployment.metadata;
    const metadata = { annotations: { [REVISION]: revision } };
    await server.patch(TYPE, name, { metadata }, { namespace });
  }
  if (numberAt(newest, "spec.replicas") !== wanted) await scale(server, deployment, newest, wanted);
  const isReady = numberAt(newest, "status.readyReplicas") >= replicas;
  if (waits || isReady || textAt(deployment, "spec.strategy.type") === "Recreate") {
    for (const set of others) {
      if (numberAt(set, "spec.replicas") > 0) await scale(server, deployment, set, 0);
    }
  }
  await forgetOld(server, deployment, others);
  return newest;
}

async function create(
  server: PlayerServer,
  deployment: ApiObject,
  hash: string,
  revision: number,
  replicas: number,
): Promise<ApiObject> {
  const { name, namespace = "" } = deployment.metadata;
  const template = templateOf(deployment);
  const metadata = asObject(template.metadata) ?? {};
  const labels = { ...asObject(metadata.labels), [HASH]: hash };
  const selector = asObject(at(deployment, "spec.selector")) ?? {};
  const count = String(numberAt(deployment, "spec.replicas"));
  const set = fieldsOf(
    await server.create({
      apiVersion: "apps/v1",
      kind: "ReplicaSet",
      metadata: {
        ...{ name: `${name}-${hash}`, namespace, labels },
        annotations: {
          ...{ [REVISION]: String(revision) },
          "deployment.kubernetes.io/desired-replicas": count,
          "deployment.kubernetes.io/max-replicas": count,
        },
        ownerReferences: [controlledBy(deployment)],
      },
      spec: {
        replicas,
        minReadySeconds: numberAt(deployment, "spec.minReadySeconds"),
        selector: { ...selector, matchLabels: { ...asObject(selector.matchLabels), [HASH]: hash } },
        template: { ...template, metadata: { ...metadata, labels } },
      },
    }),
  );
  if (replicas > 0) {
    await recordScaling(server, deployment, `up replica set ${set.metadata.name} to ${replicas}`);
  }
  return set;
}

const patch = (server: PlayerServer, { metadata }: ApiObject, change: JsonObject) =>
  server.patch(SETS, metadata.name, change, { namespace: metadata.namespace ?? "" });

async function scale(
  server: PlayerServer,
  deployment: ApiObject,
  set: ApiObject,
  replicas: number,
): Promise<void> {
  const before = numberAt(set, "spec.replicas");
  await patch(server, set, { spec: { replicas } });
  const direction = replicas > before ? "up" : "down";
  await recordScaling(
    server,
    deployment,
    `${direction} replica set ${set.metadata.name} to ${replicas} from ${before}`,
  );
}

const recordScaling = (server: PlayerServer, deployment: ApiObject, change: string) =>
  record(server, deployment, {
    from: "deployment-controller",
    reason: "ScalingReplicaSet",
    message: `Scaled ${change}`,
  });

/** Deletes ReplicaSets without Pods beyond the limit of the history, the oldest first. */
async function forgetOld(
  server: PlayerServer,
  deployment: ApiObject,
  others: readonly ApiObject[],
): Promise<void> {
  const limit = numberAt(deployment, "spec.revisionHistoryLimit");
  const empty = others.filter((set) =>
    numberAt(set, "spec.replicas") + numberAt(set, "status.replicas") === 0
  );
  const old = empty.toSorted((a, b) => revisionOf(b) - revisionOf(a)).slice(limit);
  for (const { metadata } of old) await server.delete(SETS, metadata.name, metadata.namespace);
}

async function writeStatus(
  server: PlayerServer,
  deployment: ApiObject,
  sets: readonly ApiObject[],
  newest: ApiObject | undefined,
): Promise<void> {
  const sum = (field: string, of = sets) =>
    of.reduce((total, set) => total + numberAt(set, `status.${field}`), 0);
  const wanted = numberAt(deployment, "spec.replicas");
  const current = sets.filter(({ metadata: { uid } }) => uid === newest?.metadata.uid);
  const [updated, total] = [sum("replicas", current), sum("replicas")];
  const [ready, available] = [sum("readyReplicas"), sum("availableReplicas")];
  const isComplete = updated >= wanted && total === updated && available >= wanted;
  const isAvailable = available >= wanted;
  const set = newest ? `ReplicaSet "${newest.metadata.name}"` : "The deployment";
  const statements = [
    {
      type: "Available",
      status: isAvailable,
      reason: isAvailable ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
      message: `Deployment ${isAvailable ? "has" : "does not have"} minimum availability.`,
    },
    {
      type: "Progressing",
      status: true,
      reason: isComplete ? "NewReplicaSetAvailable" : "ReplicaSetUpdated",
      message: `${set} ${isComplete ? "has successfully progressed" : "is progressing"}.`,
    },
  ];
  await setStatus(server, TYPE, deployment, {
    observedGeneration: deployment.metadata.generation,
    replicas: total || undefined,
    updatedReplicas: updated || undefined,
    readyReplicas: ready || undefined,
    availableReplicas: available || undefined,
    unavailableReplicas: Math.max(0, total - available, wanted - available) || undefined,
    conditions: conditions(deployment, server.now(), statements),
  });
}
