/**
 * Mutants of namespaces that are being deleted.
 *
 * @module
 */
import { ApiError } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

const isAboutTermination = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === "Forbidden" &&
  error.message.includes("being terminated");

/** The mutants. */
export const namespaceMutants = bugs({
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
});
