/**
 * Reports: what a run tells of itself as it happens, the report that follows from it, and how both
 * are shown.
 *
 * @module
 */
export * from "./events.ts";
export { exchangeLines } from "./exchange_lines.ts";
export { eventLine, EventsFile, parseEvents } from "./events_file.ts";
export {
  type CensusSummary,
  type Report,
  reportOf,
  type RequirementResult,
  type RunVerdict,
  type StaleDeviation,
} from "./model.ts";
export {
  acrossReports,
  type AcrossRow,
  type CheckChange,
  compareReports,
  type Comparison,
  type RequirementChange,
} from "./compare.ts";
export { mergeReports } from "./merge.ts";
export { cut, harmless, jsonText, oneLine } from "./text.ts";
export { type AreaProgress, ProgressMeter, type RunProgress } from "./progress.ts";
export { VERDICT_SENTENCES } from "./render/html/overview.ts";
export { renderHtml } from "./render/html/page.ts";
export { type Gate, gateOf, type GateOptions, gateSentences } from "./gate.ts";
export { fileProblem } from "./file_problem.ts";
export { wrap as wrapText } from "./display_width.ts";
export { ConsoleReporter, type ConsoleReporterOptions } from "./console.ts";
export { summaryLines } from "./summary.ts";
export { FORMATS, type RenderOptions, type ReportFormat } from "./render/formats.ts";
export type { Implementation } from "./render/conformance.ts";
export { writeReport } from "./render/write.ts";
export { STYLE as PAGE_STYLE } from "./render/html/style.ts";
export { type Style, styleOf } from "./style.ts";
export {
  type BenignVariantSummary,
  type ChangeSummary,
  falseAlarms,
  idleChecks,
  type Kill,
  killedForAnotherReason,
  type Matrix,
  type MatrixCheck,
  matrixLine,
  MINIMUM_KILL_RATE,
  type MutantRecord,
  mutantRecords,
  type MutantSummary,
  soleKills,
  survivors,
  type Trial,
} from "./matrix.ts";
export { renderMatrix } from "./render/matrix_page.ts";
