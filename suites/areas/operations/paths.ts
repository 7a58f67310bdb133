/**
 * Checks of the paths that an operation does not have.
 *
 * @module
 */
import { enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { metadataOf } from "../../model/object.ts";
import { hasStatus, type ResourceType, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { everyType } from "../../session/every_type.ts";
import { Existing, expectRejection, patchForms, type TargetPatchForm } from "./objects.ts";

/** The methods of requests, a form of patches for PATCH. */
type Method = "GET" | "POST" | "PUT" | "DELETE" | TargetPatchForm;

/** A path of a type, and the methods that it does not support. */
interface PathCase {
  readonly place:
    | "all namespaces"
    | "collection"
    | "no namespace"
    | "status"
    | "no status"
    | "no subresource"
    | "below status";
  readonly resource: string;
  readonly methods: readonly Method[];
  /** Adds `/status`, where the type has it. */
  readonly ofStatus: boolean;
}

const REQUIREMENTS = {
  "all namespaces": "operations.all-namespaces-list-only",
  "collection": "operations.one-object-verbs",
  "no namespace": "operations.namespace-required",
  "status": "operations.status-verbs",
  "no status": "operations.subresources-listed-only",
  "no subresource": "operations.subresources-listed-only",
  "below status": "operations.subresources-listed-only",
} as const satisfies Record<PathCase["place"], RequirementId>;

function pathCases(target: Target): PathCase[] {
  const patches = ["PUT", ...patchForms(target)] as const;
  const of = (
    place: PathCase["place"],
    types: readonly ResourceType[],
    methods: readonly Method[],
    ofStatus = false,
  ): PathCase[] => types.map(({ resource }) => ({ place, resource, methods, ofStatus }));
  const types = typesOf(target);
  const namespaced = types.filter((type) => type.namespaced);
  const withStatus = types.filter(hasStatus);
  const others = types.filter((type) => !hasStatus(type));
  const all = ["GET", "POST", "DELETE", ...patches] as const;
  return [
    ...of("all namespaces", namespaced, ["POST", "DELETE", ...patches]),
    ...of("collection", types, patches),
    ...of("no namespace", namespaced, ["GET", "DELETE", ...patches]),
    ...of("no namespace", withStatus.filter((type) => type.namespaced), ["GET", ...patches], true),
    ...of("status", withStatus, ["POST", "DELETE"]),
    ...of("no status", others, all),
    ...of("no subresource", types, all),
    ...of("below status", withStatus, all),
  ];
}

/** Checks of paths. */
export const PATH_CHECKS: readonly Check[] = [
  property<PathCase>({
    id: "operations/paths",
    version: 3,
    title: "A method that a path does not support is rejected and changes nothing",
    uses: ["dry-run"],
    requirements: [
      "operations.all-namespaces-list-only",
      "operations.one-object-verbs",
      "operations.namespace-required",
      "operations.status-verbs",
      "operations.subresources-listed-only",
    ],
    ...enumerated(pathCases, "methods"),
    run: async (scope, { methods, ...input }) => {
      const { place, resource } = input;
      scope.note(place);
      const existing = await Existing.create(scope, typeNamed(scope.target, resource));
      for (const method of methods) {
        const request = requestOf(scope, existing, { ...input, method });
        const what = `${request.method} (${method}) of ${request.path}`;
        expectRejection(REQUIREMENTS[place], await scope.send(request), what);
        for (const narrow of narrowerQueries(existing, place)) {
          const narrowed = { ...request, query: { ...request.query, ...narrow } };
          const how = `${what} with ${JSON.stringify(narrow)}`;
          expectRejection(REQUIREMENTS[place], await scope.send(narrowed), how);
        }
        // A dry run is rejected as the request is: a server may rehearse what it does not do.
        if (method === "GET" || scope.target.lacks?.includes("dry-run")) continue;
        const dry = { ...request, query: { ...request.query, dryRun: "All" } };
        expectRejection(REQUIREMENTS[place], await scope.send(dry), `a dry-run ${what}`);
      }
      const what = `${methods.join(", ")} at ${place}`;
      await existing.expectUnchanged(REQUIREMENTS[place], what);
      if (!methods.includes("POST") || place !== "all namespaces") return;
      const created = await scope.send({ method: "GET", path: existing.path(false, "another") });
      expectRejection(REQUIREMENTS[place], created, `a get of what ${what} creates`);
    },
  }),
  example({
    id: "operations/cluster-types-in-namespaces",
    title: "A cluster-scoped type is not served below a namespace",
    requirements: ["operations.cluster-types-in-namespaces"],
    run: async (scope) => {
      const types = typesOf(scope.target).filter(({ namespaced }) => !namespaced);
      if (types.length === 0) throw new Discard("no type is cluster-scoped");
      await everyType(scope, types, (type) => expectNotInNamespace(scope, type));
    },
  }),
];

/** Returns selectors that would leave one namespace or object of a collection that cannot be written. */
function narrowerQueries(
  { object }: Existing,
  place: PathCase["place"],
): readonly Readonly<Record<string, string>>[] {
  const { name, namespace } = metadataOf(object);
  if (place === "all namespaces") return [{ fieldSelector: `metadata.namespace=${namespace}` }];
  return place === "collection" ? [{ fieldSelector: `metadata.name=${name}` }] : [];
}

/** Sends every method to the paths that a cluster-scoped type would have in a namespace. */
async function expectNotInNamespace(scope: Scope, type: ResourceType): Promise<void> {
  const requirement = "operations.cluster-types-in-namespaces";
  const existing = await Existing.create(scope, type);
  const plural = type.plural ?? type.resource;
  const inNamespace = (path: string) =>
    path.replace(`/${plural}`, `/namespaces/${scope.namespaces[0]}/${plural}`);
  const collection = inNamespace(existing.collection(false));
  const path = inNamespace(existing.path(false));
  const query = { labelSelector: scope.selector };
  const requests: HttpRequest[] = [
    { method: "GET", path: collection, query },
    { method: "POST", path: collection, body: scope.newObject(type, { name: "another" }) },
    { method: "DELETE", path: collection, query },
    { method: "GET", path },
    { method: "PUT", path, body: scope.newObject(type, { labels: { changed: "yes" } }) },
    ...patchForms(scope.target).filter((form) => form !== "apply").map((form): HttpRequest => ({
      method: "PATCH",
      path,
      ...existing.patch(form),
    })),
    { method: "DELETE", path },
  ];
  for (const request of requests) {
    const what = `${request.method} of ${request.path}`;
    expectRejection(requirement, await scope.send(request), what);
  }
  await existing.expectUnchanged(requirement, "requests below a namespace");
}

/** Paths below an object that no type has. */
const BELOW: Partial<Record<PathCase["place"], string>> = {
  "no subresource": "/plumbline",
  "below status": "/status/plumbline",
};

function requestOf(
  scope: Scope,
  existing: Existing,
  { place, method, ofStatus }: Omit<PathCase, "methods"> & { readonly method: Method },
): HttpRequest {
  const isWide = place === "all namespaces" || place === "no namespace";
  const isCollection = place === "all namespaces" || place === "collection";
  const base = isCollection ? existing.collection(isWide) : existing.path(isWide);
  const isStatus = place === "status" || place === "no status" ||
    (place === "no namespace" && ofStatus && hasStatus(existing.type) && method !== "DELETE");
  const path = `${base}${isStatus ? "/status" : BELOW[place] ?? ""}`;
  const object = scope.newObject(existing.type, { labels: { changed: "yes" } });
  switch (method) {
    case "GET":
      return { method, path };
    case "DELETE":
      return { method, path, query: { labelSelector: scope.selector } };
    case "POST": {
      const another = scope.newObject(existing.type, { name: "another" });
      return { method, path, body: isCollection ? another : object };
    }
    case "PUT":
      return { method, path, body: object };
    default:
      return {
        method: "PATCH",
        path,
        ...existing.patch(method),
        ...(method === "apply" && { query: { fieldManager: "plumbline-paths" } }),
      };
  }
}
