import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { titleOfAll } from "./failure_titles.ts";
import { AS_MERGE_PATCHES, isAppliedAsMergePatch } from "./strategic_patches.ts";

const PATH = "/api/v1/namespaces/one/secrets/a";

const object = (metadata: unknown, version = 1) => ({
  kind: "Secret",
  metadata: { name: "a", namespace: "one", resourceVersion: `${version}`, ...metadata as object },
});

const patched = (patch: unknown, answer: unknown, expected = "both") =>
  ({
    requirement: "patch.strategic-merges",
    statement: "",
    expected,
    actual: "one",
    exchange: [
      { method: "GET", responseBody: JSON.stringify(object({ finalizers: ["a"] })) },
      {
        method: "PATCH",
        requestHeaders: { "content-type": "application/strategic-merge-patch+json" },
        requestBody: JSON.stringify({ metadata: patch }),
        responseBody: JSON.stringify(object(answer, 2)),
      },
    ].map((one) => ({ path: PATH, status: 200, ...one }) as unknown as Exchange),
  }) as unknown as Failure;

Deno.test("a strategic merge patch that replaces a list, or stores a directive, is applied as a merge patch", () => {
  const replaced = patched({ finalizers: ["b"] }, { finalizers: ["b"] });
  const stored = patched({ labels: { $patch: "replace", b: "c" } }, {
    finalizers: ["a"],
    labels: { $patch: "replace", b: "c" },
  });
  const dropped = patched({ "$deleteFromPrimitiveList/finalizers": ["a"] }, { finalizers: ["a"] });
  for (const failure of [replaced, stored, dropped]) {
    assertEquals(isAppliedAsMergePatch(failure), true);
  }
  assertEquals(titleOfAll([replaced, stored, dropped]), AS_MERGE_PATCHES);
  assertEquals(titleOfAll([replaced]), undefined);
});

Deno.test("a strategic merge patch that merges, does as a merge patch does, or is refused is none", () => {
  const merged = patched({ finalizers: ["b"] }, { finalizers: ["a", "b"] });
  const same = patched({ labels: { b: "c" } }, { finalizers: ["a"], labels: { b: "c" } });
  const rejected = patched({ finalizers: ["b"] }, { finalizers: ["b"] }, "an error");
  for (const failure of [merged, same, rejected]) {
    assertEquals(isAppliedAsMergePatch(failure), false);
  }
});
