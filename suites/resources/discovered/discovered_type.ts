/**
 * Resource types that were discovered on a server, in the form that the checks use.
 *
 * @module
 */
import type { ServedType } from "../../client/contact.ts";
import type { JsonObject } from "../../client/http_client.ts";
import type { Adaptation, DescribedValue, ResourceType, Verb } from "../../client/resource_type.ts";
import { groupedName } from "./discovery.ts";
import { withWords } from "./json.ts";
import type { NameForm } from "./name_form.ts";
import { changeTo, type Variation, varied } from "./variations.ts";

/** What was found out about a type. */
export interface DiscoveredFacts {
  readonly variations?: readonly Variation[];
  /** True if the server accepts no update without a resourceVersion. */
  readonly conditionalUpdates?: boolean;
  /** The form of the names of its objects. */
  readonly objectName?: NameForm | undefined;
  /** True if another type has the same plural name. */
  readonly isSecond?: boolean;
  readonly adaptation?: Adaptation;
  /** The schema of its objects. */
  readonly described?: DescribedValue | undefined;
  /** The verbs that the server does not serve. */
  readonly unserved?: readonly Verb[];
}

/** Returns a resource type whose objects are a valid one, with some of its fields varied. */
export function discoveredType(
  type: ServedType,
  base: JsonObject,
  facts: DiscoveredFacts,
): ResourceType {
  const { resource, kind, group, version, namespaced } = type;
  const { variations = [], conditionalUpdates = false, objectName, isSecond, adaptation } = facts;
  const { unserved = [], described } = facts;
  return {
    ...(isSecond ? { resource: groupedName(type), plural: resource } : { resource }),
    kind,
    group: () => group,
    version,
    namespaced,
    ...(type.subresources.length > 0 && { subresources: type.subresources }),
    ...(unserved.length > 0 && { unserved }),
    ...(conditionalUpdates && { conditionalUpdates }),
    ...(described && { described }),
    ...(adaptation && { adaptation }),
    ...(objectName !== undefined && { objectName }),
    body: (_dialect, content, name, { namespace = "" } = {}) =>
      withWords(varied(base, variations, content), {
        name,
        namespace,
        label: name.split(".")[0]!,
      }) as JsonObject,
    change: (content) => changeTo(base, variations, content),
  };
}
