/**
 * How stable versions are and what follows from it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { VersionedResource } from "./api_version.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { compareVersions, isServedByDefault, stabilityOf } from "./stability.ts";

Deno.test("a version's name says how stable it is", () => {
  const versions = ["v1", "v2", "v1beta1", "v2beta12", "v1alpha1"];
  assertEquals(versions.map(stabilityOf), ["stable", "stable", "beta", "beta", "alpha"]);
});

Deno.test("the most stable version comes first, then the newest", () => {
  const versions = ["v1alpha1", "v1beta2", "v1", "v11beta2", "v1beta10", "v2", "v2alpha3"];
  assertEquals(
    versions.sort(compareVersions),
    ["v2", "v1", "v11beta2", "v1beta10", "v1beta2", "v2alpha3", "v1alpha1"],
  );
});

const resource = (version: string, lifecycle?: Lifecycle): VersionedResource => ({
  group: "example",
  version,
  resource: "boxes",
  kind: "Box",
  ...(lifecycle && { lifecycle }),
});

const TABLE: readonly [string, VersionedResource, boolean][] = [
  ["a stable version is served", resource("v1"), true],
  ["a new stable version is served", resource("v2", { since: "1.26" }), true],
  ["an alpha version is not", resource("v1alpha1", { since: "1.10" }), false],
  ["a beta of old is", resource("v1beta1", { since: "1.21" }), true],
  ["a beta since release 1.22 is not", resource("v1beta1", { since: "1.22" }), false],
  [
    "a new beta of a resource that was beta of old is",
    resource("v1beta2", { since: "1.26", betaSince: "1.20" }),
    true,
  ],
  ["a beta of unknown age is not", resource("v1beta1"), false],
];

for (const [title, candidate, served] of TABLE) {
  Deno.test(`by default, ${title}`, () => {
    assertEquals(isServedByDefault(candidate), served);
  });
}
