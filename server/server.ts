/**
 * The public types of the server: options, a server, and a server that listens.
 *
 * @module
 */
import type { Identity } from "./access/authentication.ts";
import type { FeatureGateConfig } from "./api_versions/feature_gates.ts";
import type { Release } from "./release.ts";
import type { RuntimeConfig } from "./api_versions/served.ts";
import type { ServerClient } from "./client/client.ts";
import type { Manifest } from "./client/manifests.ts";
import type { DialectName } from "./dialect.ts";
import type { Extension } from "./extension.ts";
import type { HealthSwitches } from "./health/checks.ts";
import type { CertificateAndKey, CertificateSubject } from "./http/tls.ts";
import type { Plugin } from "./plugin.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import type { Clock, Sources } from "./sources.ts";
import type { ServerObjects } from "./state/objects.ts";
import type { ServerState } from "./state/snapshots.ts";
import type { OpenStore } from "./store.ts";

/** Options of a server. */
export interface ServerOptions {
  /**
   * How group names are spelled: `k8s.io` as real clients expect, or `svc.io` as the specification
   * does.
   *
   * @default {"kubernetes"}
   */
  readonly dialect?: DialectName;
  /**
   * Opens the store that keeps the objects, the generated tokens and keys, and the `history`.
   *
   * @default {the objects are in memory, and gone with the server}
   */
  readonly store?: OpenStore;
  /** What packages add to the server, in this order. */
  readonly extensions?: readonly Extension[];
  /**
   * How long old resourceVersions can be listed and watched from, in milliseconds; then clients get
   * 410.
   *
   * @default {300_000}
   */
  readonly history?: number;
  /**
   * The approximate size of superseded objects, in bytes, above which the oldest resourceVersions can
   * no longer be listed and watched from, however young they are.
   *
   * @default {268_435_456}
   */
  readonly historyBytes?: number;
  /** The known users; by default one administrator, `admin`, with a random token. */
  readonly identities?: readonly Identity[];
  /**
   * Further users by name, with their groups. Each gets a random token; see `token` and
   * `kubeconfig`.
   */
  readonly users?: Readonly<Record<string, readonly string[]>>;
  /**
   * The objects to start with, beside those that every server has: paths of files and of folders
   * (`*.yaml`, `*.yml` and `*.json`, also in folders below), YAML text, and objects as values.
   * CustomResourceDefinitions are stored first, then namespaces. A namespace that an object names is
   * created if it does not exist.
   */
  readonly objects?: readonly Manifest[];
  /** The release of the API to serve. @default {"1.26"} */
  readonly release?: Release;
  /** The API versions and resources to serve in addition to, or instead of, the default ones. */
  readonly runtimeConfig?: RuntimeConfig;
  /** The feature gates to enable or disable, against the defaults of the release. */
  readonly featureGates?: FeatureGateConfig;
  /** Resources to serve in addition to the built-in ones; see `defineResource`. */
  readonly resources?: readonly ResourceDefinition[];
  /** Plugins, installed in this order: later ones wrap earlier ones. */
  readonly plugins?: readonly Plugin[];
  /** The source of time; by default the machine's clock. */
  readonly clock?: Clock;
  /** The source of time, uids, generated names and keys; overrides `clock`. */
  readonly sources?: Sources;
  /**
   * True if dependents are deleted with their owners, which a controller does in a real cluster.
   * If false, finalizers that wait for dependents stay until a client removes them.
   *
   * @default {true}
   */
  readonly garbageCollection?: boolean;
  /** Receives internal errors; by default they are written to the console. */
  readonly onInternalError?: (error: unknown) => void;
}

/** Options of a listener. */
export interface ListenOptions {
  /** The TCP port; 0 for a free one. @default {0} */
  readonly port?: number;
  /** The address to listen on. @default {"127.0.0.1"} */
  readonly host?: string;
  /** True to serve HTTPS with a certificate that is generated for the purpose. @default {false} */
  readonly tls?: boolean;
  /** Authorities in PEM whose client certificates are trusted, beside the server's own. */
  readonly clientCa?: string;
  /** Closes the server when it is aborted. */
  readonly signal?: AbortSignal;
}

/** The address of a server that listens. */
export interface Listener {
  /** For example `http://127.0.0.1:43121`. */
  readonly url: string;
  /** The TCP port. */
  readonly port: number;
  /** The authority that signed the certificate, in PEM; absent without TLS. */
  readonly caCertificate?: string;
  /**
   * Issues a certificate that authenticates a user: its common name is the user's name, and its
   * organizations are the groups. Absent without TLS.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * await using server = await startServer({ tls: true });
   * const { certificate, key } = await server.issueClientCertificate!({
   *   name: "alice",
   *   groups: ["system:masters"],
   * });
   * const caCerts = [server.caCertificate!];
   * using client = Deno.createHttpClient({ caCerts, cert: certificate, key });
   * const response = await fetch(`${server.url}/api/v1/namespaces`, { client });
   * assertEquals((await response.json()).kind, "NamespaceList");
   * ```
   */
  readonly issueClientCertificate?: (user: CertificateSubject) => Promise<CertificateAndKey>;
  /**
   * Returns a kubeconfig as YAML, with a context for each user.
   *
   * @param user the user of the current context; the first one if absent
   * @throws {RangeError} for an unknown user
   *
   * @example
   * ```ts
   * import { assertStringIncludes } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * await using server = await startServer({ users: { alice: ["developers"] } });
   * assertStringIncludes(server.kubeconfig("alice"), "current-context: alice");
   * ```
   */
  kubeconfig(user?: string): string;
}

/** A server: it answers requests, and listens on demand. */
export interface Server extends AsyncDisposable, ServerClient {
  /** The known users; the generated administrator first if no `identities` were given. */
  readonly identities: readonly [Identity, ...Identity[]];
  /**
   * Returns the bearer token of a user.
   *
   * @param user the name; the first user if absent
   * @throws {RangeError} for an unknown user
   */
  token(user?: string): string;
  /** Makes health checks fail and recover. */
  readonly health: HealthSwitches;
  /** Saves and restores all objects. */
  readonly state: ServerState;
  /**
   * Reads the stored objects, without authorization.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { createServer } from "@plumbline/plumbline/server";
   *
   * await using server = await createServer();
   * const { objects, total } = await server.objects.list("namespaces", { contains: "kube-" });
   * assertEquals([objects[0]?.name, total], ["kube-node-lease", 3]);
   * ```
   */
  readonly objects: ServerObjects;
  /** Warnings about the configuration, one sentence each. */
  readonly warnings: readonly string[];
  /** Answers a request. Never rejects: errors become a Status. */
  fetch(request: Request): Promise<Response>;
  /** Listens for connections. The listener ends when the server is closed. */
  listen(options?: ListenOptions): Promise<Listener>;
  /**
   * Creates another server of the same objects and users, as the replicas of a real API server are.
   * It has no plugins but the given ones, and is closed on its own.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   * import { startServer } from "@plumbline/plumbline/server";
   *
   * await using server = await startServer();
   * await using replica = await server.replica();
   * const { url } = await replica.listen();
   * const authorization = `Bearer ${server.identities[0].token}`;
   * const response = await fetch(`${url}/api/v1/namespaces`, { headers: { authorization } });
   * assertEquals((await response.json()).items.length, 4);
   * ```
   */
  replica(options?: Pick<ServerOptions, "plugins">): Promise<Server>;
  /** Closes the server: watches end properly, other requests in progress are cut off. */
  close(): Promise<void>;
}

/** A server that listens. */
export interface RunningServer extends Server, Listener {}
