/**
 * The resource types that a server lists in its discovery documents.
 *
 * @module
 */
import type { DiscoveredResource, ServedType } from "../../client/contact.ts";
import type { Json } from "../../client/http_client.ts";
import { arrayOf, objectOf, textOf } from "./json.ts";

/** A version of a group, and the document that lists its resources. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
  readonly preferred: boolean;
}

/** Returns the path of the document that lists the resources of a version of a group. */
export function pathOf({ group, version }: Pick<GroupVersion, "group" | "version">): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Returns the versions that `/api` and `/apis` list; absent documents are undefined. */
export function groupVersionsOf(core: Json | undefined, groups: Json | undefined): GroupVersion[] {
  const versions = arrayOf(objectOf(core).versions).flatMap((version) => textOf(version) ?? []);
  return [
    ...versions.map((version, at) => ({ group: "", version, preferred: at === 0 })),
    ...arrayOf(objectOf(groups).groups).map(objectOf).flatMap((group) => {
      const name = textOf(group.name) ?? "";
      const all = arrayOf(group.versions).flatMap((each) => textOf(objectOf(each).version) ?? []);
      const preferred = textOf(objectOf(group.preferredVersion).version) ?? all[0];
      return all.map((version) => ({ group: name, version, preferred: version === preferred }));
    }),
  ].filter(({ group, version }) => !/[^a-z0-9.-]/.test(group + version));
}

/** Returns the types of an APIResourceList, with their subresources. */
export function typesIn(at: GroupVersion, document: Json | undefined): ServedType[] {
  const resources = arrayOf(objectOf(document).resources).map(objectOf);
  const names = resources.flatMap(({ name }) => textOf(name) ?? []);
  return resources.flatMap(({ name, kind, namespaced, verbs }): ServedType[] => {
    const resource = textOf(name) ?? "";
    if (resource === "" || resource.includes("/")) return [];
    return [{
      group: at.group,
      version: at.version,
      resource,
      kind: textOf(kind) ?? "",
      namespaced: namespaced === true,
      verbs: arrayOf(verbs).flatMap((verb) => textOf(verb) ?? []),
      subresources: names.filter((each) => each.startsWith(`${resource}/`))
        .map((each) => each.slice(resource.length + 1)),
      preferred: at.preferred,
    }];
  });
}

/** Returns the resources and subresources of an APIResourceList. */
export function resourcesIn(
  { group, version }: GroupVersion,
  document: Json | undefined,
): DiscoveredResource[] {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return arrayOf(objectOf(document).resources).map(objectOf)
    .map(({ name, kind, namespaced, verbs }) => ({
      apiVersion,
      name: String(name),
      kind: String(kind),
      namespaced: namespaced === true,
      verbs: arrayOf(verbs).flatMap((verb) => textOf(verb) ?? []),
    }));
}

/** Returns the name of a type with its group, as `kubectl` accepts it: `deployments.apps`. */
export function groupedName({ resource, group }: Pick<ServedType, "resource" | "group">): string {
  return group === "" ? resource : `${resource}.${group}`;
}

/**
 * Returns true if a name is the one of a type: `deployments`, `deployments.apps` or
 * `deployments.v1.apps`.
 */
export function isNamed(type: ServedType, name: string): boolean {
  const { resource, version, group } = type;
  if (name === `${resource}.${version}.${group}` || name === `${resource}.${version}`) return true;
  return type.preferred && (name === groupedName(type) || name === resource);
}
