/**
 * Stores that outlive a server. The server knows this interface and no store but that in memory.
 *
 * @module
 */
import type { Dependents } from "./admission/garbage_collection.ts";
import type { CertificateAndKey } from "./http/tls.ts";
import type { Registry } from "./registry/contracts.ts";
import type { Sources } from "./sources.ts";
import type { FactStore, ServerStorage, StoredVersion } from "./storage/storage.ts";

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
  /** Values beside the objects. */
  readonly facts: FactStore;
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

/** Options of a store, which the server states. */
export interface StoreOptions {
  /** Time, identifiers and random values. */
  readonly sources: Sources;
  /** Settings that all servers of the store must have in common. */
  readonly settings: Readonly<Record<string, string>>;
  /** How long old revisions can be read, in milliseconds. @default {300_000} */
  readonly history?: number;
  /** The bytes of superseded objects above which the oldest revisions are dropped. @default {256 MiB} */
  readonly historyBytes?: number;
  /** The storage keys of resources of which all servers write one object at a time. */
  readonly exclusive: readonly string[];
  /** Receives failures to reach the store. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Opens a store that outlives the server.
 *
 * @throws {ConfigurationError} if it cannot be used
 */
export type OpenStore = (options: StoreOptions) => Promise<ServerData>;
