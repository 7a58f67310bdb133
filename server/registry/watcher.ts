/**
 * Serves watches: the changes of a collection as events for one client.
 *
 * @module
 */
import type { Predicate } from "./selector.ts";
import { ApiError, expired, versionAhead } from "../api_error.ts";
import { type ApiObject, apiVersionOf, type JsonObject } from "../object.ts";
import {
  StorageError,
  type StorageEvent,
  type StoredVersion,
  type WatchCursor,
} from "../storage/storage.ts";
import type { Services, VerbRequest, WatchEvent, WatchSource } from "./services.ts";
import { initialEventsEnd } from "./initial_events.ts";
import { type ListParameters, parseVersion } from "./list_options.ts";
import { collectionOf, type ResourceDefinition } from "./resource.ts";
import { translate } from "./storage_error.ts";

/** The default timeout of a watch, in seconds. */
const DEFAULT_TIMEOUT = 30 * 60;

/** Milliseconds between bookmarks. */
const BOOKMARK_INTERVAL = 60_000;

/** The time between the last bookmark of a watch and its end, in milliseconds. */
const LAST_BOOKMARK = 100;

/** The steps of a watch besides its start. */
export const WATCH_STEPS = { viewEvents, bookmark } as const;

type Watching = Services & { readonly steps: typeof WATCH_STEPS };

/** The most initial events that a watch keeps for a client that does not read. */
const INITIAL_PAGE = 1_000;

/** Reads the next initial events; undefined behind the last ones. */
type NextInitial = () => Promise<readonly WatchEvent[] | undefined>;

/** The beginning of a watch. */
interface WatchStart {
  readonly cursor: WatchCursor;
  /** The first initial events. */
  readonly initial: readonly WatchEvent[];
  /** Present if there are more of them. */
  readonly more?: NextInitial;
}

/**
 * Opens a cursor in the history, and returns the initial events: the first ones at once, the others
 * when the client has read those before. So a client that does not read keeps few objects from being
 * dropped with the history, and its watch ends when the others are.
 */
export async function startWatch(
  { storage, steps, dialect }: Watching,
  request: VerbRequest,
  { resourceVersion = "0", filter, sendInitialEvents, allowWatchBookmarks }: ListParameters,
): Promise<WatchStart> {
  const collection = collectionOf(request);
  const after = parseVersion(resourceVersion);
  if (sendInitialEvents && after > storage.currentRevision()) {
    throw versionAhead(resourceVersion, storage.currentRevision());
  }
  if (sendInitialEvents ?? after === 0) {
    const shared = { limit: INITIAL_PAGE, ...(filter && { filter }) };
    let page = await storage.list(collection, shared);
    const { revision } = page;
    const eventsOfPage = (): WatchEvent[] => {
      const events: WatchEvent[] = page.versions.map((version) => ({ type: "ADDED", version }));
      if (page.remaining === 0 && sendInitialEvents && allowWatchBookmarks) {
        const bookmark = steps.bookmark(request.definition, revision);
        events.push({ type: "BOOKMARK", object: initialEventsEnd(bookmark, dialect.suffix) });
      }
      return events;
    };
    const cursor = storage.watch(collection, revision, filter);
    const initial = eventsOfPage();
    if (page.remaining === 0) return { cursor, initial };
    const more = async () => {
      if (page.remaining === 0) return undefined;
      const after = page.versions.at(-1)!.key;
      page = await storage.list(collection, { ...shared, revision, after });
      return eventsOfPage();
    };
    return { cursor, initial, more };
  }
  if (after === 0) {
    return { cursor: storage.watch(collection, storage.currentRevision(), filter), initial: [] };
  }
  try {
    return { cursor: storage.watch(collection, after, filter), initial: [] };
  } catch (error) {
    throw translate(error, { storage, definition: request.definition, revision: after });
  }
}

