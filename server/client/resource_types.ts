/**
 * Finds served resources by the names that people use for them, and the paths of their objects.
 *
 * @module
 */
import { nearestWord } from "@plumbline/runtime/nearest_word";
import { apiVersionOf } from "../object.ts";
import type { ResourceDefinition } from "../registry/resource.ts";

/**
 * Returns the resource of a name, as `kubectl get` accepts it: a kind, a plural, singular or short
 * name, on its own or followed by the group (`deployments.apps`) or by version and group
 * (`deployments.v1.apps`).
 *
 * @throws {RangeError} for a name of no resource
 */
export function resourceNamed(
  definitions: readonly ResourceDefinition[],
  type: string,
): ResourceDefinition {
  const stored = definitions.filter(({ answer }) => !answer);
  const [name = "", ...rest] = type.split(".");
  const group = rest.join(".");
  const wanted = name.toLowerCase();
  const found = stored.find((definition) =>
    namesOf(definition).includes(wanted) &&
    (group === "" || group === definition.group ||
      group === `${definition.version}.${definition.group}`)
  );
  if (found) return found;
  throw new RangeError(`Cannot find the type "${type}". ${meantType(type, stored)}`);
}

/** Returns a sentence with the type that was probably meant or, where none is near, all of them. */
export function meantType(type: string, stored: readonly ResourceDefinition[]): string {
  const names = stored.flatMap((definition) => [
    typeOf(definition),
    definition.resource,
    definition.kind,
    definition.singular,
  ]);
  const nearest = nearestWord(type, names);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return `Use a kind or one of ${[...new Set(stored.map(typeOf))].sort().join(", ")}`;
}

const namesOf = ({ kind, resource, singular, shortNames = [] }: ResourceDefinition) => [
  resource,
  singular,
  kind.toLowerCase(),
  ...shortNames,
];

const typeOf = ({ group, resource }: ResourceDefinition) =>
  group ? `${resource}.${group}` : resource;

/** Returns the resource of an object's `apiVersion` and `kind`; undefined if none is served. */
export const resourceOf = (
  definitions: readonly ResourceDefinition[],
  apiVersion: string,
  kind: string,
): ResourceDefinition | undefined =>
  definitions.find((definition) =>
    definition.kind === kind && apiVersionOf(definition) === apiVersion
  );

/** The place of an object or a collection. */
export interface PathOptions {
  /** Empty for cluster-scoped resources, and for a collection in all namespaces. */
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Returns the path of an object or a collection. */
export function pathOf(
  definition: ResourceDefinition,
  { namespace = "", name = "", subresource = "" }: PathOptions,
): string {
  const { group, version, resource } = definition;
  return [
    group ? `/apis/${group}/${version}` : `/api/${version}`,
    ...(definition.namespaced && namespace ? ["namespaces", encodeURIComponent(namespace)] : []),
    resource,
    ...(name ? [encodeURIComponent(name)] : []),
    ...(subresource ? [subresource] : []),
  ].join("/");
}
