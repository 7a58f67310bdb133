/**
 * Plans a run: the permissions it needs, as a text and as a role.
 *
 * @module
 */
import { stringify } from "@std/yaml";
import type { Check, Need } from "../check.ts";
import { RESOURCE_TYPES } from "../resources/mod.ts";
import { type Dialect, DIALECTS } from "../client/dialect.ts";
import { VERSIONED_TYPES } from "../resources/versioned_type.ts";
import type { ServedType } from "../client/contact.ts";
import { type Access, SUFFIX } from "./access.ts";
import { planOfTypes } from "./plan_of_types.ts";
import touched from "./touched.json" with { type: "json" };

/** Permissions: for each resource the verbs, in order. */
export type Touched = Readonly<Record<string, readonly string[]>>;

/** Every type of the matrix, as the table of what checks touch abbreviates them. */
const EVERY_TYPE = "*";

/** The types of the matrix, as accesses name them. */
export const MATRIX_TYPES: readonly string[] = RESOURCE_TYPES.map((type) => {
  const group = type.group({ ...DIALECTS.svc, suffix: SUFFIX });
  return group === "" ? type.resource : `${type.resource}.${group}`;
});

/** The namespaced types of the matrix. */
const LEFT_IN_NAMESPACES: readonly string[] = MATRIX_TYPES.filter((_, at) =>
  RESOURCE_TYPES[at]!.namespaced
);

/** The types of several versions, which few checks make. */
const VERSIONED = VERSIONED_TYPES.map(({ resource, group }) => `${resource}.${group}.${SUFFIX}`);

/** The permissions of every run: for discovery, probes, own namespaces and the census. */
export const SETUP: Touched = {
  ...Object.fromEntries([...MATRIX_TYPES, ...VERSIONED].map((resource) => [resource, ["list"]])),
  // Probes get what they wrote: a status alone does not show whether a feature had an effect.
  secrets: ["create", "delete", "get", "list", "patch"],
  namespaces: ["create", "delete", "get", "list"],
  "namespaces/finalize": ["update"],
  serviceaccounts: ["list"],
  [`selfsubjectaccessreviews.authorization.${SUFFIX}`]: ["create"],
  [`subjectaccessreviews.authorization.${SUFFIX}`]: ["create"],
  "/api": ["get"],
  "/api/*": ["get"],
  "/apis": ["get"],
  "/apis/*": ["get"],
  "/livez": ["get"],
  // A path that nobody serves, whose response is compared with those for health.
  "/plumbline-unserved": ["get"],
  "/readyz": ["get"],
  "/version": ["get"],
};

const IMPERSONATION: Touched = { users: ["impersonate"] };

/** The permissions to decide whether a need is met, or to replace a missing identity. */
const NEEDED: Partial<Readonly<Record<Need, Touched>>> = {
  "impersonation": IMPERSONATION,
  "another identity or impersonation": IMPERSONATION,
  "identity review": { [`selfsubjectreviews.authentication.${SUFFIX}`]: ["create"] },
};

/** The lines of the table, by the checks' ids. */
const TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = touched;

/** The facts of a check that a plan depends on. */
export type Planned = Pick<Check, "id" | "needs" | "sharesNamespaces">;

/** The plan of a run of some checks. */
export function planOf(checks: readonly Planned[]): Touched {
  const verbs = new Map<string, Set<string>>();
  const add = (resource: string, more: readonly string[]) => {
    verbs.set(resource, new Set([...verbs.get(resource) ?? [], ...more]));
  };
  for (const [resource, more] of Object.entries(SETUP)) add(resource, more);
  for (const check of checks) {
    for (const [resource, more] of linesOf(check).flatMap((line) => Object.entries(line))) {
      const named = more.split(" ");
      for (const each of resource === EVERY_TYPE ? MATRIX_TYPES : [resource]) {
        add(each, named);
        // What several cases leave in shared namespaces is removed together.
        const isLeft = check.sharesNamespaces && named.includes("create") &&
          LEFT_IN_NAMESPACES.includes(each);
        if (isLeft) add(each, ["deletecollection"]);
      }
    }
  }
  for (const need of checks.flatMap(({ needs = [] }) => needs)) {
    for (const [resource, more] of Object.entries(NEEDED[need] ?? {})) add(resource, more);
  }
  for (const { verb, resource } of escalations(verbs)) add(resource, [verb]);
  return Object.fromEntries(
    [...verbs].map(([resource, each]) => [resource, [...each].sort()] as const)
      .sort(([a], [b]) => a < b ? -1 : 1),
  );
}

/** Every verb, for checks of an area without measurements. */
const UNMEASURED = {
  [EVERY_TYPE]: "create delete deletecollection get list patch update watch",
};

/** The table's line of a check; all those of its area where it is too new to have one. */
function linesOf({ id }: Planned): Readonly<Record<string, string>>[] {
  if (TABLE[id] !== undefined) return [TABLE[id]];
  const area = `${id.split("/")[0]}/`;
  const lines = Object.entries(TABLE)
    .flatMap(([each, line]) => each.startsWith(area) ? [line] : []);
  return lines.length > 0 ? lines : [UNMEASURED];
}

/** Returns true if the permissions of a check were measured; otherwise those of its area apply. */
export function isMeasured({ id }: Planned): boolean {
  return TABLE[id] !== undefined;
}

