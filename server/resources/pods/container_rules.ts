/**
 * Rules for the containers of pods: ports, environment, mounts, probes, security.
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
  isPortName,
  itemsOf,
  label,
  maybeOneOf,
  nonnegative,
  oneOf,
  portNumber,
  portNumberOrName,
  required,
  subdomain,
  when,
  within,
  withoutBacksteps,
} from "../rules.ts";
import { notFoundCause, validateResources } from "./resource_rules.ts";
import { resourceField, validateFieldRef } from "./downward_rules.ts";
import { validateContainerSecurity } from "./security_rules.ts";

/** What containers refer to. */
export interface Surroundings {
  /** The valid volumes of the pod, by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  /** The names of the pod's resource claims. */
  readonly claims: readonly string[];
}

const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
const MESSAGE_POLICIES = ["FallbackToLogsOnError", "File"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];

/** Validates the containers that run beside each other. */
export function validateContainers(
  containers: Json | undefined,
  field: string,
  around: Surroundings,
): Cause[] {
  return [
    ...each(containers, field, (container, at, index) => [
      ...validateContainer(container, at, around),
      ...repeated(itemsOf(containers).slice(0, index), container, at),
      ...within(
        container.lifecycle,
        `${at}.lifecycle`,
        (lifecycle, at) =>
          ["postStart", "preStop"].flatMap((name) =>
            within(lifecycle[name], `${at}.${name}`, validateHandler)
          ),
      ),
      ...validateProbes(container, at),
    ]),
    ...hostPorts(containers, field),
  ];
}

/** Validates the containers that run before the others. */
export function validateInitContainers(
  containers: Json | undefined,
  field: string,
  others: readonly JsonObject[],
  around: Surroundings,
): Cause[] {
  return each(containers, field, (container, at, index) => [
    ...validateContainer(container, at, around),
    ...repeated(
      [...others, ...itemsOf(containers).slice(0, index).filter(({ name }) => name)],
      container,
      at,
    ),
    ...hostPorts([container], field),
    ...forbiddenFields(
      container,
      at,
      ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"],
      "may not be set for init containers",
    ),
  ]);
}

const repeated = (
  before: readonly JsonObject[],
  { name = "" }: JsonObject,
  at: string,
): Cause[] =>
  when(
    before.some((other) => (other.name ?? "") === name),
    duplicateCause(`${at}.name`, name),
  );

/** Validates what containers of every sort have. */
export function validateContainer(
  container: JsonObject,
  field: string,
  around: Surroundings,
): Cause[] {
  const { name, image, ports, env, envFrom, resources, securityContext } = container;
  return [
    ...(name ? label(name, `${field}.name`) : required(name, `${field}.name`)),
    ...required(image, `${field}.image`),
    ...maybeOneOf(
      container.terminationMessagePolicy,
      `${field}.terminationMessagePolicy`,
      MESSAGE_POLICIES,
    ),
    ...each(ports, `${field}.ports`, (port, at, index) => [
      ...validatePort(port, at),
      ...when(
        port.name && isPortName(String(port.name)) &&
          itemsOf(ports).slice(0, index).some((other) => other.name === port.name),
        duplicateCause(`${at}.name`, port.name),
      ),
    ]),
    ...each(env, `${field}.env`, validateVariable),
    ...validateSources(envFrom, `${field}.envFrom`),
    ...validateMounts(container, field, around.volumes),
    ...maybeOneOf(container.imagePullPolicy, `${field}.imagePullPolicy`, PULL_POLICIES),
    ...within(
      resources,
      `${field}.resources`,
      (resources, at) => validateResources(resources, at, around.claims),
    ),
    ...within(securityContext, `${field}.securityContext`, validateContainerSecurity),
  ];
}

function validatePort({ name, containerPort, hostPort, protocol }: JsonObject, field: string) {
  const isWrong = name && !isPortName(String(name));
  return [
    ...when(isWrong, invalidCause(`${field}.name`, name, "must be the name of a port")),
    ...(containerPort
      ? portNumber(containerPort, `${field}.containerPort`)
      : [requiredCause(`${field}.containerPort`)]),
    ...(hostPort ? portNumber(hostPort, `${field}.hostPort`) : []),
    ...maybeOneOf(protocol, `${field}.protocol`, PROTOCOLS),
  ];
}

