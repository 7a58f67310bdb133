/**
 * The parts of `serve` for the options `--mutant`, `--control`, `--replay` and `--ui`. They are loaded with the
 * first of these options: the server starts faster without.
 *
 * @module
 */
import { mutantSwitch } from "@plumbline/mutants";
import { UsageError } from "@plumbline/options";
import { controlApi, injectedFaults, journal, replay } from "@plumbline/plugins";
import type { Plugin, RunningServer } from "@plumbline/reference";
import { ServerPage } from "../pages/mod.ts";
import { checkMutants } from "../mutant_option.ts";

/** The options. */
export interface TestingOptions {
  /** Ids of mutants, of the last replica if there are some. */
  readonly mutant: readonly string[];
  readonly control: boolean;
  readonly ui: boolean;
  /** The text of a HAR file whose requests are answered as recorded. */
  readonly recording?: { readonly file: string; readonly text: string };
  /** The number of servers. */
  readonly replicas: number;
}

/** Plugins of the servers, and the page. */
export interface TestingParts {
  readonly plugins: readonly Plugin[];
  /** Creates the plugins of the last replica. */
  lastReplica(): readonly Plugin[];
  /** Starts the page of a server with the plugins. */
  startPage(server: RunningServer, port: number): Promise<ServerPage>;
}

/**
 * Creates the plugins.
 *
 * @throws {UsageError} for an unknown mutant, or a recording that is no HAR
 */
export function testingParts(
  { mutant, control, ui, recording, replicas }: TestingOptions,
): TestingParts {
  checkMutants(mutant);
  const mutants = mutantSwitch(replicas > 1 ? [] : mutant);
  const faults = injectedFaults();
  const requests = journal({
    injectedFaults: faults,
    // The page shows the requests with their headers.
    ...(ui && { size: 10_000, heads: true }),
  });
  const handles = { mutants, injectedFaults: faults, journal: requests };
  return {
    // Plugins cost time in each request: those that nothing can use are left out.
    plugins: [
      mutants,
      ...(recording === undefined ? [] : [replayOf(recording)]),
      ...(ui || control ? [faults, requests] : []),
      ...(control ? [controlApi(handles)] : []),
    ],
    lastReplica: () => [mutantSwitch(mutant)],
    startPage: (server, port) => ServerPage.start({ ...server, ...handles }, { port }),
  };
}

function replayOf({ file, text }: NonNullable<TestingOptions["recording"]>): Plugin {
  try {
    return replay({ recording: text });
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}
