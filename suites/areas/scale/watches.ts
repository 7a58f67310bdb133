/**
 * Many watches of one collection during a burst of writes.
 *
 * @module
 */
import { type Check, property } from "../../check.ts";
import type { Selection } from "../../model/selection.ts";
import { resourceVersionOf } from "../../model/object.ts";
import { Session } from "../../session/session.ts";
import { typeNamed } from "../../resources/mod.ts";
import {
  changeObjects,
  createObjects,
  inLargeCollections,
  settle,
  together,
  type World,
} from "./world.ts";

/** Bounds of the number of watches; one for so many objects between them. */
const WATCHES = { least: 24, most: 100, objects: 50 } as const;

/** The events of all watches together, about. */
const EVENTS = 100_000;

/** Checks of many watches. */
export const WATCHES_OF_ONE: readonly Check[] = [
  property<World>({
    id: "scale/watches",
    title: "Many watches of a collection all receive the same complete, ordered history of a burst",
    requirements: [
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.no-invented-events",
      "watch.object-order",
      "watch.same-order-for-all",
      "watch.object-is-full",
      "watch.all-namespaces",
      "watch.one-namespace",
      "watch.resumes-from-last",
    ],
    ...inLargeCollections,
    run: async (scope, { resource, size }) => {
      const session = await Session.record(scope, typeNamed(scope.target, resource));
      const { at, writer } = session;
      await createObjects(session, 0, 1);
      const version = resourceVersionOf(writer.known(0)!)!;
      const { least, most, objects } = WATCHES;
      const count = Math.min(most, Math.max(least, Math.floor(size / objects)));
      await together(0, count, async (number) => {
        await session.watch({ kind: "version", version }, { selection: selectionOf(number) });
      });
      const burst = Math.min(size, Math.floor(EVENTS / count));
      await createObjects(session, 1, burst);
      await changeObjects(session, { size: burst, changes: Math.ceil(burst / 10) });
      await settle(session, burst);
      // A watch goes on from the last event of another one.
      const [first] = session.watches;
      await session.watch({ kind: "resume", watch: first!, documents: Math.floor(burst / 2) }, {
        gap: "watch.resumes-from-last",
        selection: first!.recorder.selection,
      });
      await settle(session, burst + 1);
      await session.verify();

      /** Two of three watch all namespaces, with and without a selector; the others watch one. */
      function selectionOf(number: number): Selection {
        const namespace = at.namespaces[number % Math.max(1, at.namespaces.length)];
        if (number % 3 === 2 && namespace !== undefined) return { namespace };
        return { ...at.widest(), ...(number % 3 === 0 && { everyone: true }) };
      }
    },
  }),
];
