/**
 * Mutants of lists and watches that show objects of other namespaces.
 *
 * @module
 */
import { over } from "@plumbline/server/parts";
import type { CollectionKey, Storage } from "@plumbline/server/storage";
import { inOneNamespace } from "./helpers.ts";
import { bugs } from "../../mutant.ts";
import { on, type Requests } from "../../vocabulary/on.ts";
import type { Install } from "../../vocabulary/on.ts";
import { accepts } from "../../vocabulary/target.ts";

/** Serves requests from all namespaces, or from those whose name begins with the requested one. */
function leaking(
  requests: Requests,
  { later = true, initial = true, byPrefix = false }: {
    readonly later?: boolean;
    readonly initial?: boolean;
    readonly byPrefix?: boolean;
  } = {},
): Install {
  return requests.where(inOneNamespace).serve(({ registry: { storage }, next }) => {
    const belongs = ({ namespace = "" }: CollectionKey, key: CollectionKey) =>
      !byPrefix || (key.namespace ?? "").startsWith(namespace);
    const wide: Partial<Storage> = {
      async list(collection, options) {
        if (!initial) return await storage.list(collection, options);
        const all = await storage.list({ resource: collection.resource }, options);
        return { ...all, versions: all.versions.filter(({ key }) => belongs(collection, key)) };
      },
      watch(collection, after) {
        if (!later) return storage.watch(collection, after);
        const all = storage.watch({ resource: collection.resource }, after);
        return {
          get revision() {
            return all.revision;
          },
          async next(signal) {
            for (;;) {
              const events = await all.next(signal);
              const seen = events.filter(({ version }) => belongs(collection, version.key));
              if (events.length === 0 || seen.length > 0) return seen;
            }
          },
        };
      },
    };
    return next({ storage: over(storage, wide) });
  });
}

export const neighbourMutants = bugs({
  "watch/neighbours-by-prefix": {
    description:
      "A watch of a namespace sends events of namespaces whose name begins with its name.",
    reason: "The key of a namespace in the store is compared without the slash after it.",
    breaks: "watch.one-namespace",
    install: leaking(on("watch"), { byPrefix: true, initial: false }),
  },
  "watch/unset-of-all-namespaces": {
    description:
      "A watch of the Roles of a namespace without `resourceVersion` begins with those of all.",
    reason: "The newest state is read from a cache of the type, which has all namespaces.",
    breaks: ["watch.one-namespace", "watch.from-unset-starts-with-existing"],
    install: leaking(on("watch roles", { resourceVersion: false }), { later: false }),
  },
  "watch/zero-of-all-namespaces": {
    description: "A watch of the Secrets of a namespace from `0` begins with those of all.",
    reason: "Any state is read from a cache of the type, which has all namespaces.",
    breaks: ["watch.one-namespace", "watch.from-zero-starts-with-existing"],
    install: leaking(on("watch secrets", { resourceVersion: "0" }), { later: false }),
  },
  "watch/tables-of-all-namespaces": {
    description: "A watch of a namespace that requests Tables sends the events of all namespaces.",
    reason: "The handler of Tables opens a watch of its own.",
    breaks: "watch.one-namespace",
    install: leaking(on("watch").where(accepts("as=Table")), { initial: false }),
  },
  "watch/metadata-of-all-namespaces": {
    description: "A watch of the metadata alone in a namespace sends the events of all namespaces.",
    reason: "It is served from an index of the metadata of all objects.",
    breaks: "watch.one-namespace",
    install: leaking(on("watch").where(accepts("as=PartialObjectMetadata")), { initial: false }),
  },
  "resource-versions/neighbours-by-prefix": {
    description: "A list of Deployments has those of namespaces whose name begins with its own.",
    reason: "The key of a namespace in the store is compared without the slash after it.",
    breaks: "resource-versions.list-one-namespace",
    install: leaking(on("list deployments"), { byPrefix: true }),
  },
  "resource-versions/metadata-of-all-namespaces": {
    description: "A list of the metadata alone in a namespace has the objects of all namespaces.",
    reason: "It is served from an index of the metadata of all objects.",
    breaks: "resource-versions.list-one-namespace",
    install: leaking(on("list").where(accepts("as=PartialObjectMetadataList"))),
  },
  "selectors/watch-of-a-name-in-one-namespace": {
    description:
      "A watch of a name in all namespaces sends only the events of the namespace that had the first.",
    reason: "A name was taken for that of one object, which the watch follows.",
    breaks: "selectors.watch-selects",
    install: on("watch").where(({ info, query }) =>
      info.namespace === "" && (query.get("fieldSelector") ?? "").includes("metadata.name=")
    ).changeEvents(() => {
      let followed: string | undefined;
      return (events) =>
        events.filter((event) => {
          if (!("version" in event)) return true;
          const { namespace } = event.version.key;
          followed ??= namespace;
          return namespace === followed;
        });
    }),
  },
  "watch/later-namespaces-unseen": {
    description: "A watch of all namespaces sends no events of those created after it began.",
    reason: "A watch over all namespaces is one of each that exists.",
    breaks: "watch.resume-sends-changes",
    install(parts) {
      const created: string[] = [];
      on("create namespaces").changeResult((result) => {
        if (result.kind === "object") created.push(result.version.object.metadata.name);
        return result;
      })(parts);
      on("watch").where(({ info }) => info.namespace === "").changeEvents(() => {
        const known = created.length;
        return (events) =>
          events.filter((event) =>
            !("version" in event) || !created.slice(known).includes(event.version.key.namespace)
          );
      })(parts);
    },
  },
});
