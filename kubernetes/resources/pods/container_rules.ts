/**
 * Rules for the containers of pods: ports, environment, mounts, probes, security.
 *
 * @module
 */
import type { Json, JsonObject } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import {
  descending,
  duplicateCause,
  forbiddenCause,
  invalidCause,
  isPortName,
  itemsOf,
  label,
  nonnegative,
  portNumber,
  portNumberOrName,
  required,
  requiredCause,
  subdomain,
  when,
  withoutBacksteps,
} from "@plumbline/server/rules";
import {
  all,
  alwaysForbidden,
  alwaysInvalid,
  each,
  fields,
  filled,
  ifFilled,
  type ItemRule,
  maybe,
  must,
  object,
  type ObjectRule,
  oneOf,
  orEmpty,
  type Rule,
  someItems,
  uniqueBy,
} from "@plumbline/server/fields";
import { fieldRef, resourceFieldRef } from "./downward_rules.ts";
import { containerResources, notFound } from "./resource_rules.ts";
import { validateContainerSecurity } from "./security_rules.ts";

/** What containers refer to. */
export interface Surroundings {
  /** The valid volumes of the pod, by name. */
  readonly volumes: ReadonlyMap<string, JsonObject>;
  /** The names of the pod's resource claims. */
  readonly claims: readonly string[];
}

/** Returns the rule of the containers that run beside each other. */
export const mainContainers = (around: Surroundings): Rule =>
  all(
    each(
      container(around),
      uniqueBy("name"),
      fields({
        lifecycle: fields({ postStart: handler, preStop: handler }),
        livenessProbe: [probe, fields({ successThreshold: isOne })],
        readinessProbe: [probe, fields({ terminationGracePeriodSeconds: notForReadiness })],
        startupProbe: [probe, fields({ successThreshold: isOne })],
      }),
    ),
    hostPorts,
  );

const NOT_BEFORE_OTHERS = alwaysForbidden("may not be set for init containers");

/**
 * Returns the rule of the containers that run before the others.
 *
 * @param others the containers that run after them, whose names they cannot have
 */
export const initContainers =
  (others: readonly JsonObject[], around: Surroundings): Rule => (value, path) =>
    each(
      container(around),
      ({ name = "" }, at, index, all) =>
        when(
          [...others, ...all.slice(0, index).filter((other) => other.name)]
            .some((other) => (other.name ?? "") === name),
          duplicateCause(`${at}.name`, name),
        ),
      (one) => hostPorts([one], path),
      fields({
        lifecycle: maybe(NOT_BEFORE_OTHERS),
        livenessProbe: maybe(NOT_BEFORE_OTHERS),
        readinessProbe: maybe(NOT_BEFORE_OTHERS),
        startupProbe: maybe(NOT_BEFORE_OTHERS),
      }),
    )(value, path);

/** Returns the rule of what containers of every sort have. */
export const container = (around: Surroundings): ObjectRule =>
  fields((one) => ({
    name: filled(label),
    image: required,
    terminationMessagePolicy: maybe(oneOf("FallbackToLogsOnError", "File")),
    ports: each(port, uniqueBy("name", (name) => isPortName(String(name)))),
    env: each(variable),
    envFrom: variableSources,
    volumeMounts: volumeMounts(one, around.volumes),
    volumeDevices: volumeDevices(one, around.volumes),
    imagePullPolicy: maybe(oneOf("Always", "IfNotPresent", "Never")),
    resources: containerResources(around.claims),
    securityContext: validateContainerSecurity,
  }));

const port = fields({
  name: ifFilled(must((name) => isPortName(String(name)), "must be the name of a port")),
  containerPort: filled(portNumber),
  hostPort: ifFilled(portNumber),
  protocol: maybe(oneOf("SCTP", "TCP", "UDP")),
});

/** Refuses a port of the node that two ports have. */
const hostPorts: Rule = (containers, path) => {
  const seen = new Set<string>();
  const taken: ItemRule = ({ protocol, hostIP = "", hostPort }, at) => {
    const key = `${protocol}/${hostIP}/${hostPort}`;
    const isTaken = hostPort && seen.has(key);
    if (hostPort) seen.add(key);
    return when(isTaken, duplicateCause(`${at}.hostPort`, key));
  };
  return each(fields({ ports: each(taken) }))(containers, path);
};

const VARIABLE = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

const variableName = must((value) => {
  const text = String(value);
  return VARIABLE.test(text) && text !== "." && !text.startsWith("..");
}, "must be letters, digits, `_`, `-` or `.`, and not begin with a digit or `..`");

/** A key of the data of a ConfigMap or Secret. */
const dataKey = must((key) => {
  const text = String(key);
  return text.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(text) && text !== "." &&
    !text.startsWith("..");
}, "must be letters, digits, `-`, `_` or `.`");

const keyRef = fields({ name: subdomain, key: filled(dataKey) });

/** The sources of the value of a variable, of which it has one. */
const VALUE_SOURCES = {
  fieldRef: fieldRef("env"),
  resourceFieldRef: resourceFieldRef({ inVolume: false }),
  configMapKeyRef: keyRef,
  secretKeyRef: keyRef,
};

