/**
 * Records a real server's answers to the scenario.
 *
 * ```sh
 * deno run -A server/access/differential/exchanges.ts https://localhost:17443 --ca ca.crt --record FILE
 * ```
 *
 * @module
 */
import { record, say } from "../codec/record.ts";
import type { Json, JsonObject } from "../../../server/object.ts";
import { Peer } from "./peer.ts";
import { CASES, NAMESPACE, POLICY } from "./scenario/mod.ts";

/** What a real server answered to a case of the scenario. */
export interface RecordedAnswer {
  readonly area: string;
  readonly name: string;
  readonly answer: JsonObject;
}

/**
 * What matters of an answer: the status, why it was refused, or the content. Of texts it matters
 * only whether there are any.
 */
export function essenceOf(status: number, body: JsonObject): JsonObject {
  if (body.kind === "Status" && status >= 400) {
    const { causes = [] } = (body.details ?? {}) as { causes?: JsonObject[] };
    const findings = causes.map(({ field, reason }) => `${field}: ${reason}`);
    return { status, reason: body.reason ?? "", causes: [...new Set(findings)].sort() };
  }
  if (status >= 400) return { status };
  if (!/Review$|Role$|Binding$/.test(String(body.kind))) return { status };
  const { apiVersion: _, kind: __, metadata: ___, spec: ____, status: outcome, ...rest } = body;
  return { status, content: sorted((outcome as JsonObject | undefined) ?? rest) };
}

/** Rules in an order of their own, as theirs means nothing; no empty fields. */
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

/** Fields in the order of their names. */
const canonical = (rule: Json): Json =>
  Object.fromEntries(Object.entries(rule as JsonObject).sort(([a], [b]) => a < b ? -1 : 1));

async function recordAll(peer: Peer): Promise<RecordedAnswer[]> {
  const fence = `plumbline-${Date.now().toString(36)}`;
  await peer.create("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
  await peer.apply(POLICY, fence);
  try {
    const recorded: RecordedAnswer[] = [];
    for (const [area, cases] of Object.entries(CASES)) {
      for (const request of cases) {
        const { status, body } = await peer.send(request);
        recorded.push({ area, name: request.name, answer: essenceOf(status, body) });
      }
    }
    return recorded;
  } finally {
    await peer.remove(POLICY, fence);
  }
}

if (import.meta.main) {
  using peer = new Peer(Deno.args);
  const recorded = await recordAll(peer);
  await say(`${recorded.length} answers recorded`);
  await record(Deno.args, recorded);
}
