/**
 * The API versions that each release serves: the specification's scheduled removals and their
 * replacements (chapter "Versioning").
 *
 * @module
 */

/** An API version of a resource. */
export interface Scheduled {
  /** The group, without the dialect's suffix. */
  readonly group: "flowcontrol.apiserver" | "storage";
  readonly version: string;
  readonly resource: string;
  /** The minor number of the first release that serves it. */
  readonly since: number;
  /** The minor number of the first release in which it is deprecated. */
  readonly deprecated?: number;
  /** The minor number of the first release that no longer serves it. */
  readonly gone?: number;
}

const FLOW = { group: "flowcontrol.apiserver" } as const;
const CAPACITIES = { group: "storage", resource: "csistoragecapacities" } as const;
const OLD = { ...FLOW, version: "v1beta2", since: 23, deprecated: 26, gone: 29 } as const;
const NEW = { ...FLOW, version: "v1beta3", since: 26 } as const;

/** The rows of the schedule. */
export const SCHEDULE: readonly Scheduled[] = [
  { ...OLD, resource: "flowschemas" },
  { ...OLD, resource: "prioritylevelconfigurations" },
  { ...NEW, resource: "flowschemas" },
  { ...NEW, resource: "prioritylevelconfigurations" },
  { ...CAPACITIES, version: "v1beta1", since: 21, deprecated: 24, gone: 27 },
  { ...CAPACITIES, version: "v1", since: 24 },
];

/** The specification's requirement on a release for an API version. */
export type ExpectedService =
  /** Not served yet, or no longer. */
  | "absent"
  /** Served. */
  | "served"
  /** Not specified: a beta that may have been removed after the last described release. */
  | "unknown";

/** Returns what the specification requires of a release for an API version. */
export function expectedIn({ version, since, gone }: Scheduled, minor: number): ExpectedService {
  if (minor < since || (gone !== undefined && minor >= gone)) return "absent";
  return gone === undefined && version.includes("beta") && minor > LAST_DESCRIBED
    ? "unknown"
    : "served";
}

/** The last release that the specification describes. */
const LAST_DESCRIBED = 29;

/** Returns true if a release serves an API version as deprecated. */
export function isDeprecatedIn(row: Scheduled, minor: number): boolean {
  return expectedIn(row, minor) === "served" && row.deprecated !== undefined &&
    minor >= row.deprecated;
}
