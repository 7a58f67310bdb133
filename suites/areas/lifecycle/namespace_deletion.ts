/**
 * Deletion of namespaces and of the objects in them.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { asObject, metadataOf, uidOf } from "../../model/object.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import { collectionPath, separateTypesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject, WatchDocument, WatchStream } from "../../client/http_client.ts";
import { accepted, Objects } from "../../session/objects.ts";
import {
  createNamespace,
  dropNamespaceFinalizers,
  namespacePath,
} from "../../session/own_namespace.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { recordViolation, stopUnless, verify } from "../../verify.ts";

const FINALIZER = "plumbline.invalid/finalizer";

/** The longest time that the deletion of a namespace may take, in milliseconds. */
const DELETION_TIMEOUT = 10_000;

/** The longest time until the deletion of the objects in it starts, in milliseconds. */
const START_TIMEOUT = 5_000;

/** Checks of namespace deletion. */
export const NAMESPACE_DELETION: readonly Check[] = [
  example({
    id: "lifecycle/namespace-deletion-deletes-content",
    version: 3,
    title: "Deleting a namespace deletes the objects in it and no others, which watches show",
    requirements: [
      "lifecycle.namespace-deletion-deletes-content",
      "lifecycle.namespace-deletion-in-one-namespace",
      "lifecycle.namespace-deletion-in-watches",
      "watch.resume-sends-changes",
    ],
    needs: ["created namespaces"],
    early: true,
    run: async (scope) => {
      const earlier = await watchEverywhere(scope);
      const { own, content, finalize } = await createFilled(scope, "gone", {});
      await expectCreations(earlier, content);
      // Its name continues that of the other one.
      const near = await createFilled(scope, "gone", {}, "b");
      const watched = await watchContent(scope, content);
      accepted(
        await scope.send({ method: "DELETE", path: own }),
        "the delete request was rejected",
      );
      const gone = async () => (await scope.send({ method: "GET", path: own })).status === 404;
      for (const until = performance.now() + DELETION_TIMEOUT; performance.now() < until;) {
        if (await gone()) break;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const left = await readTypes(content);
      const kept = await readTypes(near.content);
      await empty(near.content);
      await scope.send({ method: "DELETE", path: near.own });
      if ((await scope.send({ method: "GET", path: near.own })).status === 200) {
        await near.finalize();
      }
      const all = near.content.map(({ objects }) => objects.type.resource).join(", ");
      verify("lifecycle.namespace-deletion-in-one-namespace", { expected: all, actual: kept });
      if (await gone()) {
        const facts = { expected: "no object left", actual: left || "no object left" };
        stopUnless(
          verify("lifecycle.namespace-deletion-deletes-content", facts),
          "the events of the deletions",
        );
        return await expectEvents(watched);
      }
      await Promise.all(content.map(({ objects, created }) => objects.remove(created)));
      await finalize();
      throw new Discard("the namespace was still being deleted after 10 s");
    },
  }),
  example({
    id: "lifecycle/namespace-deletion-waits-for-finalizers",
    title:
      "Objects with finalizers stay when their namespace is deleted, until the finalizers are removed",
    version: 2,
    requirements: [
      "lifecycle.stays-until-finalizers-are-empty",
      "lifecycle.namespace-deletion-in-watches",
    ],
    needs: ["created namespaces"],
    early: true,
    run: async (scope) => {
      const metadata = { finalizers: [FINALIZER] };
      const { own, content, finalize } = await createFilled(scope, "waiting", metadata);
      const watched = await watchContent(scope, content);
      accepted(
        await scope.send({ method: "DELETE", path: own }),
        "the delete request was rejected",
      );
      try {
        await expectKeptByFinalizers(content);
        await expectEvents(watched);
      } finally {
        await empty(content);
        if ((await scope.send({ method: "GET", path: own })).status === 200) await finalize();
      }
    },
  }),
  example({
    id: "lifecycle/terminating-namespace",
    title:
      "Nothing can be created in a namespace that is being deleted; objects that exist can be changed",
    requirements: ["lifecycle.no-creation-in-terminating-namespace"],
    needs: ["created namespaces"],
    uses: ["dry-run", "server-side-apply"],
    run: async (scope) => {
      const metadata = { finalizers: [FINALIZER] };
      const { own, content, finalize } = await createFilled(scope, "closed", metadata);
      accepted(
        await scope.send({ method: "DELETE", path: own }),
        "the delete request was rejected",
      );
      try {
        for (const each of content) await expectClosed(scope, each);
      } finally {
        await empty(content);
        if ((await scope.send({ method: "GET", path: own })).status === 200) await finalize();
      }
    },
  }),
];

/** Returns the types of which the objects still exist. */
async function readTypes(content: readonly Content[]): Promise<string> {
  const found = await Promise.all(
    content.map(async ({ objects, created }) =>
      await objects.read(created) && objects.type.resource
    ),
  );
  return found.filter((each) => each !== undefined).join(", ");
}

/** Sends every kind of request that creates, and one that does not. */
async function expectClosed(scope: Scope, { objects, created }: Content): Promise<void> {
  const requirement = "lifecycle.no-creation-in-terminating-namespace";
  const lacks = (feature: "dry-run" | "server-side-apply") =>
    scope.target.lacks?.includes(feature) ?? false;
  const { namespace } = metadataOf(created) as { namespace: string };
  const another = objects.newObject("another", {}, { namespace });
  const path = objects.collectionOf(another);
  const post = (query: Record<string, string> = {}) =>
    scope.send({ method: "POST", path, query, body: another });
  if (!lacks("dry-run")) expectError(requirement, await post({ dryRun: "All" }));
  expectError(requirement, await post());
  expectError(requirement, await objects.put(another));
  if (!lacks("server-side-apply")) {
    expectError(requirement, await objects.apply(another, { fieldManager: "one" }));
  }
  verify(requirement, {
    holds: await objects.read(another) === undefined,
    expected: "no object",
    actual: "an object",
  });
  const changed = await objects.patch(created, { metadata: { annotations: { plumb: "line" } } });
  verify(requirement, {
    holds: changed.status < 300,
    expected: "the change of an object that exists is accepted",
    actual: describeResponse(changed),
  });
}

/** Removes the finalizers of the objects, and the objects. */
async function empty(content: readonly Content[]): Promise<void> {
  for (const { objects, created } of content) {
    await objects.patch(created, { metadata: { finalizers: [] } });
    await objects.remove(created);
  }
}

/** An object in the namespace, and how to reach it. */
interface Content {
  readonly objects: Objects;
  readonly created: JsonObject;
}

/** Creates a namespace with an object of each type in it. */
async function createFilled(scope: Scope, words: string, metadata: JsonObject, ending = "") {
  const namespace = await createNamespace(scope, words, ending);
  const content: readonly Content[] = await Promise.all(
    separateTypesOf(scope.target).filter((type) => type.namespaced).map(async (type) => {
      const objects = new Objects(scope, type);
      const created = await objects.create(objects.newObject("object", metadata, { namespace }));
      return { objects, created };
    }),
  );
  const finalize = () => dropNamespaceFinalizers(scope, namespace);
  return { own: namespacePath(namespace), content, finalize };
}

/** A watch of the collection of an object, which began when the object existed. */
interface Watched {
  readonly path: string;
  readonly created: JsonObject;
  readonly stream: WatchStream;
}

/** Watches the collection of each object, in its namespace and in all. */
async function watchContent(scope: Scope, content: readonly Content[]): Promise<Watched[]> {
  return await Promise.all(content.flatMap(({ objects, created }) => {
    const everywhere = collectionPath(objects.type, scope.target.dialect);
    return [objects.collectionOf(created), everywhere].map(async (path) => {
      const { resourceVersion } = metadataOf(created) as { resourceVersion: string };
      const query = { labelSelector: scope.selector, resourceVersion };
      return { path, created, stream: await scope.watch({ path, query }) };
    });
  }));
}

/** Watches each type in all namespaces, from now on. */
async function watchEverywhere(scope: Scope): Promise<Map<string, WatchStream>> {
  const streams = separateTypesOf(scope.target).filter((type) => type.namespaced)
    .map(async (type) => {
      const path = collectionPath(type, scope.target.dialect);
      const query = { labelSelector: scope.selector };
      const { json } = await scope.send({ method: "GET", path, query });
      const { resourceVersion } = metadataOf(asObject(json) ?? {});
      const from = typeof resourceVersion === "string" ? resourceVersion : undefined;
      const stream = await scope.watch({ path, query: { ...query, resourceVersion: from } });
      return [type.resource, stream] as const;
    });
  return new Map(await Promise.all(streams));
}

/** Expects events of objects in a namespace that was created after the watches began. */
async function expectCreations(
  streams: ReadonlyMap<string, WatchStream>,
  content: readonly Content[],
): Promise<void> {
  for (const { objects: { type }, created } of content) {
    const stream = streams.get(type.resource);
    if (stream?.response.status !== 200) continue;
    const found = await stream.waitFor(({ object }) => uidOf(object) === uidOf(created));
    const isSeen = found !== undefined || stream.ended;
    verify("watch.resume-sends-changes", {
      holds: isSeen,
      expected: `an event of ${type.resource} in a namespace that is newer than the watch`,
      actual: describeEvents(stream.documents) || "no event",
    });
    // Each of the others would wait as long.
    if (!isSeen) break;
  }
  await Promise.all([...streams.values()].map((stream) => stream.close()));
}

/** Waits in each watch for a later event of its object, that of the deletion. */
async function expectEvents(watched: readonly Watched[]): Promise<void> {
  for (const { path, created, stream } of watched) {
    if (stream.response.status !== 200) throw new Discard("a watch was rejected");
    const isOwn = ({ object }: WatchDocument) => uidOf(object) === uidOf(created);
    const found = await stream.waitFor(isOwn);
    if (found !== undefined) continue;
    if (stream.ended) throw new Discard("a watch ended early");
    recordViolation("lifecycle.namespace-deletion-in-watches", {
      expected: `an event of the deletion in a watch of ${path}`,
      actual: describeEvents(stream.documents) || "no event",
    });
  }
}

/** Waits until all objects are being deleted, and verifies that they still exist. */
async function expectKeptByFinalizers(content: readonly Content[]): Promise<void> {
  for (const until = performance.now() + START_TIMEOUT; performance.now() < until;) {
    const found = await Promise.all(content.map(({ objects, created }) => objects.read(created)));
    const gone = content.filter((_, index) => found[index] === undefined)
      .map(({ objects }) => objects.type.resource);
    const isKept = verify("lifecycle.stays-until-finalizers-are-empty", {
      holds: gone.length === 0,
      expected: "all objects with finalizers still exist",
      actual: `removed: ${gone.join(", ")}`,
    });
    stopUnless(isKept, "the events of the namespace's deletion");
    if (found.every((each) => metadataOf(each ?? {}).deletionTimestamp !== undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Discard("the deletion of the objects in the namespace did not start");
}
