/**
 * The time in `deletionTimestamp`, compared with the times at which the server creates other objects.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { metadataOf } from "../../model/object.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects } from "../../session/objects.ts";

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
    requirements: ["lifecycle.deletion-timestamp-is-now", "lifecycle.grace-period-is-zero"],
    level: "must",
    run: async (scope) => {
      const held = await Promise.all(
        RESOURCE_TYPES.flatMap((type) =>
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
        accepted(await objects.remove(created, { query }), "the delete request was rejected");
      }));
      const deleted = await Promise.all(held.map(({ objects, created }) => objects.read(created)));
      const after = await timeOfCreate(scope, "after");
      for (const [index, object] of deleted.entries()) {
        const { objects: { type }, query } = held[index]!;
        const name = `${type.resource} deleted with ${JSON.stringify(query)}`;
        const actual = timeOf(object ?? {}, "deletionTimestamp");
        if (!(actual >= before - SKEW && actual <= after + SKEW)) {
          throw new Violation("lifecycle.deletion-timestamp-is-now", {
            expected: `${name}: from ${textOf(before)} to ${textOf(after)}`,
            actual: textOf(actual),
          });
        }
        const { deletionGracePeriodSeconds: grace } = metadataOf(object ?? {});
        if (grace === undefined || grace === 0) continue;
        throw new Violation("lifecycle.grace-period-is-zero", {
          expected: `${name}: 0, as nothing has to end gracefully`,
          actual: `${grace}`,
        });
      }
    },
  }),
];

const OPTIONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { gracePeriodSeconds: "300" },
  { propagationPolicy: "Background" },
];

/** Changes an object by an update or a patch. */
async function change(objects: Objects, created: JsonObject, at: number): Promise<void> {
  const metadata = { ...metadataOf(created), annotations: { changed: "yes" } };
  const { annotations } = metadata;
  await (at % OPTIONS.length === 0
    ? objects.put({ ...created, metadata })
    : objects.patch(created, { metadata: { annotations } }));
}

/** Waits until the target's clock has reached a time, and returns that of a new object. */
async function waitUntilLater(scope: Scope, time: number): Promise<number> {
  const deadline = performance.now() + CLOCK_TIMEOUT;
  for (let count = 0; performance.now() < deadline; count++) {
    const now = await timeOfCreate(scope, `later ${count}`);
    if (now >= time) return now;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Discard("the target's clock does not advance");
}

async function timeOfCreate(scope: Scope, words: string): Promise<number> {
  const objects = new Objects(scope, RESOURCE_TYPES[0]);
  return timeOf(await objects.create(objects.newObject(words)), "creationTimestamp");
}

function timeOf(object: JsonObject, field: string): number {
  return Date.parse(String(metadataOf(object)[field]));
}

function textOf(time: number): string {
  return Number.isNaN(time) ? "no time" : new Date(time).toISOString();
}
