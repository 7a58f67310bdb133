/**
 * Watches while clients write concurrently, compared with the recorded history.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { history, watchingSteps } from "../../arbitraries/step_lists.ts";
import { type Check, property } from "../../check.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Session } from "../../session/session.ts";

interface OpeningCase {
  readonly resource: string;
  readonly from: "unset" | "zero";
  /** The number of objects, each of which is written. */
  readonly objects: number;
}

/** Checks of watches during concurrent writes. */
export const CONCURRENT_WRITES: readonly Check[] = [
  history({
    id: "watch/histories",
    version: 2,
    title:
      "Every watch receives each change it selects exactly once, in order and in full, and nothing else",
    requirements: [
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.no-invented-events",
      "watch.object-order",
      "watch.object-is-full",
      "watch.object-carries-kind",
      "watch.created-is-added",
      "watch.changed-is-modified",
      "watch.entering-selector-is-added",
      "watch.starts-after-version",
      "watch.resumes-from-last",
      "watch.list-then-watch",
      "watch.one-namespace",
      "watch.all-namespaces",
      "watch.bookmark-only-on-request",
      "watch.bookmark-carries-only-version",
      "watch.bookmark-covers-what-was-sent",
      "watch.dry-run-is-silent",
      "watch.streams-events",
      "resource-versions.change-gives-new-version",
      "resource-versions.recreated-object-is-new",
      "watch.known-types",
      "watch.removed-is-deleted",
      "watch.deleted-carries-last-content",
      "watch.leaving-selector-is-deleted",
      "watch.selector-filters",
      "watch.same-order-for-all",
      "watch.from-zero-starts-with-existing",
      "watch.from-unset-starts-with-existing",
      "watch.rejected-write-is-silent",
      "watch.no-op-write-is-silent",
    ],
  }, watchingSteps),
  property<OpeningCase>({
    id: "watch/opened-among-writes",
    repeatsInputs: true,
    share: 0.5,
    title: "A watch opened while objects are written misses none of the writes",
    requirements: ["watch.nothing-lost"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        from: fc.constantFrom("unset" as const, "zero" as const),
        objects: fc.integer({ min: 1, max: 4 }),
      }),
    run: async (scope, { resource, from, objects }) => {
      const session = await Session.record(scope, typeNamed(scope.target, resource));
      const { writer } = session;
      for (let slot = 0; slot < objects; slot++) await writer.create(slot);
      const write = async () => {
        for (let slot = 0; slot < objects; slot++) await writer.mergePatch(slot);
      };
      const open = () => session.watch({ kind: from }, { selection: session.at.widest() });
      await Promise.all([open(), write(), open()]);
      await session.verify("must");
    },
  }),
];
