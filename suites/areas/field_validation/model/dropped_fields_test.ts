import { assertEquals } from "@std/assert";
import type { HttpResponse, Json, JsonObject } from "../../../client/http_client.ts";
import { differenceBetween, type DroppingWrite, judgeDropped } from "./dropped_fields.ts";

const valid: JsonObject = { metadata: { name: "a" }, spec: { count: 1, text: "" } };

const write: DroppingWrite = {
  valid,
  dropped: [
    { kind: "unknown", injected: { kind: "unknown", place: [], field: "unknown0", value: 7 } },
    {
      kind: "other duplicate",
      injected: { kind: "duplicate", place: ["spec"], field: "count", value: 2 },
    },
  ],
  mode: "Warn",
  others: [],
  isPatch: false,
};

function response(status: number, json: Json, warning?: string): HttpResponse {
  const headers = new Headers(warning === undefined ? {} : { warning });
  return { status, json, text: JSON.stringify(json), headers };
}

const aspects = (facts: Partial<DroppingWrite>, ...answer: Parameters<typeof response>) =>
  judgeDropped({ ...write, ...facts }, response(...answer)).map(({ aspect }) => aspect);

const TWO = '299 - "unknown field \\"unknown0\\"", 299 - "duplicate field \\"spec.count\\""';

Deno.test("one of both values may stay, and an empty one may be left out", () => {
  for (const count of [1, 2]) {
    assertEquals(aspects({}, 200, { ...valid, spec: { count } }, TWO), []);
  }
  assertEquals(aspects({}, 200, { ...valid, spec: { count: 3 } }, TWO), ["duplicate-dropped"]);
  assertEquals(aspects({}, 200, { spec: { count: 1 } }, TWO), ["other-fields-kept"]);
  assertEquals(aspects({}, 200, { ...valid, unknown0: 7 }, TWO), ["unknown-dropped"]);
});

Deno.test("each field has its warning, and Ignore has none", () => {
  assertEquals(aspects({}, 200, valid, '299 - "unknown0"'), ["warn-one-each"]);
  assertEquals(aspects({}, 200, valid, `${TWO}, 299 - "more"`), ["warn-one-each"]);
  assertEquals(aspects({ isPatch: true }, 200, valid, `${TWO}, 299 - "more"`), []);
  const others = ["more"];
  assertEquals(aspects({ others }, 200, valid, `${TWO}, 299 - "more"`), []);
  assertEquals(aspects({ others }, 200, valid, TWO), [], "the object's warning comes once");
  assertEquals(aspects({ others }, 200, valid, `${TWO}, 299 - "of n1"`), [], "of another object");
  assertEquals(aspects({ mode: undefined }, 200, valid), ["default-is-warn"]);
  assertEquals(aspects({ mode: "Ignore" }, 200, valid, TWO), ["ignore-silent"]);
  const one = '299 - "unknown field unknown0"';
  assertEquals(aspects({ mode: "Ignore", others }, 200, valid, one), ["ignore-silent"]);
  assertEquals(aspects({ mode: "Ignore", others }, 200, valid, '299 - "of n1"'), []);
  assertEquals(aspects({}, 400, {}), ["warn-accepts"]);
});

Deno.test("Strict rejects with 400 and names each field as a word", () => {
  const strict = { mode: "Strict" } as const;
  const status = (message: string): Json => ({ kind: "Status", message });
  assertEquals(aspects(strict, 400, status('"unknown0", "spec.count"')), []);
  assertEquals(aspects(strict, 400, status('"unknown01", "spec.counts"')), ["strict-names-all"]);
  assertEquals(aspects(strict, 422, status("unknown0 count")), ["strict-code"]);
  assertEquals(aspects({ ...strict, isPatch: true }, 422, status("unknown0 count")), []);
  assertEquals(aspects(strict, 200, valid), ["strict-rejects-unknown", "strict-names-all"]);
});

Deno.test("a read is unchanged if it differs in what controllers write", () => {
  const before = response(200, valid);
  const after = response(200, { ...valid, status: { replicas: 1 } });
  assertEquals(differenceBetween(before, after, true), []);
  assertEquals(differenceBetween(before, response(200, { ...valid, spec: {} }), true).length, 1);
});
