import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../../api_error.ts";
import { decodeProtobufWatchEvent, encodeProtobufWatchEvent } from "./watch_frame.ts";

const EVENT = { type: "ADDED", object: Uint8Array.of(1, 2, 3) };

Deno.test("a frame is a length of four bytes, the event's type and its object", () => {
  const frame = encodeProtobufWatchEvent(EVENT);
  assertEquals(frame.toHex(), "0000000e" + "0a054144444544" + "1205" + "0a03010203");
  assertEquals(decodeProtobufWatchEvent(frame), EVENT);
});

Deno.test("an event without an object has an empty one", () => {
  const event = decodeProtobufWatchEvent(Uint8Array.fromHex("00000003" + "0a0141"));
  assertEquals(event, { type: "A", object: new Uint8Array() });
});

Deno.test("a frame that is shorter or longer than it says is refused", () => {
  const frame = encodeProtobufWatchEvent(EVENT);
  const longer = Uint8Array.of(...frame, 0);
  for (const wrong of [frame.subarray(0, -1), longer, frame.subarray(0, 3)]) {
    assertThrows(() => decodeProtobufWatchEvent(wrong), ApiError);
  }
});
