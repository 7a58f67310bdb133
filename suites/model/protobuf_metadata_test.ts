import { assertEquals } from "@std/assert";
import { MAGIC } from "./protobuf_envelope.ts";
import { protobufMetadata, withRead } from "./protobuf_metadata.ts";

const text = (value: string) => [...new TextEncoder().encode(value)];
const field = (number: number, bytes: number[]) => [number * 8 + 2, bytes.length, ...bytes];
const varint = (number: number, value: number) => [number * 8, value];

const envelope = (kind: string, raw: number[]) =>
  new Uint8Array([
    ...MAGIC,
    ...field(1, [...field(1, text("v1")), ...field(2, text(kind))]),
    ...field(2, raw),
  ]);

const metadata = [
  ...field(1, text("a")),
  ...field(2, []),
  ...field(3, text("ns")),
  ...field(5, text("u1")),
  ...field(6, text("7")),
  ...varint(7, 0),
  ...field(8, varint(1, 60)),
  ...field(11, [...field(1, text("k")), ...field(2, text("v"))]),
  ...field(11, [...field(1, text("l")), ...field(2, [])]),
  ...field(14, text("f")),
];

const expected = {
  name: "a",
  namespace: "ns",
  uid: "u1",
  resourceVersion: "7",
  creationTimestamp: "1970-01-01T00:01:00Z",
  labels: { k: "v", l: "" },
  finalizers: ["f"],
};

Deno.test("the metadata of an object are read", () => {
  assertEquals(protobufMetadata(envelope("Secret", field(1, metadata))), {
    kind: "Table",
    metadata: {},
    rows: [{ object: { readFrom: "Protobuf", metadata: expected } }],
  });
});

Deno.test("the metadata of a list and its items are read", () => {
  const list = [
    ...field(1, [...field(2, text("9")), ...field(3, text("next")), ...varint(4, 2)]),
    ...field(2, field(1, metadata)),
  ];
  assertEquals(protobufMetadata(envelope("SecretList", list)), {
    kind: "Table",
    metadata: { resourceVersion: "9", continue: "next", remainingItemCount: 2 },
    rows: [{ object: { readFrom: "Protobuf", metadata: expected } }],
  });
});

Deno.test("a Status is read", () => {
  const raw = [...field(2, text("Failure")), ...field(4, text("Gone")), ...varint(6, 100)];
  assertEquals(protobufMetadata(envelope("Status", raw)), {
    apiVersion: "v1",
    kind: "Status",
    status: "Failure",
    reason: "Gone",
    code: 100,
  });
});

Deno.test("bytes in another layout are not read", () => {
  assertEquals(protobufMetadata(envelope("Secret", field(9, metadata))), undefined);
  assertEquals(protobufMetadata(new Uint8Array([1, 2])), undefined);
});

Deno.test("what Protobuf cannot carry is as it was, and what is missing in it is absent", () => {
  const metadata = { name: "a", labels: { k: "v" }, annotations: {}, more: 1, generation: 2 };
  assertEquals(withRead(metadata, { name: "b", labels: { k: "w" } }), {
    name: "b",
    labels: { k: "w" },
    annotations: {},
    more: 1,
  });
});
