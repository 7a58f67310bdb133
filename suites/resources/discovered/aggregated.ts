/**
 * Aggregated discovery: one document with the types of all groups.
 *
 * @module
 */
import type { ServedType } from "../../client/contact.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { arrayOf, objectOf, textOf } from "./json.ts";

/** The `Accept` header that requests it, and nothing else. */
export const AGGREGATED: string = ["v2", "v2beta1"]
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join();

/** Returns the types of an APIGroupDiscoveryList; none of another document. */
export function typesInAggregated(document: Json | undefined): ServedType[] {
  if (objectOf(document).kind !== "APIGroupDiscoveryList") return [];
  return arrayOf(objectOf(document).items).map(objectOf).flatMap((item) => {
    const group = textOf(objectOf(item.metadata).name) ?? "";
    return arrayOf(item.versions).map(objectOf).flatMap((version, at) =>
      arrayOf(version.resources).map(objectOf).flatMap((resource): ServedType[] => {
        const name = textOf(resource.resource) ?? "";
        if (name === "") return [];
        return [{
          group,
          version: textOf(version.version) ?? "",
          resource: name,
          kind: textOf(objectOf(resource.responseKind).kind) ?? "",
          namespaced: resource.scope === "Namespaced",
          verbs: textsOf(resource.verbs),
          subresources: arrayOf(resource.subresources).flatMap((each) =>
            textOf(objectOf(each).subresource) ?? []
          ),
          preferred: at === 0,
        }];
      })
    );
  });
}

function textsOf(json: JsonObject[string] | undefined): string[] {
  return arrayOf(json).flatMap((each) => textOf(each) ?? []);
}
