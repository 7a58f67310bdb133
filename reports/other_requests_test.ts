import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { Exchange } from "./events.ts";
import { isWithoutParameter } from "./other_requests.ts";
import { failedCheck as failed } from "./testing/failed_check.ts";

const sent = (method: string, path: string) =>
  ({ method, path, status: 200, requestHeaders: {}, responseBody: "" }) as unknown as Exchange;
const CREATE = sent("POST", "/api/v1/secrets");
const LIST = sent("GET", "/api/v1/secrets?labelSelector=a");

const IGNORED = "labelSelector is ignored";

Deno.test("what no request sends, no failure is for", () => {
  const failureOf = (exchange: readonly Exchange[]) => failed("a", { exchange }).failures[0]!;
  assertEquals(isWithoutParameter(IGNORED, failureOf([CREATE])), true);
  assertEquals(isWithoutParameter(IGNORED, failureOf([CREATE, LIST])), false);
  assertEquals(isWithoutParameter("preconditions is ignored", failureOf([CREATE])), false);
  assertEquals(
    isWithoutParameter("a list's resourceVersion does not change", failureOf([])),
    false,
  );
});

Deno.test("an ignored parameter that was not tried takes nothing that is violated without it", () => {
  const requirement = "x.metadata";
  const checks = [
    failed("a", { requirement, exchange: [CREATE], actual: "{}" }),
    failed("b", { requirement, exchange: [CREATE, LIST], actual: "{}" }),
    failed("c", { requirement: "x.selected", exchange: [LIST] }),
  ];
  const alike = [{
    id: IGNORED,
    title: "`labelSelector` is ignored",
    seen: [],
    unseen: [],
    failures: [{ check: "b", requirement }, { check: "c", requirement: "x.selected" }],
  }];
  const groups = causesOf({ checks, alike }).map((cause) => cause.checks.toSorted().join(""));
  assertEquals(groups.toSorted(), ["ab", "c"]);
});
