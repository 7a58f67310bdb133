/**
 * Compares the answers to a fixed list of requests about access: reviews, impersonation, escalation
 * and validation. If the reference server differs, the case has the reason.
 *
 * @module
 */
import { equal } from "@std/assert";
import type { Json, JsonObject } from "@plumbline/server/api";
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import type { Comparison } from "../comparison.ts";
import { createIfAbsent, createPolicy, deletePolicy } from "./policies.ts";
import { CASES, POLICY, SCENARIO_NAMESPACE } from "./scenario/mod.ts";

/** The answer of a real server to a case of the scenario. */
export interface RecordedAnswer {
  readonly area: string;
  readonly name: string;
  readonly answer: JsonObject;
}

/**
 * Returns the compared part of an answer: the status, the reason and causes of an error, or the
 * content. Of texts only their presence is compared.
 */
export function essenceOf(status: number, body: JsonObject): JsonObject {
  if (body.kind === "Status" && status >= 400) {
    const { causes = [] } = (body.details ?? {}) as { causes?: JsonObject[] };
    const all = causes.map(({ field, reason }) => `${field}: ${reason}`);
    return { status, reason: body.reason ?? "", causes: [...new Set(all)].sort() };
  }
  if (status >= 400) return { status };
  if (!/Review$|Role$|Binding$/.test(String(body.kind))) return { status };
  const { apiVersion: _, kind: __, metadata: ___, spec: ____, status: outcome, ...rest } = body;
  return { status, content: sorted((outcome as JsonObject | undefined) ?? rest) };
}

/** Sorts rules, whose order means nothing, and drops empty fields. */
function sorted(content: JsonObject): JsonObject {
  const { reason: _, evaluationError, ...rest } = content;
  const byText = (a: Json, b: Json) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
  return Object.fromEntries([
    ...Object.entries(rest).filter(([, value]) => value !== null).map(([name, value]) =>
      [
        name,
        name.endsWith("Rules") ? (value as Json[]).map(canonical).sort(byText) : value,
      ] as const
    ),
    ...(evaluationError ? [["evaluationError", true] as const] : []),
  ]);
}

/** Sorts the fields of a rule by name. */
const canonical = (rule: Json): Json =>
  Object.fromEntries(Object.entries(rule as JsonObject).sort(([a], [b]) => a < b ? -1 : 1));

async function answersOf(target: Target): Promise<RecordedAnswer[]> {
  const marker = `plumbline-${Date.now().toString(36)}`;
  await createIfAbsent(target, "/api/v1/namespaces", { metadata: { name: SCENARIO_NAMESPACE } });
  await createPolicy(target, POLICY, marker);
  try {
    const answers: RecordedAnswer[] = [];
    for (const [area, cases] of Object.entries(CASES)) {
      for (const [name, request] of Object.entries(cases)) {
        const { status, body } = await sendJson(target, request);
        answers.push({ area, name, answer: essenceOf(status, body) });
      }
    }
    return answers;
  } finally {
    await deletePolicy(target, POLICY, marker);
  }
}

/** Compares the scenario on both servers. */
export const accessScenario: Comparison = {
  name: "access",
  help: "a fixed list of requests about reviews, impersonation, escalation and validation",
  async run({ real, reference, report }) {
    const [theirs, ours] = [await answersOf(real), await answersOf(reference)];
    const cases = Object.values(CASES).flatMap((each) => Object.values(each));
    for (const [at, { area, name, answer }] of theirs.entries()) {
      const expected = cases[at]!.differs?.answer(answer) ?? answer;
      if (equal(ours[at]!.answer, expected)) continue;
      throw new Error(
        `${area}: ${name}: answered ${JSON.stringify(ours[at]!.answer)}, expected ` +
          JSON.stringify(expected),
      );
    }
    report(`${theirs.length} answers agree`);
    return theirs;
  },
};
