/**
 * Runs the reference server in a separate process for the benchmark; over the store whose URL is the
 * argument, if there is one.
 *
 * @module
 */
import { startServer } from "@plumbline/reference";
import { ADMIN } from "../client/target.ts";
import { print } from "../program/output.ts";

const [store] = Deno.args;
const server = await startServer({
  dialect: "svc",
  identities: [ADMIN],
  ...(store && { store }),
});
print(String(server.port));
