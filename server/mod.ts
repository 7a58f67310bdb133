/**
 * The reference server: a faithful, small server of the interface, in memory, for conformance
 * checks to be held against and for clients to be tested with.
 *
 * @module
 */
import type { Identity } from "./access/authentication.ts";
import { SUPERUSERS } from "./access/authorization.ts";
import { createHandler } from "./handler.ts";
import { createTlsMaterial, type TlsMaterial } from "./http/tls.ts";
import type { Server, ServerOptions } from "./server.ts";
import { type Sources, systemSources } from "./sources.ts";

export { AdjustableClock, type Clock, type Sources } from "./sources.ts";
export type { StoreSnapshot, StoreSwitches } from "./state/snapshots.ts";
export type { Head, Heads } from "../plugins/journal/heads.ts";
export type { JournalEntry, JournalListener, JournalRange } from "../plugins/journal/journal.ts";
export type {
  ObjectList,
  ObjectName,
  ObjectRange,
  ObjectType,
  ServerObjects,
} from "./state/objects.ts";
export { benignVariants, mutants } from "../mutants/mod.ts";
export type {
  Duration,
  FaultEffect,
  FaultRule,
  RequestMatch,
} from "../plugins/injected_faults/rule.ts";
export type { RuleHandle } from "../plugins/injected_faults/rule_book.ts";
export type { SeededFaults } from "../mutants/mutant_switch.ts";
export type { ServerFaults } from "../plugins/injected_faults/server_faults.ts";
export type { OpenWatch, WatchEnd } from "../plugins/injected_faults/watches.ts";
export type { BenignVariant, Mutant, ServerChange } from "../mutants/mutant.ts";
export type { HealthSwitches } from "./health/checks.ts";
export type { DialectName } from "./dialect.ts";
export type { Identity } from "./access/authentication.ts";
export { ConfigurationError } from "./api_versions/configuration.ts";
export { type FeatureGateConfig, readFeatureGates } from "./api_versions/feature_gates.ts";
export { type Release, RELEASES } from "./api_versions/api_version.ts";
export { readRuntimeConfig, type RuntimeConfig } from "./api_versions/served.ts";
export type { RequestJournal, Server, ServerOptions } from "./server.ts";

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
  const { onInternalError = reportInternalError } = options;
  const given = { ...options, identities, dialect, sources, stopped, onInternalError };
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

function reportInternalError(error: unknown): void {
  // deno-lint-ignore no-console -- the last resort for what no client may see
  console.error("plumbline: the server failed:", error);
}
