/**
 * The stated containers of a server, and the container that a request addresses.
 *
 * @module
 */
import { ApiError, type ApiObject, badRequest, type Clock } from "@plumbline/server/api";
import type { KubernetesObject } from "@plumbline/server/client";
import { listAt, textAt } from "@plumbline/server/resources";
import type { ServerStorage } from "@plumbline/server/storage";
import type { ContainerStatement } from "./containers.ts";
import type { ContainerPlace, ContainersOptions } from "./types.ts";

/** The stated containers of a server. */
export class StatedContainers {
  readonly clock: Clock;
  readonly stopped: AbortSignal;
  readonly onInternalError: (error: unknown) => void;
  readonly #storage: Pick<ServerStorage, "follow">;
  readonly #statements: ContainerStatement[] = [];

  /** Creates a server's containers, about which nothing is stated. */
  constructor(
    { sources, stopped, storage, onInternalError }: {
      readonly sources: { readonly clock: Clock };
      readonly stopped: AbortSignal;
      readonly storage: Pick<ServerStorage, "follow">;
      readonly onInternalError: (error: unknown) => void;
    },
  ) {
    this.clock = sources.clock;
    this.stopped = stopped;
    this.onInternalError = onInternalError;
    this.#storage = storage;
  }

  /** Adds a statement, which comes before the earlier ones. */
  add(statement: ContainerStatement): void {
    statement.begin(this.clock);
    if (!this.#statements.includes(statement)) this.#statements.unshift(statement);
  }

  /** Returns the last statement about a container that has one of these parts. */
  find(
    place: ContainerPlace,
    ...parts: readonly (keyof ContainersOptions)[]
  ): ContainerStatement | undefined {
    return this.#statements.find(({ options }) =>
      fits(options, place) && parts.some((part) => options[part] !== undefined)
    );
  }

  /** Returns all statements about a container, the last one first. */
  all(place: ContainerPlace): readonly ContainerStatement[] {
    return this.#statements.filter(({ options }) => fits(options, place));
  }

  /** Calls back once when a container has ended, its Pod was removed, or the server is closed. */
  onEnd({ pod, container }: ContainerPlace, ended: () => void): () => void {
    const { name, namespace, uid } = pod.metadata;
    const stop = () => {
      unfollow();
      this.stopped.removeEventListener("abort", end);
    };
    const end = () => {
      stop();
      ended();
    };
    const unfollow = this.#storage.follow("/pods", ({ type, version: { key, object } }) => {
      if (key.name !== name || key.namespace !== namespace) return;
      const isOther = object.metadata.uid !== uid;
      if (type === "deleted" || isOther || hasEnded(object, container)) end();
    });
    this.stopped.addEventListener("abort", end, { once: true });
    if (this.stopped.aborted) end();
    return stop;
  }
}

function fits({ pods, namespace, container }: ContainersOptions, place: ContainerPlace): boolean {
  const { metadata } = place.pod;
  if (namespace !== undefined && namespace !== metadata.namespace) return false;
  if (container !== undefined && container !== place.container) return false;
  if (typeof pods === "function") return pods(place.pod);
  if (typeof pods === "string") return pods === metadata.name;
  return Object.entries(pods ?? {}).every(([key, value]) => metadata.labels?.[key] === value);
}

/** True for a container that runs no more. */
export const hasEnded = (pod: ApiObject, container: string): boolean =>
  ["Succeeded", "Failed"].includes(textAt(pod, "status.phase")) ||
  statusOf(pod, container)?.state?.terminated !== undefined;

interface ContainerStatus {
  readonly name?: string;
  readonly state?: {
    readonly running?: { readonly startedAt?: string };
    readonly terminated?: { readonly startedAt?: string };
  };
}

const statusOf = (pod: ApiObject, container: string): ContainerStatus | undefined =>
  ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"]
    .flatMap((field) => listAt(pod, `status.${field}`) as readonly ContainerStatus[])
    .find(({ name }) => name === container);

/** Returns the time at which a container started, as far as the Pod has it. */
export function startOf({ pod, container }: ContainerPlace): number {
  const object = pod as unknown as ApiObject;
  const { state } = statusOf(object, container) ?? {};
  const time = state?.running?.startedAt ?? state?.terminated?.startedAt ??
    (textAt(object, "status.startTime") || object.metadata.creationTimestamp);
  return Date.parse(String(time));
}

/**
 * Returns the container that a request addresses.
 *
 * @throws {ApiError} BadRequest if it has no such container, or several and none is named
 */
export function placeIn(pod: ApiObject, asked: string | null): ContainerPlace {
  const namesIn = (field: string) => listAt(pod, `spec.${field}`).map(({ name }) => String(name));
  const names = namesIn("containers");
  const others = [
    ["init", namesIn("initContainers")],
    ["ephemeral", namesIn("ephemeralContainers")],
  ] as const;
  const all = [...names, ...others.flatMap(([, more]) => more)];
  const { name } = pod.metadata;
  const found = { pod: pod as unknown as KubernetesObject };
  if (asked) {
    if (!all.includes(asked)) throw badRequest(`container ${asked} is not valid for pod ${name}`);
    return { ...found, container: asked };
  }
  if (names.length === 1) return { ...found, container: names[0]! };
  const further = others.filter(([, more]) => more.length > 0)
    .map(([sort, more]) => ` or one of the ${sort} containers: [${more.join(" ")}]`);
  throw badRequest(
    `a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]` +
      further.join(""),
  );
}

/** Returns the error about something that nobody has stated. */
export function notStated({ pod, container }: ContainerPlace, what: string, how: string): ApiError {
  const { name = "" } = pod.metadata;
  return new ApiError(
    "NotImplemented",
    `This server runs no containers: it has no ${what} of the container "${container}" of the ` +
      `pod "${name}". State it with ${how}`,
  );
}

/** @throws {ApiError} BadRequest for a Pod that is on no node */
export function requireNode(pod: ApiObject): void {
  if (textAt(pod, "spec.nodeName") === "") {
    throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
  }
}
