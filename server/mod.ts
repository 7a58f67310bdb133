/**
 * The reference server: a faithful, small server of the interface, in memory, for conformance
 * checks to be held against and for clients to be tested with.
 *
 * @module
 */
import type { Identity } from "./access/authentication.ts";
import { SUPERUSERS } from "./access/rbac.ts";
import type { JournalEntry, JournalListener, JournalRange } from "./control/journal.ts";
import type { ServerObjects } from "./control/objects.ts";
import type { StoreSwitches } from "./control/store_switches.ts";
import type { DialectName } from "./dialect.ts";
import type { FaultRule } from "./faults/rules/rule.ts";
import type { SeededFaults } from "./faults/seeded_faults.ts";
import type { ServerFaults } from "./faults/rules/server_faults.ts";
import { createHandler } from "./handler.ts";
import type { HealthSwitches } from "./health/checks.ts";
import { createTlsMaterial, type TlsMaterial } from "./http/tls.ts";
import { type Clock, type Sources, systemSources } from "./sources.ts";
import type { FeatureGateConfig } from "./versioning/feature_gates.ts";
import type { Release } from "./versioning/release.ts";
import type { RuntimeConfig } from "./versioning/runtime_config.ts";

export { AdjustableClock, type Clock, type Sources } from "./sources.ts";
export type { StoreSnapshot, StoreSwitches } from "./control/store_switches.ts";
export type { Head, Heads } from "./control/heads.ts";
export type { JournalEntry, JournalListener, JournalRange } from "./control/journal.ts";
export type {
  ObjectList,
  ObjectName,
  ObjectRange,
  ObjectType,
  ServerObjects,
} from "./control/objects.ts";
export { faults, variants } from "./faults/mod.ts";
export type { Duration, FaultEffect, FaultRule, RequestMatch } from "./faults/rules/rule.ts";
export type { RuleHandle } from "./faults/rules/rule_book.ts";
export type { SeededFaults } from "./faults/seeded_faults.ts";
export type { ServerFaults } from "./faults/rules/server_faults.ts";
export type { OpenWatch, WatchEnd } from "./faults/rules/watches.ts";
export type { ChangeFacts, FaultFacts, VariantFacts } from "./faults/fault.ts";
export type { HealthSwitches } from "./health/checks.ts";
export type { DialectName } from "./dialect.ts";
export type { Identity } from "./access/authentication.ts";
export { ConfigurationError } from "./versioning/configuration_error.ts";
export { type FeatureGateConfig, readFeatureGates } from "./versioning/feature_gates.ts";
export { type Release, RELEASES } from "./versioning/release.ts";
export { readRuntimeConfig, type RuntimeConfig } from "./versioning/runtime_config.ts";

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
  /** Ids of faults and variants to start with, as `faults()` and `variants()` list them. */
  readonly faults?: readonly string[];
  /** Rules by which requests fail from the start; `Server.faults` adds some at run time. */
  readonly rules?: readonly FaultRule[];
  /** Serve the control API at `/plumbline/v1`, for administrators. @default {false} */
  readonly control?: boolean;
  /** Told of errors that are the server's own fault; written to the error console by default. */
  readonly onFault?: (error: unknown) => void;
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

/**
 * Starts a server. It is ready when the promise resolves.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { startServer } from "@plumbline/plumbline/server";
 *
 * const server = await startServer();
 * const [admin] = server.identities;
 * const response = await fetch(`${server.url}/api/v1/namespaces/default/secrets`, {
 *   headers: { authorization: `Bearer ${admin.token}` },
 * });
 * assertEquals((await response.json()).kind, "SecretList");
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { host = "127.0.0.1", port = 0, dialect = "svc", tls = false } = options;
  const sources = options.sources ?? systemSources(options.clock);
  const identities = identitiesOf(options, sources);
  const material = tls ? await createTlsMaterial(sources.clock.now(), [host]) : undefined;
  const stop = new AbortController();
  const abort = new AbortController();
  const stopped = stop.signal;
  const { onFault = reportFault } = options;
  const given = { ...options, identities, dialect, sources, stopped, onFault };
  const { handler, ...told } = await createHandler(given);
  const listener = listen(handler, { hostname: host, port, signal: abort.signal }, material);
  return {
    url: `${tls ? "https" : "http"}://${urlHost(host)}:${listener.addr.port}`,
    port: listener.addr.port,
    identities,
    ...(material && { caCertificate: material.ca }),
    ...told,
    close: async () => {
      stop.abort();
      await new Promise((resolve) => setTimeout(resolve, LAST_LINES));
      abort.abort();
      await listener.finished;
    },
  };
}

/** How long the ends of watches have to leave before connections are cut, in milliseconds. */
const LAST_LINES = 5;

function identitiesOf(
  { identities = [] }: ServerOptions,
  sources: Sources,
): readonly [Identity, ...Identity[]] {
  const [first, ...rest] = identities;
  if (first) return [first, ...rest];
  const token = sources.bytes(24).toBase64({ alphabet: "base64url" });
  return [{ name: "admin", token, groups: [SUPERUSERS] }];
}

function listen(
  handler: (request: Request) => Promise<Response>,
  address: { hostname: string; port: number; signal: AbortSignal },
  material: TlsMaterial | undefined,
): Deno.HttpServer<Deno.NetAddr> {
  const options = { ...address, onListen: () => {} };
  return material
    ? Deno.serve({ ...options, cert: material.certificate, key: material.key }, handler)
    : Deno.serve(options, handler);
}

const urlHost = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;

function reportFault(error: unknown): void {
  // deno-lint-ignore no-console -- the last resort for what no client may see
  console.error("plumbline: the server failed:", error);
}
