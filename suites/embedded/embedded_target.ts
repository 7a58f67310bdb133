/**
 * The embedded target: the reference server, started in a thread of this process.
 *
 * @module
 */
import type { Feature } from "../features.ts";
import { connect } from "../connect/connect.ts";
import type { DialectName } from "../client/dialect.ts";
import type { ServedRelease } from "./thread_server.ts";
import { ServerThread } from "./server_thread.ts";
import type { Target } from "../client/target.ts";
import { TwoConfigurations } from "../client/two_configurations.ts";

/** Milliseconds after which the reference server has dropped history: five minutes and a little. */
const HISTORY = 5 * 60_000 + 1_000;

/** Options of the embedded target. */
export interface EmbeddedOptions {
  /** How group names are spelled. @default {"svc"} */
  readonly dialect?: DialectName;
  /** Ids of mutants to install, if the worker knows them. @default {[]} */
  readonly mutants?: readonly string[];
  /** The number of replicas of the server; with several, only the last has the mutants. @default {1} */
  readonly replicas?: number;
  /** The module of the worker, which calls `serveThread`. @default {a worker without mutants} */
  readonly worker?: URL;
  /** The release to serve. @default {"1.26"} */
  readonly release?: ServedRelease;
  /**
   * API versions to switch on or off, by `<group>/<version>`.
   *
   * @default {all are on, and a second server in the default configuration serves `toDefaults`}
   */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** The thread to run in, which stays when the target is closed. @default {a new one} */
  readonly thread?: ServerThread;
  /** The features that the target has; by default those that are detected. */
  readonly features?: readonly Feature[] | undefined;
}

/** Starts the reference server on a free port, with a clock that can be moved. */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<Target> {
  const { dialect = "svc", mutants = [], release = "1.26", runtimeConfig = {} } = options;
  const { replicas = 1 } = options;
  const thread = options.thread ?? new ServerThread(options.worker);
  const end = () => {
    if (thread !== options.thread) thread.end();
  };
  try {
    const started = await thread.send({
      type: "start",
      dialect,
      mutants,
      replicas,
      release,
      runtimeConfig,
    });
    if (started.type !== "started") throw new Error("Cannot start the reference server");
    const identities = started.identities.map(({ name, token }) => ({ name, token }));
    const { defaults } = started;
    const beside = defaults === undefined
      ? undefined
      : await connect({ url: defaults, dialect, identities });
    const connected = await connect({
      url: started.url,
      replicas: started.replicas,
      dialect,
      isKnownServer: true,
      identities,
      features: options.features,
      // Changes of permissions apply from the next request on.
      waits: { history: HISTORY, propagation: 0 },
      defaultConfiguration: started.defaultConfiguration,
    });
    const target = beside
      ? { ...connected, client: new TwoConfigurations(connected.client, beside.client) }
      : connected;
    const close = async () => {
      await beside?.close();
      await connected.close();
      await thread.send({ type: "close" });
      end();
    };
    return {
      ...target,
      disposable: true,
      advanceClock: async (milliseconds) => {
        await thread.send({ type: "advance", milliseconds });
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    end();
    throw error;
  }
}
