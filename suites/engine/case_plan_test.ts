import { assert, assertEquals } from "@std/assert";
import { casesToGenerate, chooseCases, variantsOf } from "./case_plan.ts";

const TYPES = ["secrets", "roles", "deployments", "configmaps", "pods"];
const VERBS = ["create", "update", "patch", "delete"];

/** Many cases about secrets, and a few about other types. */
const inputs = Array.from({ length: 120 }, (_, index) => ({
  resource: index % 30 === 0 ? TYPES[1 + index / 30] : "secrets",
  steps: [{ do: VERBS[index % 7] ?? "create" }],
  name: `n${index}`,
  count: index,
}));

Deno.test("variants are the values of fields that have few of them", () => {
  assertEquals(variantsOf(inputs)[31], ["resource=secrets", "steps.do=delete"]);
  assertEquals(variantsOf([{ a: "x" }, { a: "x" }]), [[], []]);
});

Deno.test("each variant is in a chosen case, if there are fewer variants than cases", () => {
  const chosen = [...chooseCases(inputs, 8)].map((index) => inputs[index]!);
  assertEquals(chosen.length, 8);
  assertEquals(new Set(chosen.map(({ resource }) => resource)), new Set(TYPES));
  assertEquals(new Set(chosen.map(({ steps }) => steps[0]!.do)), new Set(VERBS));
  // The first eight generated ones do not have them.
  const first = new Set(inputs.slice(1, 9).map(({ resource }) => resource));
  assertEquals(first.size, 1);
});

Deno.test("the same inputs give the same choice, and without variants the first ones", () => {
  assertEquals(chooseCases(inputs, 20), chooseCases(inputs, 20));
  assertEquals([...chooseCases([1, 2, 3], 2)], [0, 1]);
  assert(casesToGenerate(20) >= 100);
  assertEquals(casesToGenerate(1_000), 1_000);
});
