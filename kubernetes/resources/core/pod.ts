/**
 * Pods: a spec that hardly changes, a status that a kubelet writes, a deletion that waits for it.
 *
 * @module
 */
import {
  type ApiObject,
  type Dialect,
  equal,
  isNewest,
  type JsonObject,
} from "@plumbline/server/api";
import {
  asObject,
  at,
  defineKind,
  listAt,
  numberAt,
  type ResourceDefinition,
  STATUS_STRATEGY,
  type Strategy,
  textAt,
} from "@plumbline/server/resources";
import { binding, eviction } from "./pod_actions.ts";
import { endedCondition, podColumns } from "./pod_columns.ts";
import {
  normalizePodIps,
  validateEphemeralUpdate,
  validateNewPod,
  validatePod,
  validatePodStatus,
  validatePodUpdate,
} from "./pod_rules.ts";

/** The resource `pods`. */
export const pods = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "Pod",
    countsGeneration: isNewest(release),
    deletion: {
      answersWithObject: true,
      gracePeriod,
      isHeld: (pod) => numberAt(pod, "metadata.deletionGracePeriodSeconds") > 0,
    },
    shortNames: ["po"],
    categories: ["all"],
    columns: podColumns,
    rowConditions: endedCondition,
    selectableFields: (pod) => ({
      "spec.nodeName": textAt(pod, "spec.nodeName"),
      "spec.restartPolicy": textAt(pod, "spec.restartPolicy"),
      "spec.schedulerName": textAt(pod, "spec.schedulerName"),
      "spec.serviceAccountName": textAt(pod, "spec.serviceAccountName"),
      "status.phase": textAt(pod, "status.phase"),
      "spec.host": textAt(pod, "spec.nodeName"),
      "status.podIPs": "",
      "status.podIP": textAt(listAt(pod, "status.podIPs")[0], "ip"),
      "status.nominatedNodeName": textAt(pod, "status.nominatedNodeName"),
    }),
    status: {
      initial: (pod) => ({ phase: "Pending", qosClass: qualityOf(pod) }),
      resetFields: [["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
      prepare(pod, old) {
        // Old kubelets corrupt the owners.
        const { ownerReferences, deletionTimestamp } = old.metadata;
        if (deletionTimestamp === undefined) delete pod.metadata.deletionTimestamp;
        if (ownerReferences) pod.metadata.ownerReferences = ownerReferences;
        else delete pod.metadata.ownerReferences;
      },
      validate: validatePodStatus,
    },
    prepareForCreate(pod) {
      const spec = asObject(pod.spec);
      if (spec) pod.spec = admitted(spec);
    },
    prepareForUpdate(pod) {
      const spec = asObject(pod.spec);
      if (spec) pod.spec = admitted(spec);
    },
    actions: { binding, eviction },
    subresources: { ephemeralcontainers: ephemeralStrategy() },
    reportsMissingFields: true,
    applyDefaults: normalizePodIps,
    validate: validatePod,
    validateCreate: validateNewPod,
    validateUpdate: validatePodUpdate,
  });

/** Returns the spec with what admission adds to it on a real server. */
function admitted(spec: JsonObject): JsonObject {
  const tolerations = listAt(spec, "tolerations");
  const missing = ["not-ready", "unreachable"].map((state) => `node.kubernetes.io/${state}`)
    .filter((key) =>
      !tolerations.some((toleration) =>
        (toleration.key === key || !toleration.key) &&
        (toleration.effect === "NoExecute" || !toleration.effect)
      )
    )
    .map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 }));
  return {
    ...spec,
    ...([...tolerations, ...missing].length > 0 && { tolerations: [...tolerations, ...missing] }),
  };
}

/** Returns the class of a pod by its requests and limits. */
function qualityOf(pod: ApiObject): string {
  const containers = [...listAt(pod, "spec.containers"), ...listAt(pod, "spec.initContainers")];
  const amounts = containers.map((container) => ({
    requests: ofComputing(container, "requests"),
    limits: ofComputing(container, "limits"),
  }));
  const none = amounts.every(({ requests, limits }) =>
    Object.keys({ ...requests, ...limits }).length === 0
  );
  if (none) return "BestEffort";
  const isGuaranteed = amounts.every(({ requests, limits }) =>
    Object.keys(limits).length === 2 && equal(requests, limits)
  );
  return isGuaranteed ? "Guaranteed" : "Burstable";
}

/** Returns the amounts of CPU and memory that are set and not zero. */
const ofComputing = (container: JsonObject, kind: string): JsonObject =>
  Object.fromEntries(
    Object.entries(asObject(at(container, `resources.${kind}`)) ?? {}).filter(([name, amount]) =>
      ["cpu", "memory"].includes(name) && !/^0+[A-Za-z]*$/.test(String(amount))
    ),
  );

/** A pod on a node ends in its own time; any other is removed at once. */
function gracePeriod(pod: ApiObject, asked: number | undefined): number {
  const isOver = ["Failed", "Succeeded"].includes(textAt(pod, "status.phase"));
  if (textAt(pod, "spec.nodeName") === "" || isOver) return 0;
  const seconds = asked ?? numberAt(pod, "spec.terminationGracePeriodSeconds");
  // A negative period counts as the shortest one.
  return seconds < 0 ? 1 : seconds;
}

/** The strategy of `ephemeralcontainers`: a write changes only these. */
function ephemeralStrategy(): Strategy {
  return {
    prepareForUpdate(pod, old) {
      const ephemeralContainers = at(pod, "spec.ephemeralContainers");
      STATUS_STRATEGY.prepareForUpdate!(pod, old);
      // On real servers too, nobody becomes the owner of an ephemeral container.
      pod.metadata = { ...old.metadata };
      if (old.status !== undefined) pod.status = old.status;
      const { ephemeralContainers: _, ...spec } = asObject(pod.spec) ?? {};
      pod.spec = {
        ...spec,
        ...(ephemeralContainers !== undefined && { ephemeralContainers }),
      };
    },
    validate: validatePod,
    validateUpdate: validateEphemeralUpdate,
  };
}
