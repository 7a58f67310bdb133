import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Discard, Violation } from "./check.ts";
import {
  recorded,
  recordViolation,
  skip,
  stopUnless,
  verify,
  verifyAll,
  violationsOf,
} from "./verify.ts";

const facts = { expected: "a", actual: "b" };

/** Returns the requirements that steps violate, and what they could not judge. */
async function outcome(steps: () => void | Promise<void>) {
  const { violations, skipped, error } = await recorded(steps, () => 3);
  assertEquals(error, undefined);
  return [violations.map(({ violation }) => violation.requirement), skipped];
}

Deno.test("a violation is recorded, and the steps go on", async () => {
  const found = await outcome(async () => {
    assertEquals(verify("acme.a", facts), false);
    await Promise.resolve();
    assertEquals(verify("acme.b", { expected: 1, actual: 1 }), true);
    recordViolation("acme.c", facts);
    verifyAll([{ requirement: "acme.d", ...facts }, { requirement: "acme.e", ...facts }]);
  });
  assertEquals(found, [["acme.a", "acme.c", "acme.d", "acme.e"], []]);
});

Deno.test("what needs a violated state ends the steps, and is named", async () => {
  const found = await outcome(() => {
    stopUnless(verify("acme.a", { holds: true, ...facts }), "nothing");
    skip("the order");
    stopUnless(verify("acme.b", facts), "the pages");
    recordViolation("acme.c", facts);
  });
  assertEquals(found, [["acme.b"], ["the order", "the pages"]]);
});

Deno.test("a thrown violation is recorded and ends the steps; other errors are kept", async () => {
  const thrown = await outcome(() => Promise.reject(new Violation("acme.a", facts)));
  assertEquals(thrown, [["acme.a"], ["the rest of the case"]]);
  const { error, violations } = await recorded(() => {
    recordViolation("acme.a", facts);
    throw new Discard("no more");
  }, () => 0);
  assertEquals([error instanceof Discard, violations.length], [true, 1]);
});

Deno.test("values are compared in any order of their members, and shown as JSON", async () => {
  const { violations } = await recorded(() => {
    verify("acme.a", { expected: { a: 1, b: 2 }, actual: { b: 2, a: 1 } });
    verify("acme.b", { expected: { a: 1 }, actual: undefined });
    verify("acme.c", { expected: "1", actual: 1 });
  }, () => 0);
  assertEquals(
    violations.map(({ violation: { requirement, expected, actual } }) => [
      requirement,
      expected,
      actual,
    ]),
    [["acme.b", '{"a":1}', "absent"], ["acme.c", '"1"', "1"]],
  );
});

Deno.test("cases that run beside each other record their own violations", async () => {
  const steps = (requirement: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    recordViolation<string>(requirement, facts);
  };
  const found = await Promise.all(["acme.a", "acme.b"].map((id) => outcome(steps(id))));
  assertEquals(found.map(([violated]) => violated), [["acme.a"], ["acme.b"]]);
});

Deno.test("steps can be tried without reporting what they violate", async () => {
  const found = await outcome(async () => {
    const tried = await violationsOf(() => recordViolation("acme.a", facts));
    assertEquals(tried.map(({ requirement }) => requirement), ["acme.a"]);
  });
  assertEquals(found, [[], []]);
  await assertRejects(() => violationsOf(() => Promise.reject(new Discard("no"))), Discard);
});

Deno.test("outside of a case a violation is thrown", () => {
  assertThrows(() => verify("acme.a", facts), Violation, "acme.a: expected a, actual b");
});

Deno.test("a violation has texts, where the target sent nothing, too", () => {
  const sent: { readonly spec?: string } = {};
  const violation = new Violation<string>("selectors.any", {
    expected: JSON.stringify("one"),
    actual: JSON.stringify(sent.spec),
  });
  assertEquals(violation.actual, "nothing");
});
