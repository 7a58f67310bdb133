/**
 * The reference server: a faithful, small server of the interface, in memory, for conformance
 * checks to be held against and for clients to be tested with.
 *
 * @module
 */
import type { Identity } from "./access/authentication.ts";
import { SUPERUSERS } from "./access/rbac.ts";
import { createHandler } from "./handler.ts";
import { createTlsMaterial, type TlsMaterial } from "./http/tls.ts";
import type { Server, ServerOptions } from "./server.ts";
import { type Sources, systemSources } from "./sources.ts";

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
