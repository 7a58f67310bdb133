import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import { definition } from "../codec/schema.ts";
import type { ApiObject, JsonObject } from "../object.ts";
import { applyObject } from "./apply.ts";
import { LAST_APPLIED } from "./last_applied.ts";

const resource = {
  apiVersion: "v1",
  schema: definition("core.v1.Secret"),
  resetFields: {},
  subresource: "",
};

const secret = (data: JsonObject, annotations?: JsonObject): JsonObject => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "a", ...(annotations && { annotations }) },
  data,
});

/** An object whose client applied the configuration by itself. */
const clientApplied = (data: JsonObject, configuration: JsonObject | string): ApiObject => {
  const note = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return secret(data, { [LAST_APPLIED]: note }) as ApiObject;
};

const apply = (live: ApiObject, data: JsonObject, manager = "kubectl") =>
  applyObject({
    resource,
    live,
    applied: secret(data),
    manager,
    force: false,
    time: "2026-01-01T00:00:00Z",
  });

Deno.test("a client goes on with what it applied by itself, without conflicts", () => {
  const live = clientApplied({ a: "MQ==", b: "MQ==" }, secret({ a: "MQ==", b: "MQ==" }));
  assertEquals(apply(live, { a: "Mg==", b: "MQ==" }).data, { a: "Mg==", b: "MQ==" });
});

Deno.test("what was changed since then is in conflict all the same", () => {
  const live = clientApplied({ a: "Mw==", b: "MQ==" }, secret({ a: "MQ==", b: "MQ==" }));
  const error = assertThrows(() => apply(live, { a: "Mg==", b: "Mg==" }), ApiError);
  assertEquals(error.details?.causes?.map(({ field }) => field), [".data.a"]);
});

Deno.test("only for the client that leaves such notes", () => {
  const live = clientApplied({ a: "MQ==" }, secret({ a: "MQ==" }));
  assertThrows(() => apply(live, { a: "Mg==" }, "other"), ApiError);
});

for (
  const note of [
    "",
    "{",
    "[]",
    "null",
    JSON.stringify({ ...secret({ a: "MQ==" }), apiVersion: "v2" }),
  ]
) {
  Deno.test(`the note ${JSON.stringify(note)} allows nothing`, () => {
    assertThrows(() => apply(clientApplied({ a: "MQ==" }, note), { a: "Mg==" }), ApiError);
  });
}

Deno.test("the note is kept up to date, as other servers write it", () => {
  const live = clientApplied({ a: "MQ==" }, secret({ a: "MQ==" }));
  const { annotations } = apply(live, { a: "Mg==" }).metadata as JsonObject;
  assertEquals(
    (annotations as JsonObject)[LAST_APPLIED],
    '{"apiVersion":"v1","data":{"a":"Mg=="},"kind":"Secret","metadata":{"name":"a"}}\n',
  );
});
