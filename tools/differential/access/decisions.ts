/**
 * Compares decisions with those of a real server, under random roles and bindings, and can record
 * what it decided.
 *
 * ```sh
 * deno run -A server/access/differential/decisions.ts https://localhost:17443 --ca ca.crt [--record FILE]
 * ```
 *
 * @module
 */
import fc from "fast-check";
import { record, say } from "../codec/record.ts";
import type { ApiObject, JsonObject } from "../../../server/object.ts";
import { naivelyAllowed } from "./naive_policy.ts";
import { Peer } from "./peer.ts";
import {
  NAMESPACES,
  policyArbitrary,
  type Question,
  questionArbitrary,
} from "./policy_arbitrary.ts";

/** Roles and bindings, and what a real server decided under them. */
export interface RecordedDecisions {
  readonly policy: readonly ApiObject[];
  readonly decisions: readonly { readonly spec: JsonObject; readonly allowed: boolean }[];
}

/** A question as the spec of a review. */
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

/** Names of their own for each run, as the peer learns of a deletion only after a while. */
function renamed<T>(value: T, run: string): T {
  const text = JSON.stringify(value).replace(/"(u\d|g\d|r\d|b\d)"/g, `"$1-${run}"`)
    .replaceAll("robot", `robot-${run}`);
  return JSON.parse(text);
}

async function decisionsOf(
  peer: Peer,
  policy: ApiObject[],
  questions: Question[],
  run: string,
): Promise<RecordedDecisions> {
  await peer.apply(renamed(policy, run), run);
  try {
    const decisions = await Promise.all(questions.map(async (question) => {
      const spec = specOf(question);
      const { body } = await peer.send({
        method: "POST",
        path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        body: { spec: renamed(spec, run) },
      });
      return { spec, allowed: (body.status as JsonObject).allowed === true };
    }));
    return { policy, decisions };
  } finally {
    await peer.remove(renamed(policy, run), run);
  }
}

async function compareAll(peer: Peer, runs: number): Promise<RecordedDecisions[]> {
  const recorded: RecordedDecisions[] = [];
  let count = 0;
  for (const name of NAMESPACES) await peer.create("/api/v1/namespaces", { metadata: { name } });
  await fc.assert(
    fc.asyncProperty(
      policyArbitrary("rbac.authorization.k8s.io"),
      fc.array(questionArbitrary, { minLength: 40, maxLength: 60 }),
      async (policy, questions) => {
        const run = `plumbline-${Date.now().toString(36)}-${recorded.length}`;
        const answered = await decisionsOf(peer, policy, questions, run);
        const expected = questions.map((question) => naivelyAllowed(policy, question));
        answered.decisions.forEach(({ spec, allowed }, at) => {
          if (allowed !== expected[at]) throw new Error(`${allowed}: ${JSON.stringify(spec)}`);
        });
        count += expected.length;
        recorded.push(answered);
      },
    ),
    { numRuns: runs },
  );
  const allowed = recorded.flatMap(({ decisions }) => decisions).filter(({ allowed }) => allowed);
  await say(
    `${count} decisions under ${recorded.length} policies alike, ${allowed.length} allowed`,
  );
  return recorded;
}

/** How many of the policies are recorded. */
const RECORDED = 12;

if (import.meta.main) {
  using peer = new Peer(Deno.args);
  const all = await compareAll(peer, Number(Deno.env.get("RUNS") ?? 100));
  await record(Deno.args, all.filter(({ policy }) => policy.length > 8).slice(0, RECORDED));
}
