/**
 * Compares the ownership of fields with that of a real server: generated histories of writes are
 * sent to it, and every answer is held against the functions here. The first history that differs
 * is shrunk and printed.
 *
 * ```sh
 * deno run -A server/apply/differential/mod.ts https://localhost:17443 --ca ca.crt --token TOKEN \
 *   --kind deployment --runs 100 --seed 1 --record fixtures/apply/deployment.json
 * ```
 *
 * @module
 */
import { equal } from "../../../server/json_equal.ts";
import type { ApiObject, Json, JsonObject } from "../../../server/object.ts";
import { readArguments } from "./arguments.ts";
import { type Exchange, judge, predict } from "./judge.ts";
import type { ComparedKind } from "./kinds.ts";
import { connectPeer, objectOf, type Peer } from "./peer.ts";
import { type RecordedHistory, recordHistory, writeHistories } from "./recording.ts";
import { bodyOf, requestOf, type Step } from "./steps.ts";
import { compareHistories } from "./histories.ts";

const options = readArguments(Deno.args);
const peer = connectPeer(options.url, {
  token: options.token,
  ...(options.ca && { ca: await Deno.readTextFile(options.ca) }),
});
const recordings: RecordedHistory[] = [];
let steps = 0;
let objects = 0;
const outcomes = new Map<string, number>();
// deno-lint-ignore no-console -- a program's output
const print = (...words: unknown[]) => console.log(...words);

await compareHistories(options, compareHistory, print);
print(`${steps} steps`, Object.fromEntries(outcomes));
if (options.record) await Deno.writeTextFile(options.record, writeHistories(recordings));
peer.close();

async function compareHistory(kind: ComparedKind, history: readonly Step[]): Promise<void> {
  const name = `d-${options.seed}-${Date.now().toString(36)}-${objects++}`;
  const exchanges: Exchange[] = [];
  let live: ApiObject | undefined;
  try {
    for (const step of history) {
      const exchange = await run(peer, kind, name, step, live);
      exchanges.push(exchange);
      const wrong = judge(exchange, kind) ?? await misplaced(exchange, kind, name);
      if (wrong) throw new Error(`${wrong}\nafter ${JSON.stringify(exchanges, undefined, 1)}`);
      if (exchange.answer.status < 300) live = objectOf(exchange.answer);
      if (!live) break;
    }
    if (recordings.length < options.keep) recordings.push(recordHistory(kind.name, exchanges));
  } finally {
    await remove(kind, name);
  }
}

async function run(
  peer: Peer,
  kind: ComparedKind,
  name: string,
  step: Step,
  live: ApiObject | undefined,
): Promise<Exchange> {
  const body = bodyOf(step, kind, name, live);
  const answer = await peer.send(requestOf(step, kind, name, body));
  steps++;
  const outcome = `${step.verb} ${answer.status}`;
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (answer.status >= 500 || answer.status === 400) print(outcome, answer.body.message);
  return { step, body, answer, ...(live && { live }) };
}

/** Whether a merged object, written as it is, would come out as the peer's own. */
async function misplaced(
  exchange: Exchange,
  kind: ComparedKind,
  name: string,
): Promise<string | undefined> {
  const { step, answer, live } = exchange;
  if (step.verb !== "apply" || answer.status !== 200 || !live) return undefined;
  const prediction = predict(exchange, kind);
  if (prediction.kind !== "object") return undefined;
  const { resourceVersion: _, ...metadata } = prediction.object.metadata as JsonObject;
  const suffix = step.subresource && `/${step.subresource}`;
  const written = await peer.send({
    method: "PUT",
    path: `${kind.collection}/${name}${suffix}?dryRun=All`,
    body: { ...prediction.object, metadata },
  });
  const [actual, expected] = [essence(answer.body), essence(written.body)];
  if (equal(actual, expected)) return undefined;
  return `object: answered ${JSON.stringify(actual)}\npredicted ${JSON.stringify(expected)}`;
}

function essence(object: JsonObject): Json {
  const { managedFields: _, resourceVersion: __, generation: ___, ...metadata } =
    (object.metadata ?? {}) as JsonObject;
  return { ...object, metadata };
}

async function remove(kind: ComparedKind, name: string): Promise<void> {
  const path = `${kind.collection}/${name}`;
  await peer.send({ method: "DELETE", path });
  await peer.send({
    method: "PATCH",
    path,
    contentType: "application/merge-patch+json",
    body: { metadata: { finalizers: null } },
  });
}
