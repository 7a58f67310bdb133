/**
 * Reports of conformance runs. A run emits {@link RunEvent}s; {@link reportOf} derives the
 * {@link Report} from them, and {@link renderReport} renders it as HTML, JUnit, SARIF, Markdown and
 * other formats. Reports can be compared, merged and gated.
 *
 * This module knows nothing of how checks run.
 *
 * @module
 */
export type { RunEvent } from "./events.ts";
export { type Report, reportOf } from "./report.ts";
export { compareReports } from "./compare.ts";
export { mergeReports } from "./merge.ts";
export { gateOf } from "./gate.ts";
export { summaryLines } from "./summary.ts";
export { renderReport } from "./render/formats.ts";
