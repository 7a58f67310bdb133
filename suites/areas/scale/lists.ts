/**
 * Lists of thousands of objects, whole and in pages.
 *
 * @module
 */
import { type Check, property } from "../../check.ts";
import type { Selection } from "../../model/selection.ts";
import { Session } from "../../session/session.ts";
import { typeNamed } from "../../resources/mod.ts";
import { changeObjects, createObjects, inLargeCollections, settle, type World } from "./world.ts";

/** The page size of `kubectl` and of client libraries. */
const USUAL_LIMIT = 500;

/** The pages that a list is read in beside the usual ones. */
const PAGES = 8;

/** The number of objects for each that is written while the lists are read. */
const PER_WRITE = 20;

/** Checks of large lists. */
export const LISTS: readonly Check[] = [
  property<World>({
    id: "scale/lists",
    title: "Lists of thousands of objects are complete states, whole and in pages, among writes",
    requirements: [
      "paging.no-limit-returns-all",
      "paging.pages-are-one-snapshot",
      "paging.snapshot-despite-writes",
      "paging.version-constant",
      "paging.limit-bounds-page",
      "paging.remaining-count-exact",
      "paging.remaining-count-absent-at-end",
      "resource-versions.list-is-one-snapshot",
      "resource-versions.list-all-namespaces",
      "resource-versions.list-plain-whole-unset",
      "resource-versions.list-version-names-state",
    ],
    ...inLargeCollections,
    run: async (scope, { resource, size }) => {
      const session = await Session.record(scope, typeNamed(scope.target, resource));
      const { at, reader } = session;
      await createObjects(session, 0, size);
      const all: Selection = { ...at.widest(), everyone: true };
      const [namespace] = at.namespaces;
      const one: Selection = namespace === undefined ? at.widest() : { namespace };
      const inPages = async (selection: Selection, limit: number) => {
        const pages = await reader.list(selection, { limit });
        await reader.finish(pages, selection, size);
      };
      const readAll = async () => {
        await reader.list(all);
        await inPages(all, USUAL_LIMIT);
        await inPages(one, Math.ceil(size / PAGES));
        await reader.list(one);
      };
      const changes = Math.ceil(size / PER_WRITE);
      await Promise.all([changeObjects(session, { size, changes }), readAll()]);
      // Once nothing is written, each list can show one state only.
      await readAll();
      await settle(session, size);
      await session.verify("must");
    },
  }),
];
