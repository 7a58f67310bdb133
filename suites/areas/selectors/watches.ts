/**
 * Watches with a label selector.
 *
 * @module
 */
import fc from "fast-check";
import { anyLabels, expression, satisfying } from "../../arbitraries/label_expressions.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf } from "../../model/object.ts";
import { type Expression, matches, selectorText } from "../../model/label_expression.ts";
import { resourceType } from "../../resources/mod.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { labelledOf } from "./label_selectors.ts";

interface WatchCase {
  readonly resource: string;
  readonly expressions: readonly Expression[];
  /** The labels of one object over time; null where it does not exist. */
  readonly states: readonly (Record<string, string> | "selected" | null)[];
}

/** Checks of watches with selectors. */
export const SELECTOR_WATCHES: readonly Check[] = [
  property<WatchCase>({
    id: "selectors/watches",
    title:
      "A watch with a label selector sends only events of objects that match, begin to match or cease to match it",
    requirements: ["selectors.watch-follows-selector"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        expressions: fc.array(expression(), { minLength: 1, maxLength: 2 }),
        states: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: anyLabels() },
            // Generated labels rarely match the selector; these always do.
            { weight: 2, arbitrary: fc.constant("selected" as const) },
            { weight: 1, arbitrary: fc.constant(null) },
          ),
          { minLength: 2, maxLength: 7, size: "max" },
        ),
      }),
    run: async (scope, { resource, expressions, states }) => {
      const selects = (labels: Record<string, string>) =>
        expressions.every((each) => matches(each, { name: "", labels }));
      const matching = satisfying(selects);
      if (matching === undefined) throw new Discard("no labels can match the selector");
      const objects = new Objects(scope, resourceType(resource));
      const first = await objects.create(objects.newObject("first"));
      const labelSelector = `${selectorText(expressions)},${scope.selector}`;
      const watch = await scope.watch({
        path: objects.collectionOf(first),
        query: { labelSelector, resourceVersion: resourceVersionOf(first) },
      });
      if (watch.response.status !== 200) throw new Discard("the watch was rejected");

      const expected: string[] = [];
      let now: JsonObject | undefined;
      for (const state of states) {
        const labels = state === "selected" ? matching : state;
        const before = now !== undefined && selects(labelledOf(now).labels);
        now = await changeTo(objects, now, labels);
        const after = now !== undefined && selects(labelledOf(now).labels);
        if (before || after) {
          expected.push(
            `${before ? after ? "MODIFIED" : "DELETED" : "ADDED"} ${scope.name("object")}`,
          );
        }
      }
      // The last event is of an object that certainly matches: once it arrives, all have arrived.
      const end = nameOf(await objects.create(objects.newObject("end", { labels: matching })));
      expected.push(`ADDED ${end}`);
      const ending = await watch.waitFor(({ object }) => nameOf(object) === end);
      const received = watch.documents.filter(({ type }) => type !== "BOOKMARK")
        .map(({ type, object }) => `${type} ${nameOf(object)}`);
      if (received.join() === expected.join()) return;
      // A server may end a watch at any time; the events until then must be right.
      const early = ending === undefined && watch.ended;
      if (early && received.join() === expected.slice(0, received.length).join()) {
        throw new Discard("the server ended the watch early");
      }
      throw new Violation("selectors.watch-follows-selector", {
        expected: `${labelSelector}: ${expected.join(", ")}`,
        actual: received.join(", ") || "no event",
      });
    },
  }),
];

/** Creates, updates or deletes the object so that it has the next labels. */
async function changeTo(
  objects: Objects,
  now: JsonObject | undefined,
  labels: Record<string, string> | null,
): Promise<JsonObject | undefined> {
  if (labels === null) {
    if (now !== undefined) accepted(await objects.remove(now), "a delete request was rejected");
    return undefined;
  }
  const next = objects.newObject("object", {
    labels,
    annotations: { counted: `${counted(now) + 1}` },
  });
  if (now === undefined) return await objects.create(next);
  const version = resourceVersionOf(now);
  const metadata = { ...metadataOf(next), ...(version && { resourceVersion: version }) };
  return accepted(await objects.put({ ...next, metadata }), "an update was rejected");
}

/** Returns a counter in the annotations, which makes each state differ from the one before. */
function counted(now: JsonObject | undefined): number {
  return Number(asObject(metadataOf(now ?? {}).annotations)?.counted ?? 0);
}
