/**
 * A fixture for Playwright: `test("…", async ({ plumbline, page }) => …)`.
 *
 * @module
 */
import { test as base } from "@playwright/test";
import { start } from "./server.mjs";

/** `test` with the fixture `plumbline`: a server with its initial objects, one process a worker. */
export const test = base.extend({
  plumblineProcess: [
    // Playwright reads the fixtures that are needed from the pattern.
    // deno-lint-ignore no-empty-pattern
    async ({}, use) => {
      const server = await start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  plumbline: async ({ plumblineProcess }, use) => {
    await plumblineProcess.reset();
    await use(plumblineProcess);
  },
});
