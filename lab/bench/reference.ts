/**
 * Runs the reference server in a separate process for the benchmark.
 *
 * @module
 */
import { startServer } from "../../server/mod.ts";

const server = await startServer({
  dialect: "svc",
  identities: [{ name: "admin", token: "admin-token", groups: ["system:masters"] }],
});
// deno-lint-ignore no-console -- prints the port for the benchmark
console.log(server.port);
