/**
 * The reference server: a small in-memory implementation of the API, for tests of clients and of
 * the conformance suites. Plugins and further resources extend it.
 *
 * @module
 */
export { createServer, startServer } from "./reference.ts";
export type { Kinds } from "./resources/release.ts";
export type { RunningServer, Server, ServerOptions } from "./reference.ts";
export type { Extension } from "./extension.ts";
export type { Plugin } from "./plugin.ts";
export { defineResource } from "./resources/define_resource.ts";
export type { ResourceDefinition } from "./registry/resource.ts";
export type { Identity } from "./access/authentication.ts";
export { AdjustableClock } from "./sources.ts";
export { ConfigurationError } from "./api_versions/configuration.ts";
export type { KubernetesObject, ServerClient } from "./client/client.ts";
export type { Manifest } from "./client/manifests.ts";
export { StatusError } from "./client/status_error.ts";
export type { Player, PlayerServer } from "./players/player.ts";
