/**
 * Mutants of namespaces that are being deleted.
 *
 * @module
 */
import { ApiError } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
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
});
