/**
 * Hurts and heals a target by commands, and waits until it is healthy again.
 *
 * @module
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { makeTemporaryDirectory, readTextFile, remove } from "@plumbline/runtime/files";
import type { HttpClient } from "../client/http_client.ts";
import type { Command, Health, NemesisAction, NemesisConfiguration } from "./configuration.ts";

/** What was done to the target, on the clock of `performance.now`. */
export interface Injury {
  readonly action: string;
  /** The time at which the command that hurts was started. */
  readonly from: number;
  /** The time at which the target was healthy again. */
  readonly to: number;
}

/** Thrown if a command fails or the target does not become healthy again. */
export class NemesisFailed extends Error {
  /** The class of the error. */
  override readonly name = "NemesisFailed";
}

/** Milliseconds between two looks at the health. */
const LOOK = 200;

/** The number of looks in a row that must find the target healthy. */
const LOOKS = 2;

/** Maximum number of characters of the output of a command in an error. */
const OUTPUT = 500;

/** The end of a command. */
export interface Executed {
  readonly code: number;
  /** What it printed, or its end. */
  readonly output: string;
}

/** Runs a command; tests replace it. */
export type Execute = (command: Command) => Promise<Executed>;

/** Runs the commands; one action at a time. */
export class Nemesis {
  readonly #execute: Execute;
  readonly #configuration: NemesisConfiguration;
  readonly #client: HttpClient;
  readonly #injuries: Injury[] = [];
  /** The action that is not healed yet, and when it began. */
  #open: { readonly action: NemesisAction; readonly from: number } | undefined;

  /** Creates it without running anything. */
  constructor(configuration: NemesisConfiguration, client: HttpClient, execute?: Execute) {
    this.#configuration = configuration;
    this.#client = client;
    this.#execute = execute ?? ((command) => runCommand(command, configuration));
  }

  /** All injuries so far that were healed. */
  get injuries(): readonly Injury[] {
    return this.#injuries;
  }

  /** True while the target is hurt, or not healthy again yet. */
  get isHurt(): boolean {
    return this.#open !== undefined;
  }

  /**
   * Hurts the target, heals it, and waits until it is healthy.
   *
   * @throws {NemesisFailed} if a command fails or the target does not become healthy again
   */
  async act(action: NemesisAction, signal: AbortSignal): Promise<void> {
    this.#open = { action, from: performance.now() };
    await this.#run(action.hurt, `hurt of "${action.name}"`);
    await sleep(action.lasts, signal);
    await this.heal();
  }

  /** Heals what is hurt, even if the run is to end; does nothing if nothing is. */
  async heal(): Promise<void> {
    if (this.#open === undefined) return;
    const { action, from } = this.#open;
    if (action.heal !== undefined) await this.#run(action.heal, `heal of "${action.name}"`);
    await this.waitForHealth(action.health, `after "${action.name}"`);
    this.#injuries.push({ action: action.name, from, to: performance.now() });
    this.#open = undefined;
  }

  /**
   * Waits until the target is healthy.
   *
   * @throws {NemesisFailed} if it does not become healthy in time
   */
  async waitForHealth(
    health: Health = this.#configuration.health,
    when = "before the first action",
  ): Promise<void> {
    const until = performance.now() + this.#configuration.recovery;
    let last = "";
    for (let healthy = 0; healthy < LOOKS;) {
      last = await this.#look(health);
      healthy = last === "" ? healthy + 1 : 0;
      if (healthy >= LOOKS) return;
      if (performance.now() > until) {
        const time = `${this.#configuration.recovery / 1_000} s`;
        throw new NemesisFailed(`The target is not healthy within ${time} ${when}: ${last}`);
      }
      await sleep(LOOK);
    }
  }

  /** Returns what is wrong with the target; empty if nothing. */
  async #look(health: Health): Promise<string> {
    if ("command" in health) {
      const { code, output } = await this.#execute(health.command);
      return code === 0 ? "" : `the command ends with ${code}: ${output}`;
    }
    try {
      const { status } = await this.#client.send({ method: "GET", path: health.path });
      return status === 200 ? "" : `${health.path} is answered ${status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #run(command: Command, what: string): Promise<void> {
    const { code, output } = await this.#execute(command);
    if (code === 0) return;
    const line = [command.program, ...command.arguments].join(" ");
    throw new NemesisFailed(`The ${what} failed with ${code}: ${line}: ${output}`);
  }
}

/** What a shell adds to the number of a signal that ended a program. */
const SIGNALLED = 128;

/** Runs a command; it is ended by its own process id if it takes too long. */
async function runCommand(
  { program, arguments: words }: Command,
  { directory, recovery }: Pick<NemesisConfiguration, "directory" | "recovery">,
): Promise<Executed> {
  // A command may leave a server behind, which must not keep a pipe of this process open.
  const folder = await makeTemporaryDirectory("plumbline-");
  const log = `${folder}/log`;
  try {
    const child = spawn("sh", [
      ...["-c", 'log=$1; shift; exec "$@" > "$log" 2>&1', "sh", log, program],
      ...words,
    ], { cwd: directory, stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), recovery);
    const code = await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve(code ?? SIGNALLED + constants.signals[signal!]));
    }).finally(() => clearTimeout(timer));
    const text = await readTextFile(log);
    return { code, output: text.trim().slice(-OUTPUT) || "no output" };
  } finally {
    await remove(folder);
  }
}

/** Waits for some milliseconds, or until the signal is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
