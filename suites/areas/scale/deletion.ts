/**
 * Deletecollection of thousands of objects.
 *
 * @module
 */
import { type Check, property } from "../../check.ts";
import { Session } from "../../session/session.ts";
import { deleteCollection } from "../../session/collection_deletion.ts";
import { typeNamed } from "../../resources/mod.ts";
import { createObjects, inLargeCollections, settle, type World } from "./world.ts";

/** The requests that delete the objects of a namespace, if they have a limit. */
const PAGES = 6;

/** Checks of the deletion of many objects. */
export const DELETION: readonly Check[] = [
  property<World>({
    id: "scale/deletecollection",
    title: "Deletecollection deletes thousands of objects, and a watch receives each deletion once",
    requirements: [
      "lifecycle.collection-deletes-many",
      "paging.deletecollection-continues",
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.removed-is-deleted",
    ],
    ...inLargeCollections,
    run: async (scope, { resource, size }) => {
      const session = await Session.record(scope, typeNamed(scope.target, resource));
      await createObjects(session, 0, size);
      await deleteCollection(session, { fields: [], limit: undefined });
      await createObjects(session, 0, size);
      await deleteCollection(session, { fields: [], limit: Math.ceil(size / PAGES) });
      await settle(session, size);
      await session.verify();
    },
  }),
];
