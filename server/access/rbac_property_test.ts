import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import decisionsOfPeer from "../../fixtures/access/decisions.json" with { type: "json" };
import type { User } from "../context.ts";
import type { JsonObject } from "../object.ts";
import { answerAccess, answerRules } from "../resources/reviews.ts";
import type { RecordedDecisions } from "@plumbline/lab/access/decisions";
import { isCovered, naivelyAllowed, type NaiveRule } from "@plumbline/lab/access/naive_policy";
import { PolicyStore } from "@plumbline/lab/access/policy_store";
import {
  policyArbitrary,
  type Question,
  questionArbitrary,
} from "@plumbline/lab/access/policy_arbitrary";

const GROUP = "rbac.authorization.svc.io";

const decisions = (store: PolicyStore, questions: readonly Question[]) =>
  Promise.all(
    questions.map(async (question) => (await store.authorizer.decide(question)).allowed),
  );

Deno.test("decisions equal those of a naive evaluation, through all changes of the policy", async () => {
  let allowed = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(policyArbitrary(GROUP), { minLength: 1, maxLength: 3 }),
      fc.array(questionArbitrary, { minLength: 20, maxLength: 40 }),
      fc.nat(),
      async (policies, questions, dropped) => {
        const store = new PolicyStore();
        for (const policy of policies) {
          await store.replace(policy);
          const expected = questions.map((question) => naivelyAllowed(store.policy, question));
          assertEquals(await decisions(store, questions), expected);
          allowed += expected.filter(Boolean).length;
          asked += expected.length;
        }
        const removed = store.policy[dropped % store.policy.length];
        if (removed) await store.remove(removed);
        const expected = questions.map((question) => naivelyAllowed(store.policy, question));
        assertEquals(await decisions(store, questions), expected);
      },
    ),
    { numRuns: 60 },
  );
  assert(allowed > asked / 50 && allowed < asked / 2, `${allowed} of ${asked} were allowed`);
});

/** Generates a request that a listed rule allows. */
function meant(rule: NaiveRule, user: User, namespace: string): Question[] {
  const plain = (word: string, instead: string) => word === "*" ? instead : word;
  const question = {
    user,
    namespace: rule.nonResourceURLs ? "" : namespace,
    isResource: !rule.nonResourceURLs,
    group: "",
    resource: "",
    subresource: "",
    name: "",
    path: "",
  };
  return rule.verbs.flatMap((word) => {
    const verb = plain(word, "approve");
    const urls = (rule.nonResourceURLs ?? []).map((url) => ({
      ...question,
      verb,
      path: url.replace(/\*+$/, "more"),
    }));
    const resources = (rule.resources ?? []).flatMap((path) => {
      const [resource = "", subresource = ""] = path.split("/");
      return (rule.apiGroups ?? []).flatMap((group) =>
        (rule.resourceNames ?? ["anything"]).map((name) => ({
          ...question,
          verb,
          group: plain(group, "batch"),
          resource: plain(resource, "jobs"),
          subresource,
          name: plain(name, "anything"),
        }))
      );
    });
    return [...urls, ...resources];
  });
}

Deno.test("decisions equal those of a real server", async () => {
  for (const { policy, decisions: recorded } of decisionsOfPeer as unknown as RecordedDecisions[]) {
    const store = new PolicyStore("k8s.io");
    await store.replace([...policy]);
    for (const { spec, allowed } of recorded) {
      const review = { kind: "SubjectAccessReview", spec } as never;
      const answer = await answerAccess(store.authorizer)(review, { user: NOBODY, namespace: "" });
      assertEquals((answer.status as JsonObject).allowed, allowed, JSON.stringify(spec));
    }
  }
});

const NOBODY: User = { name: "", uid: "", groups: [], extra: {} };

Deno.test("a rules review lists only allowed requests, and all of them if it is complete", async () => {
  let listed = 0;
  await fc.assert(
    fc.asyncProperty(
      policyArbitrary(GROUP),
      fc.array(questionArbitrary, { minLength: 20, maxLength: 40 }),
      async (policy, questions) => {
        const store = new PolicyStore();
        await store.replace(policy);
        for (const question of questions) {
          const { user, namespace, isResource } = question;
          if (isResource && namespace === "") continue;
          const asked = namespace || "elsewhere";
          const review = { kind: "SelfSubjectRulesReview", spec: { namespace: asked } };
          const answer = answerRules(store.authorizer);
          const { status } = await answer(review as never, { user, namespace: "" });
          const { resourceRules, nonResourceRules, incomplete } = status as unknown as Rules;
          const rules = [...resourceRules, ...nonResourceRules];
          for (const wanted of rules.flatMap((rule) => meant(rule, user, asked))) {
            assert(naivelyAllowed(policy, wanted), JSON.stringify(wanted));
            listed++;
          }
          assert(
            incomplete || !naivelyAllowed(policy, question) ||
              rules.some((rule) => isCovered(rule, question)),
            JSON.stringify(question),
          );
        }
      },
    ),
    { numRuns: 100 },
  );
  assert(listed > 1000, `${listed} were listed`);
});

interface Rules {
  readonly resourceRules: NaiveRule[];
  readonly nonResourceRules: NaiveRule[];
  readonly incomplete: boolean;
}
