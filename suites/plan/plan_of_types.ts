/**
 * Plans a run on the types of a target: what checks do to the types of the specification, they do to
 * those.
 *
 * @module
 */
import type { Check } from "../check.ts";
import type { ServedType } from "../client/contact.ts";
import { type Dialect, DIALECTS } from "../client/dialect.ts";
import { RESOURCE_TYPES } from "../resources/mod.ts";
import { SUFFIX } from "./access.ts";

/** Permissions: for each resource the verbs. */
type Permissions = Readonly<Record<string, readonly string[]>>;

/** Returns the checks that a run on these types does not leave out. */
export function checksOfTypes(
  checks: readonly Check[],
  types: readonly ServedType[],
  dialect: Dialect,
): readonly Check[] {
  const isServed = (name: string) =>
    RESOURCE_TYPES.some((type) =>
      type.resource === name &&
      types.some(({ resource, group }) => resource === name && group === type.group(dialect))
    );
  return checks.filter(({ types: about = RESOURCE_TYPES.map(({ resource }) => resource) }) =>
    typeof about === "string" || about.every(isServed)
  );
}

/** Returns a plan with these types in place of those of the specification. */
export function planOfTypes(
  plan: Permissions,
  types: readonly ServedType[],
  dialect: Dialect,
): Permissions {
  const own = RESOURCE_TYPES.map((type) =>
    nameOf(type.resource, type.group({ ...DIALECTS.svc, suffix: SUFFIX }))
  );
  // Also their subresources, and what no server has of them.
  const isOwn = (resource: string) =>
    RESOURCE_TYPES.some((type) => resource.startsWith(type.resource));
  const done = own.flatMap((resource) => plan[resource] ?? []);
  // The trial of each type creates, changes and removes an object.
  const trial = ["create", "delete", "get", "list", "patch", "update"];
  const verbs = [...new Set([...done, ...trial])].sort();
  const others = Object.entries(plan).filter(([resource]) => !isOwn(resource));
  const names = types.flatMap(({ resource, group, verbs: listed, subresources }) => {
    const written = group.replace(new RegExp(`${RegExp.escape(dialect.suffix)}$`), SUFFIX);
    const served = verbs.filter((verb) => listed.includes(verb));
    const status = ["get", "patch", "update"];
    return [
      [nameOf(resource, written), served] as const,
      ...subresources.includes("status")
        ? [[nameOf(`${resource}/status`, written), status] as const]
        : [],
    ];
  });
  return Object.fromEntries([...others, ...names].sort(([a], [b]) => a < b ? -1 : 1));
}

function nameOf(resource: string, group: string): string {
  return group === "" ? resource : `${resource}.${group}`;
}
