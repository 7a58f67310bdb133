import { assertEquals } from "@std/assert";
import {
  fieldSelector,
  isFiltered,
  type LabelRequirement,
  labelSelector,
  selects,
} from "./selection.ts";
import { smallObject } from "./small_history.ts";

const labelled = (labels?: Record<string, string>) =>
  smallObject("one/a", "q", labels === undefined ? {} : { labels });

function picks(requirement: LabelRequirement, labels?: Record<string, string>): boolean {
  return selects({ labels: [requirement] }, labelled(labels));
}

Deno.test("= and == pick the value and nothing else", () => {
  for (const operator of ["=", "=="] as const) {
    assertEquals(picks({ key: "k", operator, value: "a" }, { k: "a" }), true);
    assertEquals(picks({ key: "k", operator, value: "a" }, { k: "b" }), false);
    assertEquals(picks({ key: "k", operator, value: "a" }), false);
  }
});

Deno.test("!= picks other values, and objects without the label", () => {
  assertEquals(picks({ key: "k", operator: "!=", value: "a" }, { k: "b" }), true);
  assertEquals(picks({ key: "k", operator: "!=", value: "a" }), true);
  assertEquals(picks({ key: "k", operator: "!=", value: "a" }, { k: "a" }), false);
});

Deno.test("in wants one of the values, notin none of them or no label", () => {
  const values = ["a", "b"];
  assertEquals(picks({ key: "k", operator: "in", values }, { k: "b" }), true);
  assertEquals(picks({ key: "k", operator: "in", values }, { k: "c" }), false);
  assertEquals(picks({ key: "k", operator: "in", values }), false);
  assertEquals(picks({ key: "k", operator: "notin", values }, { k: "c" }), true);
  assertEquals(picks({ key: "k", operator: "notin", values }), true);
  assertEquals(picks({ key: "k", operator: "notin", values }, { k: "a" }), false);
});

Deno.test("a key picks by presence, and with ! by absence", () => {
  assertEquals(picks({ key: "k", operator: "exists" }, { k: "" }), true);
  assertEquals(picks({ key: "k", operator: "exists" }), false);
  assertEquals(picks({ key: "k", operator: "!exists" }), true);
  assertEquals(picks({ key: "k", operator: "!exists" }, { k: "" }), false);
});

Deno.test("fields pick by name and namespace", () => {
  const field = (
    field: "metadata.name" | "metadata.namespace",
    operator: "=" | "!=",
    value: string,
  ) => selects({ fields: [{ field, operator, value }] }, labelled());
  assertEquals(field("metadata.name", "=", "a"), true);
  assertEquals(field("metadata.name", "!=", "a"), false);
  assertEquals(field("metadata.namespace", "=", "two"), false);
  assertEquals(field("metadata.namespace", "!=", "two"), true);
});

Deno.test("all requirements must hold, the namespace included", () => {
  const labels = [{ key: "k", operator: "=", value: "a" }] as const;
  assertEquals(selects({ namespace: "one", labels }, labelled({ k: "a" })), true);
  assertEquals(selects({ namespace: "two", labels }, labelled({ k: "a" })), false);
  assertEquals(selects({ namespace: "one", labels }, labelled({ k: "b" })), false);
});

Deno.test("selectors are written as query parameters take them", () => {
  const labels: LabelRequirement[] = [
    { key: "a", operator: "==", value: "x" },
    { key: "b", operator: "notin", values: ["x", "y"] },
    { key: "c", operator: "exists" },
    { key: "d", operator: "!exists" },
  ];
  assertEquals(labelSelector({ labels }), "a==x,b notin (x,y),c,!d");
  const fields = [{ field: "metadata.name", operator: "!=", value: "n" }] as const;
  assertEquals(fieldSelector({ fields }), "metadata.name!=n");
});

Deno.test("without requirements nothing is filtered and nothing is sent", () => {
  assertEquals(isFiltered({ namespace: "one" }), false);
  assertEquals(labelSelector({ labels: [] }), undefined);
  assertEquals(fieldSelector({}), undefined);
});
