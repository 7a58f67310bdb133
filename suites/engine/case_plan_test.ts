import { assert, assertEquals } from "@std/assert";
import { casesToGenerate, chooseCases, recurringVariants, variantsOf } from "./case_plan.ts";
import { INPUTS, TYPES, VERBS } from "./test_inputs.ts";

Deno.test("variants are the values of fields that have few of them", () => {
  assertEquals(variantsOf(INPUTS)[31], ["resource=secrets", "steps.do=delete"]);
  assertEquals(variantsOf([{ a: "x" }, { a: "x" }]), [[], []]);
});

Deno.test("random texts are no variants to report", () => {
  const inputs = [...Array(12).keys()].map((at) => ({
    verb: ["get", "list"][at % 2],
    text: `t${at}`,
  }));
  assertEquals([...recurringVariants(inputs)].sort(), ["verb=get", "verb=list"]);
});

Deno.test("what is below random keys is no variant to report", () => {
  const inputs = [...Array(24).keys()].map((at) => ({
    verb: ["get", "list"][at % 2],
    data: { [`k${at % 12}`]: ["x", "y"][at % 2], all: ["a", "b"][at % 2] },
    request: { form: ["JSON", "YAML"][at % 2] },
  }));
  assertEquals(
    [...recurringVariants(inputs)].sort(),
    ["request.form=JSON", "request.form=YAML", "verb=get", "verb=list"],
  );
});

Deno.test("a value of two lines is shown on one", () => {
  assertEquals(variantsOf([{ a: "x\ny" }, { a: "z" }]), [["a=x\\ny"], ["a=z"]]);
});

Deno.test("each variant is in a chosen case, if there are fewer variants than cases", () => {
  const chosen = [...chooseCases(INPUTS, 8)].map((index) => INPUTS[index]!);
  assertEquals(chosen.length, 8);
  assertEquals(new Set(chosen.map(({ resource }) => resource)), new Set(TYPES));
  assertEquals(new Set(chosen.map(({ steps }) => steps[0]!.do)), new Set(VERBS));
  // The first eight generated ones do not have them.
  const first = new Set(INPUTS.slice(1, 9).map(({ resource }) => resource));
  assertEquals(first.size, 1);
});

Deno.test("the same inputs give the same choice, and without variants the first ones", () => {
  assertEquals(chooseCases(INPUTS, 20), chooseCases(INPUTS, 20));
  assertEquals([...chooseCases([1, 2, 3], 2)], [0, 1]);
  assert(casesToGenerate(20) >= 100);
  assertEquals(casesToGenerate(1_000), 1_000);
});
