import { assert, assertEquals } from "@std/assert";
import { variantsIn } from "./case_variants.ts";

const countsOf = (inputs: readonly unknown[]) => {
  const { variants, pairs } = variantsIn(inputs);
  return { variants, pairs };
};

Deno.test("variants are the values of fields that have few of them", () => {
  assertEquals(countsOf([{ a: "x" }, { a: "y" }, { a: 3 }, { a: true }]), {
    variants: 4,
    pairs: 0,
  });
  assertEquals(countsOf([{ a: "x" }, { a: "x" }]), { variants: 0, pairs: 0 });
  const many = Array.from({ length: 60 }, (_, index) => ({ name: `n${index}` }));
  assertEquals(countsOf(many), { variants: 0, pairs: 0 });
});

Deno.test("a field that an object lacks is a variant", () => {
  assertEquals(countsOf([{ a: "x", b: 1 }, { a: "x" }]).variants, 2);
});

Deno.test("what follows what in a list is a variant, and the length of the list", () => {
  const one = { steps: [{ do: "create" }, { do: "delete" }] };
  const other = { steps: [{ do: "delete" }, { do: "create" }] };
  const longer = { steps: [{ do: "create" }] };
  const [first, second] = variantsIn([one, other]).of;
  assertEquals(first!.length, second!.length);
  assert(!second!.every((each) => first!.includes(each)));
  // Two steps, two orders, two lengths.
  assertEquals(countsOf([one, other, longer]).variants, 6);
});

Deno.test("values are paired within an element of a list, and with those around all", () => {
  const element = (verb: string, name: string) => ({ verb, name });
  const inputs = [
    { type: "roles", requests: [element("get", "x"), element("list", "y")] },
    { type: "secrets", requests: [element("get", "y"), element("list", "x")] },
  ];
  const [first, second] = variantsIn(inputs).of;
  // Each has four values of elements and one of a type, and no pair of theirs is the same.
  const common = first!.filter((each) => second!.includes(each));
  assertEquals(common.length, 4);
  assertEquals(countsOf(inputs), { variants: 6, pairs: 4 + 8 });
});