/** Returns the events of one watch until its timeout, with bookmarks if requested. */
export function watchSource(
  { sources: { clock }, stopped, onInternalError, steps }: Watching,
  cursor: WatchCursor,
  initial: readonly WatchEvent[],
  { filter, timeoutSeconds = DEFAULT_TIMEOUT, allowWatchBookmarks }: ListParameters,
  definition: ResourceDefinition,
  more?: NextInitial,
): WatchSource {
  const end = clock.now() + timeoutSeconds * 1000;
  let pending = initial;
  let nextInitial = more;
  let wake = new AbortController();
  let over = false;
  let bookmarkDue = false;
  let isEnding = false;
  const timers = new Set<() => void>([clock.after(timeoutSeconds * 1000, close)]);
  if (allowWatchBookmarks) scheduleBookmark();
  stopped.addEventListener("abort", close);
  const { ended } = definition;
  if (ended?.aborted) finish();
  ended?.addEventListener("abort", finish);

  /** Ends the watch after the events that are there already. */
  function finish(): void {
    isEnding = true;
    wake.abort();
  }

  function close(): void {
    over = true;
    stopped.removeEventListener("abort", close);
    ended?.removeEventListener("abort", finish);
    timers.forEach((cancel) => cancel());
    wake.abort();
  }

  function scheduleBookmark(): void {
    const left = end - clock.now() - LAST_BOOKMARK;
    if (left <= 0) return;
    const cancel = clock.after(Math.min(BOOKMARK_INTERVAL, left), () => {
      timers.delete(cancel);
      bookmarkDue = true;
      wake.abort();
      if (!over) scheduleBookmark();
    });
    timers.add(cancel);
  }

  function takeBookmark(): readonly WatchEvent[] {
    bookmarkDue = false;
    wake = new AbortController();
    return [{ type: "BOOKMARK", object: steps.bookmark(definition, cursor.revision) }];
  }

  async function next(): Promise<readonly WatchEvent[] | undefined> {
    while (!over) {
      if (pending.length > 0) {
        const events = pending;
        pending = [];
        return events;
      }
      try {
        if (nextInitial) {
          const events = await nextInitial();
          if (events) pending = events;
          else nextInitial = undefined;
          continue;
        }
        const signal = isEnding ? withoutWaiting() : wake.signal;
        const events = await cursor.next(signal);
        if (isEnding && events.length === 0) {
          close();
          return undefined;
        }
        pending = steps.viewEvents(events, filter);
      } catch (error) {
        return [fail(error)];
      }
      if (pending.length === 0 && bookmarkDue) return takeBookmark();
    }
    // A pending bookmark is sent before the end, even if the client reads late.
    return bookmarkDue && pending.length === 0 && !nextInitial ? takeBookmark() : undefined;
  }

  function fail(error: unknown): WatchEvent {
    close();
    bookmarkDue = false;
    if (error instanceof StorageError && error.code === "compacted") {
      return errorEvent(
        expired("too old resource version: the watch fell behind the history"),
      );
    }
    onInternalError(error);
    return errorEvent(
      new ApiError("InternalError", "Internal error occurred: the watch failed"),
    );
  }

  return { next, fail, close };
}

/** Returns a signal with which a cursor returns the events that are there, and waits for none. */
function withoutWaiting(): AbortSignal {
  const controller = new AbortController();
  queueMicrotask(() => controller.abort());
  return controller.signal;
}

/** What watches without a selector have sent: all that read the same changes send the same. */
const unfiltered = new WeakMap<readonly StorageEvent[], readonly WatchEvent[]>();

/** Converts changes to events for a selector: an object that starts to match is ADDED. */
function viewEvents(
  events: readonly StorageEvent[],
  filter: Predicate | undefined,
): readonly WatchEvent[] {
  const known = filter ? undefined : unfiltered.get(events);
  if (known) return known;
  const seen: WatchEvent[] = [];
  for (const event of events) {
    const { version, previous } = event;
    const before = previous !== undefined && (!filter || filter(previous.object));
    const now = event.type !== "deleted" && (!filter || filter(version.object));
    if (now) seen.push({ type: before ? "MODIFIED" : "ADDED", version });
    else if (before) seen.push({ type: "DELETED", version: lastMatching(event) });
  }
  if (!filter) unfiltered.set(events, seen);
  return seen;
}

const departures = new WeakMap<StoredVersion, StoredVersion>();

/** Returns the last matching content, with the resourceVersion of the change that ended it. */
function lastMatching({ type, version, previous }: StorageEvent): StoredVersion {
  if (type === "deleted") return version;
  const known = departures.get(version);
  if (known) return known;
  const { resourceVersion } = version.object.metadata;
  const object: ApiObject = {
    ...previous!.object,
    metadata: { ...previous!.object.metadata, resourceVersion },
  };
  const departure = { key: version.key, revision: version.revision, object, encodings: new Map() };
  departures.set(version, departure);
  return departure;
}

const errorEvent = (refusal: ApiError): WatchEvent => ({
  type: "ERROR",
  object: refusal.toStatus(""),
});

/** Returns a bookmark: all changes up to the revision have been sent. */
function bookmark(definition: ResourceDefinition, revision: number): JsonObject {
  return {
    kind: definition.kind,
    apiVersion: apiVersionOf(definition),
    metadata: { resourceVersion: String(revision) },
  };
}
