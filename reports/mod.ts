/**
 * Reports of conformance runs. A run emits {@link RunEvent}s; {@link reportOf} derives the
 * {@link Report} from them, and {@link renderReport} renders it as HTML, JUnit, SARIF, Markdown and
 * other formats. Reports can be compared, merged and gated.
 *
 * This module knows nothing of how checks run.
 *
 * @module
 */
export type {
  CheckResult,
  Exchange,
  Failure,
  FeatureResult,
  Level,
  OthersObjects,
  RequirementSummary,
  ResourceCount,
  RunEvent,
  TargetSummary,
  Verdict,
} from "./events.ts";
export {
  type CensusSummary,
  type Report,
  reportOf,
  type RequirementResult,
  type RunVerdict,
  type StaleDeviation,
} from "./report.ts";
export {
  type CheckChange,
  compareReports,
  type Comparison,
  type RequirementChange,
} from "./compare.ts";
export { mergeReports } from "./merge.ts";
export { type Gate, gateOf, type GateOptions } from "./gate.ts";
export { summaryLines } from "./summary.ts";
export type { Style } from "./terminal.ts";
export { renderReport, type ReportFormatName } from "./render/formats.ts";
