import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { AlikeFailures, CheckResult, Exchange } from "./events.ts";
import { failedCheck as failed } from "./testing/failed_check.ts";

const review = {
  method: "POST",
  path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  identity: "admin",
  requestHeaders: {},
  requestBody: JSON.stringify({ spec: { resourceAttributes: { verb: "get" } } }),
  status: 201,
  responseHeaders: {},
  responseBody: JSON.stringify({ status: { allowed: true, denied: true } }),
  sentAt: 0,
  duration: 1,
} as Exchange;

const sizes = (checks: readonly CheckResult[], alike: readonly AlikeFailures[] = []) =>
  causesOf({ checks, alike }).map(({ checks }) => checks.length);

Deno.test("what few of many failures of a requirement show joins them with no other", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => failed(`a/${at}`, { requirement: "acme.often" }));
  const other = failed("b/other", { requirement: "acme.other", expected: "c", actual: "d" });
  const alike = (...shown: readonly string[]) => {
    const failures = [
      ...shown.map((check) => ({ check, requirement: "acme.often" })),
      { check: "b/other", requirement: "acme.other" },
    ];
    return [{ title: "A write drops the spec.", failures, seen: [], unseen: [] }];
  };
  assertEquals(sizes([other, ...many(9)], alike("a/0", "a/1")), [9, 1]);
  assertEquals(sizes([other, ...many(9)], alike("a/0", "a/1", "a/2")), [10]);
  // Few failures say little of each other.
  assertEquals(sizes([other, ...many(3)], alike("a/0")), [4]);
});

Deno.test("what a review shows of its spec is no reason for its decision", () => {
  const exchange = [review];
  const spec = failed("reviews/spec", {
    requirement: "reviews.spec-kept",
    exchange,
    expected: JSON.stringify({ resourceAttributes: { verb: "get" } }),
    actual: "{}",
  });
  const decided = (area: string, expected: string, actual: string) =>
    failed(`${area}/decided`, { requirement: `${area}.decided`, exchange, expected, actual });
  const both = decided("reviews", "allowed or denied, not both", "allowed and denied");
  assertEquals(sizes([spec, both]), [1, 1]);
  assertEquals(sizes([spec, decided("exchanges", "`spec` as it was sent", "no `spec`")]), [2]);
});

Deno.test("a behaviour that explains one of many failures of a requirement does so by chance", () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, at) => failed(`a/${at}`, { requirement: "acme.pages" }));
  const named = (checks: readonly CheckResult[], ...own: readonly string[]) => {
    const failures = own.map((check) => ({ check, requirement: "acme.pages" }));
    const title = "A list ignores `limit`";
    const explained = [{ id: "limit", title, failures, seen: ["list secrets"], unseen: [] }];
    return causesOf({ checks, explained }).some(({ id }) => id === "limit");
  };
  assertEquals(named(pages(5), "a/0"), false);
  assertEquals(named(pages(5), "a/0", "a/1"), true);
  assertEquals(named(pages(4), "a/0"), true);
});

Deno.test("a wrong status of success is named with its requests, whatever form explains it", () => {
  const path = "/api/v1/namespaces/a/secrets/b?dryRun=All";
  const exchange = [{ ...review, method: "PATCH", path, status: 202 }];
  const status = (check: string, expected: string) =>
    failed(check, { requirement: "acme.status", exchange, expected, actual: "202" });
  const checks = [status("a/a", "status 200"), status("a/b", "patch: status 200, 201 or an error")];
  // The deletion of a namespace that takes a while may be answered so.
  const namespace = { ...review, method: "DELETE", path: "/api/v1/namespaces/a", status: 202 };
  checks[1] = failed("a/b", {
    ...checks[1]!.failures[0]!,
    requirement: "acme.status",
    exchange: [namespace, ...exchange],
  });
  const failures = checks.map(({ id }) => ({ check: id, requirement: "acme.status" }));
  const alike = [{ id: "patches", title: "A patch differs.", failures, seen: [], unseen: [] }];
  assertEquals(causesOf({ checks, alike }).map(({ title }) => title), [
    "A patch of secrets with dryRun=All is answered with 202",
  ]);
});
