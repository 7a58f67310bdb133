/**
 * Starts the server of a page for tests.
 *
 * @module
 */
import { mutantSwitch } from "@plumbline/mutants";
import { injectedFaults, journal } from "@plumbline/plugins";
import { type RunningServer, type ServerOptions, startServer } from "@plumbline/reference";
import type { ServerView } from "./server_state.ts";

/** A running server with the handles of its plugins. */
export type StartedServer = RunningServer & ServerView;

/** Starts a server with the plugins that the page shows. */
export async function startShown(
  { journalSize: size, ...options }: ServerOptions & { readonly journalSize?: number | undefined },
): Promise<StartedServer> {
  const mutants = mutantSwitch();
  const faults = injectedFaults();
  const requests = journal({ size, heads: true, injectedFaults: faults });
  const server = await startServer({
    dialect: "svc",
    ...options,
    plugins: [mutants, faults, requests],
  });
  return { ...server, journal: requests, injectedFaults: faults, mutants };
}
