/**
 * Creates servers: initial objects, plugins, and listening for connections.
 *
 * @module
 */
import { type Identity, tokenAuthenticator } from "./access/authentication.ts";
import { SUPERUSERS } from "./access/authorization.ts";
import { Dependents, ownersOf } from "./admission/garbage_collection.ts";
import { ConfigurationError } from "./api_versions/configuration.ts";
import { FEATURE_GATES, switchFeatures } from "./api_versions/feature_gates.ts";
import { DEFAULT_RELEASE } from "./release.ts";
import { bootstrap } from "./bootstrap.ts";
import { compose, type Composition, type Lasting } from "./composition.ts";
import { continueTokens } from "./registry/continue_token.ts";
import { type InternalClient, serverClient } from "./client/client.ts";
import { kubeconfigText } from "./client/kubeconfig.ts";
import { loadManifests } from "./client/load.ts";
import { DIALECTS } from "./dialect.ts";
import { healthHandler } from "./health/health.ts";
import { HealthChecks, healthChecks } from "./health/checks.ts";
import { type OpenListener, openListener } from "./http/listener.ts";
import type { CertificateAuthority } from "./http/tls.ts";
import { assembleParts } from "./parts.ts";
import type { ExtensionContext, InstalledExtension } from "./extension.ts";
import type { PluginContext } from "./plugin.ts";
import type { Listener, ListenOptions, RunningServer, Server, ServerOptions } from "./server.ts";
import { LISTEN_OPTIONS, requireOptions } from "./option_shapes.ts";
import { resume } from "./resume.ts";
import type { ServerData } from "./store.ts";
import { type Sources, systemSources } from "./sources.ts";
import { serverObjects } from "./state/objects.ts";
import { type ServerState, serverState } from "./state/snapshots.ts";
import { caughtUp } from "./caught_up.ts";
import { MemoryStorage } from "./storage/memory_storage.ts";
import { Facts } from "./storage/facts.ts";
import type { FactStore, ServerStorage } from "./storage/storage.ts";

/**
 * Creates a server that answers requests through its method `fetch`, without a network.
 *
 * @param options the options; all have defaults
 * @returns the server, with its initial objects
 * @throws {ConfigurationError} for options that contradict each other or name unknown things
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "@plumbline/plumbline/server";
 *
 * await using server = await createServer();
 * const [admin] = server.identities;
 * const response = await server.fetch(
 *   new Request("http://localhost/api/v1/namespaces", {
 *     headers: { authorization: `Bearer ${admin.token}` },
 *   }),
 * );
 * assertEquals((await response.json()).kind, "NamespaceList");
 * ```
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  const sources = options.sources ?? systemSources(options.clock);
  const data = await dataOf(options, sources);
  const secret = (name: string, length: number) =>
    data?.secret(name, length) ?? sources.bytes(length);
  let authority: Promise<CertificateAuthority> | undefined;
  const generated = async () => {
    const { createAuthority } = await import("./http/tls.ts");
    const now = sources.clock.now();
    const known = data?.authority;
    const created = await createAuthority(now, known);
    const { certificate } = created;
    if (!data || known?.certificate === certificate) return created;
    const kept = await data.keepAuthority({ certificate, key: await created.key() }, known);
    // Another server of the store may have generated one at the same time.
    return kept.certificate === certificate ? created : await createAuthority(now, kept);
  };
  try {
    const dependents = data?.dependents ?? new Dependents();
    return await createReplica(options, {
      isReplica: false,
      sources,
      storage: data?.storage ?? new MemoryStorage({
        clock: sources.clock,
        ...historyOf(options),
      }),
      identities: await identitiesOf(options, (name) => secret(`token of ${name}`, 24)),
      tokenKey: await secret("continue tokens", 32),
      authority: () => authority ??= generated(),
      facts: data?.facts ?? new Facts(),
      ...(options.garbageCollection !== false && { dependents }),
    }, data);
  } catch (error) {
    await data?.close();
    throw error;
  }
}

/** Opens the store that outlives the server, if there is one. */
async function dataOf(options: ServerOptions, sources: Sources): Promise<ServerData | undefined> {
  const { dialect = "kubernetes", extensions = [], onInternalError = reportInternalError } =
    options;
  return await options.store?.({
    ...{ sources, settings: { dialect }, onFailure: onInternalError },
    exclusive: extensions.flatMap(({ exclusive = [] }) => exclusive),
    ...historyOf(options),
  });
}

/** Returns how much of the past is kept, as far as the options say. */
const historyOf = ({ history, historyBytes }: ServerOptions) => ({
  ...(history !== undefined && { history }),
  ...(historyBytes !== undefined && { historyBytes }),
});

