import { assertEquals } from "@std/assert";
import { permits } from "./review_rules.ts";

const GET = { verb: "get", group: "", resource: "secrets", name: "" };

Deno.test("a rule permits what each of its fields names, or all by a star", () => {
  const rule = { verbs: ["get"], apiGroups: [""], resources: ["secrets"] };
  assertEquals(permits([rule], GET), true);
  assertEquals(permits([{ ...rule, verbs: ["*"], apiGroups: ["*"], resources: ["*"] }], GET), true);
  assertEquals(permits([{ ...rule, verbs: ["list"] }], GET), false);
  assertEquals(permits([{ ...rule, apiGroups: ["apps"] }], GET), false);
  assertEquals(permits([{ ...rule, resources: ["roles"] }], GET), false);
  assertEquals(permits([], GET), false);
  assertEquals(permits(undefined, GET), false);
});

Deno.test("a rule for names permits those only", () => {
  const rule = { verbs: ["get"], apiGroups: [""], resources: ["secrets"], resourceNames: ["a"] };
  assertEquals(permits([rule], { ...GET, name: "a" }), true);
  assertEquals(permits([rule], { ...GET, name: "b" }), false);
  assertEquals(permits([rule], GET), false);
});

Deno.test("a rule for a subresource of all permits it on each, and nothing else", () => {
  const rule = { verbs: ["get"], apiGroups: ["apps"], resources: ["*/status"] };
  const status = { ...GET, group: "apps", resource: "deployments/status" };
  assertEquals(permits([rule], status), true);
  assertEquals(permits([rule], { ...status, resource: "deployments" }), false);
});
