/**
 * A fixture for `deno test`: `test("…", async ({ plumbline }) => …)`.
 *
 * @module
 */
import { start } from "./server.mjs";

const { Deno } = globalThis;
let server;
Deno.test.beforeAll(async () => void (server = await start()));
Deno.test.afterAll(() => server?.stop());

const withFixture = (register) => (name, run) =>
  register(name, async () => {
    await server.reset();
    await run({ plumbline: server });
  });

/** A test with the fixture `plumbline`: a server with its initial objects, one process a file. */
export const test = Object.assign(withFixture(Deno.test), {
  only: withFixture(Deno.test.only),
  ignore: withFixture(Deno.test.ignore),
});
