/**
 * The reference server as a process of its own, for the benchmark.
 *
 * @module
 */
import { startServer } from "../../server/mod.ts";

const server = await startServer({
  identities: [{ name: "admin", token: "admin-token", groups: ["system:masters"] }],
});
// deno-lint-ignore no-console -- tells the benchmark where to find it
console.log(server.port);
