/**
 * The reference server: a small in-memory implementation of the API, for tests of clients and of
 * the conformance suites. Plugins and further resources extend it.
 *
 * @module
 */
export { createServer, startServer } from "./create_server.ts";
export type { Listener, ListenOptions, RunningServer, Server, ServerOptions } from "./server.ts";
export type { Plugin, PluginContext } from "./plugin.ts";
export type { Change, Exchange, PartChanges, Parts, Wire } from "./parts.ts";
export type {
  Admission,
  Decoder,
  Patcher,
  Reader,
  Registry,
  Verbs,
  Watcher,
  Writer,
} from "./registry/contracts.ts";
export type { ContinueTokens } from "./registry/continue_token.ts";
export type { Conversion } from "./registry/conversion.ts";
export type {
  Answer,
  Column,
  ObjectView,
  ResourceDefinition,
  Strategy,
} from "./registry/resource.ts";
export type { Storage } from "./storage/storage.ts";
export type { Authorizer } from "./access/authorization.ts";
export type { Cause } from "./api_error.ts";
export type { Lifecycle } from "./api_versions/api_version.ts";
export type { ObjectSchema } from "./codec/schema.ts";
export type { ApiObject, Json } from "./object.ts";
export { defineResource, type ResourceOptions } from "./resources/define_resource.ts";
export type { OpenApiSchema } from "./codec/openapi_schema.ts";
export type { Authenticator, Identity } from "./access/authentication.ts";
export { AdjustableClock, type Clock, type Sources } from "./sources.ts";
export type { Dialect, DialectName } from "./dialect.ts";
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
