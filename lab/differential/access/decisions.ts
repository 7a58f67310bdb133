/**
 * Compares RBAC decisions of a real server with a naive evaluation, under generated roles and
 * bindings.
 *
 * @module
 */
import fc from "fast-check";
import type { ApiObject, JsonObject } from "@plumbline/server/api";
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import type { Comparison, ComparisonContext } from "../comparison.ts";
import { naivelyAllowed } from "./naive_policy.ts";
import { createOf } from "../../requests/writes.ts";
import { createIfAbsent, createPolicy, deletePolicy, REVIEWS } from "./policies.ts";
import {
  POLICY_NAMESPACES,
  policyArbitrary,
  type Question,
  questionArbitrary,
} from "./policy_arbitrary.ts";

/** Roles and bindings, and the decisions of a real server under them. */
export interface RecordedDecisions {
  readonly policy: readonly ApiObject[];
  readonly decisions: readonly { readonly spec: JsonObject; readonly allowed: boolean }[];
}

/** Returns the spec of a review of the request. */
function specOf(question: Question): JsonObject {
  const { user, verb, path, isResource, group, resource, subresource, namespace, name } = question;
  return {
    user: user.name,
    groups: [...user.groups],
    ...(isResource
      ? { resourceAttributes: { verb, group, resource, subresource, namespace, name } }
      : { nonResourceAttributes: { verb, path } }),
  };
}

/** Makes names unique to each run, as a deletion takes a while to reach the server's authorizer. */
function renamed<T>(value: T, run: string): T {
  const text = JSON.stringify(value).replace(/"(u\d|g\d|r\d|b\d)"/g, `"$1-${run}"`)
    .replaceAll("robot", `robot-${run}`);
  return JSON.parse(text);
}

async function decisionsOf(
  target: Target,
  policy: ApiObject[],
  questions: Question[],
  run: string,
): Promise<RecordedDecisions> {
  await createPolicy(target, renamed(policy, run), run);
  try {
    const decisions = await Promise.all(questions.map(async (question) => {
      const spec = specOf(question);
      const review = { spec: renamed(spec, run) };
      const { body } = await sendJson(target, createOf(REVIEWS, review));
      return { spec, allowed: body.status.allowed === true };
    }));
    return { policy, decisions };
  } finally {
    await deletePolicy(target, renamed(policy, run), run);
  }
}

/** Number of recorded policies. */
const RECORDED = 12;

/** Compares decisions. */
export const decisions: Comparison = {
  name: "decisions",
  help: "RBAC decisions under generated roles and bindings",
  async run({ real, runs = 100, seed, report }: ComparisonContext) {
    const recorded: RecordedDecisions[] = [];
    let count = 0;
    for (const name of POLICY_NAMESPACES) {
      await createIfAbsent(real, "/api/v1/namespaces", { metadata: { name } });
    }
    await fc.assert(
      fc.asyncProperty(
        policyArbitrary("rbac.authorization.k8s.io"),
        fc.array(questionArbitrary, { minLength: 40, maxLength: 60 }),
        async (policy, questions) => {
          const run = `plumbline-${Date.now().toString(36)}-${recorded.length}`;
          const answered = await decisionsOf(real, policy, questions, run);
          const expected = questions.map((question) => naivelyAllowed(policy, question));
          answered.decisions.forEach(({ spec, allowed }, at) => {
            if (allowed !== expected[at]) throw new Error(`${allowed}: ${JSON.stringify(spec)}`);
          });
          count += expected.length;
          recorded.push(answered);
        },
      ),
      { numRuns: runs, seed },
    );
    const allowed = recorded.flatMap(({ decisions }) => decisions).filter(({ allowed }) => allowed);
    report(`${count} decisions under ${recorded.length} policies agree, ${allowed.length} allowed`);
    return recorded.filter(({ policy }) => policy.length > 8).slice(0, RECORDED);
  },
};
