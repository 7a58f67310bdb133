/**
 * A watch as a stream of JSON lines (interface, "Events" 2).
 *
 * @module
 */
import type { WatchEvent, WatchSource } from "../registry/watch.ts";
import { concatenate, encodedJson } from "./encoding.ts";

const encoder = new TextEncoder();
const LINE_END = encoder.encode("}\n");
const LINE_STARTS = {
  ADDED: encoder.encode('{"type":"ADDED","object":'),
  MODIFIED: encoder.encode('{"type":"MODIFIED","object":'),
  DELETED: encoder.encode('{"type":"DELETED","object":'),
};

/** The body of a watch's answer. Reading sets the pace; hanging up closes the source. */
export function watchStream(source: WatchSource): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const events = await source.next();
      if (events) controller.enqueue(concatenate(events.map(line)));
      else controller.close();
    },
    cancel() {
      source.close();
    },
  }, { highWaterMark: 0 });
}

/** One event's line; made once for all who watch. */
function line(event: WatchEvent): Uint8Array {
  if ("object" in event) return encoder.encode(`${JSON.stringify(event)}\n`);
  const { type, version } = event;
  const known = version.encodings.get(type);
  if (known) return known;
  const bytes = concatenate([LINE_STARTS[type], encodedJson(version).subarray(0, -1), LINE_END]);
  version.encodings.set(type, bytes);
  return bytes;
}
