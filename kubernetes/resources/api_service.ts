/**
 * APIServices: who serves an API version. The versions that this server serves itself are local;
 * requests are never passed on to another server.
 *
 * @module
 */
import type { ApiObject, Cause, Dialect, JsonObject } from "@plumbline/server/api";
import {
  asObject,
  computed,
  defineKind,
  listAt,
  type ResourceDefinition,
  textAt,
} from "@plumbline/server/resources";
import {
  invalidCause,
  label,
  required,
  requiredCause,
  subdomain,
  when,
} from "@plumbline/server/rules";
import { between, each, fields, oneOf } from "@plumbline/server/fields";

/** Returns the resource `apiservices`. */
export const apiServiceResource = ({ suffix }: Dialect): ResourceDefinition =>
  defineKind({
    group: `apiregistration.${suffix}`,
    kind: "APIService",
    namespaced: false,
    withoutProtobuf: true,
    categories: ["api-extensions"],
    needsVersion: true,
    nameRule: "path segment",
    status: {
      initial: (service): JsonObject =>
        serviceOf(service)
          ? {}
          : { conditions: [localCondition(service.metadata.creationTimestamp)] },
      keepsMetadata: true,
      validate: ({ status }) =>
        fields({ conditions: each(fields({ status: oneOf("False", "True", "Unknown") })) })(
          status,
          "status",
        ),
    },
    cells: [
      computed("Service", (service) => {
        const { namespace, name } = serviceOf(service) ?? {};
        return serviceOf(service) ? `${namespace}/${name}` : "Local";
      }),
      computed("Available", availability),
    ],
    applyDefaults(service) {
      const reference = serviceOf(service);
      if (reference) reference.port ??= 443;
    },
    reportsMissingFields: true,
    validate,
  });

/** Returns the Service that serves the version; undefined if the server does so itself. */
export const serviceOf = (service: ApiObject): JsonObject | undefined =>
  asObject(asObject(service.spec)?.service);

/** Returns the condition of a version that the server itself serves. */
export const localCondition = (time: string): JsonObject => ({
  type: "Available",
  status: "True",
  lastTransitionTime: time,
  reason: "Local",
  message: "Local APIServices are always available",
});

function availability(service: ApiObject): string {
  const known = listAt(service, "status.conditions").find(({ type }) => type === "Available");
  if (!known) return "Unknown";
  const reason = textAt(known, "reason");
  return known.status === "True" || !reason ? `${known.status}` : `${known.status} (${reason})`;
}

function validate(service: ApiObject): Cause[] {
  const { group = "", version = "", groupPriorityMinimum, versionPriority, ...spec } =
    asObject(service.spec) ?? {};
  const name = `${version}.${group}`;
  const why = 'must be `spec.version+"."+spec.group`: ' + JSON.stringify(name);
  return [
    ...when(
      service.metadata.name !== name,
      invalidCause("metadata.name", service.metadata.name, why),
    ),
    ...when(
      group === "" && version !== "v1",
      requiredCause("spec.group", "only v1 may have an empty group and it better be legacy kube"),
    ),
    ...(group === "" ? [] : subdomain(group, "spec.group")),
    ...versionLabel(String(version)),
    ...fields({ groupPriorityMinimum: between(1, 20_000), versionPriority: between(1, 1_000) })(
      { groupPriorityMinimum: groupPriorityMinimum ?? 0, versionPriority: versionPriority ?? 0 },
      "spec",
    ),
    ...reference(spec),
  ];
}

const VERSION = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

const versionLabel = (version: string): Cause[] =>
  VERSION.test(version) ? label(version, "spec.version") : [
    invalidCause("spec.version", version, "a DNS-1035 label must start with a letter"),
  ];

/** Validates how the server is reached, and who signs its certificate. */
function reference({ service, caBundle, insecureSkipTLSVerify }: JsonObject): Cause[] {
  const [bundle, insecure] = ["spec.caBundle", "spec.insecureSkipTLSVerify"] as const;
  const why = "local APIServices may not have";
  if (service === undefined) {
    return [
      ...when(caBundle, invalidCause(bundle, caBundle, `${why} a caBundle`)),
      ...when(insecureSkipTLSVerify, invalidCause(insecure, true, `${why} insecureSkipTLSVerify`)),
    ];
  }
  return [
    ...fields({ namespace: required, name: required, port: between(1, 65_535) })(
      asObject(service) ?? {},
      "spec.service",
    ),
    ...when(
      insecureSkipTLSVerify && caBundle,
      invalidCause(insecure, true, "may not be true if caBundle is present"),
    ),
  ];
}
