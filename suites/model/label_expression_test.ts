import { assertEquals } from "@std/assert";
import { type Expression, matches, selectorText, verifyPicked } from "./label_expression.ts";

const existing = [
  { name: "none", labels: {} },
  { name: "a", labels: { k: "a" } },
  { name: "b", labels: { k: "b" } },
  { name: "nine", labels: { k: "9" } },
];

function picked(operator: Expression["operator"], ...values: string[]): string {
  return existing.filter((each) => matches({ key: "k", operator, values }, each))
    .map(({ name }) => name).join();
}

Deno.test("each operator picks what it says", () => {
  assertEquals(picked("=", "a"), "a");
  assertEquals(picked("==", "a"), "a");
  assertEquals(picked("!=", "a"), "none,b,nine");
  assertEquals(picked("in", "a", "b"), "a,b");
  assertEquals(picked("notin", "a", "b"), "none,nine");
  assertEquals(picked("exists"), "a,b,nine");
  assertEquals(picked("!exists"), "none");
  assertEquals(picked(">", "8"), "nine");
  assertEquals(picked("<", "10"), "nine");
  assertEquals(picked("<", "9"), "");
});

Deno.test("a key of every object's prototype is no label", () => {
  const key = "constructor";
  assertEquals(matches({ key, operator: "exists", values: [] }, existing[0]!), false);
});

Deno.test("requirements are written with commas, spaces where they are free", () => {
  const expressions: Expression[] = [
    { key: "k", operator: "notin", values: ["a", "b"] },
    { key: "k", operator: "=", values: ["a"] },
    { key: "k", operator: "!exists", values: [] },
  ];
  assertEquals(selectorText(expressions), "k notin (a,b),k=a,!k");
  assertEquals(selectorText(expressions, " "), "k notin ( a, b ) , k = a , !k");
});

Deno.test("a wrong selection violates the requirement of the operator", () => {
  const violated = (operator: Expression["operator"], names: string[], values = ["a"], gap = "") =>
    verifyPicked({ expressions: [{ key: "k", operator, values }], gap, existing, names })
      .map(({ requirement }) => requirement).join();
  assertEquals(violated("=", ["a"]), "");
  assertEquals(violated("=", ["a", "b"]), "selectors.equals");
  assertEquals(violated("!=", ["b", "nine"]), "selectors.differs-or-absent");
  assertEquals(violated("notin", ["b", "nine"]), "selectors.none-of-or-absent");
  assertEquals(violated("in", [], ["a", "b"]), "selectors.one-of");
  assertEquals(violated("exists", [], []), "selectors.present");
  assertEquals(violated("!exists", ["a"], []), "selectors.absent");
  assertEquals(violated(">", ["nine", "none"], ["8"]), "selectors.greater");
  assertEquals(violated("=", [], ["a"], " "), "selectors.whitespace-is-ignored");
  // Nothing to put space around.
  assertEquals(violated("!exists", ["a"], [], " "), "selectors.absent");
});

Deno.test("requirements combined with OR, and an empty selector that selects nothing, are violations", () => {
  const expressions: Expression[] = [
    { key: "k", operator: "exists", values: [] },
    { key: "k", operator: "=", values: ["a"] },
  ];
  const both = verifyPicked({ expressions, gap: "", existing, names: ["a", "b", "nine"] });
  assertEquals(both.map(({ requirement }) => requirement), ["selectors.all-must-match"]);
  const none = verifyPicked({ expressions: [], gap: "", existing, names: [] });
  assertEquals(none.map(({ requirement }) => requirement), ["selectors.empty-selects-all"]);
});
