/**
 * Checks that a request for one object leaves the objects of its name and other types alone.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { canonical } from "../../model/content.ts";
import { labelsOf, metadataOf, nameOf, uidOf } from "../../model/object.ts";
import { typesOf } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { hasOperation } from "../../session/operations.ts";
import { verify } from "../../verify.ts";

/** An object of each type, all of one name where the types permit it. */
interface Namesake {
  readonly objects: Objects;
  created: JsonObject;
}

/** Checks of objects of one name. */
export const NAMESAKES: readonly Check[] = [
  example({
    id: "operations/objects-of-one-name",
    title: "A patch or deletion of an object leaves those of its name and other types alone",
    requirements: ["operations.one-object-only"],
    run: async (scope) => {
      const all: Namesake[] = [];
      const types = typesOf(scope.target);
      if (types.length < 2) throw new Discard("there is one type only");
      for (const type of types) {
        const objects = new Objects(scope, type);
        all.push({ objects, created: await objects.create(objects.newObject("object")) });
      }
      for (const one of all) {
        const { objects, created } = one;
        const { resource } = objects.type;
        if (hasOperation(objects.type, "patch")) {
          await objects.patch(created, {
            metadata: { annotations: { "plumbline/changed": "yes" } },
          });
          await expectUntouched(all, one, `a patch of ${resource}`);
        }
        await objects.remove(created);
        await expectUntouched(all, one, `a deletion of ${resource}`);
        one.created = await objects.create(objects.newObject("object"));
        if (!hasOperation(objects.type, "deletecollection")) continue;
        await objects.removeAll(created, { fieldSelector: `metadata.name=${nameOf(created)}` });
        await expectUntouched(all, one, `a deletion of the ${resource} of one name`);
        // Where the collection was not deleted, the object is there.
        one.created = await objects.read(created) ??
          await objects.create(objects.newObject("object"));
      }
    },
  }),
];

/** Expects all objects but one to be as they were; controllers may write their status. */
async function expectUntouched(
  all: readonly Namesake[],
  one: Namesake,
  after: string,
): Promise<void> {
  for (const { objects, created } of all.filter((each) => each !== one)) {
    const now = await objects.read(created);
    const stateOf = (object: JsonObject | undefined) =>
      object === undefined ? "no object" : canonical({
        uid: uidOf(object) ?? null,
        labels: labelsOf(object),
        deleted: metadataOf(object).deletionTimestamp !== undefined,
        changed: canonical(metadataOf(object).annotations ?? {}).includes("plumbline/changed"),
      });
    verify("operations.one-object-only", {
      expected: `${objects.type.resource} after ${after}: ${stateOf(created)}`,
      actual: `${objects.type.resource} after ${after}: ${stateOf(now)}`,
    });
  }
}
