/**
 * Lists that are read while objects are written one after the other: a list that is read in parts
 * shows a later write without an earlier one.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property } from "../../check.ts";
import { resourceType } from "../../resources/mod.ts";
import { SLOTS } from "../../session/collection.ts";
import { Session } from "../../session/session.ts";

interface AmongWritesCase {
  readonly resource: string;
  /** The slots that are written, in this order. */
  readonly slots: readonly number[];
  /** How many lists are read, one after the other, by each of two readers. */
  readonly lists: number;
}

/** Lists among writes. */
export const AMONG_WRITES: readonly Check[] = [
  property<AmongWritesCase>({
    id: "resource-versions/list-among-writes",
    title: "A list that is read while objects are written shows one state",
    requirements: ["resource-versions.list-is-one-state", "resource-versions.label-names-state"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        slots: fc.array(fc.nat({ max: SLOTS - 1 }), { minLength: 3, maxLength: 6, size: "max" }),
        lists: fc.integer({ min: 1, max: 3 }),
      }),
    run: async (scope, { resource, slots, lists }) => {
      const session = await Session.record(scope, resourceType(resource));
      const { writer, reader } = session;
      for (let slot = 0; slot < SLOTS; slot++) await writer.create(slot);
      const write = async () => {
        for (const slot of slots) await writer.mergePatch(slot);
      };
      const read = async () => {
        for (let count = 0; count < lists; count++) await reader.list();
      };
      await Promise.all([write(), read(), read()]);
      await session.verify("must");
    },
  }),
];