/** Refuses a port of the node that two ports have. */
function hostPorts(containers: Json | undefined | readonly JsonObject[], field: string): Cause[] {
  const seen = new Set<string>();
  return each(
    containers as Json,
    field,
    ({ ports }, at) =>
      each(ports, `${at}.ports`, ({ protocol, hostIP = "", hostPort }, at) => {
        const key = `${protocol}/${hostIP}/${hostPort}`;
        const isTaken = hostPort && seen.has(key);
        if (hostPort) seen.add(key);
        return when(isTaken, duplicateCause(`${at}.hostPort`, key));
      }),
  );
}

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

function variableName(value: Json | undefined, field: string): Cause[] {
  const text = String(value);
  const why = "must be letters, digits, `_`, `-` or `.`, and not begin with a digit or `..`";
  return when(
    !VARIABLE.test(text) || text === "." || text.startsWith(".."),
    invalidCause(field, text, why),
  );
}

function validateVariable({ name, value, valueFrom }: JsonObject, field: string): Cause[] {
  return [
    ...(name ? variableName(name, `${field}.name`) : required(name, `${field}.name`)),
    ...within(valueFrom, `${field}.valueFrom`, (from, at) => {
      const sources = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef"]
        .filter((name) => from[name] !== undefined);
      const isOne = sources.length === 1 && !value;
      return [
        ...within(from.fieldRef, `${at}.fieldRef`, (ref, at) => validateFieldRef(ref, at, "env")),
        ...within(
          from.resourceFieldRef,
          `${at}.resourceFieldRef`,
          (ref, at) => resourceField(ref, at, false),
        ),
        ...within(from.configMapKeyRef, `${at}.configMapKeyRef`, keyOf),
        ...within(from.secretKeyRef, `${at}.secretKeyRef`, keyOf),
        ...when(!isOne, invalidCause(at, "", "must have one source, and no `value` beside it")),
      ];
    }),
  ];
}

/** Validates a key of a ConfigMap or Secret. */
const keyOf = ({ name, key }: JsonObject, field: string): Cause[] => [
  ...subdomain(name, `${field}.name`),
  ...(key ? dataKey(key, `${field}.key`) : required(key, `${field}.key`)),
];

/** Validates the name of a key of a ConfigMap. */
export function dataKey(key: Json, field: string): Cause[] {
  const text = String(key);
  const isFine = text.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(text) && text !== "." &&
    !text.startsWith("..");
  return when(!isFine, invalidCause(field, text, "must be letters, digits, `-`, `_` or `.`"));
}

const validateSources = (sources: Json | undefined, field: string): Cause[] =>
  each(sources, field, (source, at) => {
    const names = ["configMapRef", "secretRef"].filter((name) => source[name] !== undefined);
    return [
      ...(source.prefix ? variableName(source.prefix, `${at}.prefix`) : []),
      ...names.flatMap((name) =>
        within(
          source[name],
          `${at}.${name}`,
          ({ name }, at) => name ? subdomain(name, `${at}.name`) : required(name, `${at}.name`),
        )
      ),
      ...when(names.length !== 1, invalidCause(field, "", "must have one source")),
    ];
  });

const PROPAGATIONS = ["Bidirectional", "HostToContainer", "None"];

