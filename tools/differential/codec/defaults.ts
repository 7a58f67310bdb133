/**
 * Compares defaulting with that of a real server, and can record what it answered.
 *
 * ```sh
 * deno run -A server/codec/differential/defaults.ts https://localhost:17443 --ca ca.crt --token TOKEN [--record FILE]
 * ```
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { JsonObject } from "../../../server/object.ts";
import { decodeValue } from "../../../server/codec/decode.ts";
import { setDefaults } from "../../../server/codec/defaults.ts";
import { definition } from "../../../server/codec/schema.ts";
import { deploymentArbitrary } from "./deployment_arbitrary.ts";
import { withoutGenerated } from "./generated_values.ts";
import { type Sample, SAMPLES } from "./other_kinds.ts";
import { Peer } from "./peer.ts";
import { record, say } from "./record.ts";

/** An object as it was sent and as it was answered. */
export interface RecordedDefaults {
  readonly definition: string;
  readonly sent: JsonObject;
  readonly answered: JsonObject;
}

/** What Plumbline makes of an object, without what a server generates. */
export function ownDefaults(name: string, sent: JsonObject): JsonObject {
  const { object } = decodeValue(sent, definition(name));
  return setDefaults(object, definition(name), { suffix: "k8s.io" });
}

/** How many of the Deployments are recorded. */
const RECORDED = 30;

async function compare(peer: Peer, { definition, path, sent }: Sample): Promise<RecordedDefaults> {
  const type = "application/json";
  const answer = await peer.send("POST", `${path}?dryRun=All`, type, JSON.stringify(sent));
  fc.pre(answer.status !== 422);
  assertEquals(answer.status, 201, JSON.stringify(answer.body));
  const { apiVersion, kind } = answer.body;
  const answered = withoutGenerated(answer.body);
  assertEquals(
    ownDefaults(definition, { ...sent, apiVersion: apiVersion!, kind: kind! }),
    answered,
  );
  return { definition, sent: { ...sent, apiVersion: apiVersion!, kind: kind! }, answered };
}

async function compareAll(peer: Peer, runs: number): Promise<RecordedDefaults[]> {
  const recorded: RecordedDefaults[] = [];
  for (const sample of SAMPLES) recorded.push(await compare(peer, sample));
  let alike = 0;
  await fc.assert(
    fc.asyncProperty(deploymentArbitrary, async (sent) => {
      const path = "/apis/apps/v1/namespaces/default/deployments";
      const same = await compare(peer, { definition: "apps.v1.Deployment", path, sent });
      if (alike++ < RECORDED) recorded.push(same);
    }),
    { numRuns: runs, maxSkipsPerRun: 10 },
  );
  await say(`${alike} Deployments and ${SAMPLES.length} other objects defaulted alike`);
  return recorded;
}

if (import.meta.main) {
  using peer = new Peer(Deno.args);
  await record(Deno.args, await compareAll(peer, Number(Deno.env.get("RUNS") ?? 500)));
}
