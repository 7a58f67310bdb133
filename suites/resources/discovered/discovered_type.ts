/**
 * Resource types that were discovered on a server, in the form that the checks use.
 *
 * @module
 */
import type { JsonObject } from "../../client/http_client.ts";
import type { ResourceType } from "../../client/resource_type.ts";
import type { ListedType } from "./discovery.ts";
import { filledIn } from "./json.ts";
import { changeTo, type Variation, varied } from "./variations.ts";

/** What was found out about a type. */
export interface DiscoveredFacts {
  readonly variations?: readonly Variation[];
  /** True if the server accepts no update without a resourceVersion. */
  readonly conditionalUpdates?: boolean;
}

/** Returns a resource type whose objects are a valid one, with some of its fields varied. */
export function discoveredType(
  { resource, kind, group, version, namespaced }: ListedType,
  base: JsonObject,
  { variations = [], conditionalUpdates = false }: DiscoveredFacts,
): ResourceType {
  return {
    resource,
    kind,
    group: () => group,
    version,
    namespaced,
    ...(conditionalUpdates && { conditionalUpdates }),
    body: (_dialect, content, name, { namespace = "" } = {}) =>
      filledIn(varied(base, variations, content), { name, namespace }) as JsonObject,
    change: (content) => changeTo(base, variations, content),
  };
}
