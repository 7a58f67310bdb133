import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../api_error.ts";
import { DIALECTS } from "../../dialect.ts";
import type { JsonObject } from "../../object.ts";
import { arbitraryFields } from "./arbitrary_object.ts";
import {
  decodeProtobuf,
  decodeProtobufWatchEvent,
  encodeProtobuf,
  encodeProtobufWatchEvent,
  hasProtobuf,
  type TypeMeta,
} from "./envelope.ts";
import { kindNames, messageOfKind } from "./messages.ts";

const dialect = DIALECTS.svc;

/** Returns an envelope whose fields are written by hand. */
function envelope(
  { apiVersion, kind }: TypeMeta,
  raw: BinaryWriter = new BinaryWriter(),
  { encoding = "", contentType = "" }: { encoding?: string; contentType?: string } = {},
): Uint8Array {
  const writer = new BinaryWriter().raw(Uint8Array.of(0x6b, 0x38, 0x73, 0x00));
  writer.tag(1, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(apiVersion);
  writer.tag(2, WireType.LengthDelimited).string(kind).join();
  writer.tag(2, WireType.LengthDelimited).bytes(raw.finish());
  writer.tag(3, WireType.LengthDelimited).string(encoding);
  return writer.tag(4, WireType.LengthDelimited).string(contentType).finish();
}

function assertRefused(bytes: Uint8Array, why: string): void {
  const error = assertThrows(() => decodeProtobuf(bytes, { dialect }), ApiError);
  assertEquals(error.reason, "BadRequest");
  assertStringIncludes(error.message, why);
}

const SECRET = { apiVersion: "v1", kind: "Secret" };
const DEPLOYMENT = { apiVersion: "apps/v1", kind: "Deployment" };

Deno.test("an object starts with the magic bytes and has its API version and kind", () => {
  const bytes = encodeProtobuf({ ...SECRET, type: "a" }, { dialect });
  const text = new TextDecoder().decode(bytes);
  assertEquals(bytes.slice(0, 4).toHex(), "6b387300");
  assertStringIncludes(text, "\n\x0c\n\x02v1\x12\x06Secret");
  assert(text.endsWith("\x1a\x00\x22\x00"));
});

Deno.test("a group is known only with the dialect's suffix", () => {
  const role = { kind: "Role", metadata: { name: "a" }, rules: [] };
  const ours = { ...role, apiVersion: "rbac.authorization.svc.io/v1" };
  const other = { ...role, apiVersion: "rbac.authorization.k8s.io/v1" };
  assert(hasProtobuf(ours, { dialect }));
  assert(!hasProtobuf(other, { dialect }));
  assert(hasProtobuf(other, { dialect: DIALECTS.kubernetes }));
  assertEquals(decodeProtobuf(encodeProtobuf(ours, { dialect }), { dialect }).kind, "Role");
  assertRefused(encodeProtobuf(other, { dialect: DIALECTS.kubernetes }), "has no Protobuf form");
});

Deno.test("a kind without a Protobuf encoding is rejected in both directions", () => {
  const table = { apiVersion: "meta.svc.io/v1", kind: "Table" };
  assert(!hasProtobuf(table, { dialect }));
  assertThrows(() => encodeProtobuf(table, { dialect }), TypeError, "no such form");
  assertRefused(envelope(table), "Table has no Protobuf form");
  assertRefused(envelope({ apiVersion: "v1", kind: "PodSpec" }), "PodSpec has no Protobuf form");
});

Deno.test("DeleteOptions and Status belong to every group and version", () => {
  for (const apiVersion of ["v1", "apps/v1", "meta.svc.io/v1"]) {
    const options = { apiVersion, kind: "DeleteOptions", gracePeriodSeconds: 0 };
    assertEquals(decodeProtobuf(encodeProtobuf(options, { dialect }), { dialect }), options);
  }
});

Deno.test("an envelope without a type has the one that the endpoint expects", () => {
  const bytes = envelope({ apiVersion: "", kind: "" });
  const { kind, apiVersion } = decodeProtobuf(bytes, { dialect, expected: SECRET });
  assertEquals({ apiVersion, kind }, SECRET);
  assertRefused(bytes, "has no Protobuf form");
});

Deno.test("a body without an envelope is rejected", () => {
  assertRefused(new Uint8Array(), "6b 38 73 00");
  assertRefused(new TextEncoder().encode(`{"kind":"Secret"}`), "6b 38 73 00");
  assertRefused(Uint8Array.of(0x6b, 0x38, 0x73, 0x00), "empty");
  assertRefused(Uint8Array.of(0x6b, 0x38, 0x73, 0x00, 0x0a), "as Protobuf");
});

Deno.test("an envelope with another content is rejected", () => {
  assertRefused(envelope(SECRET, undefined, { encoding: "gzip" }), "encoding is unknown: gzip");
  const contentType = "application/json";
  assertRefused(envelope(SECRET, undefined, { contentType }), "it holds application/json");
  const own = envelope(SECRET, undefined, { contentType: dialect.protobuf });
  assertEquals(decodeProtobuf(own, { dialect }).kind, "Secret");
});

Deno.test("an explicit zero is kept where it differs from unset, an empty value is left out", () => {
  const spec = { replicas: 0, selector: {}, minReadySeconds: 0, paused: false };
  const bytes = encodeProtobuf({ ...DEPLOYMENT, metadata: { name: "" }, spec }, { dialect });
  const read = decodeProtobuf(bytes, { dialect });
  assertEquals(read.metadata, { creationTimestamp: null });
  assertEquals((read.spec as JsonObject).replicas, 0);
  assertEquals(Object.keys(read.spec as JsonObject).sort(), [
    "replicas",
    "selector",
    "strategy",
    "template",
  ]);
});

Deno.test("a list without items has an empty list of them", () => {
  const list = { apiVersion: "v1", kind: "SecretList", metadata: {}, items: [] };
  assertEquals(decodeProtobuf(encodeProtobuf(list, { dialect }), { dialect }), list);
});

Deno.test("fields that a kind does not have are left out", () => {
  const odd = { ...SECRET, metadata: { name: "a", colour: "red" }, spec: {} };
  assertEquals(decodeProtobuf(encodeProtobuf(odd, { dialect }), { dialect }), {
    ...SECRET,
    metadata: { name: "a", creationTimestamp: null },
  });
  const raw = new BinaryWriter().tag(99, WireType.Varint).uint32(7);
  assertEquals(decodeProtobuf(envelope(SECRET, raw), { dialect }).kind, "Secret");
});

Deno.test("a value of a wrong type is not encoded", () => {
  const write = (fields: JsonObject) => () => encodeProtobuf({ ...SECRET, ...fields }, { dialect });
  assertThrows(write({ type: 1 }), TypeError, "type must be a string: current value is 1");
  assertThrows(write({ immutable: "no" }), TypeError, "immutable must be a boolean");
  assertThrows(write({ metadata: [] }), TypeError, "metadata must be an object");
  assertThrows(write({ data: { a: "%" } }), TypeError, "data must be base64");
  assertThrows(write({ data: "a" }), TypeError, "data must be an object");
  assertThrows(write({ metadata: { finalizers: "a" } }), TypeError, "finalizers must be a list");
  assertThrows(write({ metadata: { generation: 0.5 } }), TypeError, "must be a 64-bit integer");
  assertThrows(write({ metadata: { creationTimestamp: "now" } }), TypeError, "must be a time");
  const replicas = { ...DEPLOYMENT, spec: { replicas: 2 ** 31 } };
  assertThrows(() => encodeProtobuf(replicas, { dialect }), TypeError, "must be a 32-bit integer");
});

Deno.test("a message in two pieces is merged", () => {
  const raw = new BinaryWriter();
  for (const [number, text] of [[1, "name"], [3, "namespace"]] as const) {
    raw.tag(1, WireType.LengthDelimited).fork();
    raw.tag(number, WireType.LengthDelimited).string(text).join();
  }
  assertEquals(decodeProtobuf(envelope(SECRET, raw), { dialect }).metadata, {
    name: "name",
    namespace: "namespace",
    creationTimestamp: null,
  });
});

Deno.test("of a repeated scalar field the last value counts, even an empty one", () => {
  const raw = new BinaryWriter().tag(3, WireType.LengthDelimited).string("a");
  raw.tag(3, WireType.LengthDelimited).string("");
  assertEquals("type" in decodeProtobuf(envelope(SECRET, raw), { dialect }), false);
});

Deno.test("numbers may be packed", () => {
  const raw = new BinaryWriter().tag(2, WireType.LengthDelimited).fork();
  raw.tag(3, WireType.LengthDelimited).fork().tag(2, WireType.LengthDelimited).fork();
  raw.tag(14, WireType.LengthDelimited).fork();
  raw.tag(4, WireType.LengthDelimited).fork().int64(1).int64(-2).join();
  raw.join().join().join().join();
  const { spec } = decodeProtobuf(envelope(DEPLOYMENT, raw), { dialect });
  const template = (spec as JsonObject).template as { spec: { securityContext: JsonObject } };
  assertEquals(template.spec.securityContext, { supplementalGroups: [1, -2] });
});

Deno.test("a field of a wrong wire type is rejected", () => {
  assertRefused(
    envelope(SECRET, new BinaryWriter().tag(1, WireType.Varint).uint32(1)),
    "wire type",
  );
  assertRefused(
    envelope(SECRET, new BinaryWriter().tag(3, WireType.Varint).uint32(1)),
    "wire type",
  );
  const text = new BinaryWriter().tag(5, WireType.LengthDelimited).string("x");
  assertRefused(envelope(SECRET, text), "wire type");
});

Deno.test("a 64-bit integer is decoded and encoded without loss", () => {
  for (const generation of [2 ** 63, -(2 ** 63), Number.MAX_SAFE_INTEGER]) {
    const object = { ...SECRET, metadata: { creationTimestamp: null, generation } };
    assertEquals(decodeProtobuf(encodeProtobuf(object, { dialect }), { dialect }), object);
  }
});

Deno.test("a key of a map may be any text", () => {
  const data = JSON.parse(`{"__proto__": "YQ==", "": ""}`);
  const bytes = encodeProtobuf({ ...SECRET, data }, { dialect });
  assertEquals(decodeProtobuf(bytes, { dialect }).data, data);
});

Deno.test("a field set that nests too deep is rejected", () => {
  const raw = new BinaryWriter();
  for (const number of [1, 17, 7]) raw.tag(number, WireType.LengthDelimited).fork();
  raw.tag(1, WireType.LengthDelimited).string("[".repeat(10_000) + "]".repeat(10_000));
  raw.join().join().join();
  assertRefused(envelope(SECRET, raw), "nest deeper");
});

for (const name of kindNames) {
  const at = name.lastIndexOf(".");
  const apiVersion = name.slice(0, at).replace("*", dialect.suffix);
  const kind = name.slice(at + 1);
  Deno.test(`any ${apiVersion} ${kind} decodes to the object that was encoded`, () => {
    const message = messageOfKind(apiVersion, kind, dialect)!;
    fc.assert(
      fc.property(arbitraryFields(message), (fields) => {
        const object: JsonObject = { apiVersion, kind, ...fields };
        if (kind.endsWith("List") && object.items === null) object.items = [];
        assertEquals(decodeProtobuf(encodeProtobuf(object, { dialect }), { dialect }), object);
      }),
      { numRuns: 20 },
    );
  });
}

const EVENT = { type: "ADDED", object: Uint8Array.of(1, 2, 3) };

Deno.test("a frame has a length of four bytes, the event's type and its object", () => {
  const frame = encodeProtobufWatchEvent(EVENT);
  assertEquals(frame.toHex(), "0000000e" + "0a054144444544" + "1205" + "0a03010203");
  assertEquals(decodeProtobufWatchEvent(frame), EVENT);
});

Deno.test("an event without an object has an empty one", () => {
  const event = decodeProtobufWatchEvent(Uint8Array.fromHex("00000003" + "0a0141"));
  assertEquals(event, { type: "A", object: new Uint8Array() });
});

Deno.test("a frame of another length than it states is rejected", () => {
  const frame = encodeProtobufWatchEvent(EVENT);
  const longer = Uint8Array.of(...frame, 0);
  for (const wrong of [frame.subarray(0, -1), longer, frame.subarray(0, 3)]) {
    assertThrows(() => decodeProtobufWatchEvent(wrong), ApiError);
  }
});
