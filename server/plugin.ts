/**
 * Plugins: optional behaviour that changes the parts of a server. The server knows this interface
 * and no plugin.
 *
 * @module
 */
import type { Authenticator, Identity } from "./access/authentication.ts";
import type { Dialect } from "./dialect.ts";
import type { HealthSwitches } from "./health/checks.ts";
import type { PartChanges } from "./parts.ts";
import type { Registry } from "./registry/contracts.ts";
import type { Clock, Sources } from "./sources.ts";
import type { ServerObjects } from "./state/objects.ts";
import type { ServerState } from "./state/snapshots.ts";
import type { Storage } from "./storage/storage.ts";

/** The server that a plugin is installed in. */
export interface PluginContext {
  /** The time of the server. */
  readonly clock: Clock;
  /** Time, identifiers and random values, without the changes of plugins. */
  readonly sources: Sources;
  /** The users that the server knows. */
  readonly identities: readonly Identity[];
  /** How group names are spelled. */
  readonly dialect: Dialect;
  /** Aborted when the server is closed. */
  readonly stopped: AbortSignal;
  /** The stored objects, without the changes of plugins. */
  readonly storage: Storage;
  /** Returns the user of a request, without the changes of plugins; throws for unknown users. */
  readonly authenticate: Authenticator;
  /** Makes health checks fail and recover. Use it after the installation only. */
  readonly health: HealthSwitches;
  /** Saves and restores all objects. Use it after the installation only. */
  readonly state: ServerState;
  /** Reads the stored objects. Use it after the installation only. */
  readonly objects: ServerObjects;
  /** Returns everything that the verbs use now. Use it after the installation only. */
  registry(): Registry;
  /**
   * Assembles the server again, which calls `install` of every plugin. Requests in progress and
   * open watches stay with the parts they began with.
   */
  recompose(): void;
  /** Reports an internal error. */
  onInternalError(error: unknown): void;
}

/**
 * Optional behaviour of a server.
 *
 * @example Count requests
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer, type Plugin } from "@plumbline/plumbline/server";
 *
 * let count = 0;
 * const counter: Plugin = {
 *   name: "counter",
 *   install(parts) {
 *     parts.wire(({ answer }) => ({
 *       answer(request) {
 *         count++;
 *         return answer(request);
 *       },
 *     }));
 *   },
 * };
 * await using server = await createServer({ plugins: [counter] });
 * await server.fetch(new Request("http://localhost/livez"));
 * assertEquals(count, 1);
 * ```
 */
export interface Plugin {
  /** The name in error messages. */
  readonly name: string;
  /**
   * Registers changes of parts. Runs when the server is created and at each `recompose`; plugins
   * run in the order of the option `plugins`, and the changes of later ones wrap earlier ones.
   */
  install(parts: PartChanges, server: PluginContext): void;
}
