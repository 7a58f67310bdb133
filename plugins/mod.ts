/**
 * Plugins of the reference server: a journal of requests, injected faults, and an HTTP API that
 * controls both.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { startServer } from "@plumbline/plumbline/server";
 * import { controlApi, injectedFaults, journal } from "@plumbline/plumbline/plugins";
 *
 * const faults = injectedFaults();
 * const requests = journal({ injectedFaults: faults });
 * const control = controlApi({ journal: requests, injectedFaults: faults });
 * await using server = await startServer({ plugins: [faults, requests, control] });
 * await (await fetch(`${server.url}/readyz`)).text();
 * assertEquals(requests.entries().length, 1);
 * ```
 *
 * @module
 */
export { controlApi } from "./control/control.ts";
export { type FaultRule, type InjectedFaults, injectedFaults } from "./injected_faults/mod.ts";
export { type Journal, journal } from "./journal/journal.ts";
export { harOf, readHar, type RecordedExchange, redacted, replay } from "./recording/mod.ts";
export type { JournalEntry } from "./journal/entry.ts";
export type { ExpectedRequest } from "./journal/expectation.ts";
