/**
 * Sets the defaults of unset fields: constants and rules of release 1.26 (specification:
 * Deployment, Secret and subjects of bindings; the pod template follows real servers).
 *
 * @module
 */
import { copyOf, type Json, type JsonObject } from "../object.ts";
import { canonicalQuantity } from "./scalar.ts";
import { checkedFields, type Field, type ObjectSchema, type Schema } from "./schema.ts";

/**
 * Sets the defaults of an object, in place.
 *
 * @param value a decoded object of the schema
 * @param schema the schema of the kind
 * @param context the suffix of group names
 * @returns the object
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { setDefaults } from "./defaults.ts";
 * import { definition } from "./schema.ts";
 *
 * assertEquals<unknown>(
 *   setDefaults({ kind: "Secret" }, definition("core.v1.Secret"), { suffix: "svc.io" }),
 *   { kind: "Secret", metadata: {}, type: "Opaque" },
 * );
 * ```
 */
export function setDefaults<Value extends Json>(
  value: Value,
  schema: Schema,
  context: DefaultingContext,
): Value {
  if (schema.type === "object") setObjectDefaults(value as JsonObject, schema, context);
  if (schema.type === "list" && hasParts(schema.items)) {
    for (const item of value as Json[]) setDefaults(item, schema.items, context);
  }
  if (schema.type === "map" && hasParts(schema.values)) {
    for (const inner of Object.values(value as JsonObject)) {
      setDefaults(inner, schema.values, context);
    }
  }
  return value;
}

function hasParts({ type }: Schema): boolean {
  return type === "object" || type === "list" || type === "map";
}

function setObjectDefaults(
  object: JsonObject,
  schema: ObjectSchema,
  context: DefaultingContext,
): void {
  const { parts, constants, inner } = plan(schema);
  for (const name of parts) object[name] ??= {};
  RULES[schema.name]?.(object, context);
  for (const { name, pointer, value } of constants) {
    const isUnsaid = pointer ? object[name] === undefined : !object[name];
    if (isUnsaid) object[name] = typeof value === "object" ? copyOf(value) : value;
  }
  for (const field of inner) {
    const value = object[field.name];
    if (value !== undefined) setDefaults(value, field.schema, context);
    else setEmptyValue(object, field);
  }
}

/** The fields of a schema that can get a default, cached because every write passes here. */
interface Plan {
  /** Objects that are never absent. */
  readonly parts: readonly string[];
  readonly constants: readonly {
    readonly name: string;
    readonly pointer: boolean;
    readonly value: Json;
  }[];
  /** Fields that can get a default, or contain one that can. */
  readonly inner: readonly Field[];
}

const plans = new WeakMap<ObjectSchema, Plan>();

function plan(schema: ObjectSchema): Plan {
  let made = plans.get(schema);
  if (made === undefined) {
    const fields = checkedFields(schema);
    made = {
      parts: fields.filter(isPart).map(({ name }) => name),
      constants: Object.entries(CONSTANTS[schema.name] ?? {}).map(([name, value]) => ({
        name,
        pointer: schema.fields.get(name)!.pointer,
        value,
      })),
      inner: fields.filter(({ schema, default: empty }) => hasParts(schema) || empty !== undefined),
    };
    plans.set(schema, made);
  }
  return made;
}

/** Returns true for an object that is never absent. */
function isPart(field: Field): boolean {
  return typeof field.default === "object" && field.schema.type === "object";
}

/** Sets the empty value of a plain field that always has a value. */
function setEmptyValue(object: JsonObject, { name, schema, default: empty }: Field): void {
  if (empty === undefined || schema.type === "time") return;
  if (typeof empty !== "object") object[name] = empty;
  else if (schema.type === "quantity") object[name] = "0";
  else if (schema.type === "intOrString") object[name] = 0;
}

