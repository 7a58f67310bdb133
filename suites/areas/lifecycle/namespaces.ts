/**
 * Deletions of namespaces with all they hold.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { accepted, Objects } from "../../session/objects.ts";

const FINALIZER = "plumbline.invalid/hold";

/** How long a namespace may take to go, in milliseconds. */
const PATIENCE = 10_000;

/** How long it may take until what is in it begins to go, in milliseconds. */
const BEGINNING = 5_000;

/** Namespaces. */
export const NAMESPACES: readonly Check[] = [
  example({
    id: "lifecycle/namespace-takes-content",
    title: "What is in a namespace is deleted with it",
    requirements: ["lifecycle.namespace-takes-content"],
    level: "must",
    needs: ["own namespaces"],
    run: async (scope) => {
      const { own, content, finalize } = await fill(scope, "gone", {});
      accepted(await scope.send({ method: "DELETE", path: own }), "the deletion was refused");
      const gone = async () => (await scope.send({ method: "GET", path: own })).status === 404;
      for (const until = performance.now() + PATIENCE; performance.now() < until;) {
        if (await gone()) break;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      const left = await Promise.all(
        content.map(async ({ objects, made }) => await objects.read(made) && objects.type.resource),
      );
      const there = left.filter((each) => each !== undefined).join(", ");
      if (there !== "" && await gone()) {
        const facts = { expected: "nothing left of it", actual: there };
        throw new Violation("lifecycle.namespace-takes-content", facts);
      }
      if (await gone()) return;
      await Promise.all(content.map(({ objects, made }) => objects.remove(made)));
      await finalize();
      throw new Discard("the namespace was still being deleted after 10 s");
    },
  }),
  example({
    id: "lifecycle/namespace-waits-for-the-held",
    title: "What finalizers hold stays when its namespace is deleted, until they are taken away",
    requirements: ["lifecycle.stays-until-list-is-empty"],
    level: "must",
    needs: ["own namespaces"],
    run: async (scope) => {
      const metadata = { finalizers: [FINALIZER] };
      const { own, content, finalize } = await fill(scope, "held", metadata);
      accepted(await scope.send({ method: "DELETE", path: own }), "the deletion was refused");
      try {
        await expectHeld(content);
      } finally {
        for (const { objects, made } of content) {
          await objects.patch(made, { metadata: { finalizers: [] } });
          await objects.remove(made);
        }
        if ((await scope.send({ method: "GET", path: own })).status === 200) await finalize();
      }
    },
  }),
];

/** An object in the namespace. */
interface Content {
  readonly objects: Objects;
  readonly made: JsonObject;
}

/** Makes a namespace with an object of each type in it. */
async function fill(scope: Scope, words: string, metadata: JsonObject) {
  const namespace = scope.name(words);
  const path = "/api/v1/namespaces";
  const own = `${path}/${namespace}`;
  const labelled = { name: namespace, labels: { ...scope.labels } };
  const body = { apiVersion: "v1", kind: "Namespace", metadata: labelled };
  accepted(await scope.send({ method: "POST", path, body }), "the namespace was refused");
  const content: readonly Content[] = await Promise.all(
    RESOURCE_TYPES.filter((type) => type.namespaced).map(async (type) => {
      const objects = new Objects(scope, type);
      const made = await objects.create(objects.make("object", metadata, { namespace }));
      return { objects, made };
    }),
  );
  // A bare API server has nobody who empties namespaces and lets them go.
  const finalize = async () => {
    const finalized = { ...body, spec: { finalizers: [] } };
    await scope.send({ method: "PUT", path: `${own}/finalize`, body: finalized });
  };
  return { own, content, finalize };
}

/** Waits until all that is held is marked, if anybody marks it, and holds it to being there. */
async function expectHeld(content: readonly Content[]): Promise<void> {
  for (const until = performance.now() + BEGINNING; performance.now() < until;) {
    const found = await Promise.all(content.map(({ objects, made }) => objects.read(made)));
    const gone = content.filter((_, index) => found[index] === undefined)
      .map(({ objects }) => objects.type.resource);
    if (gone.length > 0) {
      throw new Violation("lifecycle.stays-until-list-is-empty", {
        expected: "all that finalizers hold still there",
        actual: `gone: ${gone.join(", ")}`,
      });
    }
    if (found.every((each) => metadataOf(each ?? {}).deletionTimestamp !== undefined)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Discard("nobody began to empty the namespace");
}
