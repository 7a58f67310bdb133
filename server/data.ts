/**
 * A server with a store that outlives it: what it keeps beside the objects, here in a data file, and
 * what it goes on with after a crash.
 *
 * @module
 */
import type { TokenOwners } from "./access/issued_tokens.ts";
import { type Dependents, ownersOf } from "./admission/garbage_collection.ts";
import { ConfigurationError } from "./api_versions/configuration.ts";
import type { CertificateAndKey } from "./http/tls.ts";
import type { Json } from "./object.ts";
import type { Registry } from "./registry/contracts.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import type { Sources } from "./sources.ts";
import { storedResources } from "./state/stored_resources.ts";
import { type DataOptions, openData } from "./storage/durable/open_data.ts";
import { DataFileError } from "./storage/durable/read_data.ts";
import type { ServerStorage, StoredVersion } from "./storage/storage.ts";
import { tokensIn } from "./token_facts.ts";

/** A store with objects, which a server follows up on at its start. */
export interface FollowedStore {
  /** The objects. */
  readonly storage: ServerStorage;
  /** The objects that were deleted in the history that the store has, oldest first. */
  readonly deleted: readonly StoredVersion[];
}

/** An open store that outlives the server. */
export interface ServerData extends FollowedStore {
  /** True if the server is to create the initial objects. */
  readonly isNew: boolean;
  /** Warnings about the store, one sentence each. */
  readonly warnings: readonly string[];
  /** The dependents of each owner, where the store follows them. */
  readonly dependents?: Dependents;
  /** Returns random bytes that stay the same after a restart. */
  secret(name: string, length: number): Uint8Array | Promise<Uint8Array>;
  /** The tokens of service accounts. */
  readonly tokens: TokenOwners;
  /** The certificate authority; undefined if there was none yet. */
  readonly authority: CertificateAndKey | undefined;
  /**
   * Stores an authority in place of the known one. Returns the one that counts from then on: another
   * server may have stored one.
   */
  keepAuthority(
    authority: CertificateAndKey,
    known: CertificateAndKey | undefined,
  ): Promise<CertificateAndKey>;
  /** Runs after the initial objects were created. */
  create(): Promise<void>;
  /** Runs once the server can follow up on objects. */
  begin?(registry: () => Registry): void;
  /** Writes what is left to write, and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens a data file.
 *
 * @throws {ConfigurationError} if it cannot be used
 */
export async function openServerData(
  path: string,
  { sources, ...options }: Omit<DataOptions, "clock"> & { readonly sources: Sources },
): Promise<ServerData> {
  const { facts, dropped, ...data } = await openData(path, { clock: sources.clock, ...options })
    .catch(refuse);
  return {
    ...data,
    warnings: dropped > 0 ? [droppedWarning(dropped)] : [],
    create: () => data.create().catch(refuse),
    secret(name, length) {
      const known = facts.get(`secret ${name}`);
      if (typeof known === "string") return Uint8Array.fromBase64(known);
      const bytes = sources.bytes(length);
      facts.set(`secret ${name}`, bytes.toBase64());
      return bytes;
    },
    tokens: tokensIn(facts),
    get authority() {
      return facts.get(AUTHORITY) as CertificateAndKey | undefined;
    },
    keepAuthority(authority) {
      facts.set(AUTHORITY, authority as unknown as Json);
      return Promise.resolve(authority);
    },
  };
}

const AUTHORITY = "certificate authority";

const droppedWarning = (bytes: number) =>
  `The last server stopped while it wrote to the data file: ${bytes} bytes, which it had not ` +
  "answered for, were dropped.";

function refuse(error: unknown): never {
  throw error instanceof DataFileError ? new ConfigurationError(error.message) : error;
}

/**
 * Follows up on the stored objects, as after the write of each: a crash may have come between a write
 * and what the server does next, such as deleting the content of a namespace.
 *
 * @param registry returns the registry, which changes with the CustomResourceDefinitions
 * @param dependents the dependents of each owner, which become those of the stored objects
 */
export async function resume(
  { deleted, storage }: FollowedStore,
  registry: () => Registry,
  dependents: Dependents | undefined,
): Promise<void> {
  const definitions = () => storedResources(registry().definitions);
  const objectsOf = async (resource: string) => (await storage.list({ resource })).versions;
  const each = async (follow: Follow) => {
    const done = new Set<string>();
    // Resources that CustomResourceDefinitions define are there once these have been followed.
    for (let next; (next = [...definitions()].find(([resource]) => !done.has(resource)));) {
      const [resource, definition] = next;
      done.add(resource);
      for (const version of await objectsOf(resource)) await follow(definition, version);
    }
  };
  await each((definition, { object }) => registry().admission.written(definition, object));
  await each(async (definition, { object, key }) => {
    if (object.metadata.deletionTimestamp) await registry().admission.finalizing(definition, key);
  });
  for (const { key, object } of dependents ? deleted : []) {
    const definition = definitions().get(key.resource);
    if (!definition || dependents!.of(object.metadata.uid).length === 0) continue;
    await registry().admission.removed(definition, object);
    const present = await storage.get(key);
    dependents!.set(key, present ? ownersOf(present.object) : []);
  }
}

type Follow = (
  definition: ResourceDefinition,
  version: StoredVersion,
) => Promise<void>;
