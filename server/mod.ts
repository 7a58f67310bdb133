/**
 * The reference server: a small in-memory implementation of the API, for tests of clients and of
 * the conformance suites. Plugins and further resources extend it.
 *
 * @module
 */
export { createServer, startServer } from "./create_server.ts";
export type { Listener, ListenOptions, RunningServer, Server, ServerOptions } from "./server.ts";
export type { Plugin, PluginContext } from "./plugin.ts";
export type { Change, PartChanges, Parts } from "./parts.ts";
export type { Column, ResourceDefinition } from "./registry/resource.ts";
export { defineResource, type ResourceOptions } from "./resources/define_resource.ts";
export type { OpenApiSchema } from "./codec/openapi_schema.ts";
export type { Identity } from "./access/authentication.ts";
export { AdjustableClock, type Clock, type Sources } from "./sources.ts";
export type { DialectName } from "./dialect.ts";
export type { HealthSwitches } from "./health/checks.ts";
export type {
  ObjectList,
  ObjectName,
  ObjectRange,
  ObjectType,
  ServerObjects,
} from "./state/objects.ts";
export type { ServerState, StoreSnapshot } from "./state/snapshots.ts";
export { ConfigurationError } from "./api_versions/configuration.ts";
export { type FeatureGateConfig, readFeatureGates } from "./api_versions/feature_gates.ts";
export { type Release, RELEASES } from "./api_versions/api_version.ts";
export { readRuntimeConfig, type RuntimeConfig } from "./api_versions/served.ts";
