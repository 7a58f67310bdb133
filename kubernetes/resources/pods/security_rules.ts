/**
 * Rules for the security of pods and containers, and for the operating system that they run on.
 *
 * @module
 */
import type { Cause, Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  descending,
  forbiddenCause,
  forbiddenFields,
  invalidCause,
  itemsOf,
  required,
  subdomain,
  when,
} from "@plumbline/server/rules";
import {
  all,
  alwaysInvalid,
  between,
  each,
  eachValue,
  fields,
  filled,
  maybe,
  missing,
  must,
  object,
  type ObjectRule,
  oneOf,
  type Rule,
  uniqueBy,
} from "@plumbline/server/fields";

const MOST_ID = 2 ** 31 - 1;

/** The number of a user or a group. */
const identifier = between(0, MOST_ID);

const seccompProfile = fields(({ type, localhostProfile }) => {
  const isLocal = type === "Localhost";
  return {
    type: filled(oneOf("Localhost", "RuntimeDefault", "Unconfined")),
    localhostProfile: localhostProfile === undefined
      ? isLocal && missing("must be set when seccomp type is Localhost")
      : isLocal
      ? descending
      : alwaysInvalid("can only be set when seccomp type is Localhost"),
  };
});

const MOST_CREDENTIALS = 64 * 1024;

const windowsOptions = fields({
  gmsaCredentialSpecName: maybe(subdomain),
  gmsaCredentialSpec: maybe(
    must(
      (spec) => spec !== "" && lengthOf(spec) <= MOST_CREDENTIALS,
      "must have 1 byte to 64 KiB",
    ),
  ),
  runAsUserName: maybe(
    must((user) => isWindowsUser(String(user)), "must be the name of a user of Windows"),
  ),
});

/** Escalation is needed by what a container may do in other ways. */
const escalation = object((security, path) => {
  const added = asObject(security.capabilities)?.add;
  const why = "cannot set `allowPrivilegeEscalation` to false beside it";
  return when(
    security.allowPrivilegeEscalation === false &&
      (security.privileged === true || Array.isArray(added) && added.includes("CAP_SYS_ADMIN")),
    invalidCause(path, security, why),
  );
});

/** Validates the security context of a container. */
export const validateContainerSecurity: Rule = all(
  fields({
    runAsUser: identifier,
    runAsGroup: identifier,
    procMount: maybe(oneOf("Default", "Unmasked")),
    seccompProfile,
  }),
  escalation,
  fields({ windowsOptions }),
);

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;

const isSysctl = (name: Json | undefined): boolean =>
  SYSCTL.test(String(name)) && String(name).length <= 253;

const sysctls = each(
  fields({ name: filled(must(isSysctl, "is no sysctl")) }),
  uniqueBy("name", isSysctl),
);

/** Returns the rule of the security context of a pod. */
export const podSecurity = (spec: JsonObject): ObjectRule =>
  fields({
    fsGroup: identifier,
    runAsUser: identifier,
    runAsGroup: identifier,
    supplementalGroups: eachValue(identifier),
    // The field is one of the spec; real servers name it here.
    shareProcessNamespace: spec.hostPID === true && spec.shareProcessNamespace === true &&
      alwaysInvalid("cannot be enabled beside HostPID", true),
    sysctls,
    fsGroupChangePolicy: maybe(oneOf("Always", "OnRootMismatch")),
    seccompProfile,
    windowsOptions,
  });

const lengthOf = (text: Json | undefined): number => new TextEncoder().encode(String(text)).length;

// deno-lint-ignore no-control-regex -- control characters are what it looks for
const CONTROL = /[\x00-\x1f\x7f]/;
const NET_BIOS = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const DNS_NAME = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`);

/** Returns true for the name of a user, with or without a domain in front. */
function isWindowsUser(text: string): boolean {
  const parts = text.split("\\");
  if (CONTROL.test(text) || parts.length > 2) return false;
  const user = parts.pop()!;
  const [domain] = parts;
  const isDomain = domain === undefined ||
    lengthOf(domain) < 256 && (NET_BIOS.test(domain) || DNS_NAME.test(domain));
  return isDomain && user !== "" && lengthOf(user) <= 104 && !/^[. ]+$/.test(user) &&
    !/["/\\:;|=,+*?<>@[\]]/.test(user);
}

type Container = readonly [container: JsonObject, field: string];

/** Returns all containers of a pod with their fields. */
const containersOf = (spec: JsonObject, field: string): readonly Container[] =>
  ["initContainers", "containers", "ephemeralContainers"].flatMap((name) =>
    itemsOf(spec[name]).map((one, at): Container => [one, `${field}.${name}[${at}]`])
  );

const isOnHost = (part: JsonObject): Json | undefined =>
  asObject(asObject(part.securityContext)?.windowsOptions)?.hostProcess;

/** Validates containers that run as processes of a host with Windows: all of a pod, or none. */
export function validateHostProcesses(spec: JsonObject, field: string): Cause[] {
  const ofPod = isOnHost(spec);
  const containers = containersOf(spec, field);
  const count = containers.filter(([one]) => (isOnHost(one) ?? ofPod) === true).length;
  const why = "all containers must be HostProcess containers if one is";
  return [
    ...containers.flatMap(([one, at]) =>
      when(
        ofPod !== undefined && isOnHost(one) !== undefined && isOnHost(one) !== ofPod,
        invalidCause(
          `${at}.securityContext.windowsOptions.hostProcess`,
          isOnHost(one),
          "must be identical with that of the pod",
        ),
      )
    ),
    ...when(count > 0 && count < containers.length, invalidCause(field, "", why)),
    ...when(
      count > 0 && spec.hostNetwork !== true,
      invalidCause(`${field}.hostNetwork`, false, "must be true for hostProcess containers"),
    ),
  ];
}

const OF_LINUX_PODS = [
  ...["seLinuxOptions", "seccompProfile", "fsGroup", "fsGroupChangePolicy", "sysctls"],
  ...["runAsUser", "runAsGroup", "supplementalGroups"],
];
const OF_LINUX_CONTAINERS = [
  ...["seLinuxOptions", "seccompProfile", "capabilities", "readOnlyRootFilesystem", "privileged"],
  ...["allowPrivilegeEscalation", "procMount", "runAsUser", "runAsGroup"],
];

/** Validates the operating system of a pod, and that nothing is set which only others have. */
export function validateOs(spec: JsonObject, field: string): Cause[] {
  const os = asObject(spec.os);
  if (!os) return [];
  // Real servers name the field without `name` in one of the two causes.
  const wrong = os.name === undefined || os.name === ""
    ? required(os.name, `${field}.os.name`)
    : oneOf("linux", "windows")(os.name, `${field}.os`);
  if (wrong.length > 0) return wrong;
  const parts = [[spec, field] as const, ...containersOf(spec, field)].map(([part, at]) =>
    [asObject(part.securityContext) ?? {}, `${at}.securityContext`, part === spec] as const
  );
  if (os.name === "linux") {
    const why = "windows options cannot be set for a linux pod";
    return parts.flatMap(([context, at]) => forbiddenFields(context, at, ["windowsOptions"], why));
  }
  const why = "cannot be set for a windows pod";
  return [
    ...["hostPID", "hostIPC"].filter((name) => spec[name] === true)
      .map((name) => forbiddenCause(`${field}.${name}`, why)),
    ...forbiddenFields(spec, field, ["shareProcessNamespace", "hostUsers"], why),
    ...parts.flatMap(([context, at, isPod]) =>
      forbiddenFields(context, at, isPod ? OF_LINUX_PODS : OF_LINUX_CONTAINERS, why)
    ),
  ];
}
