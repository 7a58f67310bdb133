/**
 * Extensions: what packages add to a server beyond the specification, such as further kinds with
 * their admission. The server knows this interface and no extension.
 *
 * @module
 */
import type { InitialObject } from "./access/bootstrap_policy.ts";
import type { Authenticator } from "./access/authentication.ts";
import type { Authorizer } from "./access/authorization.ts";
import type { AdmissionPlugin } from "./admission/chain.ts";
import type { InternalClient } from "./client/client.ts";
import type { User } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import type { Connectors } from "./registry/connector.ts";
import type { Registry } from "./registry/contracts.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import type { Sources } from "./sources.ts";
import type { FactStore, ServerStorage } from "./storage/storage.ts";

/** The server that an extension is installed in. Each replica is one. */
export interface ExtensionContext {
  /** True for a replica of a server that has begun. */
  readonly isReplica: boolean;
  /** How group names are spelled, and the release. */
  readonly dialect: Dialect;
  /** Time, identifiers and random values, without the changes of plugins. */
  readonly sources: Sources;
  /** The stored objects, without the changes of plugins. */
  readonly storage: ServerStorage;
  /** Values beside the objects, which all replicas share and which last as long as the objects. */
  readonly facts: FactStore;
  /** Returns the user of a request; throws for an unknown one. */
  readonly authenticate: Authenticator;
  /** Sends requests of the server itself, which pass no plugins. Use it from `begin` on. */
  readonly client: InternalClient;
  /** Aborted when the server is closed. */
  readonly stopped: AbortSignal;
  /** Returns everything that the verbs use now. Use it after the installation only. */
  registry(): Registry;
  /** Returns the served resources, without the changes of plugins. Use it from `begin` on. */
  definitions(): Promise<readonly ResourceDefinition[]>;
  /** Returns the authority of the server's certificates, in PEM. */
  caCertificate(): Promise<string>;
  /** Assembles the server again, as its dynamic resources have changed. */
  recompose(): void;
  /** Reports an internal error. */
  onInternalError(error: unknown): void;
}

/** Resources that follow from stored objects. */
export interface DynamicResources {
  /** The definitions as of the last refresh. */
  readonly definitions: readonly ResourceDefinition[];
  /** True if the objects have changed since: the server refreshes before the next request. */
  readonly isStale: boolean;
  /** Follows the stored objects. */
  refresh(): Promise<void>;
}

/** What steps of admission work with. */
export interface AdmissionParts {
  /** Returns everything that the verbs use, from the first request on. */
  readonly registry: () => Registry;
  /** Decides whether a user may do something. */
  readonly authorizer: Authorizer;
  /** Time, identifiers and random values. */
  readonly sources: Sources;
}

/** An extension in one server. All parts are optional. */
export interface InstalledExtension {
  /**
   * Returns the definitions of the specification with changes, such as further rules. It returns the
   * same value for the same one, as servers share definitions.
   */
  change?(definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[];
  /** Resources beside those of the specification, of which release and configuration select. */
  readonly resources?: readonly ResourceDefinition[];
  /** Resources that follow from stored objects, and are always served. */
  readonly dynamic?: DynamicResources;
  /** Subresources that answer their requests by themselves, where their resource is served. */
  readonly connectors?: Connectors;
  /**
   * Returns steps of admission. They run in their order, after those of the specification and before
   * garbage collection. Called each time that the server is assembled.
   */
  admission?(parts: AdmissionParts): readonly AdmissionPlugin[];
  /** Returns the user of a bearer token that the extension has issued; undefined for another. */
  userOf?(token: string): User | undefined;
  /** Returns objects to create in an empty store. Those of kinds that are not served are left out. */
  initialObjects?(definitions: readonly ResourceDefinition[]): readonly InitialObject[];
  /** Runs when the initial objects are stored, before the server answers its first request. */
  begin?(): Promise<void>;
  /** Runs when the server is closed; resolves when nothing of the extension runs any more. */
  close?(): Promise<void>;
  /** Methods that the server has in addition. */
  readonly methods?: object;
}

/**
 * Adds resources, admission, sources of tokens and methods to a server.
 *
 * @example Add a resource and a step of admission
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer } from "./create_server.ts";
 * import type { Extension } from "./extension.ts";
 * import { defineResource } from "./resources/define_resource.ts";
 *
 * const admitted: string[] = [];
 * const widgets: Extension = {
 *   name: "widgets",
 *   install: () => ({
 *     resources: [defineResource({
 *       ...{ group: "acme.example", version: "v1", kind: "Widget", plural: "widgets" },
 *       schema: { type: "object" },
 *     })],
 *     admission: () => [{
 *       resources: ["acme.example/widgets"],
 *       admit: ({ object }) => void admitted.push(object?.metadata.name ?? ""),
 *     }],
 *   }),
 * };
 * await using server = await createServer({ extensions: [widgets] });
 * await server.create({ apiVersion: "acme.example/v1", kind: "Widget", metadata: { name: "a" } });
 * assertEquals(admitted, ["a"]);
 * ```
 */
export interface Extension {
  /** The name in error messages. */
  readonly name: string;
  /** The storage keys of resources of which servers of one store write one object at a time. */
  readonly exclusive?: readonly string[];
  /** Installs it in a server, when the server is created. */
  install(server: ExtensionContext): InstalledExtension;
}
