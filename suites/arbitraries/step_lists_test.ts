import { assert, assertEquals, assertGreater } from "@std/assert";
import fc from "fast-check";
import { RESOURCE_TYPES } from "../resources/mod.ts";
import { pagingSteps, readingSteps, type StepList, watchingSteps } from "./step_lists.ts";
import { SlotModel, type Step } from "./steps/step.ts";

const MIXES = { readingSteps, pagingSteps, watchingSteps };

/** The steps of a list that can be taken, by the model alone. */
function taken({ steps }: StepList): Step<{ slot?: number }>[] {
  const commands = (steps as unknown as { commands: { cmd: Step<object> }[] }).commands;
  const model = new SlotModel();
  const ready: Step<{ slot?: number }>[] = [];
  for (const { cmd } of commands) {
    if (!cmd.check(model)) continue;
    cmd.verify(model);
    ready.push(cmd);
  }
  return ready;
}

for (const [name, mix] of Object.entries(MIXES)) {
  Deno.test(`${name}: lists are long, and most of their steps can run`, () => {
    const lengths = fc.sample(mix(), { numRuns: 200, seed: 1 }).map((list) => taken(list).length);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    assertGreater(mean, 8);
    assertGreater(Math.max(...lengths), 20);
  });

  Deno.test(`${name}: every step's data is plain JSON`, () => {
    for (const list of fc.sample(mix(), { numRuns: 50, seed: 2 })) {
      for (const { data } of taken(list)) assertEquals(JSON.parse(JSON.stringify(data)), data);
    }
  });

  Deno.test(`${name}: the same seed generates the same list`, () => {
    const text = (list: StepList) => `${list.resource} ${taken(list).join()}`;
    const [first, again] = [1, 2].map(() => fc.sample(mix(), { numRuns: 20, seed: 3 }).map(text));
    assertEquals(first, again);
  });

  Deno.test(`${name}: every resource type and every kind of write is generated`, () => {
    const lists = fc.sample(mix(), { numRuns: 300, seed: 4 });
    const types = new Set(lists.map(({ resource }) => resource));
    assertEquals(types.size, RESOURCE_TYPES.length);
    const kinds = new Set(lists.flatMap((list) => taken(list).map(({ data }) => data.do)));
    for (const kind of ["create", "update", "merge patch", "json patch", "delete", "finalize"]) {
      assert(kinds.has(kind), kind);
    }
    for (const kind of ["recreate", "burst", "race", "race to create"]) {
      assert(kinds.has(kind), kind);
    }
  });
}
