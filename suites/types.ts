/**
 * The types that public functions and interfaces of the suites refer to.
 *
 * @module
 */
export type * from "@plumbline/reports/events";
export type { Harm } from "@plumbline/reports/harm";
export type {
  Disturbance,
  Timeline,
  TimelineEntry,
  TimelineEvent,
} from "@plumbline/reports/timeline";
export type { RequirementId } from "./catalogue.ts";
export type {
  CaseList,
  CheckFacts,
  ExampleCheck,
  KnownId,
  MissingEvent,
  Need,
  PropertyCheck,
  Verifies,
} from "./check.ts";
export type { Dialect, DialectName } from "./client/dialect.ts";
export type {
  HttpClient,
  HttpRequest,
  HttpResponse,
  Json,
  JsonObject,
  Transcript,
  WatchDocument,
  WatchPatience,
  WatchStream,
} from "./client/http_client.ts";
export type { Example, TypeSelection } from "./client/type_selection.ts";
export type { Breakdown } from "./client/under_way.ts";
export type { Contact, ServedType } from "./client/contact.ts";
export type { Verb } from "./client/resource_type.ts";
export type { DiscoveredResource, Identity, Waits } from "./client/target.ts";
export type { Limits } from "./engine/limits.ts";
export type { Replay } from "./engine/repetitions.ts";
export type { EngineOptions } from "./engine/run.ts";
export type { Feature } from "./features.ts";
export type { GetRead } from "./model/get_oracle.ts";
export type { Freshness } from "./model/freshness.ts";
export type { Page, PagedList } from "./model/page_oracle.ts";
export type { FieldRequirement, LabelRequirement, ListForm, Selection } from "./model/selection.ts";
export type { Span } from "./model/timeline.ts";
export type { BookmarkFacts } from "./model/bookmark_oracle.ts";
export type { Start, WatchRead } from "./model/watch_oracle.ts";
export type { Write } from "./model/write.ts";
export type { Chapter, RequirementConditions, StateRequirement } from "./requirement.ts";
export type { Adaptation, DescribedValue, ResourceType, SettledState } from "./resources/mod.ts";
export type { SharedState } from "./scope.ts";
export type { Collection, TypeInScope } from "./session/collection.ts";
export type { LogicalClock } from "./session/logical_clock.ts";
export type { ListOptions, OpenPagedList, Reader, ReadExpectation } from "./session/reader.ts";
export type { From, ObservedWatch } from "./session/session.ts";
export type { WatchOptions, WatchRecorder } from "./session/watch_recorder.ts";
export type { Labels, Rewrite, WriteOptions, Writer } from "./session/writer.ts";
export type { Contradiction } from "./verify.ts";
