/**
 * Deletion of a namespace with more objects of a type than a page of a list has.
 *
 * @module
 */
import fc from "fast-check";
import { chunked, shuffled } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import { typeNamed, typesServing } from "../../resources/mod.ts";
import type { Target } from "../../client/target.ts";
import { accepted, Objects } from "../../session/objects.ts";
import {
  createNamespace,
  dropNamespaceFinalizers,
  namespacePath,
} from "../../session/own_namespace.ts";
import { verify } from "../../verify.ts";

interface LargeCase {
  readonly resource: string;
  readonly count: number;
}

/** One more than the usual page sizes: the last is that of `kubectl` and of client libraries. */
const COUNTS = [11, 101, 501] as const;

/** Cases per property from which a run tries the most objects. */
const WHOLE_RUN = 100;

/** The creates that are sent at the same time. */
const AT_ONCE = 20;

/** Milliseconds without any change after which a deletion that began counts as ended. */
const PATIENCE = 10_000;

/** Milliseconds between two looks at what is left. */
const PAUSE = 250;

/** Checks of large namespaces. */
export const LARGE_NAMESPACES: readonly Check[] = [
  property<LargeCase>({
    id: "lifecycle/large-namespace-deletion",
    title: "Deleting a namespace deletes all objects of a type, however many they are",
    requirements: ["lifecycle.namespace-deletion-deletes-content"],
    needs: ["created namespaces"],
    // What cannot be deleted alone would stay where the namespace does.
    missing: ({ target }) =>
      Promise.resolve(
        typesIn(target).length > 0 ? undefined : "no type in namespaces serves create and delete",
      ),
    early: true,
    arbitrary: (target) =>
      fc.record({
        count: fc.constantFrom(...COUNTS),
        resource: fc.constantFrom(...typesIn(target)),
      }),
    // One type in each run, as a case sends a request for each object.
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(typesIn(target), seed).slice(0, Math.max(1, Math.floor(runs / 1_000)))
        .map((resource) => ({ resource, count: COUNTS[runs < WHOLE_RUN ? 1 : 2] })),
    }),
    run: async (scope, { resource, count }) => {
      const name = await createNamespace(scope, "large");
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const wanted = Array.from(
        { length: count },
        (_, at) => objects.newObject(`one of many ${at}`, {}, { namespace: name }),
      );
      for (const some of chunked(wanted, AT_ONCE)) {
        await Promise.all(some.map((each) => objects.create(each)));
      }
      accepted(
        await scope.send({ method: "DELETE", path: namespacePath(name) }),
        "the delete request was rejected",
      );
      const { left, going } = await awaitDeletion(objects, wanted[0]!);
      if (left > 0) {
        await objects.removeAll(wanted[0]!);
        await dropNamespaceFinalizers(scope, name);
      }
      if (left === count || going > 0) {
        throw new Discard("the objects were not deleted within 10 s");
      }
      verify("lifecycle.namespace-deletion-deletes-content", {
        holds: left === 0,
        expected: `none of ${count} ${resource} after the deletion of their namespace`,
        actual: `${left} objects, none of which is being deleted`,
      });
    },
  }),
];

/** Returns the names of the types whose objects are in namespaces, and can be removed again. */
function typesIn(target: Target): readonly string[] {
  return typesServing(target, "create", "delete").filter(({ namespaced }) => namespaced)
    .map(({ resource }) => resource);
}

/**
 * Waits until a namespace is empty, or nothing in it has changed for a while.
 *
 * @returns how many objects are left, and how many of them are being deleted
 */
async function awaitDeletion(
  objects: Objects,
  one: Parameters<Objects["list"]>[0],
): Promise<{ readonly left: number; readonly going: number }> {
  let [left, going] = [-1, -1];
  for (let until = performance.now() + PATIENCE; left !== 0 && performance.now() < until;) {
    if (left >= 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const found = await objects.list(one);
    const marked = found.filter((each) => metadataOf(each).deletionTimestamp !== undefined).length;
    if (found.length !== left || marked !== going) until = performance.now() + PATIENCE;
    [left, going] = [found.length, marked];
  }
  return { left, going };
}
