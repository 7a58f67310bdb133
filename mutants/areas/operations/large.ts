/**
 * Mutants of collections of hundreds of objects.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import type { ListResult } from "../../vocabulary/results.ts";
import { accepts } from "../../vocabulary/target.ts";

export const largeCollectionMutants = bugs({
  "operations/list-ends-at-500": {
    description: "A list without `limit` ends after 500 objects, without a `continue` token.",
    reason: "The query of the database has a limit of its own.",
    breaks: "operations.large-collections",
    install: on("list", { limit: false }).changeListed((list) => ({
      ...list,
      versions: list.versions.slice(0, 500),
    })),
  },
  "operations/table-of-100-rows": {
    description: "A Table has at most 100 rows.",
    reason: "Tables are for people, who do not read more.",
    breaks: "operations.large-collections",
    install: on("list").where(accepts("as=Table")).changeListed((list) => ({
      ...list,
      versions: list.versions.slice(0, 100),
    })),
  },
  "operations/deletion-ends-at-1000": {
    description:
      "A deletion of a collection deletes 1,000 objects, and answers as if these were all.",
    reason: "The objects are read in one page of the largest size.",
    breaks: "operations.large-collections",
    install: on("deletecollection").withSteps(({ readPage }) => ({
      async readPage(registry, request, options) {
        const page = await readPage(registry, request, options);
        return { ...page, versions: page.versions.slice(0, 1_000) };
      },
    })),
  },
  "operations/first-events-end-at-100": {
    description: "A watch that begins with the existing objects sends 100 of them.",
    reason: "The channel of the watch has room for 100 events, and further ones are dropped.",
    breaks: "operations.large-collections",
    install: on("watch").changeEvents(() => (events) =>
      events.length > 100 ? events.slice(0, 100) : events
    ),
  },
  "operations/large-lists-kept": {
    description:
      "A list of 50 or more objects shows them as the last list of the same objects did, also if " +
      "one has changed.",
    reason: "Large bodies are kept, and found again by the names of their objects.",
    breaks: "operations.large-collections",
    install(parts) {
      const known = new Map<string, ListResult["versions"]>();
      on("list").changeListed((list) => {
        if (list.versions.length < 50) return list;
        const names = list.versions.map(({ key }) => `${key.namespace}/${key.name}`).join();
        const versions = known.get(names) ?? list.versions;
        known.set(names, versions);
        return { ...list, versions };
      })(parts);
    },
  },
  "operations/large-lists-kept-after-deletions": {
    description:
      "A list of 50 or more objects is the last one that began with the same ones, also if the " +
      "last object of that is gone.",
    reason: "Large lists are kept, and compared by the objects that there are.",
    breaks: "operations.large-collections",
    install(parts) {
      let kept: ListResult["versions"] = [];
      on("list", { limit: false }).changeListed((list) => {
        const { versions } = list;
        if (versions.length < 50) return list;
        if (!versions.every((version, at) => version === kept[at])) kept = versions;
        return { ...list, versions: kept };
      })(parts);
    },
  },
});
