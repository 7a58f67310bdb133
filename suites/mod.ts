/**
 * The conformance suites: run the built-in checks against a server, or write checks of your own.
 *
 * @module
 */
export * as arbitraries from "./arbitraries/mod.ts";
export * as oracles from "./model/mod.ts";
export { type Area, defineArea } from "./area.ts";
export { AREAS } from "./areas/mod.ts";
export { type Check, Discard, example, property, Violation } from "./check.ts";
export { connect, type ConnectOptions } from "./connect/connect.ts";
export type { Target } from "./client/target.ts";
export { conformance, type ConformanceOptions } from "./conformance.ts";
export { chapter, type Requirement } from "./requirement.ts";
export { run, type RunOptions } from "./run.ts";
export type { Scope } from "./scope.ts";
export { Session } from "./session/session.ts";
export {
  type Observation,
  recordViolation,
  skip,
  stopUnless,
  verify,
  verifyAll,
  violationsOf,
} from "./verify.ts";
