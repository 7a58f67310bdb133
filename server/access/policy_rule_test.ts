import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isCovered, type NaiveRule } from "@plumbline/lab/access/naive_policy";
import { policyArbitrary, questionArbitrary } from "@plumbline/lab/access/policy_arbitrary";
import type { ApiObject } from "../object.ts";
import {
  missingRules,
  NO_RESOURCE,
  type PolicyRule,
  ruleAllows,
  urlCovers,
} from "./policy_rule.ts";

const rules: fc.Arbitrary<NaiveRule[]> = policyArbitrary("a").map((policy) =>
  policy.filter(({ kind }) => kind === "ClusterRole")
    .flatMap((role: ApiObject) => role.rules as unknown as NaiveRule[])
);

Deno.test("rules cover no request that they do not allow", () => {
  let covered = 0;
  fc.assert(
    fc.property(
      rules,
      rules,
      fc.array(questionArbitrary, { minLength: 50, maxLength: 50 }),
      (owned, wanted, questions) => {
        for (const rule of wanted) {
          if (missingRules(owned, [rule]).length > 0) continue;
          covered++;
          for (const question of questions) {
            if (!isCovered(rule, question)) continue;
            assert(owned.some((other) => isCovered(other, question)), JSON.stringify(rule));
          }
        }
      },
    ),
    { numRuns: 500 },
  );
  assert(covered > 50, `${covered} were covered`);
});

Deno.test("rules cover themselves and any part of them", () => {
  fc.assert(fc.property(rules, (owned) => {
    assertEquals(missingRules(owned, owned), []);
    const parts = owned.map((rule) => ({ ...rule, verbs: rule.verbs.slice(0, 1) }));
    assertEquals(missingRules(owned, parts), []);
    assertEquals(
      missingRules([{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }, {
        verbs: ["*"],
        nonResourceURLs: ["*"],
      }], owned),
      [],
    );
  }));
});

Deno.test("each missing permission is listed", () => {
  const owned: PolicyRule[] = [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }];
  const wanted: PolicyRule[] = [
    { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["secrets"] },
    { verbs: ["get"], nonResourceURLs: ["/metrics"] },
  ];
  assertEquals(
    missingRules(owned, wanted).map(({ verbs, apiGroups, nonResourceURLs }) => ({
      verb: verbs[0],
      on: apiGroups?.[0] ?? nonResourceURLs?.[0],
    })),
    [
      { verb: "get", on: "apps" },
      { verb: "list", on: "" },
      { verb: "list", on: "apps" },
      { verb: "get", on: "/metrics" },
    ],
  );
});

Deno.test("a product of billions of permissions is compared without being written out", () => {
  const words = (letter: string) => Array.from({ length: 4_000 }, (_, at) => `${letter}${at}`);
  const wanted = { verbs: words("v"), apiGroups: words("g"), resources: words("r") };
  assertEquals(missingRules([], [wanted], 3).length, 3);
  assertEquals(missingRules([wanted], [wanted]), []);
  const apart = ["v1", "v2"].map((verb) => ({
    ...wanted,
    verbs: wanted.verbs.filter((v) => v !== verb),
  }));
  assertEquals(missingRules(apart, [wanted]), []);
  const except = { ...wanted, resources: wanted.resources.slice(1) };
  assertEquals(missingRules([except], [wanted], 1), [
    { verbs: ["v0"], apiGroups: ["g0"], resources: ["r0"], resourceNames: [] },
  ]);
});

Deno.test("one name is covered by all names or by itself, all names only by all", () => {
  const of = (...resourceNames: string[]): PolicyRule[] => [
    { verbs: ["get"], apiGroups: [""], resources: ["secrets"], resourceNames },
  ];
  const isFine = (owned: PolicyRule[], wanted: PolicyRule[]) =>
    missingRules(owned, wanted).length === 0;
  assertEquals(isFine(of(), of("a")), true);
  assertEquals(isFine(of("a", "b"), of("a")), true);
  assertEquals(isFine([...of("a"), ...of("b")], of("a", "b")), true);
  assertEquals(isFine(of("a"), of("a", "b")), false);
  assertEquals(isFine(of("a"), of()), false);
});

// A pattern with 80,000 stars took 5 s for each request of the users of its role.
Deno.test("a pattern of paths with a million stars is matched, and read once", () => {
  const slow = `/a${"*".repeat(1_000_000)}b*`;
  const rule: PolicyRule = {
    verbs: ["get"],
    nonResourceURLs: [slow, `/c${"*".repeat(1_000_000)}`],
  };
  const allows = (path: string) =>
    ruleAllows(rule, {
      ...NO_RESOURCE,
      ...{
        user: { name: "a", uid: "", groups: [], extra: {} },
        verb: "get",
        isResource: false,
        path,
      },
    });
  assertEquals(["/a", "/ab", "/c", "/cd", slow].map(allows), [false, false, true, true, true]);
  for (let request = 0; request < 10_000; request++) assertEquals(allows("/ab"), false);
  assertEquals([urlCovers(slow, `${slow}c`), urlCovers(slow, "/ab")], [true, false]);
});
