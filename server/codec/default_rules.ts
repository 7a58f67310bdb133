/**
 * The defaults of unset fields that depend on other fields, in release 1.26.
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";
import { canonicalQuantity } from "./scalar.ts";

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

/** Sets the type of an update strategy, and the part that goes with it. */
export function defaultStrategy(strategy: JsonObject): void {
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
export function roundQuantities(quantities: Json | undefined): void {
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
