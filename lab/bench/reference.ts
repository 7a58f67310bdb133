/**
 * Runs the reference server in a separate process for the benchmark.
 *
 * @module
 */
import { startServer } from "@plumbline/reference";
import { ADMIN } from "../client/target.ts";
import { print } from "../program/output.ts";

const server = await startServer({
  dialect: "svc",
  identities: [ADMIN],
});
print(String(server.port));
