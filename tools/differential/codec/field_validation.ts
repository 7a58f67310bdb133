/**
 * Compares how bodies are read with how a real server reads them: which are refused, and which
 * fields are unknown or doubled.
 *
 * ```sh
 * deno run -A server/codec/differential/field_validation.ts https://localhost:17443 --ca ca.crt --token TOKEN
 * ```
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ApiError } from "../../../server/api_error.ts";
import { decode } from "../../../server/codec/decode.ts";
import { judgeDroppedFields } from "../../../server/codec/field_validation.ts";
import { readJsonText } from "../../../server/codec/json.ts";
import { definition, type ObjectSchema } from "../../../server/codec/schema.ts";
import { noisyText } from "./noisy_text.ts";
import { Peer } from "./peer.ts";
import { record, say } from "./record.ts";

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
 * What is compared of an answer: refused as unreadable, or the fields dropped. Explained is that
 * real servers take a list of numbers for bytes, where the interface knows base64 only.
 */
export type Reading = "refused" | "explained" | readonly string[];

/** A body and how a real server read it. */
export interface RecordedReading {
  readonly definition: string;
  readonly text: string;
  readonly reading: Reading;
}

/** How Plumbline reads a body. */
export function ownReading(text: string, schema: ObjectSchema): Reading {
  try {
    return judgeDroppedFields(decode(readJsonText(text), schema), "Warn").sort();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 400)) throw error;
    return /base64 string: current value is \[/.test(error.message) ? "explained" : "refused";
  }
}

async function peerReading(peer: Peer, path: string, text: string): Promise<Reading> {
  const { status, warning } = await peer.send(
    "POST",
    `${path}?dryRun=All`,
    "application/json",
    text,
  );
  if (status === 400) return "refused";
  // Other warnings speak of deprecated fields.
  return (warning.match(/299 - "(?:[^\\"]|\\.)*"/g) ?? [])
    .filter((item) => /"(unknown|duplicate) field/.test(item))
    .sort();
}

/** How many bodies of a kind are recorded. */
const RECORDED = 40;

async function compare(peer: Peer, runs: number): Promise<RecordedReading[]> {
  const recorded: RecordedReading[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    const schema = definition(name);
    const readings: RecordedReading[] = [];
    await fc.assert(
      fc.asyncProperty(noisyText(schema), async (text) => {
        const own = ownReading(text, schema);
        fc.pre(own !== "explained");
        const reading = await peerReading(peer, path, text);
        assertEquals(own, reading, text);
        readings.push({ definition: name, text, reading });
      }),
      { numRuns: runs },
    );
    const refused = readings.filter(({ reading }) => reading === "refused").length;
    const clean = readings.filter(({ reading }) => reading.length === 0).length;
    await say(
      `${name}: ${runs} alike, ${refused} refused, ${runs - refused - clean} with warnings`,
    );
    recorded.push(...readings.filter(({ reading }) => reading.length > 0).slice(0, RECORDED));
  }
  return recorded;
}

if (import.meta.main) {
  using peer = new Peer(Deno.args);
  await record(Deno.args, await compare(peer, Number(Deno.env.get("RUNS") ?? 1_000)));
}
