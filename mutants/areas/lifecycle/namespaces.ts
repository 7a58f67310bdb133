/**
 * Mutants of namespaces that are being deleted.
 *
 * @module
 */
import { ApiError } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { type Install, on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const isAboutTermination = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === "Forbidden" &&
  error.message.includes("being terminated");

/** Shows the deletion of a namespace the first objects of each type only. */
const deletingFirst = (count: number, isDone: boolean): Install => (parts) => {
  const looked = new Set<string>();
  wrap("admission", "finalizing", async ({ finalizing }, definition, key) => {
    if (definition.kind === "Namespace") looked.add(key.name);
    await finalizing(definition, key);
    looked.delete(key.name);
  })(parts);
  wrap("storage", "list", async ({ list }, collection, options) => {
    const found = await list(collection, options);
    const { namespace = "" } = collection;
    if (!looked.has(namespace)) return found;
    // Whether the namespace is empty is asked for with a limit.
    if (options?.limit !== undefined) return isDone ? { ...found, versions: [] } : found;
    return { ...found, versions: found.versions.slice(0, count) };
  })(parts);
};

/** Shows nothing of the past of a namespace that does not exist any more. */
const withoutPast = (isLater: boolean): Install =>
  wrap("storage", "list", async ({ list, get }, collection, options) => {
    const found = await list(collection, options);
    const { namespace: name = "" } = collection;
    const isMeant = options?.revision !== undefined && (options.after !== undefined) === isLater;
    if (name === "" || !isMeant) return found;
    const own = await get({ resource: "/namespaces", namespace: "", name });
    return own === undefined ? { ...found, versions: [], remaining: 0 } : found;
  });

/** The mutants. */
export const namespaceMutants = bugs({
  "lifecycle/pages-end-with-namespace": {
    description: "A later page of a list in a namespace that was deleted meanwhile is empty.",
    reason: "The objects of a namespace are found through the namespace.",
    breaks: "lifecycle.past-of-deleted-namespace",
    install: withoutPast(true),
  },
  "lifecycle/exact-lists-end-with-namespace": {
    description: "An exact list in a namespace that was deleted since that version is empty.",
    reason: "The history of a namespace is dropped with it.",
    breaks: "lifecycle.past-of-deleted-namespace",
    install: withoutPast(false),
  },
  "lifecycle/watches-end-with-namespace": {
    description: "A watch in a namespace that was deleted since its version sends no event.",
    reason: "The history of a namespace is dropped with it.",
    breaks: "lifecycle.past-of-deleted-namespace",
    install: on("watch").serve(async ({ registry: { storage }, request, next, nextWith }) => {
      const { namespace: name } = request.context.info;
      if (name === "") return await next();
      const own = await storage.get({ resource: "/namespaces", namespace: "", name });
      return own === undefined ? await nextWith(() => ({ viewEvents: () => [] })) : await next();
    }),
  },
  "lifecycle/terminating-namespace-open": {
    description: "Objects can be created in a namespace that is being deleted.",
    reason: "Only the existence of the namespace is checked.",
    breaks: "lifecycle.no-creation-in-terminating-namespace",
    install: wrap("admission", "admit", async ({ admit }, attributes) => {
      try {
        await admit(attributes);
      } catch (error) {
        if (!isAboutTermination(error)) throw error;
      }
    }),
  },
  "lifecycle/terminating-namespace-frozen": {
    description: "Objects in a namespace that is being deleted cannot be changed.",
    reason: "The check of creates runs for every write.",
    breaks: "lifecycle.no-creation-in-terminating-namespace",
    install: wrap("admission", "admit", async ({ admit }, attributes) => {
      if (attributes.verb === "update" && attributes.user) {
        await Promise.resolve(admit({ ...attributes, verb: "create" })).catch((error) => {
          if (isAboutTermination(error)) throw error;
        });
      }
      await admit(attributes);
    }),
  },
  "lifecycle/namespace-takes-longer-names": {
    description:
      "Deleting a namespace also deletes the Secrets of namespaces whose name begins with its own.",
    reason: "All keys with the namespace as a prefix are deleted, without the slash after it.",
    breaks: "lifecycle.namespace-deletion-in-one-namespace",
    install: on("delete namespaces").serve(async ({ registry: { storage }, request, next }) => {
      const { name } = request.context.info;
      const result = await next();
      const { versions } = await storage.list({ resource: "/secrets" });
      for (const { key, revision } of versions) {
        if (key.namespace === name || !key.namespace.startsWith(name)) continue;
        await storage.transact(key, { expected: revision, object: undefined });
      }
      return result;
    }),
  },
  "lifecycle/namespace-deletes-100-of-each": {
    description:
      "Deleting a namespace deletes 100 objects of each type; with more, it stays for ever.",
    reason: "The content is read in one page.",
    breaks: "lifecycle.namespace-deletion-deletes-content",
    install: deletingFirst(100, false),
  },
  "lifecycle/namespace-removed-with-500-of-each": {
    description:
      "Deleting a namespace deletes 500 objects of each type and then the namespace, with more left.",
    reason: "The content is read in one page, after which nothing can be left.",
    breaks: "lifecycle.namespace-deletion-deletes-content",
    install: deletingFirst(500, true),
  },
});
