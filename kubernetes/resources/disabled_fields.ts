/**
 * Fields whose features are off by default in release 1.26: real servers drop them from what a client
 * sends. Newer releases keep them.
 *
 * @module
 */
import { type ApiObject, type Dialect, isNewest, type JsonObject } from "@plumbline/server/api";
import {
  asObject,
  listAt,
  type ResourceDefinition,
  type Strategy,
} from "@plumbline/server/resources";
import { withoutFeatures } from "./pods/features.ts";

/** Returns a definition whose writes drop the fields that the release has disabled. */
export function withoutDisabledFields(
  definition: ResourceDefinition,
  { release }: Dialect,
): ResourceDefinition {
  const drop = DROPS[definition.kind];
  if (isNewest(release) || !drop) return definition;
  const { strategy, subresources } = definition;
  const ephemeral = subresources?.ephemeralcontainers;
  return {
    ...definition,
    strategy: {
      ...updatesWithout(strategy, drop),
      prepareForCreate(object) {
        drop(object);
        strategy.prepareForCreate?.(object);
      },
    },
    ...(ephemeral && {
      subresources: { ...subresources, ephemeralcontainers: updatesWithout(ephemeral, drop) },
    }),
  };
}

const updatesWithout = (strategy: Strategy, drop: (object: ApiObject) => void): Strategy => ({
  ...strategy,
  prepareForUpdate(object, old) {
    drop(object);
    strategy.prepareForUpdate?.(object, old);
  },
});

/** Drops the fields of a pod template at a path. */
const ofTemplate = (...path: readonly string[]) => (object: ApiObject): void => {
  let template: JsonObject | undefined = object;
  for (const step of path) template = asObject(template?.[step]);
  const spec = asObject(template?.spec);
  if (template && spec) template.spec = withoutFeatures(spec);
};

/** What is dropped, by kind. */
const DROPS: Readonly<Record<string, ((object: ApiObject) => void) | undefined>> = {
  Pod: ofTemplate(),
  PodTemplate: ofTemplate("template"),
  ReplicationController: ofTemplate("spec", "template"),
  Deployment: ofTemplate("spec", "template"),
  DaemonSet: ofTemplate("spec", "template"),
  ReplicaSet: ofTemplate("spec", "template"),
  StatefulSet(set) {
    ofTemplate("spec", "template")(set);
    dropSetFields(set);
  },
  Job: ofTemplate("spec", "template"),
  CronJob: ofTemplate("spec", "jobTemplate", "spec", "template"),
  HorizontalPodAutoscaler: dropContainerMetrics,
  CSIDriver: dropLinuxMount,
  PersistentVolume: dropNodeExpansion,
};

function dropSetFields(set: ApiObject): void {
  const { ordinals: _, persistentVolumeClaimRetentionPolicy: __, ...spec } = asObject(set.spec) ??
    {};
  const update = asObject(spec.updateStrategy);
  const { maxUnavailable: ___, ...rolling } = asObject(update?.rollingUpdate) ?? {};
  set.spec = update?.rollingUpdate === undefined
    ? spec
    : { ...spec, updateStrategy: { ...update, rollingUpdate: rolling } };
}

function dropContainerMetrics(scaler: ApiObject): void {
  const metrics = listAt(scaler, "spec.metrics");
  if (!metrics.some(({ containerResource }) => containerResource !== undefined)) return;
  scaler.spec = {
    ...asObject(scaler.spec),
    metrics: metrics.map(({ containerResource: _, ...metric }) => metric),
  };
}

function dropNodeExpansion(volume: ApiObject): void {
  const spec = asObject(volume.spec);
  const csi = asObject(spec?.csi);
  if (csi?.nodeExpandSecretRef === undefined) return;
  const { nodeExpandSecretRef: _, ...others } = csi;
  volume.spec = { ...spec, csi: others };
}

function dropLinuxMount(driver: ApiObject): void {
  const { seLinuxMount: _, ...spec } = asObject(driver.spec) ?? {};
  driver.spec = spec;
}
