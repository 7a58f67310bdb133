/**
 * Validates pods and pod templates. The specification does not show these rules; they follow real
 * servers.
 *
 * @module
 */
import type { Cause, Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  annotations,
  familyOf,
  forbiddenCause,
  invalidCause,
  ipAddress,
  itemsOf,
  label,
  labels,
  qualifiedName,
  required,
  requiredCause,
  subdomain,
  textsOf,
  when,
} from "@plumbline/server/rules";
import {
  between,
  each,
  eachText,
  fields,
  filled,
  ifFilled,
  maybe,
  must,
  oneOf,
  type Rule,
  someItems,
} from "@plumbline/server/fields";
import { initContainers, mainContainers } from "./pods/container_rules.ts";
import { ephemeralContainers } from "./pods/ephemeral_rules.ts";
import { containerResources } from "./pods/resource_rules.ts";
import { podSecurity, validateHostProcesses, validateOs } from "./pods/security_rules.ts";
import { validateAffinity, validateSpread, validateTolerations } from "./pods/scheduling_rules.ts";
import { validateVolumes } from "./pods/volume_rules.ts";

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
  const spec = asObject(template.spec) ?? {};
  const { restartPolicy } = spec;
  const isOther = !restartPolicies.includes(String(restartPolicy));
  const at = `${field}.spec.restartPolicy`;
  const own = when(
    !RESTART_POLICIES.includes(String(restartPolicy)),
    oneOf(...(refusal === "required" ? RESTART_POLICIES : restartPolicies))(restartPolicy, at),
  );
  return [
    ...fields({ labels, annotations })(template.metadata, metadataField),
    ...validatePodSpec(spec, `${field}.spec`).filter((cause) => cause.field !== at),
    ...own,
    ...when(
      isOther && (refusal === "required" || own.length === 0),
      refusal === "required"
        ? requiredCause(at, `valid values: ${restartPolicies.join(", ")}`)
        : oneOf(...restartPolicies)(restartPolicy, at),
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
  const { causes, volumes } = validateVolumes(spec.volumes, `${field}.volumes`, podName);
  const claims = itemsOf(spec.resourceClaims).map(({ name }) => String(name ?? ""));
  const around = { volumes, claims };
  return [
    ...causes,
    ...fields({
      containers: [someItems(), mainContainers(around)],
      initContainers: initContainers(itemsOf(spec.containers), around),
      ephemeralContainers: ephemeralContainers(spec, around),
      restartPolicy: oneOf(...RESTART_POLICIES),
      dnsPolicy: maybe(oneOf("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")),
      nodeSelector: labels,
      securityContext: podSecurity(spec),
    })(spec, field),
    ...fields({
      containers: spec.hostNetwork === true && each(fields({ ports: each(hostPort) })),
      affinity: validateAffinity,
      dnsConfig: dnsConfig(spec.dnsPolicy),
      readinessGates: each(fields({ conditionType: qualifiedName })),
      topologySpreadConstraints: validateSpread,
      serviceAccountName: ifFilled(subdomain),
      nodeName: ifFilled(subdomain),
      activeDeadlineSeconds: between(1, 2 ** 31 - 1),
      hostname: ifFilled(label),
      subdomain: ifFilled(label),
      tolerations: validateTolerations,
      hostAliases,
      priorityClassName: ifFilled(subdomain),
      runtimeClassName: maybe(subdomain),
      preemptionPolicy: maybe(filled(oneOf("PreemptLowerPriority", "Never"))),
      overhead: (limits, path) => containerResources()(limits && { limits }, path),
    })(spec, field),
    ...validateHostProcesses(spec, field),
    ...validateOs(spec, field),
  ];
}

/** Beside the network of the host, ports of containers are those of the node. */
const hostPort = fields(({ hostPort = 0 }) => ({
  containerPort: must((port) => port === hostPort, "must match `hostPort`"),
}));

/** Names of addresses; real servers name them without indexes. */
const hostAliases: Rule = (aliases, path) =>
  itemsOf(aliases).flatMap((alias) =>
    fields({
      ip: ipAddress,
      hostnames: (names, at) => textsOf(names).flatMap((name) => subdomain(name, at)),
    })(alias, path)
  );

const MOST_SEARCHES = "must not have more than 32 search paths";

const dns = fields({
  nameservers: [
    must(
      (servers) => textsOf(servers).length <= 3,
      "must not have more than 3 nameservers",
    ),
    eachText((server, path) =>
      when(familyOf(server) === undefined, invalidCause(path, server, "must be valid IP address"))
    ),
  ],
  searches: [
    must((searches) => {
      const all = textsOf(searches);
      return all.length <= 32 && all.join(" ").length <= 2_048;
    }, MOST_SEARCHES),
    eachText((search, path) => subdomain(search.replace(/\.$/, ""), path)),
  ],
  options: each(({ name }, path) => required(name, path)),
});

/** Returns the rule of the name service of a pod, which some policies need. */
const dnsConfig = (policy: Json | undefined): Rule => (config, path) => {
  if (policy !== "None") return dns(config, path);
  if (!asObject(config)) {
    return [requiredCause(path, "must provide `dnsConfig` when `dnsPolicy` is None")];
  }
  const wrong = fields({ nameservers: someItems("must provide at least one DNS nameserver") });
  const causes = wrong(config, path);
  return causes.length > 0 ? causes : dns(config, path);
};
