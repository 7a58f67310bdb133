/**
 * A watch as a stream of frames (specification, "Events" 2).
 *
 * @module
 */
import type { JsonObject } from "../object.ts";
import type { WatchEvent, WatchSource } from "../registry/contracts.ts";
import { type Bytes, cacheKey, concatenate, encodedVersion, type Writing } from "./serializer.ts";
import { type Pause, SharedPause } from "./shared_pause.ts";
import { partialMetadataType, viewList, viewObject, type ViewOptions } from "./view.ts";

/** The bytes after which a chunk ends: more than this and one event never wait for a slow reader. */
const CHUNK_SIZE = 1024 * 1024;

/** A chunk costs more than the events in it: those of a moment are sent together. */
const pauses = new SharedPause();

/** Events of whole objects in a form, with the chunk that they were sent as. */
interface Sent {
  readonly form: string;
  readonly events: readonly WatchEvent[];
  readonly bytes: Bytes;
}

/** What a watch has sent last: all watches of a collection send the same. */
let last: Sent | undefined;

/** Returns the chunk that the last watch has sent, if it has the same events in the same form. */
function lastSent(form: string, events: readonly WatchEvent[]): Bytes | undefined {
  if (last?.form !== form) return undefined;
  const isSame = last.events === events || last.events.length === events.length &&
      last.events.every((event, at) => isSameEvent(event, events[at]!));
  return isSame ? last.bytes : undefined;
}

const isSameEvent = (one: WatchEvent, other: WatchEvent): boolean =>
  "version" in one && "version" in other && one.version === other.version &&
  one.type === other.type;

/**
 * Returns the body of a watch response. The reader sets the pace; an event after a pause is sent at
 * once, and those that follow within the next milliseconds together. A disconnect closes the source,
 * and so does an event that cannot be encoded, which is replaced by an ERROR event.
 */
export function watchStream(
  source: WatchSource,
  appearance: Writing & { readonly view?: ViewOptions },
): ReadableStream<Uint8Array> {
  const frame = framer(appearance);
  const form = appearance.view ? undefined : cacheKey(appearance);
  let unsent: readonly WatchEvent[] = [];
  let sentAt = -Infinity;
  let pause: Pause | undefined;
  let isOpen = true;
  pauses.join();

  const close = () => {
    if (isOpen) pauses.leave();
    isOpen = false;
  };

  /** Returns the next frames, as many as make up a chunk. */
  const nextChunk = (): Bytes => {
    const shared = form === undefined ? undefined : lastSent(form, unsent);
    if (shared) {
      unsent = [];
      return shared;
    }
    const frames: Bytes[] = [];
    let [size, count] = [0, 0];
    try {
      while (count < unsent.length && size < CHUNK_SIZE) {
        const bytes = frame(unsent[count]!);
        frames.push(bytes);
        size += bytes.length;
        count++;
      }
      const sent = unsent;
      unsent = unsent.slice(count);
      const bytes = concatenate(frames);
      if (form !== undefined && unsent.length === 0) last = { form, events: sent, bytes };
      return bytes;
    } catch (error) {
      unsent = [];
      frames.push(frame(source.fail(error)));
      return concatenate(frames);
    }
  };
  return new ReadableStream({
    async pull(controller) {
      if (unsent.length === 0) {
        if (performance.now() - sentAt < pauses.length) {
          pause = pauses.begin();
          await pause.over;
        }
        unsent = await source.next().catch((error) => {
          close();
          throw error;
        }) ?? [];
      }
      if (unsent.length === 0) {
        close();
        return controller.close();
      }
      controller.enqueue(nextChunk());
      sentAt = performance.now();
    },
    cancel() {
      close();
      pause?.end();
      source.close();
    },
  }, { highWaterMark: 0 });
}

function framer(
  { view, ...writing }: Writing & { readonly view?: ViewOptions },
): (event: WatchEvent) => Bytes {
  if (!view) return (event) => frameWhole(event, writing);
  const { serializer } = writing;
  let headed = false;
  return (event) => {
    const object = viewed(event, view);
    // The column definitions are sent once.
    if (object.kind === "Table" && headed) object.columnDefinitions = null;
    if (object.kind === "Table") headed = true;
    return serializer.frame(event.type, serializer.encode(object));
  };
}

/** Returns the frame of an event with the whole object, encoded once for all watches of a form. */
function frameWhole(event: WatchEvent, writing: Writing): Bytes {
  const { serializer } = writing;
  const { type } = event;
  if ("object" in event) return serializer.frame(type, serializer.encode(event.object));
  const { version } = event;
  const key = `${cacheKey(writing)} ${type}`;
  const known = version.encodings.get(key);
  if (known) return known;
  const bytes = serializer.frame(type, encodedVersion(version, writing));
  version.encodings.set(key, bytes);
  return bytes;
}

function viewed(event: WatchEvent, view: ViewOptions): JsonObject {
  if ("version" in event) return viewObject(event.version.object, view);
  if (event.type === "ERROR") return event.object;
  if (view.form.view !== "Table") return { ...event.object, ...partialMetadataType(view) };
  return viewList([], event.object.metadata as JsonObject, view);
}
