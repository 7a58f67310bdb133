/**
 * What is checked: where it is, how it is spoken to, and what is known of it.
 *
 * @module
 */
import type { Feature } from "../features.ts";
import type { Dialect } from "./dialect.ts";
import type { HttpClient } from "./http_client.ts";

/** Somebody the target knows. */
export interface Identity {
  /** What the target calls them. */
  readonly name: string;
  /** A bearer token; never shown. */
  readonly token: string;
}

/** Windows of the target, in milliseconds, where they are known. */
export interface Waits {
  /** How long history (watch versions, exact versions, continue tokens) is kept at least. */
  readonly history?: number;
  /**
   * How long a change of roles and bindings may take to count everywhere.
   *
   * @default {2000}
   */
  readonly propagation?: number;
}

/** A server under check. */
export interface Target extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  /** How it spells group names. */
  readonly dialect: Dialect;
  /** What `/version` calls itself, where it answers. */
  readonly version?: string;
  /** The first one is who acts unless a check says otherwise. */
  readonly identities: readonly [Identity, ...Identity[]];
  /** Speaks to it. */
  readonly client: HttpClient;
  /** A namespace that is there and may be used; own ones are made where that is allowed. */
  readonly namespace: string;
  /** The features it is said to have; where nothing is said, all that it does not lack. */
  readonly features?: readonly Feature[];
  /** The features that it was found to lack, or is not said to have: nothing of them is expected. */
  readonly lacks?: readonly Feature[];
  /** Its windows, where they are known. */
  readonly waits: Waits;
  /** It serves the versions that are on by default: none was switched on or off. */
  readonly defaultConfiguration?: boolean;
  /** Moves the target's clock forward, in milliseconds: only the embedded server has one. */
  advanceClock?(milliseconds: number): Promise<void>;
  /** Ends connections, and the server where it is embedded. */
  close(): Promise<void>;
}
