import { assertEquals } from "@std/assert";
import { type Expression, matches, selectorText, verifyPicked } from "./label_expression.ts";

const there = [
  { name: "none", labels: {} },
  { name: "a", labels: { k: "a" } },
  { name: "b", labels: { k: "b" } },
  { name: "nine", labels: { k: "9" } },
];

function picked(operator: Expression["operator"], ...values: string[]): string {
  return there.filter((each) => matches({ key: "k", operator, values }, each))
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
  assertEquals(matches({ key, operator: "exists", values: [] }, there[0]!), false);
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

Deno.test("what is picked wrongly is told as the operator that it breaks", () => {
  const told = (operator: Expression["operator"], names: string[], values = ["a"], gap = "") =>
    verifyPicked({ expressions: [{ key: "k", operator, values }], gap, there, names })
      .map(({ requirement }) => requirement).join();
  assertEquals(told("=", ["a"]), "");
  assertEquals(told("=", ["a", "b"]), "selectors.equals");
  assertEquals(told("!=", ["b", "nine"]), "selectors.differs-or-absent");
  assertEquals(told("notin", ["b", "nine"]), "selectors.none-of-or-absent");
  assertEquals(told("in", [], ["a", "b"]), "selectors.one-of");
  assertEquals(told("exists", [], []), "selectors.present");
  assertEquals(told("!exists", ["a"], []), "selectors.absent");
  assertEquals(told(">", ["nine", "none"], ["8"]), "selectors.greater");
  assertEquals(told("=", [], ["a"], " "), "selectors.whitespace-is-ignored");
  // Nothing to put space around.
  assertEquals(told("!exists", ["a"], [], " "), "selectors.absent");
});

Deno.test("a combination that is read as alternatives is told, and an empty one that picks nothing", () => {
  const expressions: Expression[] = [
    { key: "k", operator: "exists", values: [] },
    { key: "k", operator: "=", values: ["a"] },
  ];
  const both = verifyPicked({ expressions, gap: "", there, names: ["a", "b", "nine"] });
  assertEquals(both.map(({ requirement }) => requirement), ["selectors.all-must-match"]);
  const none = verifyPicked({ expressions: [], gap: "", there, names: [] });
  assertEquals(none.map(({ requirement }) => requirement), ["selectors.empty-selects-all"]);
});
