/**
 * Helpers of tests: a server with the plugins installed.
 *
 * @module
 */
import type { Plugin, ServerOptions } from "@plumbline/reference";
import type { ListenOptions } from "@plumbline/server";
import { withServer } from "@plumbline/reference/testing";
import type { TestServer } from "@plumbline/server/testing";
import { controlApi, type MutantSwitches } from "./control/control.ts";
import { type FaultRule, type InjectedFaults, injectedFaults } from "./injected_faults/mod.ts";
import { type Journal, journal, type JournalOptions } from "./journal/journal.ts";

/** A server under test, with the handles of its plugins. */
export type TestServerWithPlugins = TestServer & {
  readonly journal: Journal;
  readonly injected: InjectedFaults;
};

/** Options of a test with plugins. */
export interface PluginTestOptions extends ServerOptions, ListenOptions {
  readonly journal?: JournalOptions;
  readonly rules?: readonly FaultRule[];
  readonly mutants?: MutantSwitches & Plugin;
  /** True to install the control API. @default {false} */
  readonly control?: boolean;
}

/** Runs a test against a server with injected faults and a journal. */
export async function withPlugins(
  test: (server: TestServerWithPlugins) => Promise<void>,
  { journal: options, rules = [], mutants, control = false, ...rest }: PluginTestOptions = {},
): Promise<void> {
  const injected = injectedFaults({ rules });
  const requests = journal({ ...options, injectedFaults: injected });
  const controlled = { journal: requests, injectedFaults: injected, ...(mutants && { mutants }) };
  const plugins = [
    ...(mutants ? [mutants] : []),
    injected,
    requests,
    ...(control ? [controlApi(controlled)] : []),
  ];
  await withServer(
    (server) => test(Object.assign(server, { journal: requests, injected })),
    { ...rest, plugins },
  );
}
