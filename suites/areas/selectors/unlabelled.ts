/**
 * Objects without any label, which no other check has: all objects of a run have its label.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { JsonObject, WatchStream } from "../../client/http_client.ts";
import { asObject, labelsOf, metadataOf, nameOf, resourceVersionOf } from "../../model/object.ts";
import { typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { everyType } from "../../session/every_type.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { verify } from "../../verify.ts";

const ID = "selectors.unlabelled-objects";

/** Selectors of objects that lack the label, and of those that have it. */
const SELECTORS = [
  { text: "!tier", lacking: true },
  { text: "tier!=a", lacking: true },
  { text: "tier notin (a,b)", lacking: true },
  { text: "tier", lacking: false },
  { text: "tier=a", lacking: false },
  { text: "tier in (a,b)", lacking: false },
] as const;

/** Checks of objects without labels. */
export const UNLABELLED: readonly Check[] = [
  example({
    id: "selectors/unlabelled",
    title: "Lists and watches treat an object without labels as one that lacks each label",
    requirements: [ID],
    // What has no label of the run can be seen among the objects of others only where there are none.
    needs: ["own namespaces"],
    run: async (scope) => {
      // The objects of other types may get labels and changes from others.
      const types = typesOf(scope.target).filter(({ namespaced, adaptation }) =>
        namespaced && adaptation === undefined
      );
      if (types.length === 0) throw new Discard("no type has objects that only this run changes");
      await everyType(scope, types, async (type) => {
        const objects = new Objects(scope, type);
        const bare = withoutLabels(objects.newObject("bare"));
        try {
          await selectAmong(scope, objects, bare);
        } finally {
          // The scope removes what has its label.
          await objects.remove(bare);
        }
      });
    },
  }),
];

async function selectAmong(scope: Scope, objects: Objects, bare: JsonObject): Promise<void> {
  const path = objects.collectionOf(bare);
  const list = accepted(await scope.send({ method: "GET", path }), "a list was rejected");
  const created = await objects.create(bare);
  if (Object.keys(labelsOf(created)).length > 0) throw new Discard("the server adds labels");
  const labelled = await objects.create(objects.newObject("labelled", { labels: { tier: "a" } }));
  const annotations = { changed: "yes" };
  const patched = await objects.patch(created, { metadata: { annotations } });
  accepted(patched, "a patch was rejected");
  // Their events are the last ones of the watches.
  const ends = {
    lacking: await objects.create(objects.newObject("last")),
    having: await objects.create(objects.newObject("last labelled", { labels: { tier: "a" } })),
  };
  const names = [nameOf(bare), nameOf(labelled)];
  for (const { text, lacking } of SELECTORS) {
    const query = { labelSelector: text };
    const response = await scope.send({ method: "GET", path, query });
    const { items } = accepted(response, "a list was rejected");
    const listed = (Array.isArray(items) ? items : []).map((item) => nameOf(asObject(item) ?? {}))
      .filter((name) => names.includes(name));
    verify(ID, {
      expected: `${text} selects ${lacking ? names[0] : names[1]}`,
      actual: `${text} selects ${listed.join(" and ") || "neither"}`,
    });
  }
  const resourceVersion = resourceVersionOf(list);
  await Promise.all(SELECTORS.map(async ({ text, lacking }) => {
    const query = { labelSelector: text, resourceVersion };
    const stream = await scope.watch({ path, query });
    try {
      if (stream.response.status !== 200) throw new Discard("a watch was rejected");
      const expected = lacking
        ? [`ADDED ${names[0]}`, `MODIFIED ${names[0]}`]
        : [`ADDED ${names[1]}`];
      const last = resourceVersionOf(ends[lacking ? "lacking" : "having"]);
      const end = await stream.waitFor(({ object }) => resourceVersionOf(object) === last);
      if (end === undefined && stream.ended) throw new Discard("the server ended a watch early");
      verify(ID, {
        expected: `a watch of ${text}: ${expected.join(", ")}`,
        actual: `a watch of ${text}: ${eventsOf(stream, names).join(", ") || "no event"}`,
      });
    } finally {
      await stream.close();
    }
  }));
}

/** Returns the events of some objects, but for deletions, which the specification does not show. */
function eventsOf({ documents }: WatchStream, names: readonly string[]): string[] {
  return documents
    .filter(({ type, object }) =>
      ["ADDED", "MODIFIED"].includes(type) &&
      names.includes(nameOf(object))
    )
    .map(({ type, object }) => `${type} ${nameOf(object)}`);
}

function withoutLabels(object: JsonObject): JsonObject {
  const { labels: _labels, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}
