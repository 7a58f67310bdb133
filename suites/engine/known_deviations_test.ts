import { assertEquals, assertThrows } from "@std/assert";
import type { CheckResult, Verdict } from "@plumbline/reports/events";
import { ConfigurationError } from "../client/configuration.ts";
import {
  coveringDeviation,
  type KnownDeviation,
  parseKnownDeviations,
  staleDeviations,
} from "./known_deviations.ts";

Deno.test("a file of known deviations is a list of checks with reasons", () => {
  const text = `
- check: watch/order
  requirement: watch.object-order
  reason: Events of version 0 come in key order.
  target: kube-apiserver 1.20.2
  link: https://example.org/1
- {check: paging/whole, reason: It is so., target: another, expires: 2027-01-31}
`;
  const known = parseKnownDeviations(text, "known.yaml");
  assertEquals(known.map(({ check }) => check), ["watch/order", "paging/whole"]);
  assertEquals(known[0]?.link, "https://example.org/1");
  assertEquals(known[1]?.expires, "2027-01-31");
  assertEquals(parseKnownDeviations("# none yet\n", "known.yaml"), []);
});

Deno.test("a deviation covers its own requirement, or all if it names none", () => {
  const facts = { reason: "so", target: "t" };
  const known = [
    { ...facts, check: "watch/a", requirement: "watch.x" },
    { ...facts, check: "watch/b" },
  ];
  assertEquals(coveringDeviation(known, "watch/a", "watch.x"), known[0]);
  assertEquals(coveringDeviation(known, "watch/a", "watch.y"), undefined);
  assertEquals(coveringDeviation(known, "watch/b", "watch.y"), known[1]);
});

Deno.test("a deviation of a requirement covers it for every check", () => {
  const known = [{ requirement: "watch.x", reason: "so", target: "t" }];
  assertEquals(coveringDeviation(known, "watch/a", "watch.x"), known[0]);
  assertEquals(coveringDeviation(known, "watch/a", "watch.y"), undefined);
});

Deno.test("a deviation that passes, has expired or is unknown is stale", () => {
  const facts = { reason: "so", target: "t" };
  const result = (id: string, verdict: Verdict) =>
    ({ id, verdict, requirements: ["watch.x"] }) as unknown as CheckResult;
  const why = (
    deviation: Partial<KnownDeviation>,
    results: readonly CheckResult[],
    day = "2027-01-31",
  ) =>
    staleDeviations([{ ...facts, ...deviation }], {
      results,
      catalogue: ["watch/a", "watch/b"],
      requirements: { "watch.x": {} },
      today: new Date(`${day}T23:59:59Z`),
    })[0]?.why;
  const [passed, failed] = [result("watch/a", "pass"), result("watch/b", "known deviation")];
  assertEquals(why({ check: "watch/a" }, [passed]), "the check did not fail");
  assertEquals(why({ check: "watch/b" }, [failed]), undefined);
  assertEquals(why({ check: "watch/b" }, [passed]), undefined, "it did not run");
  assertEquals(why({ check: "watch/a", shows: "sometimes" }, [passed]), undefined);
  assertEquals(why({ check: "watch/c" }, []), "there is no such check");
  assertEquals(why({ requirement: "watch.y" }, []), "there is no such requirement");
  assertEquals(why({ requirement: "watch.x" }, [passed]), "no check failed for it");
  assertEquals(why({ requirement: "watch.x" }, [passed, failed]), undefined);
  assertEquals(why({ requirement: "watch.x" }, []), undefined, "nothing ran");
  const expiring = { check: "watch/b", expires: "2027-01-31" };
  assertEquals(why(expiring, [failed], "2027-01-31"), undefined);
  assertEquals(why(expiring, [failed], "2027-02-01"), "it has expired");
});

Deno.test("an invalid entry is rejected with its number", () => {
  const complete = "- {check: a/b, reason: r, target: t}\n";
  const cases: [string, string][] = [
    ["check: a/b", "list"],
    [`${complete}- {check: a/b, target: t}`, 'entry 2 of known.yaml as "reason" is missing'],
    ["- {check: a/b, reason: r, target: t, because: x}", '"because"'],
    ["- {check: a/b, reason: '', target: t}", '"reason" must be a string that is not empty'],
    ["- {check: a/b, reason: r, target: t, shows: never}", '"shows" can only be "sometimes"'],
    ["- text", "entry 1"],
    ["- {reason: r, target: t}", '"check" and "requirement" are missing'],
    ["- {check: a/b, reason: r, target: t, expires: soon}", '"soon"'],
    ["- {check: a/b, reason: r, target: t, expires: '2027-02-31'}", '"2027-02-31"'],
    ["- [", "YAML"],
  ];
  for (const [text, message] of cases) {
    assertThrows(() => parseKnownDeviations(text, "known.yaml"), ConfigurationError, message);
  }
});
