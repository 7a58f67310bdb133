/**
 * A target: a server under test with its address, identities and known properties.
 *
 * @module
 */
import type { DemandedName, Feature } from "../features.ts";
import type { Contact, DiscoveredResource } from "./contact.ts";
import type { Dialect } from "./dialect.ts";
import type { HttpClient } from "./http_client.ts";
import type { ResourceType } from "./resource_type.ts";
import type { TypeSelection } from "./type_selection.ts";

/** A user of the target. */
export interface Identity {
  /** The name in reports and options. */
  readonly name: string;
  /** The bearer token; it is never printed. */
  readonly token: string;
  /** True if a client certificate authenticates its requests, and no others. @default {false} */
  readonly certified?: true;
}

/** Returns true if something in its requests authenticates an identity: a token or a certificate. */
export function hasCredentials({ token, certified }: Identity): boolean {
  return token !== "" || certified === true;
}

export type { DiscoveredResource } from "./contact.ts";

/** Known delays of the target, in milliseconds. */
export interface Waits {
  /** The minimum time for which history (watch versions, continue tokens) is kept. */
  readonly history?: number;
  /**
   * The time that a change of roles and bindings may take to be enforced everywhere.
   *
   * @default {2000}
   */
  readonly propagation?: number;
  /**
   * The time that reads may lag behind writes.
   *
   * @default {what is measured when a run begins}
   */
  readonly reads?: number;
}

/**
 * A server under test. Closing it ends its connections, and the server if it is embedded.
 *
 * @example
 * ```ts
 * import type { Target } from "@plumbline/plumbline/suites";
 *
 * async function countSecrets({ client, namespace }: Target): Promise<number> {
 *   const path = `/api/v1/namespaces/${namespace}/secrets`;
 *   const { json } = await client.send({ method: "GET", path });
 *   return (json as { items: unknown[] }).items.length;
 * }
 * ```
 */
export interface Target extends AsyncDisposable {
  /** The URL, without a trailing slash. */
  readonly url: string;
  /** True if its certificate is not verified. @default {false} */
  readonly insecure?: boolean;
  /** True if it takes no connection without the client certificate: it goes with every request. */
  readonly needsCertificate?: true;
  /** The dialect of its group names. */
  readonly dialect: Dialect;
  /** The `gitVersion` that `/version` reports. */
  readonly version?: string;
  /** The release that it is stated to implement, such as `1.26`; it wins over `version`. */
  readonly release?: string;
  /** The identities. The first is the current one unless a check uses another. */
  readonly identities: readonly [Identity, ...Identity[]];
  /** The HTTP client. */
  readonly client: HttpClient;
  /** An existing namespace to use if none can be created. */
  readonly namespace: string;
  /** The declared optional features; if absent, all that it is not found to lack. */
  readonly features?: readonly Feature[];
  /** The parts of the API, and optional features, that it is declared to lack. */
  readonly without?: readonly (Feature | DemandedName)[];
  /** The features and parts of the API that it was found to lack, or does not declare. */
  readonly lacks?: readonly (Feature | DemandedName)[];
  /** The types to discover on it and to check. @default {those of the specification} */
  readonly typeSelection?: TypeSelection;
  /** What it was found to serve when it was connected. */
  readonly contact?: Contact;
  /** The resource types to check. @default {those of the specification} */
  readonly types?: readonly ResourceType[];
  /** Why types of the specification are left out that it serves, or all types, by their plural names. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** What its discovery lists, and what it serves besides; absent if it was not read. */
  readonly served?: readonly DiscoveredResource[];
  /** Its known delays. */
  readonly waits: Waits;
  /** The number of objects of one type in the checks of the area `scale`. @default {1200} */
  readonly scale?: number;
  /** True if no API version was switched on or off. */
  readonly defaultConfiguration?: boolean;
  /** True if it ends with the run, and holds nothing but the run's objects. */
  readonly disposable?: boolean;
  /** Moves the clock of the embedded server forward, by milliseconds. */
  advanceClock?(milliseconds: number): Promise<void>;
  /** Ends the connections, and the server if it is embedded. */
  close(): Promise<void>;
}
