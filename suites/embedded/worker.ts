/**
 * The thread the embedded server runs in, so that checks and server do not wait for each other.
 *
 * @module
 */
import { AdjustableClock, type Identity, mutants, startServer } from "../../server/mod.ts";
import { type DialectName, DIALECTS } from "../client/dialect.ts";

/** The releases the reference server can serve. */
export type ServedRelease = "1.26" | "1.27" | "1.29";

/** What the thread is told. */
export type ServerCommand =
  | {
    readonly type: "start";
    readonly dialect: DialectName;
    readonly faults: readonly string[];
    readonly release: ServedRelease;
    readonly runtimeConfig: Readonly<Record<string, boolean>>;
  }
  /** Moves the clock forward by so many milliseconds. */
  | { readonly type: "advance"; readonly milliseconds: number }
  | { readonly type: "close" };

/** What it answers each command with. */
export type ServerReply =
  | {
    readonly type: "started";
    readonly url: string;
    readonly identities: readonly Identity[];
    /** No version is switched on or off. */
    readonly defaultConfiguration: boolean;
  }
  | { readonly type: "done" }
  | { readonly type: "failed"; readonly message: string };

/** The thread's own end of the line; the compiler knows only a window's. */
const line = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ServerCommand>) => void) | null;
  postMessage(reply: ServerReply): void;
};

let clock = new AdjustableClock();
let close: () => Promise<void> = () => Promise.resolve();

async function follow(command: ServerCommand): Promise<ServerReply> {
  switch (command.type) {
    case "start": {
      const identities = [
        { name: "admin", token: crypto.randomUUID(), groups: ["system:masters"] },
        // Somebody who may do nothing, for the checks that need another identity.
        { name: "guest", token: crypto.randomUUID(), groups: [] },
      ];
      const { type: _start, ...options } = command;
      clock = new AdjustableClock();
      const runtimeConfig = { ...switchedOnBy(command), ...command.runtimeConfig };
      const server = await startServer({ clock, identities, ...options, runtimeConfig });
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

/** The versions that the faults show in and that are off by default. */
function switchedOnBy(
  { faults: ids, dialect }: Extract<ServerCommand, { type: "start" }>,
): Record<string, boolean> {
  const shown = mutants.filter(({ id }) => ids.includes(id)).flatMap(({ serves = [] }) => serves);
  const { suffix } = DIALECTS[dialect];
  return Object.fromEntries(shown.map((version) => [version.replace("/", `.${suffix}/`), true]));
}

line.onmessage = async ({ data }) => {
  try {
    line.postMessage(await follow(data));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    line.postMessage({ type: "failed", message });
  }
};
