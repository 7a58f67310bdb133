/**
 * Plumbline: hang it against any server that claims the cluster API's interface and see, statement
 * by statement, where it is off true.
 *
 * The parts can be had by themselves: the reference server from `@plumbline/plumbline/server`, the
 * conformance suites from `@plumbline/plumbline/suites`, reports from
 * `@plumbline/plumbline/reports`.
 *
 * @module
 */
export * from "./suites/mod.ts";
export * from "./reports/mod.ts";
export * as server from "./server/mod.ts";