function validateMounts(
  { volumeMounts, volumeDevices, securityContext }: JsonObject,
  field: string,
  volumes: Surroundings["volumes"],
): Cause[] {
  const [mounts, devices] = [itemsOf(volumeMounts), itemsOf(volumeDevices)];
  const isKnown = (name: Json | undefined) => volumes.has(String(name ?? ""));
  const isIn = (list: readonly JsonObject[], key: string, value: Json | undefined) =>
    list.some((other) => (other[key] ?? "") === (value ?? ""));
  const isPrivileged = asObject(securityContext)?.privileged === true;
  const whole = `${field}.volumeMounts`;
  const unique = "must be unique";
  return [
    ...each(
      volumeMounts,
      whole,
      ({ name, mountPath, subPath, subPathExpr, ...mount }, at, index) => [
        ...required(name, `${at}.name`),
        ...when(!isKnown(name), notFoundCause(`${at}.name`, name)),
        ...required(mountPath, `${at}.mountPath`),
        ...when(
          isIn(mounts.slice(0, index), "mountPath", mountPath),
          invalidCause(`${at}.mountPath`, mountPath, unique),
        ),
        ...when(isIn(devices, "name", name), invalidCause(`${at}.name`, name, unique)),
        ...when(
          isIn(devices, "devicePath", mountPath),
          invalidCause(`${at}.mountPath`, mountPath, unique),
        ),
        ...(subPath ? descending(subPath, `${whole}.subPath`) : []),
        ...when(
          subPath && subPathExpr,
          invalidCause(`${at}.subPathExpr`, subPathExpr, "subPathExpr and subPath are exclusive"),
        ),
        ...(subPathExpr ? descending(subPathExpr, `${whole}.subPathExpr`) : []),
        ...maybeOneOf(mount.mountPropagation, `${whole}.mountPropagation`, PROPAGATIONS),
        ...when(
          mount.mountPropagation === "Bidirectional" && !isPrivileged,
          forbiddenCause(`${whole}.mountPropagation`, "needs a privileged container"),
        ),
      ],
    ),
    ...each(volumeDevices, `${field}.volumeDevices`, ({ name, devicePath }, at, index) => [
      ...required(name, `${at}.name`),
      ...when(
        name && isIn(devices.slice(0, index), "name", name),
        invalidCause(`${at}.name`, name, unique),
      ),
      ...(isKnown(name)
        ? when(
          !volumes.get(String(name))!.persistentVolumeClaim &&
            !volumes.get(String(name))!.ephemeral,
          invalidCause(`${at}.name`, name, "can only use a PersistentVolumeClaim or Ephemeral"),
        )
        : [notFoundCause(`${at}.name`, name)]),
      ...required(devicePath, `${at}.devicePath`),
      ...when(
        isIn(devices.slice(0, index), "devicePath", devicePath),
        invalidCause(`${at}.devicePath`, devicePath, unique),
      ),
      ...withoutBacksteps(devicePath, `${at}.devicePath`),
      ...when(isIn(mounts, "name", name), invalidCause(`${at}.name`, name, unique)),
      ...when(
        isIn(mounts, "mountPath", devicePath),
        invalidCause(`${at}.devicePath`, devicePath, unique),
      ),
    ]),
  ];
}

function validateProbes(container: JsonObject, field: string): Cause[] {
  return ["livenessProbe", "readinessProbe", "startupProbe"].flatMap((name) =>
    within(container[name], `${field}.${name}`, (probe, at) => [
      ...validateProbe(probe, at),
      ...when(
        name !== "readinessProbe" && probe.successThreshold !== 1,
        invalidCause(`${at}.successThreshold`, probe.successThreshold, "must be 1"),
      ),
      ...when(
        name === "readinessProbe" && probe.terminationGracePeriodSeconds !== undefined,
        invalidCause(
          `${at}.terminationGracePeriodSeconds`,
          probe.terminationGracePeriodSeconds,
          "must not be set for readinessProbes",
        ),
      ),
    ])
  );
}

const validateProbe = (probe: JsonObject, field: string): Cause[] => [
  ...validateHandler(probe, field),
  ...[
    "initialDelaySeconds",
    "timeoutSeconds",
    "periodSeconds",
    "successThreshold",
    "failureThreshold",
  ]
    .flatMap((name) => nonnegative(probe[name], `${field}.${name}`)),
  ...when(
    Number(probe.terminationGracePeriodSeconds ?? 1) <= 0,
    invalidCause(
      `${field}.terminationGracePeriodSeconds`,
      probe.terminationGracePeriodSeconds,
      "must be greater than 0",
    ),
  ),
];

const HEADER = /^[-A-Za-z0-9]+$/;

/** Validates the one handler of a probe or a hook. */
function validateHandler(handler: JsonObject, field: string): Cause[] {
  const names = ["exec", "httpGet", "tcpSocket", "grpc"].filter((name) =>
    handler[name] !== undefined
  );
  if (names.length === 0) return [requiredCause(field, "must specify a handler type")];
  const [first = "", ...more] = names;
  const at = `${field}.${first}`;
  const action = asObject(handler[first]) ?? {};
  const why = "may not specify more than 1 handler type";
  return [
    ...validateAction(first, action, at),
    ...more.map((name) => forbiddenCause(`${field}.${name}`, why)),
  ];
}

function validateAction(name: string, action: JsonObject, field: string): Cause[] {
  const { command, path, port, scheme, httpHeaders } = action;
  switch (name) {
    case "exec":
      return when(
        !Array.isArray(command) || command.length === 0,
        required("", `${field}.command`),
      );
    case "httpGet":
      return [
        ...required(path, `${field}.path`),
        ...portNumberOrName(port, `${field}.port`),
        ...oneOf(scheme, `${field}.scheme`, ["HTTP", "HTTPS"]),
        ...itemsOf(httpHeaders).flatMap(({ name }) =>
          when(
            !HEADER.test(String(name ?? "")),
            invalidCause(`${field}.httpHeaders`, name, "must be the name of a header"),
          )
        ),
      ];
    default:
      return portNumberOrName(port, `${field}.port`);
  }
}
