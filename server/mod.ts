/**
 * A small in-memory server of the API, as the specification describes it and nothing else. What it
 * knows nothing of enters by its doors: further kinds by `extension`, stores by `storage`, changes of
 * its parts by `parts`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 *
 * await using server = await createServer();
 * assertEquals((await server.list("namespaces")).length, 4);
 * ```
 *
 * @module
 */
export { createServer, startServer } from "./create_server.ts";
export type { Listener, ListenOptions, RunningServer, Server, ServerOptions } from "./server.ts";
export type { Extension } from "./extension.ts";
export type { OpenStore } from "./store.ts";
export type { Plugin } from "./plugin.ts";
