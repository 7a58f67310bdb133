/**
 * Thousands of changes of a few objects, read again from versions in between.
 *
 * @module
 */
import { type Check, property } from "../../check.ts";
import type { Selection } from "../../model/selection.ts";
import { Session } from "../../session/session.ts";
import { resourceVersionOf } from "../../model/object.ts";
import { typeNamed } from "../../resources/mod.ts";
import { createObjects, inLargeCollections, settle, together, type World } from "./world.ts";

/** The objects that are changed. */
const OBJECTS = 8;

/** The versions in between that are read again. */
const MOMENTS = 8;

/** Checks of long histories. */
export const LONG_HISTORIES: readonly Check[] = [
  property<World>({
    id: "scale/long-histories",
    title: "Watches and exact lists from versions before thousands of changes are complete",
    requirements: [
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.starts-after-version",
      "watch.object-order",
      "watch.history-lives",
      "resource-versions.list-exact-whole-other",
      "resource-versions.change-gives-new-version",
    ],
    ...inLargeCollections,
    run: async (scope, { resource, size }) => {
      const session = await Session.record(scope, typeNamed(scope.target, resource));
      const { at, reader, writer } = session;
      await createObjects(session, 0, OBJECTS);
      const versions: string[] = [];
      const part = Math.ceil(size / MOMENTS);
      for (let moment = 0; moment < MOMENTS; moment++) {
        const known = writer.known(moment % OBJECTS);
        const version = known && resourceVersionOf(known);
        if (version !== undefined) versions.push(version);
        await together(0, part, (change) => writer.mergePatch(change % OBJECTS));
      }
      const all: Selection = { ...at.widest(), everyone: true };
      for (const version of versions) {
        await session.watch({ kind: "version", version }, { selection: all });
        await reader.list(at.widest(), { version, match: "Exact" }, {
          freshness: { kind: "exact", version },
          cell: "resource-versions.list-exact-whole-other",
        });
      }
      await settle(session, OBJECTS);
      await session.verify("must");
    },
  }),
];
