/**
 * Checks of the paths that an operation does not have.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, shuffled } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import { RESOURCE_TYPES, type ResourceType, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Existing, formsOf, type PatchForm } from "./objects.ts";

/** A method at a path that does not support it. */
interface PathCase {
  readonly place: "all namespaces" | "collection" | "no namespace" | "status";
  readonly resource: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | PatchForm;
  /** Adds `/status`, where the type has it. */
  readonly ofStatus: boolean;
}

const REQUIREMENTS = {
  "all namespaces": "operations.all-namespaces-list-only",
  "collection": "operations.one-object-verbs",
  "no namespace": "operations.namespace-required",
  "status": "operations.status-verbs",
} as const satisfies Record<PathCase["place"], RequirementId>;

const NAMESPACED = RESOURCE_TYPES.filter(({ namespaced }) => namespaced);

function pathCases(target: Target): PathCase[] {
  const patches = ["PUT", ...formsOf(target)] as const;
  const of = (
    place: PathCase["place"],
    types: readonly ResourceType[],
    methods: readonly PathCase["method"][],
  ) =>
    combinations<PathCase>({
      place: [place],
      resource: types.map((type) => type.resource),
      method: methods,
      ofStatus: [false],
    }, 0);
  const deployments = [resourceType("deployments")];
  const below = of("no namespace", deployments, ["GET", ...patches])
    .map((each) => ({ ...each, ofStatus: true }));
  return [
    ...of("all namespaces", NAMESPACED, ["POST", "DELETE", ...patches]),
    ...of("collection", RESOURCE_TYPES, patches),
    ...of("no namespace", NAMESPACED, ["GET", "DELETE", ...patches]),
    ...below,
    ...of("status", deployments, ["POST", "DELETE"]),
  ];
}

/** Checks of paths. */
export const PATHS: readonly Check[] = [
  property<PathCase>({
    id: "operations/paths",
    title: "A method that a path does not support is rejected and changes nothing",
    requirements: [
      "operations.all-namespaces-list-only",
      "operations.one-object-verbs",
      "operations.namespace-required",
      "operations.status-verbs",
    ],
    level: "must",
    arbitrary: (target) => fc.constantFrom(...pathCases(target)),
    cases: (seed, target) => shuffled(pathCases(target), seed),
    run: async (scope, input) => {
      const { place, resource, method } = input;
      scope.note(place);
      const existing = await Existing.create(scope, resourceType(resource));
      const request = requestOf(scope, existing, input);
      const response = await scope.send(request);
      const what = `${request.method} (${method}) of ${request.path}`;
      await existing.expectRejected(REQUIREMENTS[place], response, what);
      if (method !== "POST" || place === "status") return;
      const created = await scope.send({ method: "GET", path: existing.path(false, "another") });
      await existing.expectRejected(REQUIREMENTS[place], created, `a get of what ${what} creates`);
    },
  }),
];

function requestOf(scope: Scope, existing: Existing, input: PathCase): HttpRequest {
  const { place, resource, method, ofStatus } = input;
  const isWide = place === "all namespaces" || place === "no namespace";
  const base = place === "no namespace" || place === "status"
    ? existing.path(isWide)
    : existing.collection(isWide);
  const isStatus = place === "status" ||
    (place === "no namespace" && ofStatus && resource === "deployments" && method !== "DELETE");
  const path = isStatus ? `${base}/status` : base;
  const object = scope.newObject(existing.type, { labels: { changed: "yes" } });
  switch (method) {
    case "GET":
      return { method, path };
    case "DELETE":
      return { method, path, query: { labelSelector: scope.selector } };
    case "POST": {
      const another = scope.newObject(existing.type, { name: "another" });
      return { method, path, body: place === "status" ? object : another };
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
