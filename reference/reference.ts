/**
 * The reference server: the specification with all kinds of a release, and stores that outlive it.
 *
 * @module
 */
import {
  ConfigurationError,
  LISTEN_OPTIONS,
  requireOptions,
  SERVER_OPTIONS,
} from "@plumbline/server/settings";
import {
  aText,
  either,
  having,
  listOf,
  oneWord,
  optional,
  type Shape,
} from "@plumbline/server/shape";
import * as specification from "@plumbline/server";
import {
  KINDS,
  kubernetes,
  type KubernetesMethods,
  type KubernetesOptions,
} from "@plumbline/kubernetes";
import type {
  Listener,
  ListenOptions,
  Server as SpecificationServer,
  ServerOptions as SpecificationOptions,
} from "@plumbline/server";
import type { OpenStore } from "@plumbline/server/storage";

/** Options of a server. */
export interface ServerOptions extends Omit<SpecificationOptions, "store">, KubernetesOptions {
  /**
   * The path of a file that keeps the objects, the generated tokens and keys, and the `history`:
   * a server that is created with it later continues from there. A request is
   * answered once what it wrote is on the disk. The file is created if it does not exist, with
   * `objects`, which are not stored again. One server at a time can use it.
   *
   * @default {the objects are in memory, and gone with the server}
   */
  readonly data?: string;
  /**
   * The URL of an etcd that keeps the objects, the generated tokens and keys, and the `history`:
   * `etcd://HOST:PORT`, with the beginning of its keys as the path (default
   * `/plumbline`). Any number of servers can use the same one at the same time, each with the options
   * that say what is served. The first of them stores `objects`.
   *
   * @default {the objects are in memory, and gone with the server}
   */
  readonly store?: string;
}

/** A server: it answers requests, and listens on demand. */
export interface Server extends SpecificationServer, KubernetesMethods {
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
}

/** A server that listens. */
export interface RunningServer extends Server, Listener {}

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
  const beginning = "Cannot create the server";
  const listening = Object.keys(options).find((name) => Object.hasOwn(LISTEN_OPTIONS, name));
  if (listening !== undefined) {
    throw new ConfigurationError(
      `${beginning}: it has no option "${listening}". Give it to startServer or listen`,
    );
  }
  requireOptions(options, OPTIONS, beginning);
  // The extension adds the methods.
  return await specification.createServer(await composed(options)) as Server;
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
  requireOptions(options, { ...OPTIONS, ...LISTEN_OPTIONS }, "Cannot start the server");
  return await specification.startServer(await composed(options)) as RunningServer;
}

const player = either(
  "the name of a player, all, or a player",
  aText,
  having("a player", "name", "for"),
  having("stated containers", "name", "containers"),
);

const OPTIONS: Readonly<Record<keyof ServerOptions, Shape>> = {
  ...SERVER_OPTIONS,
  kinds: optional(oneWord(KINDS)),
  play: optional(listOf("players", player)),
  data: optional(aText),
  store: optional(aText),
};

/** Returns the options of a server of the specification that serves the same. */
async function composed<Options extends ServerOptions>(
  { kinds, play, data, store, extensions = [], ...options }: Options,
): Promise<Omit<Options, "store"> & SpecificationOptions> {
  const opened = await storeOf(data, store);
  return {
    ...options,
    extensions: [kubernetes({ ...(kinds && { kinds }), ...(play && { play }) }), ...extensions],
    ...(opened && { store: opened }),
  } as Omit<Options, "store"> & SpecificationOptions;
}

/** Returns what opens the store of the options; what handles it is loaded with its first use. */
async function storeOf(data?: string, store?: string): Promise<OpenStore | undefined> {
  if (data !== undefined && store !== undefined) {
    throw new ConfigurationError(
      `Cannot keep the objects in the file ${data} and in ${store}: name one of them`,
    );
  }
  if (data !== undefined) return (await import("@plumbline/stores/file")).fileStore(data);
  return store === undefined
    ? undefined
    : (await import("@plumbline/stores/etcd")).etcdStore(store);
}
