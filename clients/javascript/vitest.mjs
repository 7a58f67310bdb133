/**
 * A fixture for Vitest: `test("…", async ({ plumbline }) => …)`.
 *
 * @module
 */
import { afterAll, test as base } from "vitest";
import { start } from "./server.mjs";

let server;
afterAll(async () => (await server?.catch(() => undefined))?.stop());

/** `test` with the fixture `plumbline`: a server with its initial objects, one process a file. */
export const test = base.extend({
  // Vitest reads the fixtures that are needed from the pattern.
  // deno-lint-ignore no-empty-pattern
  plumbline: async ({}, use) => {
    server ??= start();
    await (await server).reset();
    await use(await server);
  },
});
