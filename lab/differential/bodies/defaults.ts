/**
 * Compares defaulting.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { JsonObject } from "@plumbline/server/api";
import { decodeValue, definition, setSchemaDefaults } from "@plumbline/server/codec";
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { createOf } from "../../requests/writes.ts";
import type { Comparison } from "../comparison.ts";
import { deploymentArbitrary } from "../../requests/objects/deployments.ts";
import { withoutGenerated } from "./generated_values.ts";
import { definitionOf, pathOf } from "../../requests/kinds/kind.ts";
import { SPARSE } from "../../requests/kinds/samples.ts";
import { SPECIFICATION } from "../../requests/kinds/specification.ts";

/** An object to create, with its schema and path. */
interface Sample {
  readonly definition: string;
  readonly path: string;
  readonly sent: JsonObject;
}

const SAMPLES: readonly Sample[] = SPECIFICATION.flatMap((kind) =>
  (SPARSE[kind.kind] ?? []).map((fields) => ({
    definition: definitionOf(kind),
    path: pathOf(kind),
    sent: { metadata: { name: "sample" }, ...fields },
  }))
);

/** An object as sent and as returned by a real server. */
export interface RecordedDefaults {
  readonly definition: string;
  readonly sent: JsonObject;
  readonly answered: JsonObject;
}

/** Decodes and defaults an object as the reference server does, without generated fields. */
export function ownDefaults(name: string, sent: JsonObject): JsonObject {
  const { object } = decodeValue(sent, definition(name));
  return setSchemaDefaults(object, definition(name), { suffix: "k8s.io" });
}

/** Number of recorded Deployments. */
const RECORDED = 30;

async function compare(
  target: Target,
  { definition, path, sent }: Sample,
): Promise<RecordedDefaults> {
  const answer = await sendJson(target, createOf(path, sent, { dryRun: "All" }));
  fc.pre(answer.status !== 422);
  assertEquals(answer.status, 201, JSON.stringify(answer.body));
  const { apiVersion, kind } = answer.body;
  const complete = { ...sent, apiVersion, kind };
  const answered = withoutGenerated(answer.body);
  assertEquals(ownDefaults(definition, complete), answered);
  return { definition, sent: complete, answered };
}

/** Compares defaulting. */
export const defaulting: Comparison = {
  name: "defaults",
  help: "default values of generated Deployments and of one object of each other kind",
  async run({ real, runs = 500, seed, report }) {
    const recorded: RecordedDefaults[] = [];
    for (const sample of SAMPLES) recorded.push(await compare(real, sample));
    let alike = 0;
    await fc.assert(
      fc.asyncProperty(deploymentArbitrary, async (sent) => {
        const path = "/apis/apps/v1/namespaces/default/deployments";
        const same = await compare(real, { definition: "apps.v1.Deployment", path, sent });
        if (alike++ < RECORDED) recorded.push(same);
      }),
      { numRuns: runs, seed, maxSkipsPerRun: 10 },
    );
    report(`${alike} Deployments and ${SAMPLES.length} other objects agree`);
    return recorded;
  },
};
