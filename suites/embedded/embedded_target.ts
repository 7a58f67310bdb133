/**
 * The target nobody has to bring: the reference server, started in a thread of this process.
 *
 * @module
 */
import type { Feature } from "../features.ts";
import { connect } from "../client/connect.ts";
import type { DialectName } from "../client/dialect.ts";
import type { ServedRelease } from "./worker.ts";
import { ServerThread } from "./server_thread.ts";
import type { Target } from "../client/target.ts";

/** How long the reference server keeps history, in milliseconds: five minutes and a little. */
const HISTORY = 5 * 60_000 + 1_000;

/** How the reference server is started. */
export interface EmbeddedOptions {
  /** How group names are spelt. @default {"svc"} */
  readonly dialect?: DialectName;
  /** Ids of faults and benign variants to start with. */
  readonly faults?: readonly string[];
  /** The release to serve. @default {"1.26"} */
  readonly release?: ServedRelease;
  /** Versions that are switched on or off, by `<group>/<version>`. @default {{}} */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** The thread to run in, which goes on when the target is closed. @default {one of its own} */
  readonly thread?: ServerThread;
  /** The features it is said to have; all that it does not lack where nothing is said. */
  readonly features?: readonly Feature[] | undefined;
}

/** Starts the reference server on a free port, with a clock that can be moved. */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Target> {
  const { dialect = "svc", faults = [], release = "1.26", runtimeConfig = {} } = options;
  const thread = options.thread ?? new ServerThread();
  const end = () => {
    if (thread !== options.thread) thread.end();
  };
  try {
    const started = await thread.tell({
      type: "start",
      dialect,
      faults,
      release,
      runtimeConfig,
    });
    if (started.type !== "started") throw new Error("Cannot start the reference server");
    const target = await connect({
      url: started.url,
      dialect,
      identities: started.identities.map(({ name, token }) => ({ name, token })),
      features: options.features,
      // What is written counts from the next request on.
      waits: { history: HISTORY, propagation: 0 },
      defaultConfiguration: started.defaultConfiguration,
    });
    const close = async () => {
      await target.close();
      await thread.tell({ type: "close" });
      end();
    };
    return {
      ...target,
      advanceClock: async (milliseconds) => {
        await thread.tell({ type: "advance", milliseconds });
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    end();
    throw error;
  }
}
