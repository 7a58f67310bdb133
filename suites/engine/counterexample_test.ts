import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { counterexampleOf, replayPathOf } from "./counterexample.ts";

class Add implements fc.AsyncCommand<object, { sum: number }> {
  readonly data: { readonly add: number };
  constructor(add: number) {
    this.data = { add };
  }
  check(): boolean {
    return true;
  }
  run(_model: object, real: { sum: number }): Promise<void> {
    real.sum += this.data.add;
    return real.sum > 5 ? Promise.reject(new Error("too much")) : Promise.resolve();
  }
}

Deno.test("a list of commands is printed as the data of those that ran", async () => {
  const commands = fc.commands([fc.integer({ min: 1, max: 4 }).map((add) => new Add(add))], {
    size: "max",
    maxCommands: 40,
  });
  const property = fc.asyncProperty(
    fc.record({ commands, other: fc.constant(7) }),
    (input) => fc.asyncModelRun(() => ({ model: {}, real: { sum: 0 } }), input.commands),
  );
  const details = await fc.check(property, { seed: 1 });
  const input = details.counterexample?.[0];
  assertEquals(counterexampleOf(input), { commands: [{ add: 2 }, { add: 4 }], other: 7 });
  assertEquals(typeof replayPathOf(input), "string");
});

Deno.test("plain data is kept, other values are printed as text", () => {
  const data = { a: [1, "two", null, true], b: { c: 0.5 } };
  assertEquals(counterexampleOf(data), data);
  assertEquals(counterexampleOf({ a: undefined, b: NaN, c: new Set([1]) }), {
    b: "Number.NaN",
    c: "new Set([1])",
  });
  assertEquals(replayPathOf(data), undefined);
});
