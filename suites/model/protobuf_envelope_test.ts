import { assertEquals, assertThrows } from "@std/assert";
import { containsText, MAGIC, readEnvelope, respelled, withTypeMeta } from "./protobuf_envelope.ts";

const text = (value: string) => [...new TextEncoder().encode(value)];
const field = (number: number, bytes: number[]) => [number * 8 + 2, bytes.length, ...bytes];
const TYPE = field(1, [...field(1, text("v1")), ...field(2, text("Secret"))]);

Deno.test("an envelope is read with its fields in any order and with unknown fields", () => {
  const raw = field(1, text("some object"));
  const bytes = new Uint8Array([...MAGIC, ...field(2, raw), 72, 150, 1, ...TYPE]);
  const envelope = readEnvelope(bytes);
  assertEquals([envelope.apiVersion, envelope.kind], ["v1", "Secret"]);
  assertEquals([envelope.contentEncoding, envelope.contentType], ["", ""]);
  assertEquals([...envelope.raw], raw);
  assertEquals(containsText(envelope.raw, "some object"), true);
  assertEquals(containsText(envelope.raw, "another"), false);
});

Deno.test("bytes that are not an envelope are rejected", () => {
  assertThrows(() => readEnvelope(new Uint8Array(TYPE)), SyntaxError, "magic");
  assertThrows(() => readEnvelope(new Uint8Array()), SyntaxError, "magic");
  const truncated = new Uint8Array([...MAGIC, ...TYPE.slice(0, -1)]);
  assertThrows(() => readEnvelope(truncated), SyntaxError, "within a field");
  assertThrows(() => readEnvelope(new Uint8Array([...MAGIC, 15])), SyntaxError, "wire type");
  assertThrows(() => readEnvelope(new Uint8Array([...MAGIC, 8, 255])), SyntaxError, "number");
});

Deno.test("an envelope gets another API version and kind", () => {
  const raw = field(1, text("some object"));
  const bytes = new Uint8Array([...MAGIC, ...TYPE, ...field(2, raw)]);
  const changed = readEnvelope(withTypeMeta(bytes, { apiVersion: "v2", kind: "Role" }));
  assertEquals([changed.apiVersion, changed.kind, [...changed.raw]], ["v2", "Role", raw]);
});

Deno.test("an envelope can be written in other ways with the same meaning", () => {
  const raw = field(1, text("some object"));
  const bytes = new Uint8Array([...MAGIC, ...TYPE, ...field(2, raw), ...field(3, [])]);
  const envelope = { ...readEnvelope(bytes), raw: new Uint8Array(raw) };
  const reversed = respelled(bytes, "object before its type", "a/b");
  assertEquals([...reversed], [...MAGIC, ...field(2, raw), ...TYPE]);
  assertEquals({ ...readEnvelope(reversed), raw: envelope.raw }, envelope);
  const stated = readEnvelope(respelled(bytes, "media type stated", "a/b"));
  assertEquals({ ...stated, raw: envelope.raw }, { ...envelope, contentType: "a/b" });
});
