/**
 * Serves commands in a worker: starts a reference server, moves its clock and closes it.
 *
 * @module
 */
import { AdjustableClock, type Identity, type Plugin, startServer } from "../../server/mod.ts";
import type { DialectName } from "../client/dialect.ts";

/** A release that the reference server can serve. */
export type ServedRelease = "1.26" | "1.27" | "1.29";

/** A command to the worker. */
export type ServerCommand =
  | {
    readonly type: "start";
    readonly dialect: DialectName;
    /** Ids of mutants and benign variants; the plain worker knows none. */
    readonly mutants: readonly string[];
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
    readonly identities: readonly Identity[];
    /** True if no API version is switched on or off. */
    readonly defaultConfiguration: boolean;
  }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly message: string };

/** The changes of a server that has certain mutants. */
export interface ServerChanges {
  readonly plugins: readonly Plugin[];
  /** The API versions to switch on. @default {{}} */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
}

/** Returns the changes that a start command asks for. */
export type ChangesOf = (command: Extract<ServerCommand, { type: "start" }>) => ServerChanges;

/** The message port of a worker; the compiler only knows the one of a window. */
const port = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ServerCommand>) => void) | null;
  postMessage(reply: ServerReply): void;
};

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
        const runtimeConfig = { ...changes.runtimeConfig, ...command.runtimeConfig };
        clock = new AdjustableClock();
        const server = await startServer({
          ...{ clock, identities, dialect, release, runtimeConfig },
          plugins: changes.plugins,
        });
        close = () => server.close();
        return {
          type: "started",
          url: server.url,
          identities: server.identities,
          defaultConfiguration: Object.keys(runtimeConfig).length === 0,
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

  port.onmessage = async ({ data }) => {
    try {
      port.postMessage(await serve(data));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ type: "failed", message });
    }
  };
}