/** The permissions to write roles beyond one's own permissions, and bindings to them. */
function escalations(verbs: ReadonlyMap<string, ReadonlySet<string>>): Access[] {
  const writes = (resource: string) =>
    ["create", "update", "patch"].some((verb) => verbs.get(`${resource}.${RBAC}`)?.has(verb));
  const of = (verb: string, type: string) => ({ verb, resource: `${type}.${RBAC}` });
  return [
    ...["roles", "clusterroles"].filter(writes).map((type) => of("escalate", type)),
    ...["rolebindings", "clusterrolebindings"].some(writes)
      ? [of("bind", "roles"), of("bind", "clusterroles")]
      : [],
  ];
}

const RBAC = `rbac.authorization.${SUFFIX}`;

/** One rule of a role. */
export interface PlannedRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** The rules that allow what is planned, and nothing else. */
export function rulesOf(plan: Touched, dialect: Dialect): PlannedRule[] {
  const alike = Map.groupBy(Object.entries(plan), ([resource, verbs]) => {
    return `${partsOf(resource)?.[1] ?? "/"} ${verbs}`;
  });
  return [...alike.values()].map((entries): PlannedRule => {
    const [[first, verbs]] = entries as [[string, string[]]];
    const parts = partsOf(first);
    if (parts === undefined) return { nonResourceURLs: entries.map(([url]) => url), verbs };
    return {
      apiGroups: [parts[1].replace(SUFFIX, dialect.suffix)],
      resources: entries.map(([resource]) => partsOf(resource)![0]),
      verbs,
    };
  });
}

/** The name and group of a resource as an access names it; undefined for a URL. */
function partsOf(resource: string): readonly [name: string, group: string] | undefined {
  if (resource.startsWith("/")) return undefined;
  const authentication = `.authentication.${SUFFIX}`;
  // The keys of what is known of a user may have dots.
  const dot = resource.endsWith(authentication)
    ? resource.length - authentication.length
    : resource.indexOf(".");
  return dot < 0 ? [resource, ""] : [resource.slice(0, dot), resource.slice(dot + 1)];
}

/** The role that allows a plan, as an object to create. */
export function clusterRoleOf(plan: Touched, dialect: Dialect): Record<string, unknown> {
  return {
    apiVersion: `rbac.authorization.${dialect.suffix}/v1`,
    kind: "ClusterRole",
    metadata: { name: "plumbline" },
    rules: rulesOf(plan, dialect),
  };
}

/** Types whose objects are in no namespace. */
const CLUSTER_SCOPED = [
  "flowschemas",
  "prioritylevelconfigurations",
  "namespaces",
  "clusterroles",
  "clusterrolebindings",
  "users",
  "groups",
  "uids",
  "userextras",
  "subjectaccessreviews",
  "selfsubjectaccessreviews",
  "selfsubjectrulesreviews",
  "selfsubjectreviews",
];

/**
 * The plan as a text: for each resource where it is and what is done to it, in comments, and behind
 * them the role, so that the whole can be applied.
 */
export function planText(
  checks: readonly Planned[],
  dialect: Dialect,
  types?: readonly ServedType[],
): string {
  const whole = planOf(checks);
  const plan = types === undefined ? whole : planOfTypes(whole, types, dialect);
  const inCluster = types?.filter(({ namespaced }) => !namespaced).map(({ resource }) => resource);
  const unmeasured = checks.filter((check) => !isMeasured(check)).map(({ id }) => id);
  const spelt = Object.entries(plan).map(([resource, verbs]) => ({
    resource: resource.replace(SUFFIX, dialect.suffix),
    place: placeOf(resource, inCluster),
    verbs: verbs.join(" "),
  }));
  const wide = Math.max(...spelt.map(({ resource }) => resource.length));
  const count = `${checks.length} ${checks.length === 1 ? "check" : "checks"}`;
  return [
    `# What a run of ${count} may touch. Every created object has the label plumbline/run; objects`,
    "# without it are listed, and never changed. Namespaced objects are created in namespaces of the",
    "# run's own if it may create some, else in --namespace.",
    ...unmeasured.length > 0
      ? [`# Planned for as others of their area, being new: ${unmeasured.join(", ")}`]
      : [],
    "#",
    ...spelt.map(({ resource, place, verbs }) =>
      `# ${resource.padEnd(wide)}  ${place.padEnd(9)}  ${verbs}`
    ),
    "#",
    ...WARNINGS.filter(({ verb }) => spelt.some(({ verbs }) => verbs.split(" ").includes(verb)))
      .map(({ verb, why }) => `# ${verb}: ${why}`),
    "# Bind the role with a ClusterRoleBinding to the user that runs the checks.",
    stringify(clusterRoleOf(plan, dialect)),
  ].join("\n");
}

/** The verbs that are more than they look. */
const WARNINGS = [
  { verb: "escalate", why: "roles are created with permissions that the identity does not have" },
  { verb: "bind", why: "bindings to such roles are created, for subjects that do not exist" },
  { verb: "impersonate", why: "requests are sent as users and groups that do not exist" },
];

function placeOf(resource: string, inCluster: readonly string[] = []): string {
  if (resource.startsWith("/")) return "URL";
  const type = resource.split(/[./]/)[0]!;
  return [...CLUSTER_SCOPED, ...inCluster].includes(type) ? "cluster" : "namespace";
}
