/**
 * Compares how bodies are decoded: which are rejected, and which fields are unknown or duplicate.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../../server/api_error.ts";
import { decode, judgeDroppedFields } from "../../../server/codec/decode.ts";
import { readJsonText } from "../../../server/codec/json.ts";
import { definition, type ObjectSchema } from "../../../server/codec/schema.ts";
import { send } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import type { Comparison } from "../comparison.ts";
import { noisyText } from "./noisy_text.ts";

/** The kinds compared, with the paths they are created at. */
const PATHS: Readonly<Record<string, string>> = {
  "core.v1.Secret": "/api/v1/namespaces/default/secrets",
  "apps.v1.Deployment": "/apis/apps/v1/namespaces/default/deployments",
  "rbac.v1.Role": "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
  "rbac.v1.ClusterRole": "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  "rbac.v1.ClusterRoleBinding": "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  "authorization.v1.SubjectAccessReview": "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  "flowcontrol.v1beta3.FlowSchema": "/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas",
  "flowcontrol.v1beta2.PriorityLevelConfiguration":
    "/apis/flowcontrol.apiserver.k8s.io/v1beta2/prioritylevelconfigurations",
  "storage.v1.CSIStorageCapacity":
    "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities",
};

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
    return judgeDroppedFields(decode(readJsonText(text), schema), "Warn").sort();
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
    for (const [name, path] of Object.entries(PATHS)) {
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
