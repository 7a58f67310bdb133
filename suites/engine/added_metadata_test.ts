import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { REQUIREMENTS } from "../catalogue.ts";
import { undecidableBy } from "./added_metadata.ts";

Deno.test("what each write changes decides nothing about generations and owners of fields", () => {
  const key = "example.com/seen";
  const constant = undecidableBy([{ field: "annotations", key, value: "one" }]);
  const changing = undecidableBy([{ field: "annotations", key }]);
  assertEquals(undecidableBy([]).size, 0);
  assert(constant.has("resource-versions.no-op-keeps-version"));
  assert(!constant.has("exchanges.generation-follows-spec"));
  assertStringIncludes(
    changing.get("exchanges.generation-follows-spec")!,
    "the target adds example.com/seen to every object, with another value at each write",
  );
  assert(constant.keys().every((id) => changing.has(id)));
});

Deno.test("the requirements that are not decided exist", () => {
  const known = new Set(Object.keys(REQUIREMENTS));
  const undecided = undecidableBy([{ field: "labels", key: "a" }]);
  assertEquals([...undecided.keys()].filter((id) => !known.has(id)), []);
});
