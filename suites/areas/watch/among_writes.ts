/**
 * Watches that are opened while objects are written: nothing falls between what they begin with and
 * what they tell then.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property } from "../../check.ts";
import { resourceType } from "../../resources/mod.ts";
import { Session } from "../../session/session.ts";

interface OpeningCase {
  readonly resource: string;
  readonly from: "unset" | "zero";
  /** How many objects there are, each of which is written. */
  readonly objects: number;
}

/** Watches opened among writes. */
export const OPENED_AMONG_WRITES: readonly Check[] = [
  property<OpeningCase>({
    id: "watch/opened-among-writes",
    title: "A watch that is opened while objects are written misses none of the writes",
    requirements: ["watch.nothing-lost"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        from: fc.constantFrom("unset" as const, "zero" as const),
        objects: fc.integer({ min: 1, max: 4 }),
      }),
    run: async (scope, { resource, from, objects }) => {
      const session = await Session.record(scope, resourceType(resource));
      const { writer } = session;
      for (let slot = 0; slot < objects; slot++) await writer.create(slot);
      const write = async () => {
        for (let slot = 0; slot < objects; slot++) await writer.mergePatch(slot);
      };
      const open = () => session.watch({ kind: from }, { selection: session.at.widest() });
      await Promise.all([open(), write(), open()]);
      await session.settle("must");
    },
  }),
];
