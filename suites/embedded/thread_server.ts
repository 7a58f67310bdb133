/**
 * Serves commands in a worker: starts a reference server, moves its clock and closes it.
 *
 * @module
 */
import { serveOwner } from "@plumbline/runtime/threads";
import { AdjustableClock, type Identity, type Plugin, startServer } from "@plumbline/reference";
import { type DialectName, DIALECTS } from "../client/dialect.ts";

/** A release that the reference server can serve. */
export type ServedRelease = "1.26" | "1.27" | "1.29" | "1.36";

/** A command to the worker. */
export type ServerCommand =
  | {
    readonly type: "start";
    readonly dialect: DialectName;
    /**
     * Ids of mutants and benign variants; the plain worker knows none. With several replicas only
     * the last one has them.
     */
    readonly mutants: readonly string[];
    /** The number of replicas to serve the same objects with. */
    readonly replicas: number;
    readonly release: ServedRelease;
    readonly runtimeConfig: Readonly<Record<string, boolean>>;
  }
  /** Moves the clock forward by so many milliseconds. */
  | { readonly type: "advance"; readonly milliseconds: number }
  | { readonly type: "close" };

/** The reply to a command. */
export type ServerReply =
  | {
    readonly type: "started";
    readonly url: string;
    /** The URLs of the further replicas. */
    readonly replicas: readonly string[];
    /** The URL of the server in the default configuration; absent if another one was asked for. */
    readonly defaults?: string;
    readonly identities: readonly Identity[];
    /** True if no configuration was asked for: alpha versions are switched on then. */
    readonly defaultConfiguration: boolean;
  }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly message: string };

/** The changes of a server that has certain mutants. */
export interface ServerChanges {
  readonly plugins: readonly Plugin[];
  /** The number of replicas that the mutants need, if it is more than was asked for. @default {1} */
  readonly replicas?: number;
}

/** The API versions that releases have and do not serve by default, by dialect: they are checked, too. */
const ALPHA = (dialect: DialectName, release: ServedRelease): Readonly<Record<string, boolean>> =>
  release === "1.26" ? { [`authentication.${DIALECTS[dialect].suffix}/v1alpha1`]: true } : {};

/** Returns the changes that a start command asks for. */
export type ChangesOf = (command: Extract<ServerCommand, { type: "start" }>) => ServerChanges;

/** Serves the commands of this worker's owner. */
export function serveThread(changesOf: ChangesOf): void {
  let clock = new AdjustableClock();
  let close: () => Promise<void> = () => Promise.resolve();

  async function serve(command: ServerCommand): Promise<ServerReply> {
    switch (command.type) {
      case "start": {
        const identities = [
          { name: "admin", token: crypto.randomUUID(), groups: ["system:masters"] },
          // A user without permissions, for checks that need a second identity.
          { name: "guest", token: crypto.randomUUID(), groups: [] },
        ];
        const { dialect, release } = command;
        const changes = changesOf(command);
        const count = Math.max(command.replicas, changes.replicas ?? 1);
        const { runtimeConfig } = command;
        const isDefault = Object.keys(runtimeConfig).length === 0;
        clock = new AdjustableClock();
        const options = {
          ...{ clock, identities, dialect, release, kinds: "specification" as const },
          plugins: count > 1 ? [] : changes.plugins,
        };
        const server = await startServer({
          ...options,
          runtimeConfig: isDefault ? ALPHA(dialect, release) : runtimeConfig,
        });
        close = () => server.close();
        // Plugins of its own: they may remember what they have seen.
        const { plugins } = changesOf(command);
        const defaults = isDefault ? await startServer({ ...options, plugins }) : undefined;
        if (defaults !== undefined) {
          close = () => server.close().then(() => defaults.close());
        }
        const replicas: string[] = [];
        for (let number = 2; number <= count; number++) {
          const plugins = number === count ? changes.plugins : [];
          const replica = await server.replica({ plugins });
          replicas.push((await replica.listen()).url);
          const closeOthers = close;
          close = () => closeOthers().then(() => replica.close());
        }
        return {
          type: "started",
          url: server.url,
          replicas,
          identities: server.identities,
          ...(defaults !== undefined && { defaults: defaults.url }),
          defaultConfiguration: isDefault,
        };
      }
      case "advance":
        clock.advance(command.milliseconds);
        return { type: "done" };
      case "close":
        await close();
        return { type: "done" };
    }
  }

  serveOwner<ServerCommand, ServerReply>(async (command) => {
    try {
      return await serve(command);
    } catch (error) {
      return { type: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  });
}
