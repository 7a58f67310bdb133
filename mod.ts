/**
 * Checks whether a server conforms to the Kubernetes-style API, and serves that API from memory for
 * tests of clients.
 *
 * The parts are also available on their own, which loads less: `@plumbline/plumbline/server` is the
 * mock server, `/plugins` its plugins, `/mutants` its seeded bugs, `/suites` the conformance suites
 * and `/reports` the reports. `/types` has the types that signatures refer to.
 *
 * @module
 */
export * from "@plumbline/plugins";
export * from "@plumbline/reports";
export * from "@plumbline/reference";
export * from "@plumbline/suites";
