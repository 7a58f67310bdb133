/**
 * A watch as a stream of frames (specification, "Events" 2).
 *
 * @module
 */
import type { JsonObject } from "../object.ts";
import type { WatchEvent, WatchSource } from "../registry/contracts.ts";
import { type Bytes, cacheKey, concatenate, encodedVersion, type Writing } from "./serializer.ts";
import { partialMetadataType, viewList, viewObject, type ViewOptions } from "./view.ts";

/**
 * Returns the body of a watch response. The reader sets the pace. A disconnect closes the source,
 * and so does an event that cannot be encoded, which is replaced by an ERROR event.
 */
export function watchStream(
  source: WatchSource,
  appearance: Writing & { readonly view?: ViewOptions },
): ReadableStream<Uint8Array> {
  const frame = framer(appearance);
  const framed = (events: readonly WatchEvent[]): Bytes => {
    try {
      return concatenate(events.map(frame));
    } catch (error) {
      return frame(source.fail(error));
    }
  };
  return new ReadableStream({
    async pull(controller) {
      const events = await source.next();
      if (events) controller.enqueue(framed(events));
      else controller.close();
    },
    cancel() {
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
