/**
 * Validates pods and pod templates. The specification does not show these rules; they follow real
 * servers.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import { validateAnnotations, validateKeys, validateLabelValues } from "../registry/object_meta.ts";
import { asObject } from "../registry/resource.ts";
import { forbiddenCause, invalidCause, requiredCause } from "./field_causes.ts";
import {
  type Surroundings,
  validateContainers,
  validateInitContainers,
} from "./pods/container_rules.ts";
import { validateEphemeralContainers } from "./pods/ephemeral_rules.ts";
import { validateResources } from "./pods/resource_rules.ts";
import { podSecurity, validateHostProcesses, validateOs } from "./pods/security_rules.ts";
import { validateAffinity, validateSpread, validateTolerations } from "./pods/scheduling_rules.ts";
import { validateVolumes } from "./pods/volume_rules.ts";
import {
  each,
  eachText,
  familyOf,
  inRange,
  ipAddress,
  itemsOf,
  label,
  maybeOneOf,
  oneOf,
  qualifiedName,
  required,
  requiredOneOf,
  subdomain,
  textsOf,
  when,
  within,
} from "./rules.ts";

type Labels = Readonly<Record<string, string>>;

/** Options of `validatePodTemplate`. */
export interface TemplateOptions {
  /** The restart policies that the workload allows. @default {["Always"]} */
  readonly restartPolicies?: readonly string[];
  /** The cause of another restart policy. @default {"unsupported"} */
  readonly refusal?: "unsupported" | "required";
  /**
   * The field of the labels and annotations; real servers leave out `metadata`, which the
   * specification has. @default {the field and "metadata"}
   */
  readonly metadataField?: string;
}

/** Returns the errors of a template. */
export function validatePodTemplate(
  template: JsonObject,
  field: string,
  options: TemplateOptions = {},
): Cause[] {
  const { restartPolicies = ["Always"], refusal, metadataField = `${field}.metadata` } = options;
  const { labels, annotations } = asObject(template.metadata) ?? {};
  const spec = asObject(template.spec) ?? {};
  const { restartPolicy } = spec;
  const isOther = !restartPolicies.includes(String(restartPolicy));
  const at = `${field}.spec.restartPolicy`;
  const own = when(
    !RESTART_POLICIES.includes(String(restartPolicy)),
    oneOf(
      restartPolicy,
      at,
      refusal === "required" ? RESTART_POLICIES : restartPolicies,
    ),
  );
  return [
    ...validateLabels(labels as Labels | undefined, `${metadataField}.labels`),
    ...validateAnnotations(annotations as Labels | undefined, `${metadataField}.annotations`),
    ...validatePodSpec(spec, `${field}.spec`).filter((cause) => cause.field !== at),
    ...own,
    ...when(
      isOther && (refusal === "required" || own.length === 0),
      refusal === "required"
        ? requiredCause(at, `valid values: ${restartPolicies.join(", ")}`)
        : oneOf(restartPolicy, at, restartPolicies),
    ),
    ...(spec.activeDeadlineSeconds === undefined || !restartPolicies.includes("Always") ||
        restartPolicies.length > 1
      ? []
      : [
        forbiddenCause(
          `${field}.spec.activeDeadlineSeconds`,
          "pods of a deployment do not end",
        ),
      ]),
    ...(itemsOf(spec.ephemeralContainers).length === 0
      ? []
      : [forbiddenCause(`${field}.spec.ephemeralContainers`, "a template has none")]),
  ];
}

/** The restart policies of pods. */
export const RESTART_POLICIES: readonly string[] = ["Always", "OnFailure", "Never"];

const validateLabels = (labels: Labels | undefined, field: string): Cause[] => [
  ...validateKeys(labels, field),
  ...validateLabelValues(labels, field),
];

const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const PREEMPTION = ["PreemptLowerPriority", "Never"];

/**
 * Returns the errors of the spec of a pod.
 *
 * @param podName the name of the pod; empty for a template
 */