/** What all replicas of a server share: the objects, the users and the key of continue tokens. */
interface Shared extends Pick<Lasting, "sources" | "dependents"> {
  /** Signs continue tokens, which stay valid. */
  readonly tokenKey: Uint8Array;
  /** True for the replicas of the first server. */
  readonly isReplica: boolean;
  readonly storage: ServerStorage;
  readonly facts: FactStore;
  readonly identities: readonly [Identity, ...Identity[]];
  /** Returns the authority of all listeners with TLS, generated for the first of them. */
  readonly authority: () => Promise<CertificateAuthority>;
}

/** @param data the store that outlives the server, which is closed with this replica */
async function createReplica(
  options: ServerOptions,
  shared: Shared,
  data?: ServerData,
): Promise<Server> {
  const { release = DEFAULT_RELEASE, runtimeConfig = {}, featureGates = {} } = options;
  const { onInternalError = reportInternalError, plugins = [], resources = [] } = options;
  const { sources, storage, identities } = shared;
  const { clock } = sources;
  const dialect = { ...DIALECTS[options.dialect ?? "kubernetes"], release };
  const stop = new AbortController();
  const stopped = stop.signal;
  const { enabled: features, warnings } = switchFeatures(featureGates, release, FEATURE_GATES);
  const authenticate = tokenAuthenticator(identities, dialect.suffix, (token) => {
    for (const { userOf } of extensions) {
      const user = userOf?.(token);
      if (user) return user;
    }
    return undefined;
  });
  const registry = () => current.registry;
  const health = new HealthChecks(
    healthChecks({ storage, stopped }, () => registry().definitions),
  );
  const objects = serverObjects(storage, registry);
  const recompose = () => {
    current = assemble();
    direct = undefined;
  };
  const extensions: InstalledExtension[] = [];
  const lasting: Lasting = {
    ...{ dialect, features, stopped, onInternalError, release, runtimeConfig, resources },
    extensions,
    continueTokens: (clock) => continueTokens(shared.tokenKey, clock),
    ...{ ...shared, authenticate, health: healthHandler(health) },
  };
  const context: PluginContext = {
    ...{ clock, sources, identities, dialect, stopped, storage, authenticate, health, objects },
    get state() {
      return state;
    },
    registry,
    recompose,
    onInternalError,
  };
  const assemble = (): Composition =>
    compose(
      assembleParts(plugins.map((plugin) => (parts) => plugin.install(parts, context))),
      lasting,
    );
  // Requests of the program itself pass no plugins.
  let direct: Composition | undefined;
  const directly = async (): Promise<Composition> => {
    if (storage.catchUp) await storage.catchUp();
    await refresh();
    return direct ??= plugins.length === 0 ? current : compose(assembleParts([]), lasting);
  };
  const client = serverClient({
    answer: async (request) => (await directly()).answer(request),
    definitions: () => definitions(),
    user: { name: "admin", groups: [SUPERUSERS] },
  }, (client, manifests) => loadManifests(client, manifests, { createNamespaces: false }));
  const definitions = async () => (await directly()).registry.definitions;
  const extensionContext: ExtensionContext = {
    ...{ dialect, sources, storage, facts: shared.facts, authenticate, client, stopped, registry },
    ...{ definitions, recompose, onInternalError, isReplica: shared.isReplica },
    caCertificate: async () => (await shared.authority()).certificate,
  };
  for (const { install } of options.extensions ?? []) extensions.push(install(extensionContext));
  const dynamic = extensions.flatMap((extension) => extension.dynamic ?? []);
  const isStale = () => dynamic.some(({ isStale }) => isStale);
  const refresh = async () => {
    for (const resources of dynamic) if (resources.isStale) await resources.refresh();
  };
  let current = assemble();
  // Plugins change how requests are answered; the initial objects are stored without them.
  // Another replica has stored them before.
  if (data ? data.isNew : storage.currentRevision() === 1) {
    await bootstrap(
      { ...current.registry, storage },
      extensions.flatMap(({ initialObjects }) =>
        initialObjects?.(current.registry.definitions) ?? []
      ),
    );
    if (options.objects) await loadManifests(client, options.objects, { createNamespaces: true });
    await data?.create();
  } else if (data) {
    await refresh();
    await resume(data, registry, shared.dependents);
  }
  data?.begin?.(registry);

  for (const { begin } of extensions) await begin?.();
  const state: ServerState = await serverState(
    storage,
    registry,
    (key, object) => void shared.dependents?.set(key, object ? ownersOf(object) : []),
  );

  const answer = (request: Request): Promise<Response> =>
    isStale() ? refresh().then(() => current.answer(request)) : current.answer(request);
  const { catchUp } = storage;
  const fetch = catchUp ? caughtUp(catchUp, dialect, answer) : answer;
  const listeners: OpenListener[] = [];
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    stop.abort();
    for (const { close } of extensions) await close?.();
    if (listeners.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, LAST_LINES));
      await Promise.all(listeners.map((listener) => listener.close()));
    }
    await data?.close();
  }

  async function listen(options: ListenOptions = {}): Promise<Listener> {
    requireOptions(options, LISTEN_OPTIONS, "Cannot listen");
    const { port = 0, host = "127.0.0.1", tls = false, clientCa, signal } = options;
    const authority = tls ? await shared.authority() : undefined;
    const listener = await openListener(fetch, {
      ...{ host, port, suffix: dialect.suffix },
      ...(authority && {
        tls: {
          ...await authority.issueServer([host]),
          ca: authority.certificate,
          ...(clientCa !== undefined && { clientAuthorities: await clientAuthoritiesIn(clientCa) }),
        },
      }),
    });
    listeners.push(listener);
    const end = () => void server.close();
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
    stopped.addEventListener("abort", () => signal?.removeEventListener("abort", end));
    const address = {
      url: `${tls ? "https" : "http"}://${urlHost(host)}:${listener.port}`,
      port: listener.port,
      ...(authority && { caCertificate: authority.certificate }),
    };
    return {
      ...address,
      ...(authority && { issueClientCertificate: (user) => authority.issueClient(user) }),
      kubeconfig: (user) => kubeconfigText({ ...address, users: identities, current: user }),
    };
  }

  const server: Server = {
    ...publicMethods(client),
    token: (user = identities[0].name) => tokenNamed(identities, user),
    ...{ identities, health, state, objects, fetch, listen },
    warnings: [...warnings, ...data?.warnings ?? []],
    ...Object.assign({}, ...extensions.map(({ methods }) => methods)),
    replica: ({ plugins = [] } = {}) =>
      createReplica({ ...options, plugins }, { ...shared, isReplica: true }),
    close: () => closed ??= close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
  return server;
}

