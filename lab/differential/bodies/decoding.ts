/**
 * Compares how bodies are decoded: which are rejected, and which fields are unknown or duplicate.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "@plumbline/server/api";
import {
  decodeObject,
  definition,
  judgeDroppedFields,
  type ObjectSchema,
  readJsonText,
} from "@plumbline/server/codec";
import { send } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { definitionOf, pathOf } from "../../requests/kinds/kind.ts";
import { SPECIFICATION } from "../../requests/kinds/specification.ts";
import type { Comparison } from "../comparison.ts";
import { noisyText } from "../../requests/objects/noisy_text.ts";

/** The kinds whose schemas are compared. */
const DECODED: readonly string[] = [
  "core.v1.Secret",
  "apps.v1.Deployment",
  "rbac.v1.Role",
  "rbac.v1.ClusterRole",
  "rbac.v1.ClusterRoleBinding",
  "authorization.v1.SubjectAccessReview",
  "flowcontrol.v1beta3.FlowSchema",
  "flowcontrol.v1beta2.PriorityLevelConfiguration",
  "storage.v1.CSIStorageCapacity",
];

/**
 * The result of decoding a body: rejected, or the warnings about dropped fields. Explained: real
 * servers accept a list of numbers for bytes, the specification has base64 only.
 */
export type Reading = "refused" | "explained" | readonly string[];

/** A body and how a real server decoded it. */
export interface RecordedReading {
  readonly definition: string;
  readonly text: string;
  readonly reading: Reading;
}

/** Decodes a body as the reference server does. */
export function ownReading(text: string, schema: ObjectSchema): Reading {
  try {
    return judgeDroppedFields(decodeObject(readJsonText(text), schema), "Warn").sort();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 400)) throw error;
    return /base64 string: current value is \[/.test(error.message) ? "explained" : "refused";
  }
}

async function realReading(target: Target, path: string, text: string): Promise<Reading> {
  const { status, warnings } = await send(target, {
    method: "POST",
    path: `${path}?dryRun=All`,
    contentType: "application/json",
    body: text,
  });
  if (status === 400) return "refused";
  // Other warnings are about deprecated fields.
  return warnings.filter((warning) => /^(unknown|duplicate) field/.test(warning))
    .map((warning) => `299 - ${JSON.stringify(warning)}`)
    .sort();
}

/** Number of recorded bodies per kind. */
const RECORDED = 40;

/** Compares decoding. */
export const decoding: Comparison = {
  name: "decoding",
  help: "bodies with unknown, duplicate and wrongly typed fields",
  async run({ real, runs = 1_000, seed, report }) {
    const recorded: RecordedReading[] = [];
    for (const name of DECODED) {
      const path = pathOf(SPECIFICATION.find((kind) => definitionOf(kind) === name)!);
      const schema = definition(name);
      const readings: RecordedReading[] = [];
      await fc.assert(
        fc.asyncProperty(noisyText(schema), async (text) => {
          const own = ownReading(text, schema);
          fc.pre(own !== "explained");
          const reading = await realReading(real, path, text);
          assertEquals(own, reading, text);
          readings.push({ definition: name, text, reading });
        }),
        { numRuns: runs, seed },
      );
      const rejected = readings.filter(({ reading }) => reading === "refused").length;
      const clean = readings.filter(({ reading }) => reading.length === 0).length;
      report(
        `${name}: ${runs} agree, ${rejected} rejected, ${runs - rejected - clean} with warnings`,
      );
      recorded.push(...readings.filter(({ reading }) => reading.length > 0).slice(0, RECORDED));
    }
    return recorded;
  },
};
