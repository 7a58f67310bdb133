/**
 * Compares strategic merge patches with those of a real server, and can record what it answered.
 *
 * ```sh
 * deno run -A server/codec/differential/strategic_merge_patch.ts https://localhost:17443 --ca ca.crt --token TOKEN [--record FILE]
 * ```
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../../server/api_error.ts";
import type { JsonObject } from "../../../server/object.ts";
import { applyStrategicMergePatch } from "../../../server/codec/strategic_merge_patch.ts";
import { definition } from "../../../server/codec/schema.ts";
import { ownDefaults } from "./defaults.ts";
import { withoutGenerated } from "./generated_values.ts";
import { patchArbitrary } from "./patch_arbitrary.ts";
import { Peer } from "./peer.ts";
import { record, say } from "./record.ts";

/** An object, a patch and what became of the object. */
export interface RecordedPatch {
  readonly original: JsonObject;
  readonly patch: JsonObject;
  readonly patched: JsonObject;
}

/** How many patches are recorded. */
const RECORDED = 40;
const PATH = "/apis/apps/v1/namespaces/default/deployments";
const DEPLOYMENT = definition("apps.v1.Deployment");

/** What Plumbline makes of a patch. */
export function ownPatched({ original, patch }: Omit<RecordedPatch, "patched">): JsonObject {
  const patched = applyStrategicMergePatch(original, patch, DEPLOYMENT);
  return withoutGenerated(ownDefaults("apps.v1.Deployment", patched));
}

/** Sends a patch without effect to a Deployment made for it. */
async function compare(
  peer: Peer,
  sent: JsonObject,
  patch: JsonObject,
): Promise<RecordedPatch | undefined> {
  const created = await peer.send("POST", PATH, "application/json", JSON.stringify(sent));
  if (created.status !== 201) return undefined;
  const path = `${PATH}/${(sent.metadata as JsonObject).name}`;
  const type = "application/strategic-merge-patch+json";
  try {
    const answer = await peer.send("PATCH", `${path}?dryRun=All`, type, JSON.stringify(patch));
    const original = withoutGenerated(created.body);
    if (answer.status === 400) assertThrows(() => ownPatched({ original, patch }), ApiError);
    // What it cannot merge, a real server answers with 500; other refusals are validation's.
    if (answer.status >= 400) return undefined;
    assertEquals(answer.status, 200, JSON.stringify(answer.body));
    const patched = withoutGenerated(answer.body);
    assertEquals(ownPatched({ original, patch }), patched, JSON.stringify({ original, patch }));
    return { original, patch, patched };
  } finally {
    const free = `{"metadata":{"finalizers":null}}`;
    await peer.send("PATCH", path, "application/merge-patch+json", free);
    await peer.send("DELETE", path, "application/json", "{}");
  }
}

async function compareAll(peer: Peer, runs: number): Promise<RecordedPatch[]> {
  const recorded: RecordedPatch[] = [];
  await fc.assert(
    fc.asyncProperty(patchArbitrary, async ({ original, patch }) => {
      const same = await compare(peer, original, patch);
      fc.pre(same !== undefined);
      recorded.push(same);
    }),
    { numRuns: runs, maxSkipsPerRun: 20, endOnFailure: true },
  );
  await say(`${recorded.length} patches merged alike`);
  return recorded.slice(0, RECORDED);
}

if (import.meta.main) {
  using peer = new Peer(Deno.args);
  await record(Deno.args, await compareAll(peer, Number(Deno.env.get("RUNS") ?? 300)));
}
