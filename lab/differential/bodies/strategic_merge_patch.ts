/**
 * Compares strategic merge patches.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ApiError, type JsonObject } from "@plumbline/server/api";
import { applyStrategicMergePatch, definition } from "@plumbline/server/codec";
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { createOf, patchOf, releaseOf, removeOf } from "../../requests/writes.ts";
import type { Comparison } from "../comparison.ts";
import { ownDefaults } from "./defaults.ts";
import { withoutGenerated } from "./generated_values.ts";
import { patchArbitrary } from "../../requests/objects/patches.ts";

/** An object, a patch, and the patched object. */
export interface RecordedPatch {
  readonly original: JsonObject;
  readonly patch: JsonObject;
  readonly patched: JsonObject;
}

/** Number of recorded patches. */
const RECORDED = 40;
const PATH = "/apis/apps/v1/namespaces/default/deployments";
const DEPLOYMENT = definition("apps.v1.Deployment");

/** Patches an object as the reference server does. */
export function ownPatched({ original, patch }: Omit<RecordedPatch, "patched">): JsonObject {
  const patched = applyStrategicMergePatch(original, patch, DEPLOYMENT);
  return withoutGenerated(ownDefaults("apps.v1.Deployment", patched));
}

/** Sends a patch as a dry run to a Deployment created for it. */
async function compare(
  target: Target,
  sent: JsonObject,
  patch: JsonObject,
): Promise<RecordedPatch | undefined> {
  const created = await sendJson(target, createOf(PATH, sent));
  if (created.status !== 201) return undefined;
  const path = `${PATH}/${(sent.metadata as JsonObject).name}`;
  try {
    const answer = await sendJson(target, patchOf("strategic", path, patch, { dryRun: "All" }));
    const original = withoutGenerated(created.body);
    if (answer.status === 400) assertThrows(() => ownPatched({ original, patch }), ApiError);
    // Real servers answer 500 where they cannot merge; other rejections come from validation.
    if (answer.status >= 400) return undefined;
    assertEquals(answer.status, 200, JSON.stringify(answer.body));
    const patched = withoutGenerated(answer.body);
    assertEquals(ownPatched({ original, patch }), patched, JSON.stringify({ original, patch }));
    return { original, patch, patched };
  } finally {
    await sendJson(target, releaseOf(path));
    await sendJson(target, removeOf(path));
  }
}

/** Compares strategic merge patches. */
export const strategicMerges: Comparison = {
  name: "merges",
  help: "strategic merge patches of generated Deployments",
  async run({ real, runs = 300, seed, report }) {
    const recorded: RecordedPatch[] = [];
    await fc.assert(
      fc.asyncProperty(patchArbitrary, async ({ original, patch }) => {
        const same = await compare(real, original, patch);
        fc.pre(same !== undefined);
        recorded.push(same);
      }),
      { numRuns: runs, seed, maxSkipsPerRun: 20, endOnFailure: true },
    );
    report(`${recorded.length} patches agree`);
    return recorded.slice(0, RECORDED);
  },
};
