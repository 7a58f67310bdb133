/**
 * Rules for the security of pods and containers, and for the operating system that they run on.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { Json, JsonObject } from "../../object.ts";
import { asObject } from "../../registry/resource.ts";
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from "../field_causes.ts";
import {
  descending,
  each,
  forbiddenFields,
  inRange,
  itemsOf,
  maybeOneOf,
  oneOf,
  required,
  requiredOneOf,
  subdomain,
  when,
  within,
} from "../rules.ts";

const MOST_ID = 2 ** 31 - 1;

/** Requires the number of a user or a group. */
const identifier = (value: Json | undefined, field: string): Cause[] =>
  inRange(value, field, 0, MOST_ID);

/** Validates the security context of a container. */
export function validateContainerSecurity(security: JsonObject, field: string): Cause[] {
  const { privileged, procMount, seccompProfile, capabilities } = security;
  const escalates = security.allowPrivilegeEscalation !== false;
  const added = asObject(capabilities)?.add;
  return [
    ...identifier(security.runAsUser, `${field}.runAsUser`),
    ...identifier(security.runAsGroup, `${field}.runAsGroup`),
    ...maybeOneOf(procMount, `${field}.procMount`, ["Default", "Unmasked"]),
    ...within(seccompProfile, `${field}.seccompProfile`, validateSeccomp),
    ...when(
      !escalates &&
        (privileged === true || Array.isArray(added) && added.includes("CAP_SYS_ADMIN")),
      invalidCause(field, security, "cannot set `allowPrivilegeEscalation` to false beside it"),
    ),
    ...within(security.windowsOptions, `${field}.windowsOptions`, validateWindowsOptions),
  ];
}

const SECCOMP_TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];

/** Validates a profile of seccomp. */
function validateSeccomp({ type, localhostProfile }: JsonObject, field: string): Cause[] {
  const at = `${field}.localhostProfile`;
  const isLocal = type === "Localhost";
  return [
    ...requiredOneOf(type, `${field}.type`, SECCOMP_TYPES),
    ...(localhostProfile === undefined
      ? when(isLocal, requiredCause(at, "must be set when seccomp type is Localhost"))
      : isLocal
      ? descending(localhostProfile, at)
      : [invalidCause(at, localhostProfile, "can only be set when seccomp type is Localhost")]),
  ];
}

const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;

/** Validates the security context of a pod. */
export function validatePodSecurity(
  security: JsonObject,
  field: string,
  spec: JsonObject,
): Cause[] {
  const { sysctls, supplementalGroups, fsGroupChangePolicy, seccompProfile } = security;
  return [
    ...["fsGroup", "runAsUser", "runAsGroup"].flatMap((name) =>
      identifier(security[name], `${field}.${name}`)
    ),
    ...(Array.isArray(supplementalGroups) ? supplementalGroups : []).flatMap((group, at) =>
      identifier(group, `${field}.supplementalGroups[${at}]`)
    ),
    ...when(
      spec.hostPID === true && spec.shareProcessNamespace === true,
      invalidCause(`${field}.shareProcessNamespace`, true, "cannot be enabled beside HostPID"),
    ),
    ...each(sysctls, `${field}.sysctls`, ({ name }, at, index) => {
      if (!name) return required(name, `${at}.name`);
      const isValid = SYSCTL.test(String(name)) && String(name).length <= 253;
      if (!isValid) return [invalidCause(`${at}.name`, name, "is no sysctl")];
      const isRepeated = itemsOf(sysctls).slice(0, index).some((other) => other.name === name);
      return when(isRepeated, duplicateCause(`${at}.name`, name));
    }),
    ...maybeOneOf(fsGroupChangePolicy, `${field}.fsGroupChangePolicy`, [
      "Always",
      "OnRootMismatch",
    ]),
    ...within(seccompProfile, `${field}.seccompProfile`, validateSeccomp),
    ...within(security.windowsOptions, `${field}.windowsOptions`, validateWindowsOptions),
  ];
}

const MOST_CREDENTIALS = 64 * 1024;

function validateWindowsOptions(options: JsonObject, field: string): Cause[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options;
  return [
    ...(name === undefined ? [] : subdomain(name, `${field}.gmsaCredentialSpecName`)),
    ...when(
      spec !== undefined && (spec === "" || lengthOf(spec) > MOST_CREDENTIALS),
      invalidCause(`${field}.gmsaCredentialSpec`, spec, "must have 1 byte to 64 KiB"),
    ),
    ...when(
      user !== undefined && !isWindowsUser(String(user)),
      invalidCause(`${field}.runAsUserName`, user, "must be the name of a user of Windows"),
    ),
  ];
}

const lengthOf = (text: Json): number => new TextEncoder().encode(String(text)).length;

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
  const wrong = os.name === undefined || os.name === ""
    ? required(os.name, `${field}.os.name`)
    : oneOf(os.name, `${field}.os`, ["linux", "windows"]);
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
