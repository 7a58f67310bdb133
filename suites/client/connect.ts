/**
 * Makes a target of what somebody says of it, and makes sure that it answers.
 *
 * @module
 */
import type { Feature } from "../features.ts";
import { ConfigurationError } from "./configuration_error.ts";
import { type Dialect, type DialectName, DIALECTS } from "./dialect.ts";
import { FetchClient, type FetchClientOptions } from "./fetch_client.ts";
import { type HttpClient, type Json, TargetUnreachable } from "./http_client.ts";
import { type KubeconfigAccess, readKubeconfig } from "./kubeconfig.ts";
import type { Identity, Target, Waits } from "./target.ts";
import { readText } from "./text_file.ts";
import { openTunnel, type Tunnel } from "./tunnel.ts";
import { WANTS_TLS, whyUnreachable, withScheme } from "./unreachable.ts";

/** How to reach a target. */
export interface ConnectOptions {
  /** Where it is; overrides the kubeconfig's server. One of the two must be given. */
  readonly url?: string | undefined;
  /** How it spells groups; found out from `/apis` where absent. */
  readonly dialect?: DialectName | undefined;
  /** The bearer token of who acts; overrides the kubeconfig's. */
  readonly token?: string | undefined;
  /** The path of a kubeconfig file. */
  readonly kubeconfig?: string | undefined;
  /** A context of it other than the current one. */
  readonly context?: string | undefined;
  /** The path of a file with certificates to trust, in PEM. */
  readonly ca?: string | undefined;
  /** Do not verify the server's certificate. */
  readonly insecure?: boolean | undefined;
  /** More who may ask. The first acts where neither a token nor a kubeconfig is given. */
  readonly identities?: readonly Identity[] | undefined;
  /** A namespace that is there. @default {"default"} */
  readonly namespace?: string | undefined;
  /** The features it is said to have; all that it does not lack where nothing is said. */
  readonly features?: readonly Feature[] | undefined;
  /** Windows of the target, where they are known. */
  readonly waits?: Waits | undefined;
  /** No version was switched on or off when the target was started. @default {false} */
  readonly defaultConfiguration?: boolean | undefined;
  /** Milliseconds an answer may take. @default {30000} */
  readonly timeLimit?: number | undefined;
}

/** Thrown when the target answers, but not to who asks. */
export class CredentialsRefused extends Error {
  /** The class of the error. */
  override readonly name = "CredentialsRefused";
}

/**
 * Connects to a target and asks it for one list, to see that it answers and accepts who asks.
 *
 * @throws {ConfigurationError} when the options make no sense
 * @throws {TargetUnreachable} when no server of the interface answers
 * @throws {CredentialsRefused} when it answers 401 or 403
 */
export async function connect(options: ConnectOptions): Promise<Target> {
  const config = options.kubeconfig === undefined
    ? undefined
    : await readKubeconfig(options.kubeconfig, options.context);
  const url = urlOf(options.url ?? config?.url);
  const ca = options.ca === undefined
    ? config?.caCertificate
    : await readText(options.ca, `the certificates ${options.ca}`);
  const identities = identitiesOf(options, config);
  const insecure = (options.insecure ?? config?.insecure ?? false) && url.startsWith("https:");
  if (insecure && config?.clientCertificate) {
    throw new ConfigurationError("Cannot use a client certificate with an unverified server");
  }
  const tunnel = insecure ? openTunnel(url) : undefined;
  const client = await makeClient({
    url,
    via: tunnel?.url,
    identities,
    ...(ca !== undefined && { caCertificates: [ca] }),
    ...(config?.clientCertificate && { clientCertificate: config.clientCertificate }),
    ...(options.timeLimit !== undefined && { timeLimit: options.timeLimit }),
  }, tunnel);
  const close = async () => {
    client.close();
    await tunnel?.close();
  };
  const namespace = options.namespace ?? config?.namespace ?? "default";
  try {
    const isKnown = identities[0].token !== "" || config?.clientCertificate !== undefined;
    await probe(client, { namespace, url, identity: identities[0].name, isKnown });
    const version = await versionOf(client);
    return {
      url,
      dialect: options.dialect ? DIALECTS[options.dialect] : await dialectOf(client),
      ...(version !== undefined && { version }),
      identities,
      client,
      namespace,
      ...(options.features !== undefined && { features: options.features }),
      waits: options.waits ?? {},
      defaultConfiguration: options.defaultConfiguration ?? false,
      close,
    };
  } catch (error) {
    await close();
    const failure = error instanceof TargetUnreachable ? tunnel?.failure() : undefined;
    if (failure === undefined) throw error;
    throw new TargetUnreachable(whyUnreachable(url, failure), { cause: failure });
  }
}

/** Makes the client; the runtime reads certificates then, and throws a TypeError for bad ones. */
async function makeClient(
  options: FetchClientOptions,
  tunnel: Tunnel | undefined,
): Promise<FetchClient> {
  try {
    return new FetchClient(options);
  } catch (error) {
    await tunnel?.close();
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigurationError(`Cannot use the certificates given: ${error.message}`);
  }
}

function urlOf(url: string | undefined): string {
  if (url === undefined) {
    throw new ConfigurationError("Cannot connect as neither a URL nor a kubeconfig is given");
  }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigurationError(
      `Cannot connect to "${url}" as it is no URL: give one such as https://localhost:6443`,
    );
  }
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") {
    // It is not repeated, as it may be a secret.
    throw new ConfigurationError(
      "Cannot connect to a URL with a name or password in it: give --token or --kubeconfig",
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

/** Sees that the target answers a list, and to whom. */
async function probe(
  client: HttpClient,
  { namespace, url, identity, isKnown }: {
    readonly namespace: string;
    readonly url: string;
    readonly identity: string;
    /** It has a token or a certificate. */
    readonly isKnown: boolean;
  },
): Promise<void> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets`;
  const { status, json, text } = await client.send({ method: "GET", path, query: { limit: "1" } });
  if (status === 401 || status === 403) {
    const refused = isKnown ? `the credentials of "${identity}"` : "who gives no credentials";
    const advice = isKnown ? "" : ": give --token or --kubeconfig";
    throw new CredentialsRefused(`${url} refuses ${refused}: ${status} for GET ${path}${advice}`);
  }
  if (status === 400 && WANTS_TLS.test(text)) {
    const secure = withScheme(new URL(url), "https:");
    throw new TargetUnreachable(`Cannot reach ${url}: it wants TLS. Is it ${secure}?`);
  }
  if (status !== 200 || !isRecord(json) || !Array.isArray(json.items)) {
    const answer = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    throw new TargetUnreachable(
      `${url} answers, but not as a server of the interface: ${status} for GET ${path}: ${answer}`,
    );
  }
}

/** What `/version` calls itself, where it answers. */
async function versionOf(client: HttpClient): Promise<string | undefined> {
  const { json } = await client.send({ method: "GET", path: "/version" });
  return isRecord(json) && typeof json.gitVersion === "string" ? json.gitVersion : undefined;
}

/** The dialect in which the target names its groups; the interface's own where it names none. */
async function dialectOf(client: HttpClient): Promise<Dialect> {
  const { json } = await client.send({ method: "GET", path: "/apis" });
  const groups = isRecord(json) && Array.isArray(json.groups) ? json.groups : [];
  const names = groups.map((group) => isRecord(group) ? String(group.name) : "");
  const suffix = DIALECTS.kubernetes.suffix;
  return names.some((name) => name.endsWith(`.${suffix}`)) ? DIALECTS.kubernetes : DIALECTS.svc;
}

function isRecord(json: Json | undefined): json is { [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
