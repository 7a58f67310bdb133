/**
 * Discovery documents: `/api`, `/apis`, `/version` and the API versions.
 *
 * @module
 */
import { compareVersions, versionOf } from "../api_versions/api_version.ts";
import type { Release } from "../release.ts";
import type { Features } from "../api_versions/feature_gates.ts";
import type { Dialect } from "../dialect.ts";
import { apiVersionOf, type JsonObject } from "../object.ts";
import { type Connectors, connectorsOf } from "../registry/connector.ts";
import { type ResourceDefinition, subresourceVerbs } from "../registry/resource.ts";
import { openApi } from "./openapi.ts";

const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** Options of the documents. */
export interface DiscoveryOptions {
  readonly dialect: Dialect;
  readonly release: Release;
  readonly features: Features;
  readonly connectors?: Connectors;
}

/**
 * Returns the document at a path, undefined if there is none. The documents are made at the first
 * call, as many servers in tests never need them.
 */
export function discovery(
  definitions: readonly ResourceDefinition[],
  options: DiscoveryOptions,
): (path: string) => JsonObject | undefined {
  let documentAt: ((path: string) => JsonObject | undefined) | undefined;
  return (path) => (documentAt ??= makeDocuments(definitions, options))(path);
}

function makeDocuments(
  definitions: readonly ResourceDefinition[],
  { dialect, release, features, connectors = {} }: DiscoveryOptions,
): (path: string) => JsonObject | undefined {
  const documents = discoveryDocuments(definitions, release, connectors);
  const { index, document, whole } = openApi(definitions, { dialect, release });
  const schemas = features.has("OpenAPIV3");
  const openApis = [OPENAPI_V2, ...(schemas ? ["/openapi/v3"] : [])];
  const paths = [...documents.keys(), ...HEALTH, ...openApis].sort();
  documents.set("/", { paths });
  return (path) => {
    if (path === OPENAPI_V2) return whole();
    if (!schemas) return documents.get(path);
    if (path === "/openapi/v3") return index();
    if (path.startsWith(OPENAPI)) return document(path.slice(OPENAPI.length));
    return documents.get(path);
  };
}

const OPENAPI = "/openapi/v3/";

/** The path of the OpenAPI v2 document. */
export const OPENAPI_V2 = "/openapi/v2";

/** The health checks, which need no authentication. */
const HEALTH = ["/healthz", "/livez", "/readyz"];

function discoveryDocuments(
  definitions: readonly ResourceDefinition[],
  release: Release,
  connectors: Connectors,
): Map<string, JsonObject> {
  const documents = new Map<string, JsonObject>([
    ["/version", {
      ...versionOf(release),
      gitCommit: "",
      gitTreeState: "clean",
      buildDate: "1970-01-01T00:00:00Z",
      goVersion: "",
      compiler: "",
      platform: "",
    }],
    ["/api", { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] }],
  ]);
  const groups = Map.groupBy(
    definitions.filter(({ group }) => group !== ""),
    ({ group }) => group,
  );
  const summaries = [...groups].map(([name, members]) => groupSummary(name, members));
  documents.set("/apis", { kind: "APIGroupList", apiVersion: "v1", groups: summaries });
  for (const summary of summaries) {
    documents.set(`/apis/${summary.name}`, { kind: "APIGroup", apiVersion: "v1", ...summary });
  }
  for (const [groupVersion, members] of Map.groupBy(definitions, apiVersionOf)) {
    const path = groupVersion.includes("/") ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    documents.set(path, resourceList(groupVersion, members, connectors));
  }
  return documents;
}

function groupSummary(
  name: string,
  members: readonly ResourceDefinition[],
): JsonObject & { name: string } {
  // The preferred version comes first.
  const names = [...new Set(members.map(({ version }) => version))].sort(compareVersions);
  const versions = names.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions, preferredVersion: versions[0]! };
}

const verbsOf = ({ answer, unsupportedVerbs = [] }: ResourceDefinition): string[] =>
  answer ? ["create"] : VERBS.filter((verb) => !unsupportedVerbs.includes(verb));

const resourceList = (
  groupVersion: string,
  members: readonly ResourceDefinition[],
  connectors: Connectors,
): JsonObject => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion,
  resources: members.flatMap((definition) => {
    const { resource, singular, namespaced, kind, shortNames, categories } = definition;
    return [
      {
        name: resource,
        singularName: singular,
        namespaced,
        kind,
        verbs: verbsOf(definition),
        ...(shortNames && { shortNames: [...shortNames] }),
        ...(categories && { categories: [...categories] }),
      },
      ...Object.entries(definition.actions ?? {}).map(([action, { definition: sent }]) => ({
        name: `${resource}/${action}`,
        singularName: "",
        namespaced,
        ...(sent.group !== definition.group && { group: sent.group, version: sent.version }),
        kind: sent.kind,
        verbs: ["create"],
      })),
      ...Object.entries(connectorsOf(connectors, definition)).map(([name, connector]) => ({
        name: `${resource}/${name}`,
        singularName: "",
        namespaced,
        kind: connector.kind,
        verbs: [...connector.verbs],
      })),
      ...Object.entries(definition.subresources ?? {}).map(([subresource, strategy]) => {
        const view = definition.views?.[subresource]?.definition;
        return {
          name: `${resource}/${subresource}`,
          singularName: "",
          namespaced,
          ...(view && { group: view.group, version: view.version }),
          kind: view?.kind ?? kind,
          verbs: [...subresourceVerbs(strategy)],
        };
      }),
    ];
  }),
});
