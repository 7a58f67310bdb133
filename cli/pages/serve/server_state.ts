/**
 * The state of a server, by section of its live page.
 *
 * @module
 */
import { safeText } from "@plumbline/reports/text";
import type { InjectedFaults, Journal } from "@plumbline/plugins";
import type { RunningServer } from "@plumbline/reference";
import type { MutantSwitches } from "@plumbline/plugins/types";

/** The part of a server that the page uses. */
export interface ServerView extends Pick<RunningServer, "url" | "identities" | "objects"> {
  readonly journal: Journal;
  readonly injectedFaults: InjectedFaults;
  readonly mutants: MutantSwitches;
}

/** Maximum number of listed watches and of rules. */
const MAX_ROWS = 200;

/** Detects the sections that changed. */
export class ServerState {
  readonly #server: ServerView;
  readonly #sent = new Map<string, string>();
  #revision = -1;
  #types: Promise<unknown> | undefined;

  /** Creates the state of a server. */
  constructor(server: ServerView) {
    this.#server = server;
  }

  /** Returns the sections that changed since the last call, by their type on the feed. */
  async changes(): Promise<readonly (readonly [type: string, data: unknown])[]> {
    const { journal, injectedFaults: faults, mutants } = this.#server;
    const watches = faults.watches();
    const rules = faults.list();
    const [newest] = journal.entries({ limit: 1 });
    const parts: readonly (readonly [string, unknown])[] = [
      ["journal", { newest: newest?.id ?? 0 }],
      ["watches", {
        count: watches.length,
        watches: watches.slice(0, MAX_ROWS).map(({ end: _, user, ...watch }) => ({
          ...watch,
          user: safeText(user),
        })),
      }],
      ["rules", {
        count: rules.length,
        rules: rules.slice(0, MAX_ROWS).map(({ id, hits, rule }) => ({ id, hits, rule })),
      }],
      ["mutants", { on: mutants.list() }],
      ["objects", await this.#objects()],
    ];
    return parts.filter(([type, data]) => this.#isNew(type, JSON.stringify(data)));
  }

  /** Counts the objects again only after a write. */
  async #objects(): Promise<unknown> {
    const { objects } = this.#server;
    const revision = objects.revision();
    if (revision !== this.#revision) this.#types = objects.types();
    this.#revision = revision;
    return { revision, types: await this.#types };
  }

  #isNew(type: string, text: string): boolean {
    const isNew = this.#sent.get(type) !== text;
    this.#sent.set(type, text);
    return isNew;
  }
}
