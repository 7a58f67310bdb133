/**
 * The types that signatures of the plugins refer to.
 *
 * @module
 */
export type { ControlledPlugins, MutantSwitches } from "./control/control.ts";
export type {
  Duration,
  FaultEffect,
  InjectedFaultsOptions,
  OpenWatch,
  RequestMatch,
  RuleHandle,
  ScenarioStep,
  WatchEnd,
} from "./injected_faults/mod.ts";
export type { RecordedHead, ReplayOptions } from "./recording/mod.ts";
export type { Head, Heads } from "./journal/heads.ts";
export type { JournalEntry } from "./journal/entry.ts";
export type {
  JournalListener,
  JournalOptions,
  JournalRange,
  RuleSource,
} from "./journal/journal.ts";
