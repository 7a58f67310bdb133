/**
 * Aggregated discovery: all groups, versions and resources below `/api` or `/apis` in one document.
 *
 * @module
 */
import type { Json, JsonObject } from "../object.ts";

/** The kind of an aggregated document, which clients name in the Accept header. */
export const AGGREGATED_KIND = "APIGroupDiscoveryList";

/** The API versions of the kind, without its group; the documents of all are alike. */
export const AGGREGATED_VERSIONS = ["v2", "v2beta1"] as const;

/**
 * Returns the aggregated document at a path, made of the plain ones; undefined if there is none.
 *
 * @param apiVersion the API version of the document
 * @param discovery returns the plain document of a path
 */
export function aggregatedDiscovery(
  path: string,
  apiVersion: string,
  discovery: (path: string) => JsonObject | undefined,
): JsonObject | undefined {
  const root = discovery(path);
  if (!root) return undefined;
  const head = { kind: AGGREGATED_KIND, apiVersion, metadata: {} };
  const versionOf = (version: Json, groupVersion: Json): JsonObject => ({
    version,
    resources: resourcesOf(discovery(`${path}/${groupVersion}`)),
    freshness: "Current",
  });
  switch (path) {
    case "/api": {
      const versions = listOf(root.versions).map((version) => versionOf(version, version));
      return { ...head, items: [{ metadata: {}, versions }] };
    }
    case "/apis": {
      const items = objectsOf(root.groups).map(({ name = "", versions }) => ({
        metadata: { name },
        versions: objectsOf(versions).map(({ version = "", groupVersion = "" }) =>
          versionOf(version, groupVersion)
        ),
      }));
      return { ...head, items };
    }
    default:
      return undefined;
  }
}

const listOf = (value: Json | undefined): readonly Json[] => Array.isArray(value) ? value : [];

const objectsOf = (value: Json | undefined): readonly JsonObject[] =>
  listOf(value).filter((item): item is JsonObject => typeof item === "object" && item !== null);

/** Converts an APIResourceList: subresources are listed within their resources. */
function resourcesOf(list: JsonObject | undefined): JsonObject[] {
  const entries = objectsOf(list?.resources).map((entry) => {
    const [resource = "", ...rest] = String(entry.name).split("/");
    return { resource, subresource: rest.join("/"), entry };
  });
  const subresources = Map.groupBy(
    entries.filter(({ subresource }) => subresource !== ""),
    ({ resource }) => resource,
  );
  return entries.filter(({ subresource }) => subresource === "").map(({ resource, entry }) => {
    const inner = subresources.get(resource) ?? [];
    return {
      resource,
      responseKind: kindOf(entry),
      scope: entry.namespaced ? "Namespaced" : "Cluster",
      singularResource: entry.singularName ?? "",
      verbs: entry.verbs ?? [],
      ...(entry.shortNames && { shortNames: entry.shortNames }),
      ...(entry.categories && { categories: entry.categories }),
      ...(inner.length > 0 && {
        subresources: inner.map(({ subresource, entry }) => ({
          subresource,
          responseKind: kindOf(entry),
          verbs: entry.verbs ?? [],
        })).sort((a, b) => a.subresource < b.subresource ? -1 : 1),
      }),
    };
  });
}

/** An empty group and version are those of the document, as in an APIResourceList. */
const kindOf = ({ group = "", version = "", kind = "" }: JsonObject): JsonObject => ({
  group,
  version,
  kind,
});
