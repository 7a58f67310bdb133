import { assertEquals } from "@std/assert";
import { holds } from "./cover.ts";
import { grantsOf } from "./grants.ts";
import type { Rule } from "./policy.ts";

const ann = { user: "ann", groups: [] };
const rule = (verbs: string[], resources: string[], resourceNames: string[] = []): Rule => ({
  verbs,
  apiGroups: [""],
  resources,
  resourceNames,
});

/** Whether Ann, who has these rules in the namespace `one`, holds the other one there. */
function covered(held: Rule[], wanted: Rule, namespace = "one"): boolean {
  const grants = grantsOf({
    roles: [{ name: "r", namespace: "one", rules: held }],
    bindings: [{
      name: "b",
      namespace: "one",
      role: { kind: "Role", name: "r" },
      subjects: [{ kind: "User", name: "ann" }],
    }],
  });
  return holds(grants, ann, wanted, namespace);
}

Deno.test("several rules hold together what none of them does", () => {
  const held = [rule(["get"], ["a", "b"]), rule(["list"], ["a"])];
  assertEquals(covered(held, rule(["get", "list"], ["a"])), true);
  assertEquals(covered(held, rule(["get", "list"], ["a", "b"])), false);
});

Deno.test("a star is more than all words that are listed", () => {
  assertEquals(covered([rule(["get", "list"], ["a"])], rule(["*"], ["a"])), false);
  assertEquals(covered([rule(["*"], ["a"])], rule(["*"], ["a"])), true);
  assertEquals(covered([rule(["*"], ["*"])], rule(["get"], ["a", "b/c"])), true);
  assertEquals(covered([rule(["get"], ["a"])], rule(["get"], ["*"])), false);
});

Deno.test("all names are more than those that are listed", () => {
  const held = [rule(["get"], ["a"], ["x", "y"])];
  assertEquals(covered(held, rule(["get"], ["a"], ["x"])), true);
  assertEquals(covered(held, rule(["get"], ["a"], ["x", "z"])), false);
  assertEquals(covered(held, rule(["get"], ["a"])), false);
});

Deno.test("what is held in a namespace is not held everywhere, nor elsewhere", () => {
  assertEquals(covered([rule(["get"], ["a"])], rule(["get"], ["a"]), ""), false);
  assertEquals(covered([rule(["get"], ["a"])], rule(["get"], ["a"]), "two"), false);
});
