import { assertEquals } from "@std/assert";
import { conductOf } from "./implementations.ts";

type Run = Parameters<typeof conductOf>[0];

Deno.test("a report says what a server does about each requirement, and why it was not asked", () => {
  const request = (path: string, needed: boolean) => ({
    ...{ method: "GET", path, identity: "user", requestHeaders: { accept: "application/json" } },
    ...{ status: 200, responseHeaders: {}, responseBody: "{}", ...(needed && { needed: true }) },
  });
  const failure = {
    ...{ requirement: "a.violated", expected: "one", actual: "two" },
    exchange: [request("/first", false), request("/second", true)],
  };
  const run = {
    checks: [
      { id: "a/passes", requirements: ["a.holds"], failures: [] },
      {
        id: "a/fails",
        requirements: ["a.violated", "a.holds"],
        failures: [failure],
        reason: "two",
      },
      { id: "a/skipped", requirements: ["a.skipped"], failures: [], reason: "it takes an hour" },
    ],
    requirements: [
      { id: "a.holds", verdict: "pass" },
      { id: "a.violated", verdict: "warn" },
      { id: "a.skipped", verdict: "skipped" },
      { id: "a.unsupported", verdict: "unsupported" },
      { id: "a.unchecked" },
    ],
  };
  assertEquals(Object.fromEntries(conductOf(run as unknown as Run)), {
    "a.holds": { verdict: "holds" },
    "a.violated": {
      verdict: "violated",
      violation: {
        ...{ check: "a/fails", expected: "one", actual: "two", leftOut: 1 },
        steps: [{ method: "GET", path: "/second", status: 200, response: "{}" }],
      },
    },
    "a.skipped": { verdict: "not asked", note: "it takes an hour" },
    "a.unsupported": { verdict: "unsupported" },
    "a.unchecked": { verdict: "not asked" },
  });
});
