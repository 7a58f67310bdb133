/**
 * Rules for pods: what an update may change, and what a kubelet may write into the status.
 *
 * @module
 */
import { type ApiObject, type Cause, copyOf, equal, type JsonObject } from "@plumbline/server/api";
import { asObject, at, listAt, numberAt, textAt } from "@plumbline/server/resources";
import {
  duplicateCause,
  familyOf,
  forbiddenCause,
  invalidCause,
  ipAddress,
  qualifiedName,
  subdomain,
  when,
} from "@plumbline/server/rules";
import { validatePodSpec } from "../pod_template_rules.ts";
import { between } from "@plumbline/server/fields";

/** Validates a pod. */
export function validatePod(pod: ApiObject): Cause[] {
  const spec = asObject(pod.spec) ?? {};
  return [
    ...validatePodSpec(spec, "spec", pod.metadata.name),
    ...when(!spec.serviceAccountName, tokensOf(spec)),
    ...["containers", "initContainers", "ephemeralContainers"].flatMap((name) =>
      listAt(spec, name).flatMap(({ image = "" }, index) =>
        when(
          String(image).trim() !== image,
          invalidCause(
            `spec.${name}[${index}].image`,
            image,
            "must not have leading or trailing whitespace",
          ),
        )
      )
    ),
  ];
}

/** Returns the causes of tokens of a service account that the pod does not have. */
const tokensOf = (spec: JsonObject): Cause[] =>
  listAt(spec, "volumes").flatMap((volume, index) =>
    listAt(volume, "projected.sources").flatMap((source, nth) =>
      when(
        source.serviceAccountToken !== undefined,
        forbiddenCause(
          `spec.volumes[${index}].projected.sources[${nth}].serviceAccountToken`,
          "must not be specified when serviceAccountName is not set",
        ),
      )
    )
  );

/** Validates a new pod, in addition. */
export const validateNewPod = (pod: ApiObject): Cause[] =>
  when(
    listAt(pod, "spec.ephemeralContainers").length > 0,
    forbiddenCause("spec.ephemeralContainers", "cannot be set on create"),
  );

const UNCHANGEABLE =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** Validates the change of a pod; what follows a decisive error is not validated. */
export function validatePodUpdate(pod: ApiObject, old: ApiObject): Cause[] {
  const count = (one: ApiObject, field: string) => listAt(one, `spec.${field}`).length;
  const resized = ["containers", "initContainers"]
    .find((field) => count(pod, field) !== count(old, field));
  if (resized) {
    return [forbiddenCause(`spec.${resized}`, "pod updates may not add or remove containers")];
  }
  const [deadline, before] = [pod, old].map((one) => at(one, "spec.activeDeadlineSeconds"));
  const field = "spec.activeDeadlineSeconds";
  const later = [
    ...between(0, 2 ** 31 - 1)(deadline, field),
    ...when(
      deadline !== undefined && before !== undefined && Number(before) < Number(deadline),
      invalidCause(field, deadline, "must be less than or equal to previous value"),
    ),
  ];
  if (later.length > 0) return later.slice(0, 1);
  return [
    ...when(
      deadline === undefined && before !== undefined,
      invalidCause(field, null, "must not update from a positive integer to nil value"),
    ),
    ...keptTolerations(pod, old),
    ...when(!equal(fixedSpec(pod, old), fixedSpec(old, old)), forbiddenCause("spec", UNCHANGEABLE)),
  ];
}

/** Returns the spec without what an update may change. */
function fixedSpec(pod: ApiObject, old: ApiObject): JsonObject {
  const { activeDeadlineSeconds: _, tolerations: __, ...spec } = copyOf(asObject(pod.spec) ?? {});
  for (const field of ["containers", "initContainers"]) {
    for (const container of listAt(spec, field)) delete container.image;
  }
  const period = at(old, "spec.terminationGracePeriodSeconds");
  if (Number(period) < 0 && spec.terminationGracePeriodSeconds === 1) {
    spec.terminationGracePeriodSeconds = period!;
  }
  return spec;
}

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

/** Ephemeral containers are added, never changed or removed. */
export const validateEphemeralUpdate = (pod: ApiObject, old: ApiObject): Cause[] => {
  const kept = listAt(old, "spec.ephemeralContainers").every((container) =>
    listAt(pod, "spec.ephemeralContainers").some((other) => equal(container, other))
  );
  const why = "existing ephemeral containers may not be changed or removed";
  return when(!kept, forbiddenCause("spec.ephemeralContainers", why));
};

/** Validates the status of a pod. */
export function validatePodStatus(pod: ApiObject, old: ApiObject): Cause[] {
  const node = textAt(pod, "status.nominatedNodeName");
  const isNew = node !== "" && node !== textAt(old, "status.nominatedNodeName");
  const policy = textAt(old, "spec.restartPolicy");
  return [
    ...validateConditions(pod),
    ...(isNew ? subdomain(node, "status.nominatedNodeName") : []),
    ...endedContainers(pod, old, "containerStatuses", policy),
    ...endedContainers(pod, old, "initContainerStatuses", policy),
    ...endedContainers(pod, old, "ephemeralContainerStatuses", "Never"),
    ...validateAddresses(pod),
  ];
}

const SYSTEM_CONDITIONS = ["Initialized", "PodScheduled", "Ready"];

/** Validates the types of conditions; real servers name the metadata in their path. */
const validateConditions = (pod: ApiObject): Cause[] =>
  listAt(pod, "status.conditions").flatMap(({ type = "" }, index) =>
    SYSTEM_CONDITIONS.includes(String(type))
      ? []
      : qualifiedName(type, `metadata.conditions[${index}].Type`)
  );

/** A container that has ended does not run again, unless the policy restarts it. */
function endedContainers(
  pod: ApiObject,
  old: ApiObject,
  field: string,
  policy: string,
): Cause[] {
  if (policy === "Always") return [];
  return listAt(old, `status.${field}`).flatMap((before, index) => {
    const ended = asObject(at(before, "state.terminated"));
    if (!ended || numberAt(ended, "exitCode") !== 0 && policy === "OnFailure") return [];
    return listAt(pod, `status.${field}`)
      .filter((now) => (now.name ?? "") === (before.name ?? ""))
      .flatMap((now) =>
        when(
          asObject(at(now, "state.terminated")) === undefined,
          forbiddenCause(
            `status.${field}[${index}].state`,
            "may not be transitioned to non-terminated state",
          ),
        )
      );
  });
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
    ...when(all.length > 1 && families.has(undefined), {
      reason: "InternalError",
      field,
      message: "Internal error: failed to check for dual stack",
    }),
    ...when(
      all.length > 2 || all.length > 1 && (families.size < 2 || families.has(undefined)),
      invalidCause(field, all, "may specify no more than one IP for each IP family"),
    ),
  ];
}

/** The first of the addresses of a pod is its one address; the latter counts if they differ. */
export function normalizePodIps(pod: ApiObject): void {
  const status = asObject(pod.status);
  const [address, first] = [textAt(status, "podIP"), textAt(listAt(status, "podIPs")[0], "ip")];
  if (!status || address === first) return;
  pod.status = address === ""
    ? { ...status, podIP: first }
    : { ...status, podIPs: [{ ip: address }] };
}
