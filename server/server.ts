/**
 * A server from outside: how it is started, and what a running one can do.
 *
 * @module
 */
import type { Identity } from "./access/authentication.ts";
import type { JournalEntry, JournalListener, JournalRange } from "../plugins/journal/journal.ts";
import type { ServerObjects } from "./state/objects.ts";
import type { StoreSwitches } from "./state/snapshots.ts";
import type { DialectName } from "./dialect.ts";
import type { FaultRule } from "../plugins/injected_faults/rule.ts";
import type { ServerFaults } from "../plugins/injected_faults/server_faults.ts";
import type { SeededFaults } from "../mutants/mutant_switch.ts";
import type { HealthSwitches } from "./health/checks.ts";
import type { Clock, Sources } from "./sources.ts";
import type { FeatureGateConfig } from "./api_versions/feature_gates.ts";
import type { Release } from "./api_versions/api_version.ts";
import type { RuntimeConfig } from "./api_versions/served.ts";

/** How a server is started. */
export interface ServerOptions {
  /** The TCP port; a free one by default. @default {0} */
  readonly port?: number;
  /** The address to listen on. @default {"127.0.0.1"} */
  readonly host?: string;
  /** How group names are spelled. @default {"svc"} */
  readonly dialect?: DialectName;
  /** Who is known; one administrator with a random token by default. */
  readonly identities?: readonly Identity[];
  /** The release of the interface to serve. @default {"1.26"} */
  readonly release?: Release;
  /** Which API versions and resources are served beside, or instead of, the default ones. */
  readonly runtimeConfig?: RuntimeConfig;
  /** Which features are on or off, unlike the release has them. */
  readonly featureGates?: FeatureGateConfig;
  /** Serve HTTPS with a certificate made for the purpose. @default {false} */
  readonly tls?: boolean;
  /** Where time comes from; the machine by default. */
  readonly clock?: Clock;
  /** Where time, uids, names and keys come from; overrides `clock`. */
  readonly sources?: Sources;
  /**
   * Whether dependents follow their owners out, as the controller of a whole cluster sees to it.
   * Without, finalizers that wait for dependents stay until a client removes them.
   *
   * @default {true}
   */
  readonly garbageCollection?: boolean;
  /** How many requests the journal remembers. @default {1000} */
  readonly journalSize?: number;
  /**
   * Whether the journal remembers the heads of requests and answers, which takes time and memory.
   * Credentials are taken out.
   *
   * @default {false}
   */
  readonly journalHeads?: boolean;
  /** Ids of faults and variants to start with, as `mutants` and `benignVariants` list them. */
  readonly faults?: readonly string[];
  /** Rules by which requests fail from the start; `Server.faults` adds some at run time. */
  readonly rules?: readonly FaultRule[];
  /** Serve the control API at `/plumbline/v1`, for administrators. @default {false} */
  readonly control?: boolean;
  /** Told of errors that are the server's own fault; written to the error console by default. */
  readonly onInternalError?: (error: unknown) => void;
}

/** What was asked of a server lately. */
export interface RequestJournal {
  /** The requests that are remembered, the oldest first; all of them by default. */
  entries(range?: JournalRange): readonly JournalEntry[];
  /**
   * Calls back whenever a request was answered, until the function returned is called. This happens
   * on the way of the request: what takes time belongs elsewhere.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * const server = await startServer();
   * const paths: string[] = [];
   * const stop = server.journal.listen(() => {
   *   const [newest] = server.journal.entries({ limit: 1 });
   *   if (newest) paths.push(newest.path);
   * });
   * await (await fetch(`${server.url}/readyz`)).text();
   * stop();
   * assertEquals(paths, ["/readyz"]);
   * await server.close();
   * ```
   */
  listen(listener: JournalListener): () => void;
  /** Forgets them all. */
  clear(): void;
}

/** A running server. */
export interface Server {
  /** For example `http://127.0.0.1:43121`. */
  readonly url: string;
  /** The TCP port it listens on. */
  readonly port: number;
  /** Who is known, the administrator first where none were given. */
  readonly identities: readonly [Identity, ...Identity[]];
  /** The authority that signed the server's certificate, in PEM; absent without TLS. */
  readonly caCertificate?: string;
  /** Makes health checks fail and recover. */
  readonly health: HealthSwitches;
  /** Makes requests fail; tells of open watches, and ends them. */
  readonly faults: ServerFaults;
  /**
   * Makes the server wrong in ways of its own, and right again.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * const server = await startServer();
   * const status = async () => {
   *   const response = await fetch(`${server.url}/livez`);
   *   await response.body?.cancel();
   *   return response.status;
   * };
   * assertEquals(await status(), 200);
   * server.seededFaults.add("health/credentials-asked-for");
   * assertEquals(await status(), 401);
   * server.seededFaults.clear();
   * await server.close();
   * ```
   */
  readonly seededFaults: SeededFaults;
  /** Keeps what the server holds, and puts it back. */
  readonly store: StoreSwitches;
  /**
   * What the server holds. Nobody asks for leave to read it, and it leaves nothing in the journal.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * const server = await startServer();
   * const { objects, total } = await server.objects.list("namespaces", { contains: "kube-" });
   * assertEquals([objects[0]?.name, total], ["kube-node-lease", 3]);
   * await server.close();
   * ```
   */
  readonly objects: ServerObjects;
  /** What was asked lately. */
  readonly journal: RequestJournal;
  /** What is to be said of the configuration, a sentence each. */
  readonly warnings: readonly string[];
  /** Ends the server: its watches end in order, what else is under way is broken off. */
  close(): Promise<void>;
}