/**
 * Starts a server: {@linkcode createServer} and `listen` in one call.
 *
 * @param options the options of the server and of its listener
 * @returns the server, ready for requests
 * @throws {ConfigurationError} for options that contradict each other or name unknown things
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { startServer } from "@plumbline/plumbline/server";
 *
 * await using server = await startServer();
 * const [admin] = server.identities;
 * const response = await fetch(`${server.url}/api/v1/namespaces/default/secrets`, {
 *   headers: { authorization: `Bearer ${admin.token}` },
 * });
 * assertEquals((await response.json()).kind, "SecretList");
 * ```
 */
export async function startServer(
  options: ServerOptions & ListenOptions = {},
): Promise<RunningServer> {
  const server = await createServer(options);
  try {
    const listening = Object.entries(options).filter(([name]) => name in LISTEN_OPTIONS);
    return { ...server, ...await server.listen(Object.fromEntries(listening)) };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Milliseconds in which streams but watches, which are awaited, can send their last line. */
const LAST_LINES = 5;

/** Returns the methods of a client for callers outside of the server. */
const publicMethods = ({ apply, create, get, list, patch, delete: remove }: InternalClient) => ({
  ...{ apply, create, get, list, patch },
  delete: remove,
});

async function identitiesOf(
  { identities = [], users = {} }: ServerOptions,
  secret: (user: string) => Uint8Array | Promise<Uint8Array>,
): Promise<readonly [Identity, ...Identity[]]> {
  const generate = async (name: string, groups: readonly string[]): Promise<Identity> => {
    const token = (await secret(name)).toBase64({ alphabet: "base64url" });
    return { name, token, groups };
  };
  const [first = await generate("admin", [SUPERUSERS]), ...rest] = identities;
  const all: Identity[] = [];
  for (const [name, groups] of Object.entries(users)) all.push(await generate(name, groups));
  const known = new Set([first, ...rest].map(({ name }) => name));
  const twice = all.find(({ name }) => known.has(name));
  if (twice) {
    throw new ConfigurationError(
      `Cannot add the user "${twice.name}" as there is one of that name: choose another`,
    );
  }
  return [first, ...rest, ...all];
}

function tokenNamed(identities: readonly Identity[], user: string): string {
  const found = identities.find(({ name }) => name === user);
  if (found) return found.token;
  const names = identities.map(({ name }) => name).join(", ");
  throw new RangeError(`Cannot find the user "${user}". Use one of ${names}`);
}

async function clientAuthoritiesIn(pem: string): Promise<readonly string[]> {
  const { certificatesIn } = await import("./http/tls.ts");
  const authorities = await certificatesIn(pem);
  if (authorities.length > 0) return authorities;
  throw new ConfigurationError(
    "Cannot trust the authorities of client certificates as they must be certificates in PEM",
  );
}

const urlHost = (host: string) =>
  host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;

function reportInternalError(error: unknown): void {
  // deno-lint-ignore no-console -- the last resort: no client sees the error
  console.error("plumbline: internal error of the server:", error);
}
