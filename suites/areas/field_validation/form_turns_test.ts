import { assert, assertEquals } from "@std/assert";
import { APPLY_FORMS, BASIC_FORMS } from "./fielded_writes.ts";
import { formsInTurn, turnsOf } from "./form_turns.ts";

const SEEDS = [-(2 ** 31), -5, -1, 0, 21, 23, 2 ** 31 - 1];

Deno.test("each value comes in each form in the turns of a long run, and in one at least in each turn", () => {
  for (const seed of SEEDS) {
    for (const all of [BASIC_FORMS, BASIC_FORMS.slice(1), APPLY_FORMS, BASIC_FORMS.slice(0, 1)]) {
      for (let number = 0; number < 30; number++) {
        for (
          const [isFar, isShared] of [[true, false], [true, true], [false, true], [false, false]]
        ) {
          const value = { number, isFar: isFar!, isShared: isShared!, isConvention: false };
          const sent = turnsOf({ seed, runs: 400 }).map((turn) => formsInTurn(value, all, turn));
          assert(sent.every((forms) => forms.length > 0), `${seed} ${number}`);
          assertEquals(new Set(sent.flat()), new Set(all), `${seed} ${number}`);
        }
      }
    }
  }
});

Deno.test("a default run has one turn: what a decoder might convert comes in all forms, the rest in one", () => {
  const facts = { number: 7, isShared: false, isConvention: false };
  for (const seed of SEEDS) {
    const [turn, ...others] = turnsOf({ seed, runs: 100 });
    assertEquals(others, []);
    assertEquals(formsInTurn(facts, BASIC_FORMS, turn!), BASIC_FORMS);
    assertEquals(formsInTurn({ ...facts, isFar: true }, BASIC_FORMS, turn!).length, 1);
    assertEquals(formsInTurn({ ...facts, isShared: true }, BASIC_FORMS, turn!).length, 1);
    assertEquals(formsInTurn(facts, APPLY_FORMS, turn!).length, 1);
    assertEquals(
      formsInTurn({ ...facts, isConvention: true }, BASIC_FORMS, turn!)[0],
      BASIC_FORMS[0],
    );
    assertEquals(formsInTurn({ ...facts, isConvention: true }, BASIC_FORMS, turn!).length, 2);
  }
});
