/**
 * How a server is now, part by part, as its page follows it.
 *
 * @module
 */
import { safeText } from "../../reports/text.ts";
import type { InjectedFaults, Journal, MutantSwitches } from "../../plugins/mod.ts";
import type { RunningServer } from "../../server/mod.ts";

/** What a page shows of a server, and does with it. */
export interface ShownServer extends Pick<RunningServer, "url" | "identities" | "objects"> {
  readonly journal: Journal;
  readonly injectedFaults: InjectedFaults;
  readonly mutants: MutantSwitches;
}

/** How many watches and rules a page is told of: more than that nobody reads. */
const SHOWN = 200;

/** Tells the parts that changed since it was last asked. */
export class ServerState {
  readonly #server: ShownServer;
  readonly #told = new Map<string, string>();
  #revision = -1;
  #types: Promise<unknown> | undefined;

  /** Nothing of the server was told yet. */
  constructor(server: ShownServer) {
    this.#server = server;
  }

  /** The parts that changed, by what they are called on the feed. */
  async changes(): Promise<readonly (readonly [type: string, data: unknown])[]> {
    const { journal, injectedFaults: faults, mutants } = this.#server;
    const watches = faults.watches();
    const rules = faults.list();
    const [newest] = journal.entries({ limit: 1 });
    const parts: readonly (readonly [string, unknown])[] = [
      ["journal", { newest: newest?.id ?? 0 }],
      ["watches", {
        count: watches.length,
        watches: watches.slice(0, SHOWN).map(({ end: _, user, ...watch }) => ({
          ...watch,
          user: safeText(user),
        })),
      }],
      ["rules", {
        count: rules.length,
        rules: rules.slice(0, SHOWN).map(({ id, hits, rule }) => ({ id, hits, rule })),
      }],
      ["faults", { on: mutants.list() }],
      ["objects", await this.#objects()],
    ];
    return parts.filter(([type, data]) => this.#isNew(type, JSON.stringify(data)));
  }

  /** Counted again only where something was written. */
  async #objects(): Promise<unknown> {
    const { objects } = this.#server;
    const revision = objects.revision();
    if (revision !== this.#revision) this.#types = objects.types();
    this.#revision = revision;
    return { revision, types: await this.#types };
  }

  #isNew(type: string, text: string): boolean {
    const isNew = this.#told.get(type) !== text;
    this.#told.set(type, text);
    return isNew;
  }
}
