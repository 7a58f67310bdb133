import { assertEquals } from "@std/assert";
import { Violation } from "../../check.ts";
import { violatedTogether } from "./together.ts";
import { seenIn } from "./behaviour.ts";
import { small } from "../test_checks.ts";
import type { FailedCase } from "./repeat.ts";

const seen = ["/one", "/two", "/three"].map((path) =>
  seenIn({ method: "GET", path }, {
    status: 200,
    headers: new Headers(),
    text: "",
    json: undefined,
  })
);

/** Returns a case of a requirement, with the numbers of the requests that violate requirements. */
const failed = (requirement: string, violated: Readonly<Record<string, number>>): FailedCase => ({
  check: small,
  requirement,
  input: undefined,
  seen,
  violated: Object.entries(violated).map(([id, requests]) => ({
    violation: new Violation<string>(id, { expected: "a", actual: "b" }),
    requests,
  })),
});

Deno.test("requirements that violate each other in their cases are violated together", () => {
  assertEquals(
    violatedTogether([
      failed("a.one", { "a.one": 1, "a.two": 2 }),
      failed("a.two", {
        "a.one": 1,
        "a.two": 2,
      }),
    ]),
    [["a.one", "a.two"]],
  );
});

Deno.test("a requirement that the same request violates in each case is violated together", () => {
  const rare = [failed("a.one", { "a.one": 2, "b.two": 2 }), failed("b.two", { "b.two": 1 })];
  assertEquals(violatedTogether(rare), [["a.one", "b.two"]]);
  const others = [failed("a.one", { "a.one": 2, "b.two": 1 }), failed("b.two", { "b.two": 1 })];
  assertEquals(violatedTogether(others), []);
});

Deno.test("a requirement that many cases violate says nothing of another one", () => {
  const many = ["c.1", "c.2", "c.3", "c.4"].map((id) => failed(id, { [id]: 1, "b.two": 2 }));
  assertEquals(
    violatedTogether([
      ...many,
      failed("a.one", { "a.one": 2, "b.two": 2 }),
      failed("b.two", { "b.two": 1 }),
    ]),
    [],
  );
});

Deno.test("how common a violation is, those that are explained decide, too", () => {
  const observed = (requirement: string): FailedCase => {
    const one = failed(requirement, { "exchanges.x": 1, [requirement]: 2 });
    const [first, ...others] = one.violated;
    return { ...one, violated: [{ ...first!, isObserved: true }, ...others] };
  };
  const open = [observed("a.one"), observed("a.two")];
  const explained = ["b.1", "b.2", "b.3"].map((id) => failed(id, { [id]: 1 }));
  assertEquals(violatedTogether(open), []);
  assertEquals(violatedTogether(open, [...open, ...explained]), [
    ["a.one", "exchanges.x"],
    ["a.two", "exchanges.x"],
  ]);
});
