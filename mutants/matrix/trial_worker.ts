/**
 * Worker that runs trials, so that several run at once and a hung one can be terminated.
 *
 * @module
 */
import type { Trial } from "@plumbline/reports/matrix";
import { serveOwner } from "@plumbline/runtime/threads";
import { mutantThread } from "../embedded/mod.ts";
import { runTrial, type TrialOptions } from "./trial.ts";

/** Reply of the worker: the trial, or the error that prevented it. */
export type Reply = { readonly trial: Trial } | { readonly error: string };

/** Shared by all trials, because starting a nested worker takes Deno a second. */
const servers = mutantThread();

serveOwner<TrialOptions, Reply>(async (options) => {
  try {
    return { trial: await runTrial(options, servers) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
});
