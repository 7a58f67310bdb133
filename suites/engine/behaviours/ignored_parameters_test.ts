import { assertEquals } from "@std/assert";
import type { Check } from "../../check.ts";
import { seenIn } from "./behaviour.ts";
import { withIgnored } from "./ignored_parameters.ts";
import type { FailedCase } from "./repeat.ts";
import { BEHAVIOURS } from "./table.ts";

const NAME = "`fieldSelector` is ignored";

/** Returns a case whose list is answered so. */
function listing(
  id: string,
  query: Readonly<Record<string, string>>,
  expected: string,
  requirement = "r",
): FailedCase {
  const request = { method: "GET", path: "/api/v1/secrets", query } as const;
  const response = { status: 200, headers: new Headers(), text: "", json: {} };
  const violation = { requirement, expected, actual: "200" };
  return {
    check: { id } as Check,
    requirement,
    input: undefined,
    seen: [seenIn(request, response)],
    violated: [{ violation, requests: 1 }] as unknown as FailedCase["violated"],
  };
}

const failure = (check: string) => ({ check, requirement: "r" });

Deno.test("what requests with an ignored parameter show, and what they accept, belongs to it", () => {
  const deletion = "A DELETE of a collection with fieldSelector is answered with a Status";
  const found = [
    { text: NAME, failures: [failure("a/1")] },
    { text: deletion, failures: [failure("a/2")] },
    { text: "A list with limit has an item twice", failures: [failure("a/3")] },
  ];
  const open = [
    listing("a/4", { fieldSelector: "=" }, "an error: a 4xx status"),
    listing("a/5", { fieldSelector: "a=b" }, "200 with a list"),
    listing("a/6", { labelSelector: "=" }, "an error: a 4xx status", "other"),
  ];
  const joined = withIgnored(found, open, { behaviours: BEHAVIOURS, names: [] });
  assertEquals(joined.map(({ text, failures }) => [text, failures.map(({ check }) => check)]), [
    ["A list with limit has an item twice", ["a/3"]],
    [NAME, ["a/1", "a/2", "a/4"]],
  ]);
  // What requests without it violate, too, has another cause.
  const plain = listing("a/7", {}, "a list");
  const apart = withIgnored(found, [...open, plain], { behaviours: BEHAVIOURS, names: [] });
  assertEquals(apart.at(-1), { text: NAME, failures: [failure("a/1"), failure("a/4")] });
  // It is known from cases that were repeated without it.
  const [tried] = withIgnored([], open, { behaviours: BEHAVIOURS, names: [NAME] });
  assertEquals(tried, { text: NAME, failures: [failure("a/4")] });
  assertEquals(withIgnored([], open, { behaviours: BEHAVIOURS, names: [] }), []);
});

Deno.test("what is accepted for another reason does not belong to an ignored parameter", () => {
  const name = "`labelSelector` is ignored";
  const own = { labelSelector: "plumbline/scope=a" };
  const open = [
    listing("a/1", { labelSelector: "=" }, "an error: a 4xx status"),
    listing("a/2", { labelSelector: "=" }, "an error, because of: malformed selector"),
    // The suites select their own objects, whatever else is wrong with a request.
    listing("a/3", own, "an error: a 4xx status"),
    listing("a/4", { labelSelector: "a" }, "406"),
    listing("a/5", { labelSelector: "a" }, "an error, because of: unknown caller"),
    listing("a/6", { labelSelector: "a" }, "an error, because of: malformed options"),
    listing("a/7", { labelSelector: "a" }, "401 or 403"),
  ];
  const [found] = withIgnored([], open, { behaviours: BEHAVIOURS, names: [name] });
  assertEquals(found, { text: name, failures: [failure("a/1"), failure("a/2")] });
});

Deno.test("an item that is not selected belongs to the selector that is ignored, and nothing else does", () => {
  const text = "A read has an item that its selectors do not select";
  const found = [{ text, failures: [failure("a/1"), failure("a/2"), failure("a/3")] }];
  const open = [
    listing("a/1", { fieldSelector: "a=b" }, "no items"),
    listing("a/2", { labelSelector: "a=b" }, "no items"),
    listing("a/3", { fieldSelector: "a=b", limit: "x" }, "an error: a 4xx status"),
  ];
  const joined = withIgnored(found, open, { behaviours: BEHAVIOURS, names: [NAME] });
  // That another parameter is accepted has another cause.
  assertEquals(joined, [
    { text, failures: [failure("a/2"), failure("a/3")] },
    { text: NAME, failures: [failure("a/1")] },
  ]);
});

Deno.test("a parameter that watches alone ignore explains nothing of lists", () => {
  const name = BEHAVIOURS.find(({ parameterOf }) => parameterOf === "watch")!.name;
  const query = { resourceVersion: "x" };
  const open = [
    listing("a/1", { ...query, watch: "1" }, "an error: a 4xx status"),
    listing("a/2", query, "an error: a 4xx status"),
  ];
  const found = [
    { text: "A watch of secrets with resourceVersion sends ADDED", failures: [failure("a/3")] },
    { text: "A list with resourceVersion is answered with 200", failures: [failure("a/4")] },
  ];
  const joined = withIgnored(found, open, { behaviours: BEHAVIOURS, names: [name] });
  assertEquals(joined.at(-1), { text: name, failures: [failure("a/3"), failure("a/1")] });
});
