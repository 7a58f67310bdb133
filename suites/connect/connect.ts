/**
 * Connects to a target: resolves the options and verifies that the server answers.
 *
 * @module
 */
import type { DemandedName, Feature } from "../features.ts";
import { ConfigurationError, readText } from "../client/configuration.ts";
import type { Contact } from "../client/contact.ts";
import { type Dialect, type DialectName, DIALECTS } from "../client/dialect.ts";
import { Redactor } from "../client/evidence.ts";
import { FetchClient, type FetchClientOptions } from "../client/fetch_client.ts";
import { type HttpClient, type Json, TargetUnreachable } from "../client/http_client.ts";
import { type KubeconfigAccess, readKubeconfig } from "../client/kubeconfig.ts";
import type { Identity, Target, Waits } from "../client/target.ts";
import { ReplicatedClient } from "../client/replicas.ts";
import { RetryingClient } from "../client/retrying_client.ts";
import type { TypeSelection } from "../client/type_selection.ts";
import { openTunnel } from "../client/tunnel.ts";
import { whyUnreachable } from "../client/unreachable.ts";
import { readDiscovery } from "../resources/discovered/reading.ts";
import { askDialect } from "./ask_dialect.ts";
import { type Caller, expectAnswer } from "./rejections.ts";
import { findTypes } from "./served_types.ts";

