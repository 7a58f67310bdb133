import { assertEquals } from "@std/assert";
import { Violation } from "../../check.ts";
import { seenIn } from "./behaviour.ts";
import { missesDeleted, placesOfViolation } from "./violated_at.ts";

const seen = (["POST", "PUT", "GET", "GET"] as const).map((method) =>
  seenIn({ method, path: "/api/v1/namespaces/a/secrets/s" }, {
    status: 200,
    headers: new Headers(),
    text: "",
    json: undefined,
  })
);

const placesOf = (
  requests: number,
  known: { readonly exchanges?: readonly number[]; readonly judged?: number } = {},
) => {
  const facts = { expected: "a", actual: "b", ...known };
  const violation = new Violation<string>("test.requirement", facts);
  const found = placesOfViolation({
    requirement: "test.requirement",
    seen,
    violated: [{ violation, requests }],
  });
  return [[...found.violatedAt], found.writtenAt];
};

Deno.test("a violation is at the last request before it, which shows the write before", () => {
  assertEquals(placesOf(3), [[2], 1]);
  assertEquals(placesOf(2), [[1], -1]);
  assertEquals(placesOf(Infinity), [[3], 1]);
});

Deno.test("a violation is at the requests that it names", () => {
  assertEquals(placesOf(4, { exchanges: [2, 3] }), [[1, 2], 1]);
});

Deno.test("a response that is wrong by itself shows the violation, and not what is read after it", () => {
  assertEquals(placesOf(4, { judged: 2 }), [[1], -1]);
  // A read is of the write before it.
  assertEquals(placesOf(4, { judged: 3 }), [[2], 1]);
});

Deno.test("a case misses what a deletion removed, by its name or with its collection", () => {
  const path = "/api/v1/namespaces/a/secrets";
  const seenAt = (method: "DELETE" | "PUT", path: string, status: number) =>
    seenIn({ method, path }, { status, headers: new Headers(), text: "", json: undefined });
  const misses = (deleted: string, status = 404) => {
    const seen = [seenAt("DELETE", deleted, 200), seenAt("PUT", `${path}/s/status`, status)];
    const facts = { expected: "a", actual: "b" };
    const violation = new Violation<string>("test.requirement", facts);
    const one = { requirement: "test.requirement", seen, violated: [{ violation, requests: 2 }] };
    return missesDeleted(seen.slice(0, 1), one);
  };
  assertEquals([misses(`${path}/s`), misses(path)], [true, true]);
  assertEquals([misses(`${path}/t`), misses(path.replace("/a/", "/b/"))], [false, false]);
  assertEquals(misses(`${path}/s`, 409), false);
});
