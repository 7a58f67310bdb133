/**
 * Players: small controllers, which do in a test what the controllers of a cluster do.
 *
 * @module
 */
import type { KubernetesObject, ServerClient } from "@plumbline/server/client";

/** The name of an object, and the namespace of a namespaced one. */
export interface ObjectPlace {
  /** The name. */
  readonly name: string;
  /** The namespace; absent for cluster-scoped objects. */
  readonly namespace?: string | undefined;
}

/** An Event that a player records about an object. */
export interface RecordedEvent {
  /** Normal or Warning. @default {"Normal"} */
  readonly type?: "Normal" | "Warning";
  /** One word for programs, as `ScalingReplicaSet`. */
  readonly reason: string;
  /** A sentence for people. */
  readonly message: string;
  /** The component that records it, as `deployment-controller`. */
  readonly from: string;
  /** The node of the component, if it runs on one. */
  readonly host?: string;
  /** The part of the object that it is about, as `spec.containers{main}`. */
  readonly fieldPath?: string;
}

/** The server as a player sees it. */
export interface PlayerServer extends ServerClient {
  /** Returns the time of the server's clock, in RFC 3339. */
  now(): string;
  /** Returns the authority of the server's certificates, in PEM. */
  caCertificate(): Promise<string>;
  /**
   * Sends a request for which the other methods have no form, such as a binding.
   *
   * @throws {StatusError} if the server rejects it
   */
  send(method: string, path: string, body?: object): Promise<KubernetesObject>;
  /**
   * Records an Event about an object, which `kubectl describe` shows; the same one again adds 1 to its
   * `count`. An Event that the server rejects is lost.
   */
  record(object: KubernetesObject, event: RecordedEvent): Promise<void>;
}

/**
 * Returns the objects to reconcile after an object of another type changed; `owner` stands for the
 * controller in its `ownerReferences`.
 */
export type Mapping =
  | "owner"
  | ((
    object: KubernetesObject,
    server: PlayerServer,
  ) => readonly ObjectPlace[] | Promise<readonly ObjectPlace[]>);

/**
 * A small controller. It is called for each object of a type that exists or changes, one at a time.
 * After a Conflict it is called again; that an object is missing by now is no error.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createServer, type Player } from "@plumbline/plumbline/server";
 *
 * const balancers: Player = {
 *   name: "ingresses-get-addresses",
 *   for: "ingresses.networking.k8s.io",
 *   async reconcile({ metadata: { name, namespace = "" }, status }, server) {
 *     const wanted = { loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } };
 *     if (JSON.stringify(status) === JSON.stringify(wanted)) return;
 *     const place = { namespace, subresource: "status" };
 *     await server.patch("ingresses", name, { status: wanted }, place);
 *   },
 * };
 * await using server = await createServer();
 * await server.play(balancers);
 * await server.apply({
 *   ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "web" } },
 *   spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
 * });
 * await server.settled();
 * const ingress = await server.get("Ingress", "web");
 * assertEquals(ingress?.status, { loadBalancer: { ingress: [{ ip: "192.0.2.7" }] } });
 * ```
 */
export interface Player {
  /** For messages. */
  readonly name: string;
  /**
   * The type of the objects to reconcile, for example `deployments.apps`. A custom resource that is
   * not served yet needs its plural name and group.
   */
  readonly for: string;
  /** Other types, and the objects to reconcile when an object of them changes. */
  readonly watches?: Readonly<Record<string, Mapping>>;
  /** Runs before the first object is reconciled. */
  start?(server: PlayerServer): Promise<void>;
  /** Brings the world closer to what the object specifies. */
  reconcile(object: KubernetesObject, server: PlayerServer): Promise<void>;
  /** Runs after an object was removed, with its last content. */
  removed?(object: KubernetesObject, server: PlayerServer): Promise<void>;
}

/** Options of a player that plays. */
export interface PlayOptions {
  /** Milliseconds of the server's clock between a change and the reaction to it. @default {0} */
  readonly delay?: number;
}
