import { assert } from "@std/assert";
import { CHECKS } from "./areas/mod.ts";
import { startEmbedded } from "./embedded/embedded_target.ts";

/** A case with more members than this in a list is hard to read unless it can be shrunk. */
const MANY = 16;

Deno.test("each listed case with many members can be shrunk", async () => {
  await using target = await startEmbedded();
  let long = 0;
  for (const check of CHECKS) {
    if (!("arbitrary" in check)) continue;
    const listed = [
      ...check.caseList?.(target, { seed: 7, runs: 100 }).inputs ?? [],
      ...check.cases?.(7, target) ?? [],
    ].filter(hasManyMembers);
    const arbitrary = check.arbitrary(target);
    for (const input of listed) {
      assert(arbitrary.canShrinkWithoutContext(input), `${check.id}: ${JSON.stringify(input)}`);
      long++;
    }
  }
  assert(long > 0);
});

/** True if a list of the input, or of a part of it, has many members. */
function hasManyMembers(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  if (Array.isArray(input) && input.length > MANY) return true;
  return Object.values(input).some(hasManyMembers);
}
