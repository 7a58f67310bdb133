/**
 * The conformance suites: every check there is, and what it takes to hold them against a target.
 *
 * @module
 */
import type { Check } from "./check.ts";

export { type Area, type Check, Discard, type Need, Violation } from "./check.ts";
export { conformance, type ConformanceOptions } from "./conformance.ts";
export { REQUIREMENTS } from "./requirements/mod.ts";
export type { Scope } from "./runner/scope.ts";
export { type KnownDeviation, readKnownDeviations } from "./runner/known_deviations.ts";
export { runChecks, type RunOptions } from "./runner/run.ts";
export { connect, type ConnectOptions, CredentialsRefused } from "./target/connect.ts";
export { ConfigurationError } from "./target/configuration_error.ts";
export { startEmbedded } from "./target/embedded.ts";
export { TargetUnreachable } from "./target/http_client.ts";
export type { Identity, Target, Waits } from "./target/target.ts";

/** The areas, in the order they run. */
export const AREAS = ["versions", "paging", "watch"] as const;

/** Every check, in the order they run. */
export const CHECKS: readonly Check[] = [];