/** Constant defaults, by definition and field. */
export const CONSTANTS: Readonly<Record<string, Readonly<JsonObject>>> = {
  "apps.v1.DeploymentSpec": {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
  },
  "apps.v1.DeploymentStrategy": { type: "RollingUpdate" },
  "apps.v1.RollingUpdateDeployment": { maxUnavailable: "25%", maxSurge: "25%" },
  "core.v1.AzureDiskVolumeSource": {
    cachingMode: "ReadWrite",
    kind: "Shared",
    fsType: "ext4",
    readOnly: false,
  },
  "core.v1.ConfigMapVolumeSource": { defaultMode: 0o644 },
  "core.v1.Container": {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  },
  "core.v1.ContainerPort": { protocol: "TCP" },
  "core.v1.DownwardAPIVolumeSource": { defaultMode: 0o644 },
  "core.v1.EphemeralContainer": {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
  },
  "core.v1.GRPCAction": { service: "" },
  "core.v1.HTTPGetAction": { path: "/", scheme: "HTTP" },
  "core.v1.HostPathVolumeSource": { type: "" },
  "core.v1.ISCSIVolumeSource": { iscsiInterface: "default" },
  "core.v1.NamespaceStatus": { phase: "Active" },
  "core.v1.ObjectFieldSelector": { apiVersion: "v1" },
  "core.v1.PersistentVolumeClaimSpec": { volumeMode: "Filesystem" },
  "core.v1.PodSpec": {
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    schedulerName: "default-scheduler",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  },
  "core.v1.Probe": {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  },
  "core.v1.ProjectedVolumeSource": { defaultMode: 0o644 },
  "core.v1.RBDVolumeSource": { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" },
  "core.v1.ScaleIOVolumeSource": { storageMode: "ThinProvisioned", fsType: "xfs" },
  "core.v1.Secret": { type: "Opaque" },
  "core.v1.SecretVolumeSource": { defaultMode: 0o644 },
  "core.v1.ServiceAccountTokenProjection": { expirationSeconds: 3_600 },
  "flowcontrol.v1beta2.FlowSchemaSpec": { matchingPrecedence: 1_000 },
  "flowcontrol.v1beta3.FlowSchemaSpec": { matchingPrecedence: 1_000 },
  "flowcontrol.v1beta2.LimitedPriorityLevelConfiguration": {
    assuredConcurrencyShares: 30,
    lendablePercent: 0,
  },
  "flowcontrol.v1beta3.LimitedPriorityLevelConfiguration": {
    nominalConcurrencyShares: 30,
    lendablePercent: 0,
  },
  "flowcontrol.v1beta2.QueuingConfiguration": { handSize: 8, queues: 64, queueLengthLimit: 50 },
  "flowcontrol.v1beta3.QueuingConfiguration": { handSize: 8, queues: 64, queueLengthLimit: 50 },
};

/** The context of defaulting rules. */
export interface DefaultingContext {
  /** The brand-bearing suffix of group names. */
  readonly suffix: string;
}

/** Sets defaults that depend on other fields of an object. */
export type DefaultingRule = (object: JsonObject, context: DefaultingContext) => void;

/** The rules by definition; they run before the constants. */
export const RULES: Readonly<Record<string, DefaultingRule>> = {
  "apps.v1.DeploymentStrategy": defaultStrategy,
  "core.v1.Container": defaultPullPolicy,
  "core.v1.EphemeralContainer": defaultPullPolicy,
  "core.v1.PodSpec": defaultPodSpec,
  "core.v1.ResourceRequirements": (object) => {
    roundQuantities(object.limits);
    roundQuantities(object.requests);
  },
  "core.v1.Volume": defaultVolume,
  "rbac.v1.Subject": (object, context) => {
    if (object.kind === "User" || object.kind === "Group") object.apiGroup ||= rbacGroup(context);
  },
};

const rbacGroup = ({ suffix }: DefaultingContext) => `rbac.authorization.${suffix}`;

function defaultStrategy(strategy: JsonObject): void {
  strategy.type ??= "RollingUpdate";
  if (strategy.type === "RollingUpdate") strategy.rollingUpdate ??= {};
}

function defaultPullPolicy(container: JsonObject): void {
  const image = (container.image ?? "") as string;
  container.imagePullPolicy ??= isLatest(image) ? "Always" : "IfNotPresent";
}

function defaultPodSpec(spec: JsonObject): void {
  if (spec.hostNetwork) {
    exposeOnHost(spec.containers);
    exposeOnHost(spec.initContainers);
  }
  roundQuantities(spec.overhead);
  // One field under its current and its former name.
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  if (account !== undefined) {
    spec.serviceAccountName = account;
    spec.serviceAccount = account;
  }
}

function exposeOnHost(containers: Json | undefined): void {
  for (const container of (containers ?? []) as JsonObject[]) {
    for (const port of (container.ports ?? []) as JsonObject[]) {
      if (port.containerPort) port.hostPort ??= port.containerPort;
    }
  }
}

function defaultVolume(volume: JsonObject): void {
  if (Object.keys(volume).every((field) => field === "name")) volume.emptyDir = {};
}

/** Rounds quantities of resources up to thousandths. */
function roundQuantities(quantities: Json | undefined): void {
  if (quantities === undefined) return;
  for (const [name, quantity] of Object.entries(quantities as JsonObject)) {
    const rounded = canonicalQuantity(String(quantity), -3);
    if (rounded !== undefined) (quantities as JsonObject)[name] = rounded;
  }
}

const COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const DOMAIN = `${LABEL}(?:\\.${LABEL})*(?::[0-9]+)?`;
const TAG = "\\w[\\w.-]{0,127}";
const DIGEST = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";
const REFERENCE = new RegExp(
  `^(?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);

/**
 * Returns true if an image has the tag `latest`, or neither tag nor digest.
 *
 * @param image for example `nginx` or `host.example:5000/team/app:1.2`
 */
export function isLatest(image: string): boolean {
  if (image.length > MAX_LENGTH) return false;
  const match = REFERENCE.exec(image);
  if (!match) return false;
  const [, tag, digest] = match;
  return tag === "latest" || (tag === undefined && digest === undefined);
}

/** Longer names are not valid; this leaves room for the tag and the digest. */
const MAX_LENGTH = 1_024;
