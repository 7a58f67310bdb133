/**
 * The suites against a target that takes a freedom which no variant of the server does (those are
 * held against the checks by `deno task matrix --only-benign`): it must not be failed for it.
 */
import { assertEquals } from "@std/assert";
import { runAllCorrupted } from "./corrupted_responses/run.ts";
import type { HttpRequest } from "./client/http_client.ts";
import { lifecycle } from "./areas/lifecycle/mod.ts";
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

Deno.test("a target does not fail if no apply can change the content of an object", async () => {
  const contents = new Map<string, string>();
  const changed = new WeakSet<HttpRequest>();
  const results = await runAllCorrupted(
    lifecycle.checks.filter(({ id }) => /finalizers/.test(id)),
    {
      request: (request) => {
        const { body, path, method, headers } = request;
        if (method !== "PATCH" || !headers?.["content-type"]?.includes("apply")) return request;
        const { spec, data, rules, subjects, roleRef } = body as Record<string, unknown>;
        const content = JSON.stringify([spec, data, rules, subjects, roleRef]);
        if (contents.get(path) === undefined) contents.set(path, content);
        if (content === "[null,null,null,null,null]" || contents.get(path) === content) {
          return request;
        }
        changed.add(request);
        return request;
      },
      status: (request, status) => changed.has(request) ? 422 : status,
    },
  );
  const found = results.filter(({ verdict }) => verdict !== "pass");
  assertEquals(found.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`), []);
});
