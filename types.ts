/**
 * The types that public functions and interfaces refer to. Few programs have to name one of them.
 *
 * @module
 */
// The server.
export type {
  Listener,
  ListenOptions,
  Server as SpecificationServer,
  ServerOptions as SpecificationOptions,
} from "@plumbline/server";
export type { KubernetesMethods, KubernetesOptions } from "@plumbline/kubernetes";
export type { ExtensionContext, InstalledExtension } from "@plumbline/server/extension";
export type { PluginContext } from "@plumbline/server/parts";
export type {
  Change,
  Exchange as ServerExchange,
  ObservedRequest,
  PartChanges,
  Parts,
  Wire,
} from "@plumbline/server/parts";
export type { Admission, Registry, Verbs } from "@plumbline/server/parts";
export type { Steps } from "@plumbline/server/parts";
export type { ContinueTokens } from "@plumbline/server/parts";
export type { Conversion } from "@plumbline/server/resources";
export type { Answer, Column, ObjectView, Strategy } from "@plumbline/server/resources";
export type { Storage } from "@plumbline/server/storage";
export type { Authorizer } from "@plumbline/server/access";
export type { Cause } from "@plumbline/server/api";
export type { Lifecycle } from "@plumbline/server/resources";
export type { Release, RELEASES } from "@plumbline/server/api";
export type { ObjectSchema } from "@plumbline/server/codec";
export type { ApiObject, Json as ServerJson } from "@plumbline/server/api";
export type { ResourceOptions } from "@plumbline/server/resources";
export type { OpenApiSchema } from "@plumbline/server/codec";
export type { Authenticator } from "@plumbline/server/access";
export type { Clock, Sources } from "@plumbline/server/api";
export type {
  Dialect as ServerDialect,
  DialectName as ServerDialectName,
} from "@plumbline/server/api";
export type { CertificateAndKey, CertificateSubject } from "@plumbline/server/parts";
export type { HealthSwitches } from "@plumbline/server/parts";
export type {
  ObjectList,
  ObjectName,
  ObjectRange,
  ObjectType,
  ServerObjects,
} from "@plumbline/server/storage";
export type { ServerState, StoreSnapshot } from "@plumbline/server/storage";
export type { PlayerName } from "@plumbline/kubernetes";
export type { Mapping, ObjectPlace, PlayOptions } from "@plumbline/kubernetes";
export type { ObjectSelection, PatchPlace } from "@plumbline/server/client";
export type { FeatureGateConfig } from "@plumbline/server/settings";
export type { RuntimeConfig } from "@plumbline/server/settings";

export type { AdmissionParts } from "@plumbline/server/extension";
export type { AdmissionHooks, AdmissionPlugin } from "@plumbline/server/extension";
export type { DynamicResources } from "@plumbline/server/extension";
export type { FactStore } from "@plumbline/server/storage";
export type { InitialObject } from "@plumbline/server/access";
export type { InternalClient } from "@plumbline/server/client";
export type { OpenStore } from "@plumbline/server";
export type { ServerStorage } from "@plumbline/server/storage";
export type { User } from "@plumbline/server/api";

export type { ObjectKey } from "@plumbline/server/storage";
export type { ServerData } from "@plumbline/server/storage";
export type { StorageEvent } from "@plumbline/server/storage";
export type { StoreOptions } from "@plumbline/server/storage";
export type { StoredVersion } from "@plumbline/server/storage";
export type { WriteAttributes } from "@plumbline/server/parts";

export type { Dependents } from "@plumbline/server/storage";
export type { FollowedStore } from "@plumbline/server/storage";

// Plugins and mutants.
export type * from "@plumbline/plugins/types";
export type { ServerChange } from "@plumbline/mutants/mutant";

// Suites and reports.
export type * from "@plumbline/suites/types";
export type { KnownDeviation } from "@plumbline/suites/engine/known_deviations";
export type {
  CensusSummary,
  RequirementResult,
  RunVerdict,
  StaleDeviation,
} from "@plumbline/reports/report";
export type { CheckChange, Comparison, RequirementChange } from "@plumbline/reports/compare";
export type { Gate, GateOptions } from "@plumbline/reports/gate";
export type { ReportFormatName } from "@plumbline/reports/formats";
export type { Acceptance, Unjudged } from "@plumbline/reports/unjudged";
export type { Style } from "@plumbline/reports/terminal";
export type { SummaryOptions } from "@plumbline/reports/summary";
export type { NextStep } from "@plumbline/reports/cause_lines";
