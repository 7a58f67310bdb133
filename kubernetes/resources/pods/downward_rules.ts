/**
 * Rules for references to fields of the pod and to resources of its containers.
 *
 * @module
 */
import {
  alwaysInvalid,
  fields,
  filled,
  missing,
  object,
  type ObjectRule,
  oneOf,
} from "@plumbline/server/fields";
import { amountOf, qualifiedName } from "@plumbline/server/rules";

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

/** Returns the rule of a reference to a field of the pod. */
export const fieldRef = (place: keyof typeof PATHS): ObjectRule =>
  object((reference, path) => {
    const { apiVersion, fieldPath } = reference;
    if (!apiVersion) return fields({ apiVersion: missing() })(reference, path);
    const text = String(fieldPath ?? "");
    const [, of = text, key] = /^(.+?)\['(.*)'\]$/.exec(text) ?? [];
    const isMap = ["metadata.annotations", "metadata.labels"].includes(of);
    const isKnown = key === undefined ? ALL_PATHS.includes(of) : isMap;
    if (text !== "" && apiVersion === "v1" && isKnown && key !== undefined) {
      return qualifiedName(of === "metadata.labels" ? key : key.toLowerCase(), path);
    }
    const meant = of === "spec.host" ? "spec.nodeName" : of;
    return fields({
      fieldPath: filled(
        apiVersion === "v1" && isKnown
          ? (_, at) => oneOf(...PATHS[place])(meant, at)
          : alwaysInvalid("error converting fieldPath"),
      ),
    })(reference, path);
  });

const RESOURCES = ["cpu", "ephemeral-storage", "memory"]
  .flatMap((name) => [`limits.${name}`, `requests.${name}`]);
const HUGE_PAGES = /^(limits|requests)\.hugepages-/;
const UNITS = /^1([kMGTPE]i?)?$/;

/** Returns the rule of a reference to a resource of a container; a volume names the container. */
export const resourceFieldRef = ({ inVolume }: { readonly inVolume: boolean }): ObjectRule =>
  fields(({ containerName, resource, divisor }) => {
    const name = String(resource ?? "");
    const isKnown = RESOURCES.includes(name) || HUGE_PAGES.test(name);
    const units = /\.cpu$/.test(name) ? /^1m?$/ : UNITS;
    const isOdd = isKnown && amountOf(divisor) !== 0 && !units.test(String(divisor));
    const lacksContainer = inVolume && !containerName;
    return {
      containerName: lacksContainer && missing(),
      resource: !lacksContainer &&
        (HUGE_PAGES.test(name) ? undefined : filled(oneOf(...RESOURCES))),
      divisor: isOdd && alwaysInvalid("this divisor is not supported with the resource", name),
    };
  });
