/**
 * The door for extensions: resources, admission, sources of tokens and methods that a package adds to
 * a server.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 * import { badRequest } from "@plumbline/server/api";
 * import type { Extension } from "@plumbline/server/extension";
 *
 * const frozen: Extension = {
 *   name: "frozen",
 *   install: () => ({
 *     admission: () => [{
 *       resources: ["/secrets"],
 *       admit() {
 *         throw badRequest("secrets are frozen");
 *       },
 *     }],
 *   }),
 * };
 * await using server = await createServer({ extensions: [frozen] });
 * const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };
 * const outcome = await server.create(secret).catch(({ code }) => code);
 * assertEquals(outcome, 400);
 * ```
 *
 * @module
 */
export type { AdmissionHooks, AdmissionPlugin } from "../admission/chain.ts";
export type {
  AdmissionParts,
  DynamicResources,
  Extension,
  ExtensionContext,
  InstalledExtension,
} from "../extension.ts";
