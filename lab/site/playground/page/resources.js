/**
 * The resource types that the server lists, by the names that kubectl takes.
 *
 * @module
 */
import { read } from "./requests.js";

/** Returns the types that discovery lists now; kubectl has them in a cache. */
export async function typesOf() {
  const { groups } = await read("/apis", { quiet: true });
  const paths = [
    "/api/v1",
    ...groups.flatMap(({ versions }) =>
      versions.map(({ groupVersion }) => `/apis/${groupVersion}`)
    ),
  ];
  const lists = await Promise.all(paths.map((path) => read(path, { quiet: true })));
  return lists.flatMap(({ groupVersion, resources }) => {
    const [version, group = ""] = groupVersion.split("/").reverse();
    return resources.filter(({ name }) => !name.includes("/")).map((each) => ({
      ...{ group, version, plural: each.name, kind: each.kind, namespaced: each.namespaced },
      singular: each.singularName,
      shortNames: each.shortNames ?? [],
      verbs: each.verbs,
    }));
  });
}

/** Returns the type with a name of kubectl, such as `po`, `Deployment` or `roles.rbac…`. */
export async function typeNamed(name) {
  const [first, ...group] = name.toLowerCase().split(".");
  const found = (await typesOf()).find((type) =>
    (group.length === 0 || type.group.startsWith(group.join("."))) &&
    [type.plural, type.singular, type.kind.toLowerCase(), ...type.shortNames].includes(first)
  );
  if (found) return found;
  throw new Error(`the server doesn't have a resource type "${name}"`);
}

/** Returns the type of an object. */
export async function typeOfObject({ apiVersion = "", kind = "" }) {
  const found = (await typesOf()).find((type) =>
    type.kind === kind && groupVersionOf(type) === apiVersion
  );
  if (found) return found;
  throw new Error(`no matches for kind "${kind}" in version "${apiVersion}"`);
}

const groupVersionOf = ({ group, version }) => group === "" ? version : `${group}/${version}`;

/** Returns the path of a type, in a namespace if it has them and one is given. */
export function pathOfType(type, namespace) {
  const base = type.group === "" ? "/api" : `/apis/${type.group}`;
  const within = type.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${base}/${type.version}${within}/${type.plural}`;
}

/** The name of a type as kubectl prints it with an object's: `deployment.apps`. */
export const wordOf = ({ kind, group }) =>
  group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
