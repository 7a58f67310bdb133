import { assertEquals, assertThrows } from "@std/assert";
import * as fc from "fast-check";
import { ApiError, DIALECTS, type JsonObject } from "@plumbline/server/api";
import { loadProtobuf } from "@plumbline/server/codec";
import { arbitraryFields } from "@plumbline/server/testing";
import messages from "../data/messages.json" with { type: "json" };
import newer from "../data/newer_messages.json" with { type: "json" };
import "./mod.ts";

const { decodeProtobuf, encodeProtobuf, kindNames, messageOfKind } = await loadProtobuf();
const dialect = DIALECTS.kubernetes;

for (const name of [...messages.kinds, ...newer.kinds]) {
  const at = name.lastIndexOf(".");
  const apiVersion = name.slice(0, at).replace("*", dialect.suffix);
  const kind = name.slice(at + 1);
  Deno.test(`any ${apiVersion} ${kind} decodes to the object that was encoded`, () => {
    assertEquals(kindNames.has(name), true);
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

Deno.test("an empty quantity is rejected, in a map too", () => {
  const bytes = encodeProtobuf({
    apiVersion: "node.k8s.io/v1",
    kind: "RuntimeClass",
    metadata: { name: "a" },
    handler: "a",
    overhead: { podFixed: { cpu: "" } },
  }, { dialect });
  const decode = () => decodeProtobuf(bytes, { dialect });
  assertThrows(decode, ApiError, "a quantity must be an amount");
});
