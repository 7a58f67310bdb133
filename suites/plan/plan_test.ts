import { assert, assertEquals } from "@std/assert";
import { CHECKS } from "../areas/mod.ts";
import { DIALECTS } from "../client/dialect.ts";
import { MATRIX_TYPES, planOf, planText, rulesOf, SETUP } from "./plan.ts";
import touched from "./touched.json" with { type: "json" };

const RBAC = "rbac.authorization.SUFFIX";

Deno.test("a plan without checks lists the permissions of every run", () => {
  const plan = planOf([]);
  assertEquals(Object.keys(plan).sort(), Object.keys(SETUP).sort());
  assertEquals(plan.secrets, ["create", "delete", "get", "list", "patch"]);
});

Deno.test("a check without measurements is planned like its area, or like any", () => {
  const area = planOf(CHECKS.filter(({ id }) => id.startsWith("health/")));
  assertEquals(planOf([{ id: "health/new" }]), area);
  const unknown = planOf([{ id: "nowhere/new" as "health/new" }]);
  for (const type of MATRIX_TYPES) assert(unknown[type]!.includes("deletecollection"), type);
});

Deno.test("writing roles and bindings needs the verbs escalate and bind", () => {
  const ids = Object.keys(touched).filter((id) => id.startsWith("rbac-objects/"));
  const plan = planOf(CHECKS.filter(({ id }) => ids.includes(id)));
  assert(plan[`roles.${RBAC}`]!.includes("escalate"));
  assert(plan[`clusterroles.${RBAC}`]!.includes("bind"));
  assert(!planOf([])[`roles.${RBAC}`]!.includes("escalate"));
});

Deno.test("deciding whether a need is met is planned for", () => {
  const needs = ["impersonation", "identity review"] as const;
  const plan = planOf([{ id: "health/answers", needs }]);
  assertEquals(plan.users, ["impersonate"]);
  assertEquals(plan["selfsubjectreviews.authentication.SUFFIX"], ["create"]);
});

Deno.test("the rules allow each verb of the plan on its resource, and no other", () => {
  const plan = planOf(CHECKS);
  const allowed = rulesOf(plan, DIALECTS.kubernetes).flatMap((rule) =>
    (rule.resources ?? rule.nonResourceURLs!).flatMap((name) =>
      rule.verbs.map((verb) =>
        `${verb} ${name}${rule.apiGroups?.[0] ? `.${rule.apiGroups[0]}` : ""}`
      )
    )
  );
  const planned = Object.entries(plan).flatMap(([resource, verbs]) => {
    const [type, ...group] = resource.replace("SUFFIX", "k8s.io").split(".");
    const name = resource.startsWith("/") ? resource : [type, ...group].join(".");
    return verbs.map((verb) => `${verb} ${name}`);
  });
  assertEquals(allowed.toSorted(), planned.toSorted());
});

Deno.test("the text names the checks without measurements", () => {
  const text = planText([{ id: "health/new" }, { id: "health/answers" }], DIALECTS.svc);
  assert(text.includes("\n# Planned for as others of their area, being new: health/new\n"), text);
});

Deno.test("the text uses the suffix of the dialect", () => {
  const text = planText(CHECKS, DIALECTS.kubernetes);
  assert(!text.includes("SUFFIX") && !text.includes("svc.io"));
  assert(text.includes("rbac.authorization.k8s.io"));
});
