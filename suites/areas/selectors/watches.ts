/**
 * What a watch with a label selector tells.
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
import { labelledOf } from "./labels.ts";

interface ViewCase {
  readonly resource: string;
  readonly expressions: readonly Expression[];
  /** The labels of one object, one state after the other; null is its absence. */
  readonly states: readonly (Record<string, string> | "selected" | null)[];
}

/** Watches with selectors. */
export const SELECTOR_WATCHES: readonly Check[] = [
  property<ViewCase>({
    id: "selectors/watches",
    title: "A watch with a label selector tells of its view alone",
    requirements: ["selectors.watch-follows-view"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        expressions: fc.array(expression(), { minLength: 1, maxLength: 2 }),
        states: fc.array(
          fc.oneof(
            { weight: 3, arbitrary: anyLabels() },
            // Into view and out of it, and back: labels that are drawn are seldom what it takes.
            { weight: 2, arbitrary: fc.constant("selected" as const) },
            { weight: 1, arbitrary: fc.constant(null) },
          ),
          { minLength: 2, maxLength: 7, size: "max" },
        ),
      }),
    run: async (scope, { resource, expressions, states }) => {
      const picks = (labels: Record<string, string>) =>
        expressions.every((each) => matches(each, { name: "", labels }));
      const last = satisfying(picks);
      if (last === undefined) throw new Discard("nothing can satisfy the selector");
      const objects = new Objects(scope, resourceType(resource));
      const first = await objects.create(objects.make("first"));
      const labelSelector = `${selectorText(expressions)},${scope.selector}`;
      const watch = await scope.watch({
        path: objects.collectionOf(first),
        query: { labelSelector, resourceVersion: resourceVersionOf(first) },
      });
      if (watch.answer.status !== 200) throw new Discard("the watch was refused");

      const due: string[] = [];
      let now: JsonObject | undefined;
      for (const state of states) {
        const labels = state === "selected" ? last : state;
        const before = now !== undefined && picks(labelledOf(now).labels);
        now = await become(objects, now, labels);
        const after = now !== undefined && picks(labelledOf(now).labels);
        if (before || after) {
          due.push(`${before ? after ? "MODIFIED" : "DELETED" : "ADDED"} ${scope.name("object")}`);
        }
      }
      // What satisfies the selector for sure comes last: then all has come.
      const end = nameOf(await objects.create(objects.make("end", { labels: last })));
      due.push(`ADDED ${end}`);
      const ending = await watch.waitFor(({ object }) => nameOf(object) === end);
      const told = watch.documents.filter(({ type }) => type !== "BOOKMARK")
        .map(({ type, object }) => `${type} ${nameOf(object)}`);
      if (told.join() === due.join()) return;
      // A server may end a watch when it likes: what it told until then must be right.
      const early = ending === undefined && watch.ended;
      if (early && told.join() === due.slice(0, told.length).join()) {
        throw new Discard("the watch was ended early");
      }
      throw new Violation("selectors.watch-follows-view", {
        expected: `${labelSelector}: ${due.join(", ")}`,
        actual: told.join(", ") || "no event",
      });
    },
  }),
];

/** Brings the one object to the next state of its labels. */
async function become(
  objects: Objects,
  now: JsonObject | undefined,
  labels: Record<string, string> | null,
): Promise<JsonObject | undefined> {
  if (labels === null) {
    if (now !== undefined) accepted(await objects.remove(now), "a deletion was refused");
    return undefined;
  }
  const wanted = objects.make("object", {
    labels,
    annotations: { counted: `${counted(now) + 1}` },
  });
  if (now === undefined) return await objects.create(wanted);
  const version = resourceVersionOf(now);
  const metadata = { ...metadataOf(wanted), ...(version && { resourceVersion: version }) };
  return accepted(await objects.put({ ...wanted, metadata }), "an update was refused");
}

/** Each state differs from the one before, whatever its labels. */
function counted(now: JsonObject | undefined): number {
  return Number(asObject(metadataOf(now ?? {}).annotations)?.counted ?? 0);
}
