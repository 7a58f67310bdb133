import { assertEquals, assertNotEquals } from "@std/assert";
import { type Comparable, normalizeAnswer, Tokens } from "./normalize.ts";
import type { Json } from "@plumbline/server/api";
import type { WireAnswer } from "../../client/send.ts";

const answer = (body: Json, rest: Partial<WireAnswer> = {}): WireAnswer => ({
  status: 200,
  mediaType: "application/json",
  text: JSON.stringify(body),
  warnings: [],
  ...rest,
});

const object = (uid: string, resourceVersion: string): Json => ({
  kind: "Secret",
  metadata: { name: "a", uid: `${uid}-0000-4000-8000-000000000000`, resourceVersion },
});

Deno.test("generated values are equal if and only if they are equal on both servers", () => {
  const [reference, real] = [new Tokens(), new Tokens()];
  const first = normalizeAnswer(answer(object("11111111", "5")), { tokens: real });
  const same = normalizeAnswer(answer(object("22222222", "90")), {
    tokens: reference,
    guide: first,
  });
  assertEquals(same, first);

  const changed = normalizeAnswer(answer(object("11111111", "6")), { tokens: real });
  const unchanged = { tokens: reference, guide: changed };
  assertNotEquals(normalizeAnswer(answer(object("22222222", "90")), unchanged), changed);
  assertEquals(normalizeAnswer(answer(object("22222222", "91")), unchanged), changed);
});

Deno.test("an address that a server chooses may be one that it has freed", () => {
  const [reference, real] = [new Tokens(), new Tokens()];
  const service = (ip: string, status: number): WireAnswer =>
    answer({ kind: "Service", spec: { clusterIP: ip } }, { status });
  const normal = (ip: string, tokens: Tokens, status: number, guide?: Comparable) =>
    normalizeAnswer(service(ip, status), { tokens, ...(guide && { guide }) });
  const first = normal("10.0.0.1", real, 201);
  assertEquals(normal("10.96.0.7", reference, 201, first), first);
  const second = normal("10.0.0.2", real, 201);
  assertEquals(normal("10.96.0.7", reference, 201, second), second);
  // A read does not choose.
  const third = normal("10.0.0.2", real, 200);
  assertNotEquals(normal("10.96.0.8", reference, 200, third), third);
});

const normalized = (body: Json, rest?: Partial<WireAnswer>): Comparable =>
  normalizeAnswer(answer(body, rest), { tokens: new Tokens() });

Deno.test("messages are not compared, machine-readable fields are", () => {
  const refusal = (message: string, field = "data") => ({
    kind: "Status",
    status: "Failure",
    message,
    details: { causes: [{ field, reason: "FieldValueInvalid", message }] },
  });
  assertEquals(normalized(refusal("wrong")), normalized(refusal("not right")));
  assertNotEquals(normalized(refusal("wrong")), normalized(refusal("wrong", "type")));
  const unknown = (name: string) => normalized(refusal(`no: unknown field "${name}"`));
  assertNotEquals(unknown("a"), unknown("b"));
});

Deno.test("the causes of an error are compared as a set of fields with reasons", () => {
  const refusal = (fields: readonly string[]) => ({
    kind: "Status",
    status: "Failure",
    details: { causes: fields.map((field) => ({ field, reason: "FieldValueInvalid" })) },
  });
  assertEquals(normalized(refusal(["a", "b", "a"])), normalized(refusal(["b", "a"])));
});

Deno.test("YAML and watch events are compared by content", () => {
  const yaml = normalized(null, { mediaType: "application/yaml", text: "kind: Secret\n" });
  assertEquals(yaml.body, { kind: "Secret" });
  const events = [{ type: "ADDED", object: {} }, { type: "DELETED", object: {} }];
  const text = events.map((event) => JSON.stringify(event)).join("\n");
  assertEquals(normalized(null, { text }).body, events);
});

Deno.test("text in place of a Status differs from no text", () => {
  assertEquals(normalized(null, { text: "404 page not found" }).body, "<text>");
  assertEquals(normalized(null, { text: "" }).body, null);
});
