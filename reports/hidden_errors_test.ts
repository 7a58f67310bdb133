import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { withStatedErrors } from "./hidden_errors.ts";

function failureOf(status: number, body: unknown): Failure {
  const exchange = { method: "GET", path: "/", status, responseBody: JSON.stringify(body) };
  return { actual: "none", exchange: [exchange as unknown as Exchange] } as unknown as Failure;
}

const gone = { kind: "Status", apiVersion: "v1", status: "Failure", code: 410 };

Deno.test("a success whose body is the Status of a failure counts as that error", () => {
  assertEquals(withStatedErrors(failureOf(200, gone)).exchange[0]!.status, 410);
});

Deno.test("any other response counts as it is", () => {
  for (
    const failure of [
      failureOf(404, gone),
      failureOf(200, { ...gone, status: "Success" }),
      failureOf(200, { ...gone, code: 200 }),
      failureOf(200, { kind: "Secret", data: { status: "Failure" } }),
      failureOf(200, `"Failure"`),
    ]
  ) assertStrictEquals(withStatedErrors(failure), failure);
});
