import { assertEquals } from "@std/assert";
import { AREAS } from "./areas/mod.ts";
import { selectors } from "./areas/selectors/mod.ts";
import { secrets } from "./areas/secrets/mod.ts";
import { runAllCorrupted } from "./corrupted_responses/run.ts";
import { CommonViolations } from "./engine/common_violations.ts";

Deno.test("a requirement is common once three checks have reported it, each counted once", () => {
  const common = new CommonViolations();
  for (const check of ["a/one", "a/two", "a/two"]) common.add("x.y", check, "fail");
  common.add("x.y", "a/known", "known deviation");
  assertEquals([...common.reported()], []);
  common.add("x.y", "a/three", "warn");
  assertEquals([...common.reported()], ["x.y"]);
});

Deno.test("a header that is missing everywhere fails three checks, and hides no other deviation", async () => {
  const checks = [...secrets.checks, ...selectors.checks];
  const results = await runAllCorrupted(checks, {
    headers: (_request, headers) => {
      const left = new Headers(headers);
      left.delete("content-type");
      return left;
    },
    // A deviation of the server's own in one area.
    request: (request) => {
      const { labelSelector: _ignored, ...query } = request.query ?? {};
      return { ...request, query };
    },
  }, { areas: AREAS, runs: 5, workers: 1, limits: { shrinkExecutions: 0, confirmations: 0 } });
  const failed = results.filter(({ verdict }) => verdict === "fail");
  const byHeader = failed.filter(({ failures: [failure] }) =>
    failure?.requirement === "exchanges.media-type"
  );
  assertEquals(byHeader.length, 3);
  assertEquals(failed.some(({ id }) => id === "selectors/labels"), true);
  const passed = results.filter(({ verdict, passedOver }) => verdict === "pass" && passedOver);
  assertEquals(passed.length > 0, true);
  for (const { passedOver } of passed) assertEquals(passedOver, ["exchanges.media-type"]);
});
