import { assert, assertEquals } from "@std/assert";
import { ACTIONS, isAllowed, requestArrays } from "./actions.ts";
import { completeRow } from "./facets.ts";
import { refusalOf } from "./refusals.ts";

Deno.test("accepted rows have no flaw, refused ones have each flaw of the action", () => {
  for (const action of Object.values(ACTIONS)) {
    const { accepted, refused } = requestArrays(action, { seed: 1, strength: 2 });
    assert(accepted.every(({ flaw }) => flaw === "none"), action.name);
    const found = new Set(refused.map(({ flaw }) => flaw));
    assertEquals([...found].sort(), [...action.flaws].sort(), action.name);
    assert(
      refused.every((row) => refusalOf(action.name, completeRow(row)) !== undefined),
      action.name,
    );
    assert([...accepted, ...refused].every((row) => isAllowed(action, row)), action.name);
  }
});

Deno.test("every action has every resource type and state in accepted rows", () => {
  for (const action of Object.values(ACTIONS)) {
    const { accepted } = requestArrays(action, { seed: 2, strength: 2 });
    const types = new Set(accepted.map(({ resource }) => resource));
    assertEquals(types.size, action.facets.resource!.length, action.name);
  }
});

Deno.test("a target without a feature gets no value that needs it", () => {
  const lacks = ["dry-run", "field-validation", "yaml", "protobuf"] as const;
  const { accepted, refused } = requestArrays(ACTIONS.update, { seed: 1, strength: 2, lacks });
  for (const row of [...accepted, ...refused]) {
    const { dryRun, fieldValidation, dropped, encoding, accept, flaw } = row;
    assertEquals(
      [dryRun, fieldValidation, dropped, encoding, accept],
      ["none", "none", "none", "JSON", "JSON"],
    );
    assert(!["other dryRun", "unknown field", "duplicate field"].includes(flaw!));
  }
});
