/**
 * Validates pod templates as far as Deployments need it: labels, containers and restart policy. The
 * specification does not show these rules; they follow real servers.
 *
 * @module
 */
import type { Cause } from "../api_error.ts";
import type { Json, JsonObject } from "../object.ts";
import { validateAnnotations, validateKeys, validateLabelValues } from "../registry/object_meta.ts";
import { asObject } from "../registry/resource.ts";
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  nameCauses,
  requiredCause,
  unsupportedCause,
} from "./field_causes.ts";

type Labels = Readonly<Record<string, string>>;

/**
 * Returns the errors of a template; missing fields are reported by the schema.
 *
 * @param restartPolicies the policies that the workload allows
 */
export function validatePodTemplate(
  template: JsonObject,
  field: string,
  restartPolicies: readonly string[] = ["Always"],
): Cause[] {
  const { labels, annotations } = asObject(template.metadata) ?? {};
  const spec = asObject(template.spec) ?? {};
  return [
    ...validateLabels(labels as Labels | undefined, `${field}.metadata.labels`),
    ...validateAnnotations(annotations as Labels | undefined, `${field}.metadata.annotations`),
    ...validatePodSpec(spec, `${field}.spec`, restartPolicies),
    ...(spec.activeDeadlineSeconds === undefined || !restartPolicies.includes("Always") ? [] : [
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

const validateLabels = (labels: Labels | undefined, field: string): Cause[] => [
  ...validateKeys(labels, field),
  ...validateLabelValues(labels, field),
];

/** Returns the errors of the spec of a pod. */
export function validatePodSpec(
  spec: JsonObject,
  field: string,
  restartPolicies: readonly string[],
): Cause[] {
  const { containers, restartPolicy, dnsPolicy, nodeSelector } = spec;
  return [
    ...(itemsOf(containers).length === 0
      ? [requiredCause(`${field}.containers`)]
      : validateContainers(itemsOf(containers), `${field}.containers`)),
    ...validateContainers(itemsOf(spec.initContainers), `${field}.initContainers`),
    ...(restartPolicies.includes(String(restartPolicy))
      ? []
      : [unsupportedCause(`${field}.restartPolicy`, restartPolicy, restartPolicies)]),
    ...oneOf(dnsPolicy, `${field}.dnsPolicy`, DNS_POLICIES),
    ...validateLabels(nodeSelector as Labels | undefined, `${field}.nodeSelector`),
  ];
}

const DNS_POLICIES = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
const MESSAGE_POLICIES = ["FallbackToLogsOnError", "File"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];

function validateContainers(containers: readonly JsonObject[], field: string): Cause[] {
  const names = containers.map(({ name }) => name);
  return containers.flatMap((container, at) => {
    const { name } = container;
    const where = `${field}[${at}]`;
    return [
      ...validateContainer(container, where),
      ...(names.indexOf(name) < at ? [duplicateCause(`${where}.name`, name)] : []),
    ];
  });
}

function validateContainer(container: JsonObject, field: string): Cause[] {
  return [
    ...nameCauses(`${field}.name`, container.name, "label"),
    ...(container.image ? [] : [requiredCause(`${field}.image`, "a container runs an image")]),
    ...oneOf(container.imagePullPolicy, `${field}.imagePullPolicy`, PULL_POLICIES),
    ...oneOf(
      container.terminationMessagePolicy,
      `${field}.terminationMessagePolicy`,
      MESSAGE_POLICIES,
    ),
    ...itemsOf(container.ports).flatMap((port, at) => validatePort(port, `${field}.ports[${at}]`)),
    ...itemsOf(container.env).flatMap(({ name }, at) =>
      validateVariable(name, `${field}.env[${at}]`)
    ),
  ];
}

function validatePort({ containerPort, hostPort, protocol }: JsonObject, field: string): Cause[] {
  return [
    ...portNumber(containerPort, `${field}.containerPort`),
    ...portNumber(hostPort, `${field}.hostPort`),
    ...oneOf(protocol, `${field}.protocol`, PROTOCOLS),
  ];
}

/** Zero counts as not set. */
const portNumber = (value: Json | undefined, field: string): Cause[] =>
  !value || (Number(value) >= 1 && Number(value) <= 65_535)
    ? []
    : [invalidCause(field, value, "must be between 1 and 65535, inclusive")];

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

function validateVariable(name: Json | undefined, field: string): Cause[] {
  const text = String(name ?? "");
  const isFine = text === "" || (VARIABLE.test(text) && !/^\.\.?$|^\.\./.test(text));
  return isFine ? [] : [
    invalidCause(
      `${field}.name`,
      text,
      "must be letters, digits, `_`, `-` or `.`, and not begin with a digit or `..`",
    ),
  ];
}

const oneOf = (value: Json | undefined, field: string, words: readonly string[]): Cause[] =>
  value === undefined || words.includes(String(value))
    ? []
    : [unsupportedCause(field, value, words)];

const itemsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.map((item) => asObject(item) ?? {}) : [];
