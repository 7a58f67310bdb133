/**
 * Reads while clients write concurrently, compared with the recorded history.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { history, readingSteps } from "../../arbitraries/step_lists.ts";
import { type Check, property } from "../../check.ts";
import { typeNamed } from "../../resources/mod.ts";
import { SLOTS } from "../../session/collection.ts";
import { Session } from "../../session/session.ts";

interface ReadsDuringWritesCase {
  readonly resource: string;
  /** The start of two watches. */
  readonly from: "unset" | "zero";
  /** The slots to write, in this order. */
  readonly slots: readonly number[];
  /** The number of lists that each of two readers reads, one after the other. */
  readonly lists: number;
}

/** Checks of reads during concurrent writes. */
export const CONCURRENT_READS: readonly Check[] = [
  history({
    id: "resource-versions/histories",
    version: 2,
    title:
      "Every read during concurrent writes shows one consistent state, identified by its resourceVersion",
    requirements: [
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-version-names-state",
      "resource-versions.items-carry-own-version",
      "resource-versions.object-carries-version",
      "resource-versions.answered-version",
      "resource-versions.collection-carries-version",
      "resource-versions.change-gives-new-version",
      "resource-versions.unchanged-keeps-version",
      "resource-versions.recreated-object-is-new",
      "resource-versions.reads-never-go-back",
      "resource-versions.list-all-namespaces",
      "resource-versions.list-one-namespace",
      "resource-versions.get-unset-most-recent",
      "resource-versions.get-zero-any",
      "resource-versions.get-other-not-older",
      "resource-versions.list-plain-whole-unset",
      "resource-versions.list-plain-whole-zero",
      "resource-versions.list-plain-whole-other",
      "resource-versions.list-exact-whole-other",
      "resource-versions.list-label-selector",
      "resource-versions.list-field-selector",
      "resource-versions.stale-write-conflicts",
      "watch.nothing-lost",
    ],
  }, readingSteps),
  property<ReadsDuringWritesCase>({
    id: "resource-versions/reads-during-writes",
    repeatsInputs: true,
    share: 0.5,
    title:
      "A list during writes is a consistent snapshot, and a watch opened then misses none of them",
    requirements: [
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-version-names-state",
      "watch.nothing-lost",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        from: fc.constantFrom("unset" as const, "zero" as const),
        slots: fc.array(fc.nat({ max: SLOTS - 1 }), { minLength: 3, maxLength: 6, size: "max" }),
        lists: fc.integer({ min: 1, max: 3 }),
      }),
    run: async (scope, { resource, from, slots, lists }) => {
      const session = await Session.record(scope, typeNamed(scope.target, resource));
      const { writer, reader } = session;
      for (let slot = 0; slot < SLOTS; slot++) await writer.create(slot);
      const write = async () => {
        for (const slot of slots) await writer.mergePatch(slot);
      };
      const read = async () => {
        for (let count = 0; count < lists; count++) await reader.list();
      };
      const open = async () => {
        if (!scope.target.lacks?.includes("watch")) {
          await session.watch({ kind: from }, { selection: session.at.widest() });
        }
      };
      await Promise.all([open(), write(), open(), read(), read()]);
      await session.verify("must");
    },
  }),
];
