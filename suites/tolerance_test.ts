/**
 * The suites against a target that takes a freedom which no variant of the server does (those are
 * held against the checks by `deno task matrix --only-benign`): it must not be failed for it.
 */
import { assertEquals } from "@std/assert";
import { runAllCorrupted } from "./corrupted_responses/run.ts";
import { paging } from "./areas/paging/mod.ts";
import { resourceVersions } from "./areas/resource_versions/mod.ts";
import { watch } from "./areas/watch/mod.ts";

Deno.test("a target does not fail if the run cannot create namespaces", async () => {
  const results = await runAllCorrupted([
    ...resourceVersions.checks,
    ...paging.checks,
    ...watch.checks,
  ], {
    request: (request) =>
      request.path === "/api/v1/namespaces" ? { ...request, path: "/api/v1/nowhere" } : request,
  }, { runs: 10 });
  const found = results.filter(({ verdict }) => verdict !== "pass" && verdict !== "skipped");
  assertEquals(found.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`), []);
});
