/**
 * The client that a program in the same process uses a server with.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/server";
 * import type { ServerClient } from "@plumbline/server/client";
 *
 * await using server: ServerClient & AsyncDisposable = await createServer();
 * assertEquals((await server.list("namespaces")).length, 4);
 * ```
 *
 * @module
 */
export type {
  InternalClient,
  KubernetesObject,
  ObjectSelection,
  PatchPlace,
  ServerClient,
} from "../client/client.ts";
export type { Manifest } from "../client/manifests.ts";
export { resourceNamed } from "../client/resource_types.ts";
export { StatusError } from "../client/status_error.ts";
