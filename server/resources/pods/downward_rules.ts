/**
 * Rules for references to fields of the pod and to resources of its containers.
 *
 * @module
 */
import type { Cause } from "../../api_error.ts";
import type { JsonObject } from "../../object.ts";
import { invalidCause, requiredCause, unsupportedCause } from "../field_causes.ts";
import { amountOf, qualifiedName, required, when } from "../rules.ts";

const COMMON_PATHS = ["metadata.name", "metadata.namespace", "metadata.uid"];

/** The fields that each place may refer to. */
const PATHS = {
  env: [
    ...COMMON_PATHS,
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.podIP",
    "status.podIPs",
  ],
  volume: ["metadata.annotations", "metadata.labels", ...COMMON_PATHS],
} as const;

/** The fields that a reference can name at all. */
const ALL_PATHS: readonly string[] = [
  ...PATHS.env,
  ...PATHS.volume,
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
  "spec.host",
];

/** Validates a reference to a field of the pod. */
export function validateFieldRef(
  { apiVersion, fieldPath }: JsonObject,
  field: string,
  place: keyof typeof PATHS,
): Cause[] {
  if (!apiVersion) return [requiredCause(`${field}.apiVersion`)];
  if (!fieldPath) return [requiredCause(`${field}.fieldPath`)];
  const text = String(fieldPath);
  const [, path = text, key] = /^(.+?)\['(.*)'\]$/.exec(text) ?? [];
  const isMap = ["metadata.annotations", "metadata.labels"].includes(path);
  const isKnown = key === undefined ? ALL_PATHS.includes(path) : isMap;
  if (apiVersion !== "v1" || !isKnown) {
    return [invalidCause(`${field}.fieldPath`, text, "error converting fieldPath")];
  }
  if (key !== undefined) {
    return qualifiedName(path === "metadata.labels" ? key : key.toLowerCase(), field);
  }
  const allowed: readonly string[] = PATHS[place];
  const meant = path === "spec.host" ? "spec.nodeName" : path;
  return when(!allowed.includes(meant), unsupportedCause(`${field}.fieldPath`, meant, allowed));
}

const RESOURCES = ["cpu", "ephemeral-storage", "memory"]
  .flatMap((name) => [`limits.${name}`, `requests.${name}`]);
const HUGE_PAGES = /^(limits|requests)\.hugepages-/;
const UNITS = /^1([kMGTPE]i?)?$/;

/** Validates a reference to a resource of a container; in a volume, the container is named. */
export function resourceField(
  { containerName, resource, divisor }: JsonObject,
  field: string,
  inVolume: boolean,
): Cause[] {
  const name = String(resource ?? "");
  const isKnown = RESOURCES.includes(name) || HUGE_PAGES.test(name);
  const units = /\.cpu$/.test(name) ? /^1m?$/ : UNITS;
  return [
    ...(inVolume && !containerName
      ? [requiredCause(`${field}.containerName`)]
      : name === ""
      ? required(name, `${field}.resource`)
      : when(!isKnown, unsupportedCause(`${field}.resource`, name, RESOURCES))),
    ...when(
      isKnown && amountOf(divisor) !== 0 && !units.test(String(divisor)),
      invalidCause(`${field}.divisor`, name, "this divisor is not supported with the resource"),
    ),
  ];
}
