import { assertEquals } from "@std/assert";
import type { Failure } from "./events.ts";
import { ofTopics } from "./topics.ts";

Deno.test("failures about one thing, which no other area is about, are put together by type", () => {
  const failed = (requirement: string, type: string) => ({
    requirement,
    failure: { exchange: [{ path: `/api/v1/${type}` }] } as unknown as Failure,
  });
  const ids = ["health.exclude-marks", "health.exclude-names", "health.list-a", "watch.list-b"];
  const [marks, names, list, other] = [
    failed(ids[0]!, "readyz"),
    failed(ids[1]!, "readyz"),
    failed(ids[2]!, "readyz"),
    failed(ids[1]!, "secrets"),
  ];
  const found = ofTopics([marks, names, list, other], ids.map((id) => ({ id })));
  assertEquals(found, [[marks, names], [other]]);
});

Deno.test("words of one stem are one thing, and a decision shows on whatever is requested", () => {
  const failed = (requirement: string, type: string) => ({
    requirement,
    failure: { exchange: [{ path: `/api/v1/${type}` }] } as unknown as Failure,
  });
  const ids = ["access.aggregated-rules", "access.aggregation-follows", "access.bindings-apply"];
  const [rules, follows, binding] = [
    failed(ids[0]!, "secrets"),
    failed(ids[1]!, "clusterroles"),
    failed(ids[2]!, "secrets"),
  ];
  const found = ofTopics([rules, follows, binding], ids.map((id) => ({ id })));
  assertEquals(found, [[rules, follows], [binding]]);
});
