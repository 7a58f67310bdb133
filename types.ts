/**
 * The types that public functions and interfaces refer to. Few programs have to name one of them.
 *
 * @module
 */
// The server.
export type { Listener, ListenOptions } from "./server/server.ts";
export type { PluginContext } from "./server/plugin.ts";
export type {
  Change,
  Exchange as ServerExchange,
  ObservedRequest,
  PartChanges,
  Parts,
  Wire,
} from "./server/parts.ts";
export type { Admission, Registry, Verbs } from "./server/registry/contracts.ts";
export type { Steps } from "./server/registry/steps.ts";
export type { ContinueTokens } from "./server/registry/continue_token.ts";
export type { Conversion } from "./server/registry/conversion.ts";
export type { Answer, Column, ObjectView, Strategy } from "./server/registry/resource.ts";
export type { Storage } from "./server/storage/storage.ts";
export type { Authorizer } from "./server/access/authorization.ts";
export type { Cause } from "./server/api_error.ts";
export type { Lifecycle } from "./server/api_versions/api_version.ts";
export type { Release, RELEASES } from "./server/release.ts";
export type { ObjectSchema } from "./server/codec/schema.ts";
export type { ApiObject, Json as ServerJson } from "./server/object.ts";
export type { ResourceOptions } from "./server/resources/define_resource.ts";
export type { OpenApiSchema } from "./server/codec/openapi_schema.ts";
export type { Authenticator } from "./server/access/authentication.ts";
export type { Clock, Sources } from "./server/sources.ts";
export type {
  Dialect as ServerDialect,
  DialectName as ServerDialectName,
} from "./server/dialect.ts";
export type { CertificateAndKey, CertificateSubject } from "./server/http/tls.ts";
export type { HealthSwitches } from "./server/health/checks.ts";
export type {
  ObjectList,
  ObjectName,
  ObjectRange,
  ObjectType,
  ServerObjects,
} from "./server/state/objects.ts";
export type { ServerState, StoreSnapshot } from "./server/state/snapshots.ts";
export type { PlayerName } from "./server/players/mod.ts";
export type { Mapping, ObjectPlace, PlayOptions } from "./server/players/player.ts";
export type { ObjectSelection, PatchPlace } from "./server/client/client.ts";
export type { FeatureGateConfig } from "./server/api_versions/feature_gates.ts";
export type { RuntimeConfig } from "./server/api_versions/served.ts";

// Plugins and mutants.
export type { ControlledPlugins, MutantSwitches } from "./plugins/control/control.ts";
export type {
  Duration,
  FaultEffect,
  InjectedFaultsOptions,
  OpenWatch,
  RequestMatch,
  RuleHandle,
  WatchEnd,
} from "./plugins/injected_faults/mod.ts";
export type { Head, Heads } from "./plugins/journal/heads.ts";
export type { JournalEntry } from "./plugins/journal/entry.ts";
export type {
  JournalListener,
  JournalOptions,
  JournalRange,
  RuleSource,
} from "./plugins/journal/journal.ts";
export type { ServerChange } from "./mutants/mutant.ts";

// Suites and reports.
export type * from "./suites/types.ts";
export type { KnownDeviation } from "./suites/engine/known_deviations.ts";
export type {
  CensusSummary,
  RequirementResult,
  RunVerdict,
  StaleDeviation,
} from "./reports/report.ts";
export type { CheckChange, Comparison, RequirementChange } from "./reports/compare.ts";
export type { Gate, GateOptions } from "./reports/gate.ts";
export type { ReportFormatName } from "./reports/render/formats.ts";
export type { Acceptance, Unjudged } from "./reports/unjudged.ts";
export type { Style } from "./reports/terminal.ts";
