/**
 * The objects of a soak, as its clients know them.
 *
 * @module
 */
import { type Content, contentOf, type SentContent } from "../requests/contents.ts";

/** The user that meets the injected faults; the administrator meets none. */
export const WORKER = "worker";
/** The token of that user. */
export const WORKER_TOKEN = "worker-token";

/** The path of the objects. */
export const SOAK_OBJECTS = "/api/v1/namespaces/default/configmaps";

/** Returns the objects of a list by name. */
export const statesIn = (
  { items = [] }: { items?: readonly SentContent[] },
): Map<string, Content> => new Map(items.map((item) => [item.metadata.name, contentOf(item)]));

/** Returns the differences of two states, one text each. */
export function differences(
  expected: ReadonlyMap<string, Content>,
  actual: ReadonlyMap<string, Content>,
): string[] {
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names].flatMap((name) => {
    const [wanted, found] = [expected.get(name), actual.get(name)].map((state) =>
      state ? JSON.stringify(state) : "absent"
    );
    return wanted === found ? [] : [`${name}: expected ${wanted}, found ${found}`];
  });
}
