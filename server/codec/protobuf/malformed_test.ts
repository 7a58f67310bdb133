import { assert, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../api_error.ts";
import { DIALECTS } from "../../dialect.ts";
import { decodeProtobuf, decodeProtobufWatchEvent, encodeProtobuf } from "./envelope.ts";

const dialect = DIALECTS.kubernetes;
const MAGIC = [0x6b, 0x38, 0x73, 0x00];

/** Decodes bytes into an object or an ApiError; anything else fails. */
function readsOrRefuses(bytes: Uint8Array): void {
  try {
    // A decoded object can be encoded again.
    encodeProtobuf(decodeProtobuf(bytes, { dialect }), { dialect });
  } catch (error) {
    assert(error instanceof ApiError && error.reason === "BadRequest", `threw ${error}`);
  }
}

/** Returns recorded bytes of a real server. */
async function recorded(): Promise<Uint8Array[]> {
  const url = new URL("../../../fixtures/protobuf/recorded/server.jsonl", import.meta.url);
  const lines = (await Deno.readTextFile(url)).trim().split("\n");
  return lines.map((line) => Uint8Array.fromBase64(JSON.parse(line).protobuf));
}

Deno.test("any bytes are decoded or rejected", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      readsOrRefuses(bytes);
      readsOrRefuses(Uint8Array.of(...MAGIC, ...bytes));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("an object with any bytes changed is decoded or rejected", async () => {
  const objects = await recorded();
  const change = fc.record({
    object: fc.constantFrom(...objects),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    removed: fc.nat(8),
    added: fc.uint8Array({ maxLength: 8 }),
  });
  fc.assert(
    fc.property(change, ({ object, at, removed, added }) => {
      const start = MAGIC.length + Math.floor(at * (object.length - MAGIC.length));
      const rest = object.subarray(start + removed);
      const changed = new Uint8Array(start + added.length + rest.length);
      changed.set(object.subarray(0, start));
      changed.set(added, start);
      changed.set(rest, start + added.length);
      readsOrRefuses(changed);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("an object truncated anywhere is decoded or rejected", async () => {
  for (const object of await recorded()) {
    const step = Math.ceil(object.length / 50);
    for (let end = 0; end < object.length; end += step) readsOrRefuses(object.subarray(0, end));
  }
});

Deno.test("groups that nest without end are rejected", () => {
  const nested = new Uint8Array(100_000).fill(0x0b);
  nested.set(MAGIC);
  assertThrows(() => decodeProtobuf(nested, { dialect }), ApiError, "as Protobuf");
});

Deno.test("any bytes are decoded as a watch event or rejected", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const frame = Uint8Array.of(0, 0, 0, bytes.length, ...bytes);
      for (const candidate of [bytes, frame]) {
        try {
          decodeProtobufWatchEvent(candidate);
        } catch (error) {
          assert(error instanceof ApiError && error.reason === "BadRequest", `threw ${error}`);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
