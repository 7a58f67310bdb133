import { assert, assertEquals } from "@std/assert";
import type { Target } from "../../client/target.ts";
import { requests } from "./mod.ts";

const TARGET = {} as Target;

/** Returns the types of the cases that are tried in place of a failing one of Deployments. */
function simplerTypes(id: string): ReadonlySet<string> {
  const check = requests.checks.find((one) => one.id === id);
  assert(check?.kind === "property");
  const row = { resource: "deployments", state: "live", change: "label", pretty: "true" };
  const simpler = [...check.arbitrary(TARGET).shrink(row, undefined)];
  assert(simpler.length > 0);
  return new Set(simpler.map(({ value }) => (value as { resource: string }).resource));
}

Deno.test("a failing write to a status is not shrunk to one of a type without a status", () => {
  assertEquals(simplerTypes("requests/update-status"), new Set(["deployments"]));
  assertEquals(simplerTypes("requests/patch-status"), new Set(["deployments"]));
  assert(simplerTypes("requests/update").has("secrets"));
});
