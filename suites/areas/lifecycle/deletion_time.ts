/**
 * The time in `deletionTimestamp`, compared with the times at which the server creates other objects.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { metadataOf, nameOf } from "../../model/object.ts";
import { typesServing } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";
import { hasOperation } from "../../session/operations.ts";
import { changeRequest, supports, WRITE_FORMS } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";

const FINALIZER = "plumbline.invalid/finalizer";

/** The milliseconds by which the clocks of several servers behind one address may differ. */
const SKEW = 1_000;

/** The milliseconds after which the target's clock must have advanced by more than the skew. */
const CLOCK_TIMEOUT = 8_000;

/** Checks of the deletion time. */
export const DELETION_TIME: readonly Check[] = [
  example({
    id: "lifecycle/deletion-timestamp-is-now",
    title: "The `deletionTimestamp` is the time of the delete request, with any options",
    requirements: [
      "lifecycle.deletion-timestamp-is-now",
      "lifecycle.grace-period-is-zero",
      "exchanges.constant-metadata",
      "exchanges.deletion-time-constant",
    ],
    version: 4,
    early: true,
    uses: ["strategic-merge-patch", "server-side-apply"],
    run: async (scope) => {
      const held = await Promise.all(
        typesServing(scope.target, "create", "delete").flatMap((type) =>
          OPTIONS.map(async (query, index) => {
            const objects = new Objects(scope, type);
            const object = objects.newObject(`object ${index}`, { finalizers: [FINALIZER] });
            return { objects, query, created: await objects.create(object) };
          })
        ),
      );
      const newest = Math.max(...held.map(({ created }) => timeOf(created, "creationTimestamp")));
      const before = await waitUntilLater(scope, newest + 2 * SKEW);
      // A changed `creationTimestamp` shows only when some time has passed.
      await Promise.all(held.map(({ objects, created }, at) => change(objects, created, at)));
      await Promise.all(held.map(async ({ objects, created, query }) => {
        accepted(await remove(objects, created, query), "the delete request was rejected");
      }));
      const deleted = await Promise.all(held.map(({ objects, created }) => objects.read(created)));
      const after = await timeOfCreate(scope, "after");
      for (const [index, object] of deleted.entries()) {
        const { objects: { type }, query } = held[index]!;
        const name = `${type.resource} deleted with ${JSON.stringify(query)}`;
        const actual = timeOf(object ?? {}, "deletionTimestamp");
        verify("lifecycle.deletion-timestamp-is-now", {
          holds: actual >= before - SKEW && actual <= after + SKEW,
          expected: `${name}: from ${textOf(before)} to ${textOf(after)}`,
          actual: textOf(actual),
        });
        const { deletionGracePeriodSeconds: grace } = metadataOf(object ?? {});
        verify("lifecycle.grace-period-is-zero", {
          holds: grace === undefined || grace === 0,
          expected: `${name}: 0, as nothing has to end gracefully`,
          actual: `${grace}`,
        });
      }
      // Later deletions and writes keep the time of the first one, which every exchange is compared with.
      await waitUntilLater(scope, after + 2 * SKEW, "much later");
      await Promise.all(held.map(async ({ objects, created }, at) => {
        await remove(objects, created, OPTIONS[(at + 1) % OPTIONS.length]!);
        await change(objects, created, at);
        await objects.read(created);
      }));
    },
  }),
];

/** Stands for a deletion of the collection, with a selector of the object. */
const IN_COLLECTION: Readonly<Record<string, string>> = { by: "deletecollection" };

const OPTIONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { gracePeriodSeconds: "300" },
  { propagationPolicy: "Background" },
  IN_COLLECTION,
];

/** Deletes an object, by itself or as the only one of its collection that is selected. */
function remove(
  objects: Objects,
  created: JsonObject,
  query: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  return query === IN_COLLECTION && hasOperation(objects.type, "deletecollection")
    ? objects.removeAll(created, {
      fieldSelector: `metadata.name=${nameOf(created)}`,
      gracePeriodSeconds: "300",
    })
    : objects.remove(created, query === IN_COLLECTION ? {} : { query });
}

/** Changes an object by some forms of writes: together the objects of a type meet all forms. */
async function change(objects: Objects, created: JsonObject, at: number): Promise<void> {
  const { scope, type } = objects;
  const forms = WRITE_FORMS.filter((form, index) =>
    supports(scope.target, form) && index % OPTIONS.length === at % OPTIONS.length
  );
  for (const form of forms) {
    const request = changeRequest(scope, type, created, form, {
      metadata: { annotations: { changed: form } },
    });
    await scope.send(request);
    if (type.resource !== "deployments") continue;
    const status = { status: { observedGeneration: at + 1 } };
    await scope.send(changeRequest(scope, type, created, form, status, { subresource: "status" }));
  }
  // A list shows the time as well.
  if (at % OPTIONS.length === 0) await objects.list(created);
}

/** Waits until the target's clock has reached a time, and returns that of a new object. */
async function waitUntilLater(scope: Scope, time: number, words = "later"): Promise<number> {
  const deadline = performance.now() + CLOCK_TIMEOUT;
  for (let count = 0; performance.now() < deadline; count++) {
    const now = await timeOfCreate(scope, `${words} ${count}`);
    if (now >= time) return now;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Discard("the target's clock does not advance");
}

async function timeOfCreate(scope: Scope, words: string): Promise<number> {
  const [type] = typesServing(scope.target, "create", "delete");
  if (type === undefined) throw new Discard("no resource type serves create and delete");
  const objects = new Objects(scope, type);
  return timeOf(await objects.create(objects.newObject(words)), "creationTimestamp");
}

function timeOf(object: JsonObject, field: string): number {
  return Date.parse(String(metadataOf(object)[field]));
}

function textOf(time: number): string {
  return Number.isNaN(time) ? "no time" : new Date(time).toISOString();
}
