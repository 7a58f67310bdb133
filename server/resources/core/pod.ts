/**
 * Pods: a spec that hardly changes, a status that a kubelet writes, a deletion that waits for it.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import { isNewest } from "../../release.ts";
import type { Dialect } from "../../dialect.ts";
import { type ApiObject, copyOf, equal, type JsonObject } from "../../object.ts";
import { asObject, type ResourceDefinition, type Strategy } from "../../registry/resource.ts";
import { at, listAt, numberAt, textAt } from "../columns.ts";
import { defineKind, STATUS_STRATEGY } from "../define_kind.ts";
import { duplicateCause, forbiddenCause, invalidCause } from "../field_causes.ts";
import { validatePodSpec } from "../pod_template_rules.ts";
import { familyOf, ipAddress, qualifiedName, when } from "../rules.ts";
import { binding, eviction } from "./pod_actions.ts";
import { podColumns } from "./pod_columns.ts";

/** The resource `pods`. */
export const pods = ({ release }: Dialect): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "Pod",
    countsGeneration: isNewest(release),
    answersDeletion: true,
    shortNames: ["po"],
    categories: ["all"],
    columns: podColumns,
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
    newStatus: (pod) => ({ phase: "Pending", qosClass: qualityOf(pod) }),
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
    gracePeriod,
    holdsDeletion: (pod) => numberAt(pod, "metadata.deletionGracePeriodSeconds") > 0,
    validate: (pod) => validatePodSpec(asObject(pod.spec) ?? {}, "spec"),
    validateCreate: (pod) =>
      when(
        listAt(pod, "spec.ephemeralContainers").length > 0,
        forbiddenCause("spec.ephemeralContainers", "cannot be set on create"),
      ),
    statusResets: [["metadata", "deletionTimestamp"], ["metadata", "ownerReferences"]],
    prepareStatus(pod, old) {
      // Old kubelets corrupt the owners.
      const { ownerReferences } = old.metadata;
      if (ownerReferences) pod.metadata.ownerReferences = ownerReferences;
      else delete pod.metadata.ownerReferences;
      normalizeAddresses(pod);
    },
    validateStatus: (pod) => [...validateConditions(pod), ...validateAddresses(pod)],
    validateUpdate(pod, old) {
      const count = (one: ApiObject, field: string) => listAt(one, `spec.${field}`).length;
      const resized = ["containers", "initContainers"]
        .find((field) => count(pod, field) !== count(old, field));
      const why = "pod updates may not add or remove containers";
      if (resized) return [forbiddenCause(`spec.${resized}`, why)];
      const kept = keptTolerations(pod, old);
      return equal(changeless(pod), changeless(old))
        ? kept
        : [...kept, forbiddenCause("spec", UNCHANGEABLE)];
    },
  });

const UNCHANGEABLE =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** Returns the spec without what an update may change. */
function changeless(pod: ApiObject): JsonObject {
  const { activeDeadlineSeconds: _, tolerations: __, ...spec } = copyOf(asObject(pod.spec) ?? {});
  for (const field of ["containers", "initContainers"]) {
    for (const container of listAt(spec, field)) delete container.image;
  }
  return spec;
}

const SYSTEM_CONDITIONS = ["Initialized", "PodScheduled", "Ready"];

/** Validates the types of conditions; real servers name the metadata in their path. */
const validateConditions = (pod: ApiObject): Cause[] =>
  listAt(pod, "status.conditions").flatMap(({ type = "" }, index) =>
    SYSTEM_CONDITIONS.includes(String(type))
      ? []
      : qualifiedName(type, `metadata.conditions[${index}].Type`)
  );

/** Refuses changes of tolerations: they can only be added. */
const keptTolerations = (pod: ApiObject, old: ApiObject): Cause[] => {
  const now = listAt(pod, "spec.tolerations");
  const kept = listAt(old, "spec.tolerations").every((toleration) =>
    now.some((other) =>
      equal({ ...toleration, tolerationSeconds: null }, { ...other, tolerationSeconds: null })
    )
  );
  const why = "existing toleration can not be modified except its tolerationSeconds";
  return when(!kept, forbiddenCause("spec.tolerations", why));
};

/** The first of the addresses of a pod is its one address. */
function normalizeAddresses(pod: ApiObject): void {
  const status = asObject(pod.status);
  const first = textAt(status, "podIP");
  if (!status || first === "" || textAt(listAt(status, "podIPs")[0], "ip") === first) return;
  pod.status = { ...status, podIPs: [{ ip: first }] };
}

function validateAddresses(pod: ApiObject): Cause[] {
  const field = "status.podIPs";
  const all = listAt(pod, field).map(({ ip = "" }) => String(ip));
  const families = new Set(all.map(familyOf));
  return [
    ...all.flatMap((ip, index) => [
      ...ipAddress(ip, `${field}[${index}].ip`).map((cause) => ({
        ...cause,
        field: `${field}[${index}]`,
      })),
      ...when(all.indexOf(ip) < index, duplicateCause(`${field}[${index}]`, ip)),
    ]),
    ...when(
      all.length > 2 || families.size < all.length,
      invalidCause(field, all, "may specify no more than one IP for each IP family"),
    ),
  ];
}

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
      const { metadata } = pod;
      STATUS_STRATEGY.prepareForUpdate!(pod, old);
      pod.metadata = { ...old.metadata, managedFields: metadata.managedFields } as typeof metadata;
      if (old.status !== undefined) pod.status = old.status;
      const { ephemeralContainers: _, ...spec } = asObject(pod.spec) ?? {};
      pod.spec = {
        ...spec,
        ...(ephemeralContainers !== undefined && { ephemeralContainers }),
      };
    },
    validateUpdate(pod, old): Cause[] {
      const kept = listAt(old, "spec.ephemeralContainers").every((container) =>
        listAt(pod, "spec.ephemeralContainers").some((other) => equal(container, other))
      );
      const why = "existing ephemeral containers may not be changed or removed";
      return kept ? [] : [forbiddenCause("spec.ephemeralContainers", why)];
    },
  };
}
