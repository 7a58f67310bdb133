import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { bootstrapPolicy } from "../access/bootstrap_policy.ts";
import { DIALECTS } from "../dialect.ts";
import type { ApiObject, Json } from "../object.ts";
import { labelPredicate } from "../resources/label_selector.ts";
import { aggregationSelectors } from "../resources/rbac.ts";
import { AggregatedRoles } from "./aggregated_roles.ts";

/** Returns a role whose label, rules and selected labels are single letters. */
const role = (name: string, label: string, rules: string, selects: string | undefined) =>
  ({
    metadata: { name, labels: { [label]: "" } },
    rules: [...rules].map((verb) => ({ verbs: [verb] })),
    ...(selects !== undefined && {
      aggregationRule: {
        clusterRoleSelectors: [...selects].map((key) => ({
          matchExpressions: [{ key, operator: "Exists" }],
        })),
      },
    }),
  }) as unknown as ApiObject;

const verbs = (rules: Json[]) =>
  rules.map((rule) => (rule as { verbs: string[] }).verbs[0]).join("");

/** Returns the verbs of each aggregated role, from all roles. */
function expected(roles: readonly ApiObject[]): Record<string, string> {
  const aggregated = new Map<string, ReadonlySet<string>>();
  const own = ({ rules }: ApiObject) => new Set(verbs(rules as Json[]));
  for (const { metadata } of roles.filter(aggregationSelectors)) {
    aggregated.set(metadata.name, new Set());
  }
  for (let rounds = 0; rounds <= roles.length; rounds++) {
    for (const role of roles) {
      const selects = aggregationSelectors(role)?.map(labelPredicate);
      if (!selects) continue;
      const selected = roles.filter((other) =>
        other !== role && selects.some((one) => one(other.metadata.labels ?? {}))
      );
      aggregated.set(
        role.metadata.name,
        new Set(
          selected.flatMap((other) => [...aggregated.get(other.metadata.name) ?? own(other)]),
        ),
      );
    }
  }
  return Object.fromEntries([...aggregated].map(([name, set]) => [name, [...set].sort().join("")]));
}

const letters = fc.string({ unit: fc.constantFrom(..."abcd"), maxLength: 3 });

const change = fc.record({
  name: fc.constantFrom(..."pqrstu"),
  label: fc.constantFrom(..."abcd"),
  rules: letters,
  selects: fc.option(letters.filter((text) => text !== ""), { nil: undefined, freq: 1 }),
  removed: fc.boolean(),
});

Deno.test("after any changes the rules are those that all roles together give", () => {
  fc.assert(fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
    const index = new AggregatedRoles();
    const stored = new Map<string, ApiObject>();
    for (const { name, label, rules, selects, removed } of changes) {
      const changed = removed ? undefined : role(name, label, rules, selects);
      if (changed && selects !== undefined) changed.rules = index.rulesWith(name, changed);
      if (changed) stored.set(name, changed);
      else stored.delete(name);
      index.set(name, changed);
      for (const [other, rules] of index.outdated()) {
        const updated = { ...stored.get(other)!, rules };
        stored.set(other, updated);
        index.set(other, updated);
      }
      const actual = [...stored.values()].filter(aggregationSelectors).map((role) =>
        [role.metadata.name, [...new Set(verbs(role.rules as Json[]))].sort().join("")] as const
      );
      assertEquals(Object.fromEntries(actual), expected([...stored.values()]));
    }
  }));
});

Deno.test("the rules of a role that is not stored leave the index as it was", () => {
  const index = new AggregatedRoles();
  index.set("plain", role("plain", "a", "x", undefined));
  index.set("all", role("all", "b", "", "a"));
  index.outdated();
  assertEquals(verbs(index.rulesWith("more", role("more", "a", "", "ab"))), "x");
  assertEquals(index.get("more"), undefined);
  assertEquals([...index.outdated()], []);
  index.set("plain", role("plain", "a", "y", undefined));
  assertEquals([...index.outdated().keys()], ["all"]);
});

Deno.test("the initial aggregated roles have the rules of the roles that they select", () => {
  const initial = bootstrapPolicy(DIALECTS.kubernetes).filter(({ kind }) => kind === "ClusterRole");
  const roles = new AggregatedRoles();
  for (const role of initial) roles.set(role.metadata.name, role as ApiObject);
  const aggregated = roles.outdated();
  assertEquals([...aggregated.keys()], ["admin", "edit", "view"]);
  for (const [name, rules] of aggregated) assertEquals(rules, roles.get(name)!.rules);
});