/** Options to connect to a target. */
export interface ConnectOptions {
  /** The URL of the server; overrides that of the kubeconfig. One of the two must be given. */
  readonly url?: string | undefined;
  /** The URLs of further replicas of the server: requests are spread over all of them. */
  readonly replicas?: readonly string[] | undefined;
  /** The dialect of its group names. @default {the one that its groups or Tables show} */
  readonly dialect?: DialectName | undefined;
  /** The bearer token of the current identity; overrides that of the kubeconfig. */
  readonly token?: string | undefined;
  /** The path of a kubeconfig file. */
  readonly kubeconfig?: string | undefined;
  /** The context of the kubeconfig. @default {its current context} */
  readonly context?: string | undefined;
  /** The path of a PEM file with certificates to trust. */
  readonly ca?: string | undefined;
  /** Skips the verification of the server's certificate. @default {false} */
  readonly insecure?: boolean | undefined;
  /** Further identities. The first is the current one if neither a token nor a kubeconfig is given. */
  readonly identities?: readonly Identity[] | undefined;
  /** An existing namespace to use if none can be created. @default {"default"} */
  readonly namespace?: string | undefined;
  /** The optional features it supports; if absent, all that it is not found to lack. */
  readonly features?: readonly Feature[] | undefined;
  /**
   * The resource types to discover and check.
   *
   * @default {those of the specification that it serves; all types if it serves none of them}
   */
  readonly types?: TypeSelection | undefined;
  /** Parts of the API that it is known to lack, whose checks are left out. @default {[]} */
  readonly without?: readonly (Feature | DemandedName)[] | undefined;
  /** The known delays of the target. */
  readonly waits?: Waits | undefined;
  /** True if no API version was switched on or off on the server. @default {false} */
  readonly defaultConfiguration?: boolean | undefined;
  /** The release of the API that it implements, such as `1.26`. @default {that of `/version`} */
  readonly release?: string | undefined;
  /** The milliseconds that a response may take. @default {30000} */
  readonly timeLimit?: number | undefined;
  /** The most bytes of a response, decompressed. @default {33554432} */
  readonly responseLimit?: number | undefined;
  /** Sends each request on a connection of its own, so that none is sent twice. @default {false} */
  readonly freshConnections?: boolean | undefined;
  /** True for a server that serves the types of the specification for certain. @internal */
  readonly isKnownServer?: boolean;
  /** Sends reads only, and expects no permission to write, as for a plan. @internal */
  readonly readsOnly?: boolean;
  /** Stops connecting; a target that is connected is not affected. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Connects to a target, and asks it for the types and the dialect that it serves.
 *
 * @param options The address of the target, credentials, and and its known properties.
 * @returns The target, ready to be checked. Close it after use, or declare it with `await using`.
 * @throws {ConfigurationError} if the options make no sense
 * @throws {TargetUnreachable} if no server of this API answers
 * @throws {CredentialsRejected} if it does not know the credentials
 * @throws {PermissionMissing} if the current identity may read none of its types
 *
 * @example
 * ```ts
 * import { connect } from "@plumbline/plumbline/suites";
 *
 * async function printVersion(url: string): Promise<void> {
 *   await using target = await connect({ url });
 *   console.log(target.version);
 * }
 * ```
 */
export async function connect(options: ConnectOptions): Promise<Target> {
  const config = options.kubeconfig === undefined
    ? undefined
    : await readKubeconfig(options.kubeconfig, options.context, options.token);
  const url = urlOf(options.url ?? config?.url);
  const ca = options.ca === undefined
    ? config?.caCertificate
    : await readText(options.ca, `the certificates ${options.ca}`);
  const identities = identitiesOf(options, config);
  const insecure = (options.insecure ?? config?.insecure ?? false) && url.startsWith("https:");
  // A given token stands in for the credentials of the kubeconfig.
  const clientCertificate = options.token === undefined && url.startsWith("https:")
    ? config?.clientCertificate
    : undefined;
  if (insecure && clientCertificate) {
    throw new ConfigurationError(
      "Cannot use a client certificate with a server that is not verified. Give --ca FILE in place " +
        "of --insecure, or --token TOKEN without --kubeconfig",
    );
  }
  const urls = [url, ...(options.replicas ?? []).map(urlOf)];
  const tunnels = await Promise.all(urls.map((url) => insecure ? openTunnel(url) : undefined));
  const closeTunnels = () => Promise.all(tunnels.map((tunnel) => tunnel?.close()));
  const started = performance.now();
  const { clients, needsCertificate } = await makeClients(
    urls.map((url, at) => ({
      url,
      started,
      freshConnections: options.freshConnections,
      via: tunnels[at]?.url,
      isReplica: urls.length > 1,
      identities,
      ...(ca !== undefined && { caCertificates: [ca] }),
      ...(clientCertificate && { clientCertificate }),
      ...(options.timeLimit !== undefined && { timeLimit: options.timeLimit }),
      ...(options.responseLimit !== undefined && { responseLimit: options.responseLimit }),
    })),
    { closeTunnels, signal: options.signal },
  );
  const [current, ...others] = identities;
  const isCertified = clientCertificate !== undefined && !needsCertificate;
  const client = clients.length > 1 ? new ReplicatedClient(clients) : clients[0]!;
  const close = async () => {
    client.close();
    await closeTunnels();
  };
  const namespace = options.namespace ?? config?.namespace ?? "default";
  const isKnown = current.token !== "" || clientCertificate !== undefined;
  const redactor = new Redactor(identities.map(({ token }) => token));
  const caller = { url, identity: identities[0].name, isKnown, redactor };
  // A server that refuses requests now and then is checked: that is its mistake.
  const asking = new RetryingClient(client);
  const ask = async () => {
    for (const [at, own] of clients.entries()) {
      if (options.isKnownServer) continue;
      const each = new RetryingClient(own);
      await reach(each, { ...caller, url: urls[at]! });
      for (const { name, token } of others) {
        if (token === "") continue;
        await reach(each, { ...caller, url: urls[at]!, identity: name, isSecond: true });
      }
    }
    const version = await versionOf(asking);
    const facts = options.isKnownServer
      ? { dialect: DIALECTS[options.dialect ?? "svc"], selection: options.types }
      : await contactOf(asking, caller, namespace, options);
    return { contact: undefined, ...facts, version };
  };
  try {
    const { version, dialect, selection, contact } = await unlessAborted(ask, options.signal);
    return {
      url,
      ...(insecure && { insecure }),
      ...(needsCertificate && { needsCertificate }),
      dialect,
      ...(version !== undefined && { version }),
      ...(options.release !== undefined && { release: options.release }),
      identities: isCertified ? [{ ...current, certified: true }, ...others] : identities,
      client,
      namespace,
      ...(options.features !== undefined && { features: options.features }),
      ...(selection !== undefined && { typeSelection: selection }),
      ...(contact !== undefined && { contact }),
      ...(options.without !== undefined && { without: options.without }),
      waits: options.waits ?? {},
      defaultConfiguration: options.defaultConfiguration ?? false,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    const at = tunnels.findIndex((tunnel) => tunnel?.failure() !== undefined);
    const failure = error instanceof TargetUnreachable ? tunnels[at]?.failure() : undefined;
    if (failure === undefined) throw error;
    throw new TargetUnreachable(whyUnreachable(urls[at]!, failure), { cause: failure });
  }
}

/** Waits for the value, or throws the signal's reason as soon as it is aborted. */
async function unlessAborted<Value>(
  act: () => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([act(), aborted]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The clients of the replicas of a target. */
interface Clients {
  readonly clients: readonly FetchClient[];
  /** True if the target takes no connection without the client certificate. */
  readonly needsCertificate?: true;
}

/**
 * Creates the clients. One that has a client certificate sends requests of others without it, as far
 * as the target takes such connections: one that does not never sees whose requests they are.
 */
async function makeClients(
  options: readonly FetchClientOptions[],
  { closeTunnels, signal }: {
    readonly closeTunnels: () => Promise<unknown>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Clients> {
  try {
    const clients = options.map((each) => new FetchClient(each));
    if (options[0]?.clientCertificate === undefined) return { clients };
    try {
      const asked = () => clients[0]!.send({ method: "GET", path: "/version", identity: "" });
      await unlessAborted(asked, signal);
      return { clients };
    } catch (error) {
      for (const each of clients) each.close();
      if (!(error instanceof TargetUnreachable)) throw error;
    }
    const needsCertificate = true;
    return {
      clients: options.map((each) => new FetchClient({ ...each, needsCertificate })),
      needsCertificate,
    };
  } catch (error) {
    await closeTunnels();
    // The runtime throws it for certificates that it cannot parse.
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigurationError(
      `Cannot use the given certificates: ${error.message}${certificateAdvice(error.message)}`,
    );
  }
}

/**
 * What to do about a certificate that the runtime refuses and kubectl takes: `openssl x509 -req`
 * makes one of version 1 if it is given no extensions.
 */
function certificateAdvice(message: string): string {
  return message.includes("UnsupportedCertVersion")
    ? ". The client certificate is X.509 version 1. Sign it with version 3 (`openssl x509 -req " +
      "-extfile FILE`), or give --token TOKEN"
    : "";
}

function urlOf(url: string | undefined): string {
  if (url === undefined) {
    throw new ConfigurationError(
      "Cannot connect as there is neither a URL nor a kubeconfig. Give one of them",
    );
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigurationError(
      `Cannot connect to "${url}" as it is no http or https URL. Give one such as https://localhost:6443`,
    );
  }
  // The port that is meant is not the protocol's, which a URL without one has.
  if (/^\w+:\/\/[^/]*:(\/|$)/.test(url)) {
    throw new ConfigurationError(
      `Cannot connect to "${url}" as its port is missing. Give one such as https://localhost:6443`,
    );
  }
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") {
    // The URL is not repeated, as it may contain a secret.
    throw new ConfigurationError(
      "Cannot connect to a URL that contains credentials. Use --token or --kubeconfig",
    );
  }
  return url.replace(/\/+$/, "");
}

function identitiesOf(
  { token, identities = [] }: ConnectOptions,
  config: KubeconfigAccess | undefined,
): [Identity, ...Identity[]] {
  const [first, ...others] = identities;
  if (token === undefined && config === undefined && first) return [first, ...others];
  const acting = { name: config?.user ?? "user", token: token ?? config?.token ?? "" };
  return [acting, ...identities.filter(({ name }) => name !== acting.name)];
}

/** Asks the target for its types and its dialect. */
async function contactOf(
  client: HttpClient,
  caller: Caller,
  namespace: string,
  { types: selection, dialect: given, readsOnly }: ConnectOptions,
): Promise<
  {
    readonly dialect: Dialect;
    readonly selection: TypeSelection | undefined;
    readonly contact?: Contact;
  }
> {
  const named = selection === undefined || selection.names === "all" ? [] : selection.names;
  const discovery = await readDiscovery(client, named);
  const asked = given === undefined
    ? await askDialect(client, discovery.types, namespace)
    : { dialect: DIALECTS[given] };
  const { dialect } = asked;
  const found = await findTypes({
    client,
    caller,
    dialect,
    namespace,
    discovery,
    selection,
    readsOnly,
  });
  const contact = {
    types: found.types,
    resources: discovery.resources,
    source: discovery.source,
    ..."seen" in asked && { dialectSeen: asked.seen },
  };
  return { dialect, selection: found.selection, contact };
}

/** Waits for the first answer of a replica to an identity, whatever it serves. */
async function reach(client: HttpClient, caller: Caller): Promise<void> {
  const request = { method: "GET", path: "/apis", identity: caller.identity } as const;
  expectAnswer(caller, "/apis", await client.send(request));
}

/** Returns the `gitVersion` of `/version`, or undefined if it does not answer with one. */
async function versionOf(client: HttpClient): Promise<string | undefined> {
  const { json } = await client.send({ method: "GET", path: "/version" });
  return isRecord(json) && typeof json.gitVersion === "string" ? json.gitVersion : undefined;
}

function isRecord(json: Json | undefined): json is { [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
