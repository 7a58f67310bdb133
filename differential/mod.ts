/**
 * The differential run: the same generated requests to the reference server and to a real one, in
 * the `kubernetes` dialect; the first divergence is shrunk and printed.
 *
 * `deno task differential URL --ca FILE [--token TOKEN] [--requests N] [--seed N] [--actions a,b]
 * [--kinds a,b] [--ignore key,key] [--record FILE]`
 *
 * @module
 */
import fc from "fast-check";
import { parseArgs } from "node:util";
import type { Exchange } from "./explanation.ts";
import { createNamespace, pairOf, realPeer, removeNamespace, startReference } from "./pair.ts";
import { writeRecording } from "./recording.ts";
import { showDivergence } from "./show.ts";
import { type Outcome, type Pair, playSequence } from "./run.ts";
import { type Action, sequences } from "./step.ts";
import { Survey } from "./survey.ts";
import { Tally } from "./tally.ts";

const USAGE = `deno task differential URL --ca FILE
  --token TOKEN     the administrator's token [admin-token]
  --requests N      how many requests to compare [1000]
  --seed N          for the same requests again
  --actions a,b     only these actions
  --kinds a,b       only these kinds
  --ignore a,b      keys of answers that are not compared
  --survey          do not stop at a difference: show one of each kind, unshrunk
  --record FILE     keep the sequences whose answers agree, up to --record-size kB [150]`;

/** Requests between two lines of progress. */
const PROGRESS = 1_000;

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    ca: { type: "string" },
    token: { type: "string", default: "admin-token" },
    requests: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    actions: { type: "string" },
    kinds: { type: "string" },
    ignore: { type: "string" },
    survey: { type: "boolean", default: false },
    record: { type: "string" },
    "record-size": { type: "string", default: "150" },
  },
});

const [url] = positionals;
if (!url) {
  say(
    `Cannot compare without a server: give its URL, for example https://localhost:16443\n${USAGE}`,
  );
  Deno.exit(2);
}
Deno.exit(await main(url));

async function main(url: string): Promise<number> {
  const run = crypto.randomUUID().slice(0, 6);
  const namespace = `differential-${run}`;
  const { server, peer } = await startReference();
  const real = realPeer(url, values);
  const pair = { ...await pairOf(peer, real), ignored: values.ignore?.split(",") ?? [] };
  await Promise.all([createNamespace(peer, namespace), createNamespace(real, namespace)]);
  try {
    return await compare(pair, { run, namespace });
  } finally {
    await removeNamespace(real, namespace);
    await server.close();
    real.client?.close();
  }
}

/** Draws sequences until enough requests were sent, or the servers differ. */
async function compare(
  pair: Pair,
  { run, namespace }: { run: string; namespace: string },
): Promise<number> {
  const wanted = Number(values.requests);
  const kinds = values.kinds?.split(",");
  const types = pair.types.filter(({ kind }) => !kinds || kinds.includes(kind));
  const tally = new Tally();
  const recorded: (readonly Exchange[])[] = [];
  const survey = new Survey();
  let count = 0;
  let failing: Outcome | undefined;
  const actions = values.actions?.split(",") as Action[] | undefined;
  const drawing = { types, ...(actions && { actions }), users: ["alice", "stranger"] };
  const property = fc.asyncProperty(sequences(drawing), async (steps) => {
    if (tally.requests >= wanted && !failing) return;
    const outcome = await playSequence(pair, steps, { namespace, id: `s${run}${count++}` });
    if (outcome.divergence && values.survey) survey.add(outcome.exchanges);
    else if (outcome.divergence) {
      failing = outcome;
      throw new Error("they differ");
    }
    if (failing) return;
    const before = tally.requests;
    tally.add(outcome);
    if (Math.floor(before / PROGRESS) < Math.floor(tally.requests / PROGRESS)) say(tally.summary());
    recorded.push(outcome.exchanges);
  });
  const details = await fc.check(property, { seed: Number(values.seed), numRuns: wanted });
  say(`${tally.summary()}, seed ${values.seed}, release ${pair.release}`);
  for (const line of tally.lines()) say(line);
  if (values.record) writeRecording(values.record, { pair, namespace, recorded, values });
  for (const line of survey.lines()) say(line);
  if (!failing?.divergence) return survey.size > 0 ? 1 : 0;
  say(`they differ (seed ${details.seed}, path ${details.counterexamplePath}):`);
  for (const line of showDivergence(failing.exchanges)) say(line);
  return 1;
}

function say(text: string): void {
  // deno-lint-ignore no-console -- a program's output
  console.log(text);
}
