/**
 * Which release serves which version: the interface's table of scheduled removals, and the versions
 * that are to be used instead (interface, "Versioning").
 *
 * @module
 */

/** One version of one resource. */
export interface Scheduled {
  /** The group, the dialect's suffix left out. */
  readonly group: "flowcontrol.apiserver" | "storage";
  readonly version: string;
  readonly resource: string;
  /** The minor number of the first release that has it. */
  readonly since: number;
  /** The one in which its successor came, from which on it is deprecated. */
  readonly deprecated?: number;
  /** The first one that has it no longer. */
  readonly gone?: number;
}

const FLOW = { group: "flowcontrol.apiserver" } as const;
const CAPACITIES = { group: "storage", resource: "csistoragecapacities" } as const;
const OLD = { ...FLOW, version: "v1beta2", since: 23, deprecated: 26, gone: 29 } as const;
const NEW = { ...FLOW, version: "v1beta3", since: 26 } as const;

/** The rows. */
export const SCHEDULE: readonly Scheduled[] = [
  { ...OLD, resource: "flowschemas" },
  { ...OLD, resource: "prioritylevelconfigurations" },
  { ...NEW, resource: "flowschemas" },
  { ...NEW, resource: "prioritylevelconfigurations" },
  { ...CAPACITIES, version: "v1beta1", since: 21, deprecated: 24, gone: 27 },
  { ...CAPACITIES, version: "v1", since: 24 },
];

/** What a release must do with a version. */
export type Due =
  /** It is not there yet, or no longer. */
  | "absent"
  /** It is there, and the text does not say that it goes while this release is current. */
  | "served"
  /** It may have gone since: the text names no release in which it does. */
  | "unknown";

/** What a release must do with a version; betas go without the text naming when. */
export function dueIn({ version, since, gone }: Scheduled, minor: number): Due {
  if (minor < since || (gone !== undefined && minor >= gone)) return "absent";
  return gone === undefined && version.includes("beta") && minor > LAST_DESCRIBED
    ? "unknown"
    : "served";
}

/** The last release the table speaks of. */
const LAST_DESCRIBED = 29;

/** Whether a release has a version but advises against it. */
export function isDeprecatedIn(row: Scheduled, minor: number): boolean {
  return dueIn(row, minor) === "served" && row.deprecated !== undefined && minor >= row.deprecated;
}