export function validatePodSpec(
  spec: JsonObject,
  field: string,
  podName = "",
): Cause[] {
  const { restartPolicy, dnsPolicy, nodeSelector, overhead } = spec;
  const { causes, volumes } = validateVolumes(spec.volumes, `${field}.volumes`, podName);
  const claims = itemsOf(spec.resourceClaims).map(({ name }) => String(name ?? ""));
  const around: Surroundings = { volumes, claims };
  const optional = (name: string, validate: typeof label) =>
    spec[name] ? validate(spec[name], `${field}.${name}`) : [];
  return [
    ...causes,
    ...(itemsOf(spec.containers).length === 0
      ? [requiredCause(`${field}.containers`)]
      : validateContainers(spec.containers, `${field}.containers`, around)),
    ...validateInitContainers(
      spec.initContainers,
      `${field}.initContainers`,
      itemsOf(spec.containers),
      around,
    ),
    ...validateEphemeralContainers(spec, `${field}.ephemeralContainers`, around),
    ...oneOf(restartPolicy, `${field}.restartPolicy`, RESTART_POLICIES),
    ...maybeOneOf(dnsPolicy, `${field}.dnsPolicy`, DNS_POLICIES),
    ...validateLabels(nodeSelector as Labels | undefined, `${field}.nodeSelector`),
    ...within(
      spec.securityContext,
      `${field}.securityContext`,
      podSecurity(spec),
    ),
    ...hostNetwork(spec, `${field}.containers`),
    ...within(spec.affinity, `${field}.affinity`, validateAffinity),
    ...validateDns(spec, `${field}.dnsConfig`),
    ...each(
      spec.readinessGates,
      `${field}.readinessGates`,
      ({ conditionType }, at) => qualifiedName(conditionType, `${at}.conditionType`),
    ),
    ...validateSpread(spec.topologySpreadConstraints, `${field}.topologySpreadConstraints`),
    ...optional("serviceAccountName", subdomain),
    ...optional("nodeName", subdomain),
    ...inRange(spec.activeDeadlineSeconds, `${field}.activeDeadlineSeconds`, 1, 2 ** 31 - 1),
    ...optional("hostname", label),
    ...optional("subdomain", label),
    ...validateTolerations(spec.tolerations, `${field}.tolerations`),
    ...itemsOf(spec.hostAliases).flatMap(({ ip, hostnames }) => [
      ...ipAddress(ip, `${field}.hostAliases.ip`),
      ...textsOf(hostnames).flatMap((name) => subdomain(name, `${field}.hostAliases.hostnames`)),
    ]),
    ...optional("priorityClassName", subdomain),
    ...(spec.runtimeClassName === undefined
      ? []
      : subdomain(spec.runtimeClassName, `${field}.runtimeClassName`)),
    ...(spec.preemptionPolicy === undefined
      ? []
      : requiredOneOf(spec.preemptionPolicy, `${field}.preemptionPolicy`, PREEMPTION)),
    ...within(
      overhead && { limits: overhead },
      `${field}.overhead`,
      (limits, at) => validateResources(limits, at),
    ),
    ...validateHostProcesses(spec, field),
    ...validateOs(spec, field),
  ];
}

/** Beside the network of the host, ports of containers are those of the node. */
const hostNetwork = ({ hostNetwork, containers }: JsonObject, field: string): Cause[] =>
  hostNetwork !== true
    ? []
    : each(containers, field, ({ ports }, at) =>
      each(ports, `${at}.ports`, ({ hostPort = 0, containerPort }, at) =>
        when(
          hostPort !== containerPort,
          invalidCause(`${at}.containerPort`, containerPort, "must match `hostPort`"),
        )));

function validateDns({ dnsPolicy, dnsConfig }: JsonObject, field: string): Cause[] {
  const config = asObject(dnsConfig);
  const servers = textsOf(config?.nameservers);
  const searches = textsOf(config?.searches);
  if (dnsPolicy === "None" && !config) {
    return [requiredCause(field, "must provide `dnsConfig` when `dnsPolicy` is None")];
  }
  if (dnsPolicy === "None" && servers.length === 0) {
    return [requiredCause(`${field}.nameservers`, "must provide at least one DNS nameserver")];
  }
  return [
    ...when(
      servers.length > 3,
      invalidCause(`${field}.nameservers`, servers, "must not have more than 3 nameservers"),
    ),
    ...servers.flatMap((server, at) =>
      when(
        familyOf(server) === undefined,
        invalidCause(`${field}.nameservers[${at}]`, server, "must be valid IP address"),
      )
    ),
    ...when(
      searches.length > 32 || searches.join(" ").length > 2_048,
      invalidCause(`${field}.searches`, searches, "must not have more than 32 search paths"),
    ),
    ...eachText(
      config?.searches,
      `${field}.searches`,
      (search, at) => subdomain(search.replace(/\.$/, ""), at),
    ),
    ...each(config?.options, `${field}.options`, ({ name }, at) => required(name, at)),
  ];
}
