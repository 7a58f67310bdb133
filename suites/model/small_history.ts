/**
 * A small history for the tests of the oracles, with versions that cannot be ordered.
 *
 * @module
 */
import type { JsonObject, WatchDocument } from "../client/http_client.ts";
import { type Change, History } from "./history.ts";

/** Versions in the order of issue: opaque, unsorted, with gaps. */
export const VERSIONS = ["q", "c", "x", "a", "m", "z", "b"] as const;

/** Returns an object as a server sends it. */
export function smallObject(
  key: string,
  version: string,
  facts: { labels?: Record<string, string>; uid?: string; content?: string } = {},
): JsonObject {
  const [namespace, name] = key.split("/") as [string, string];
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name,
      namespace,
      uid: facts.uid ?? `uid-${name}`,
      resourceVersion: version,
      ...(facts.labels && { labels: facts.labels }),
    },
    data: { value: facts.content ?? version },
  };
}

/** Returns the same object as its DELETED event shows it. */
export function deleted(last: JsonObject, version: string): JsonObject {
  return { ...last, metadata: { ...last.metadata as JsonObject, resourceVersion: version } };
}

/**
 * Returns six changes: `one/a` is created, changed and deleted; `two/b` is created and changed; then
 * `one/a` is created again.
 *
 * | position | version | change |
 * |---|---|---|
 * | 1 | q | ADDED one/a, group a |
 * | 2 | c | ADDED two/b, group a |
 * | 3 | x | MODIFIED one/a, group b |
 * | 4 | a | DELETED one/a |
 * | 5 | m | MODIFIED two/b, group a |
 * | 6 | z | ADDED one/a, group a |
 */
export function changes(): Change[] {
  const first = smallObject("one/a", "q", { labels: { group: "a" } });
  const second = smallObject("two/b", "c", { labels: { group: "a" } });
  const third = smallObject("one/a", "x", { labels: { group: "b" } });
  return [
    { type: "ADDED", object: first },
    { type: "ADDED", object: second },
    { type: "MODIFIED", object: third },
    { type: "DELETED", object: deleted(third, "a") },
    { type: "MODIFIED", object: smallObject("two/b", "m", { labels: { group: "a" } }) },
    {
      type: "ADDED",
      object: smallObject("one/a", "z", { labels: { group: "a" }, uid: "uid-again" }),
    },
  ];
}

/** Returns the history of these changes, which starts empty at version `s`. */
export function smallHistory(): History {
  return new History({ version: "s", objects: [] }, changes());
}

/** Returns the changes as a watch without a selector delivers them. */
export function documents(): WatchDocument[] {
  return changes().map(({ type, object }) => ({ type, object }));
}

/** Returns the items of a list at a position. */
export function itemsAt(position: number): JsonObject[] {
  return [...smallHistory().stateAt(position).values()];
}