const variable = fields(({ value }) => ({
  name: filled(variableName),
  valueFrom: [
    fields(VALUE_SOURCES),
    object((from, path) => {
      const count = Object.keys(VALUE_SOURCES).filter((name) => from[name] !== undefined).length;
      const why = "must have one source, and no `value` beside it";
      return when(count !== 1 || value, invalidCause(path, "", why));
    }),
  ],
}));

const reference = fields({ name: filled(subdomain) });

/** Sources of several variables. Real servers name the list where one has not one source. */
const variableSources: Rule = (sources, path) =>
  each(
    fields({ prefix: ifFilled(variableName), configMapRef: reference, secretRef: reference }),
    ({ configMapRef, secretRef }) =>
      when(
        (configMapRef === undefined) === (secretRef === undefined),
        invalidCause(path, "", "must have one source"),
      ),
  )(sources, path);

/** Returns true if an object of a list has a value in a field. */
const isIn = (list: readonly JsonObject[], field: string, value: Json | undefined): boolean =>
  list.some((other) => (other[field] ?? "") === (value ?? ""));

const isUnique = alwaysInvalid("must be unique");

const volumeMounts = (
  { volumeDevices, securityContext }: JsonObject,
  volumes: Surroundings["volumes"],
): Rule => {
  const devices = itemsOf(volumeDevices);
  const isPrivileged = asObject(securityContext)?.privileged === true;
  return (mounts, path) =>
    each((mount, at, index, others) => {
      const { name, mountPath, subPath, subPathExpr, mountPropagation } = mount;
      const needsPrivilege = mountPropagation === "Bidirectional" && !isPrivileged;
      return [
        ...fields({
          name: [required, !volumes.has(String(name ?? "")) && notFound],
          mountPath: [
            required,
            isIn(others.slice(0, index), "mountPath", mountPath) && isUnique,
          ],
        })(mount, at),
        ...fields({
          name: isIn(devices, "name", name) && isUnique,
          mountPath: isIn(devices, "devicePath", mountPath) && isUnique,
        })(mount, at),
        // Real servers leave out the index of a mount in some of the paths.
        ...fields({ subPath: ifFilled(descending) })(mount, path),
        ...fields({
          subPathExpr: subPath && subPathExpr &&
            alwaysInvalid("subPathExpr and subPath are exclusive"),
        })(mount, at),
        ...fields({
          subPathExpr: ifFilled(descending),
          mountPropagation: [
            maybe(oneOf("Bidirectional", "HostToContainer", "None")),
            needsPrivilege && alwaysForbidden("needs a privileged container"),
          ],
        })(mount, path),
      ];
    })(mounts, path);
};

const volumeDevices = ({ volumeMounts }: JsonObject, volumes: Surroundings["volumes"]): Rule => {
  const mounts = itemsOf(volumeMounts);
  return each((device, at, index, others) => {
    const { name, devicePath } = device;
    const before = others.slice(0, index);
    const volume = volumes.get(String(name ?? ""));
    const isOfBlocks = volume?.persistentVolumeClaim || volume?.ephemeral;
    return [
      ...fields({
        name: [
          required,
          name && isIn(before, "name", name) && isUnique,
          volume
            ? !isOfBlocks && alwaysInvalid("can only use a PersistentVolumeClaim or Ephemeral")
            : notFound,
        ],
        devicePath: [
          required,
          isIn(before, "devicePath", devicePath) && isUnique,
          withoutBacksteps,
        ],
      })(device, at),
      ...fields({
        name: isIn(mounts, "name", name) && isUnique,
        devicePath: isIn(mounts, "mountPath", devicePath) && isUnique,
      })(device, at),
    ];
  });
};

const HEADER = /^[-A-Za-z0-9]+$/;

/** The rules of the action of a handler, by its type; the first one that is set counts. */
const ACTIONS: Readonly<Record<string, Rule>> = {
  exec: fields({ command: someItems() }),
  httpGet: fields({
    path: required,
    port: portNumberOrName,
    scheme: oneOf("HTTP", "HTTPS"),
    httpHeaders: (headers, path) =>
      itemsOf(headers).flatMap(({ name }) =>
        when(
          !HEADER.test(String(name ?? "")),
          invalidCause(path, name, "must be the name of a header"),
        )
      ),
  }),
  tcpSocket: fields({ port: portNumberOrName }),
  grpc: fields({ port: portNumberOrName }),
};

/** The one handler of a probe or a hook. */
const handler = object((handler, path) => {
  const [first, ...more] = Object.keys(ACTIONS).filter((name) => handler[name] !== undefined);
  if (!first) return [requiredCause(path, "must specify a handler type")];
  const why = "may not specify more than 1 handler type";
  return [
    ...orEmpty(ACTIONS[first]!)(handler[first], `${path}.${first}`),
    ...more.map((name) => forbiddenCause(`${path}.${name}`, why)),
  ];
});

const probe = all(
  handler,
  fields({
    initialDelaySeconds: nonnegative,
    timeoutSeconds: nonnegative,
    periodSeconds: nonnegative,
    successThreshold: nonnegative,
    failureThreshold: nonnegative,
    terminationGracePeriodSeconds: must((time) => Number(time ?? 1) > 0, "must be greater than 0"),
  }),
);

const isOne = must((threshold) => threshold === 1, "must be 1");
const notForReadiness = maybe(alwaysInvalid("must not be set for readinessProbes"));
