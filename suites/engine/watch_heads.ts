/**
 * Watches whose response begins late: a target that sends the head of its response only with the
 * first event is found out once, and its watches then go on without the head.
 *
 * @module
 */
import { Violation } from "../check.ts";
import type { HttpRequest, WatchPatience, WatchStream } from "../client/http_client.ts";
import { TargetUnreachable } from "../client/http_client.ts";
import { placeIn } from "../client/request_place.ts";
import { asObject } from "../model/object.ts";
import { collectionPath, type ResourceType, type TypedTarget, typesOf } from "../resources/mod.ts";
import type { Scope } from "../scope.ts";

/** The milliseconds after which a response that has not begun is looked into. */
const SUSPICIOUS = 3_000;

/** The milliseconds that the probe waits for a response before and after the first event. */
const PROBE = { before: 3_000, after: 5_000 } as const;

/** When the responses to the watches of a resource type begin. */
type Beginning =
  | { readonly when: "at once" | "never" }
  /** The first event is needed; a refusal takes no longer than `patience` milliseconds. */
  | { readonly when: "with the first event"; readonly patience: number };

/** A scope that can be closed. */
type ProbeScope = Scope & { close(): Promise<string[]> };

/** Opens and closes scopes for the probe. */
interface ProbeScopes {
  open(): Promise<ProbeScope>;
  close(scope: ProbeScope): Promise<void>;
}

/** What is known of the responses to watches. */
export class WatchHeads {
  readonly #scopes: ProbeScopes;
  readonly #suspicious: number;
  readonly #known = new Map<ResourceType, Promise<Beginning>>();

  /** Nothing is asked before a watch waits for `suspicious` milliseconds. */
  constructor(scopes: ProbeScopes, suspicious: number = SUSPICIOUS) {
    this.#scopes = scopes;
    this.#suspicious = suspicious;
  }

  /**
   * Opens a watch, and goes on without its head if that comes with the first event only.
   *
   * @throws {Violation} if the response does not even begin with an event
   */
  async open(
    request: Omit<HttpRequest, "method" | "body">,
    watch: (patience: WatchPatience) => Promise<WatchStream>,
    target: TypedTarget = {},
  ): Promise<WatchStream> {
    const type = typesOf(target).find(({ resource }) => resource === placeIn(request)?.resource);
    if (type === undefined) return await watch({});
    const { promise: goOn, resolve, reject } = Promise.withResolvers<void>();
    // The client may have stopped waiting.
    goOn.catch(() => {});
    const decide = (beginning: Beginning) => {
      if (beginning.when === "with the first event") resolve();
      if (beginning.when === "never") {
        reject(
          new Violation("watch.streams-events", {
            expected: "200 and a stream of events",
            actual: "no response, not even with an event",
          }),
        );
      }
    };
    const found = this.#known.get(type);
    const beginning = found && await found;
    const timer = setTimeout(
      () => void this.#find(type).then(decide, reject),
      beginning?.when === "with the first event" ? beginning.patience : this.#suspicious,
    );
    try {
      return await watch({ goOn });
    } finally {
      clearTimeout(timer);
    }
  }

  #find(type: ResourceType): Promise<Beginning> {
    const found = this.#known.get(type) ?? this.#probe(type);
    this.#known.set(type, found);
    return found;
  }

  async #probe(type: ResourceType): Promise<Beginning> {
    const scope = await this.#scopes.open();
    try {
      return await beginningOf(scope, type);
    } finally {
      await this.#scopes.close(scope);
    }
  }
}

/** Opens a watch without events, and creates an object if no response comes. */
async function beginningOf(scope: Scope, type: ResourceType): Promise<Beginning> {
  const path = collectionPath(
    type,
    scope.target.dialect,
    type.namespaced ? scope.namespaces[0] : undefined,
  );
  const query = { labelSelector: scope.selector };
  const sent = performance.now();
  const { json } = await scope.send({ method: "GET", path, query });
  const roundTrip = performance.now() - sent;
  const version = asObject(asObject(json)?.metadata)?.resourceVersion;
  const resourceVersion = typeof version === "string" ? version : undefined;
  const { promise: goOn, reject: giveUp } = Promise.withResolvers<void>();
  const opening = scope.target.client
    .watch({ path, query: { ...query, resourceVersion } }, undefined, { goOn })
    .then((stream) => stream.close()).then(() => true, () => false);
  try {
    if (await within(opening, PROBE.before)) return { when: "at once" };
    await scope.create(type, scope.newObject(type, { name: "event" }));
    return await within(opening, PROBE.after)
      ? { when: "with the first event", patience: 100 + 5 * roundTrip }
      : { when: "never" };
  } finally {
    giveUp(new TargetUnreachable("the probe is over"));
  }
}

/** Returns true if the watch is open after so many milliseconds. */
async function within(opening: Promise<boolean>, time: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), time);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}
