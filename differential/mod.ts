/**
 * The differential run: the same generated requests to the reference server and to a real one, in
 * the `kubernetes` dialect; the first divergence is shrunk and printed.
 *
 * `deno task differential URL --ca FILE --token TOKEN [--requests N] [--seed N] [--actions a,b]
 * [--record FILE]`
 *
 * @module
 */
import fc from "fast-check";
import { parseArgs } from "node:util";
import { startServer } from "../server/mod.ts";
import { type Peer, send } from "./client.ts";
import { EXPLANATIONS } from "./explained.ts";
import { type Outcome, type Pair, playSequence } from "./run.ts";
import { sequences, type Step } from "./step.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    ca: { type: "string" },
    token: { type: "string", default: "admin-token" },
    requests: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    actions: { type: "string" },
    record: { type: "string" },
  },
});

const [url] = positionals;
if (!url) {
  say("Cannot compare without a server: give its URL, for example https://localhost:16443");
  Deno.exit(2);
}

const run = crypto.randomUUID().slice(0, 6);
const namespace = `differential-${run}`;
const server = await startServer({
  dialect: "kubernetes",
  identities: [{ name: "admin", token: "admin-token", groups: ["system:masters"] }],
});
const real: Peer = {
  url,
  token: values.token,
  ...(values.ca &&
    { client: Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(values.ca)] }) }),
};
const pair: Pair = { reference: { url: server.url, token: "admin-token" }, real };
for (const peer of [pair.reference, pair.real]) {
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  await send(peer, {
    method: "POST",
    path: "/api/v1/namespaces",
    contentType: "application/json",
    body,
  });
}

const code = await compare();
await send(real, { method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
await server.close();
real.client?.close();
Deno.exit(code);

/** Draws sequences until enough requests were sent, or the servers differ. */
async function compare(): Promise<number> {
  const wanted = Number(values.requests);
  const explained = new Map<string, number>();
  const recorded: unknown[] = [];
  let requests = 0;
  let count = 0;
  let failing: Outcome | undefined;
  const only = values.actions?.split(",") as Step["action"][] | undefined;
  const property = fc.asyncProperty(sequences(only), async (steps) => {
    if (requests >= wanted && !failing) return;
    const outcome = await playSequence(pair, steps, { namespace, id: `s${run}${count++}` });
    requests += outcome.exchanges.length;
    outcome.explained.forEach((times, id) => explained.set(id, (explained.get(id) ?? 0) + times));
    if (outcome.divergence) {
      failing = outcome;
      throw new Error("they differ");
    }
    if (values.record && recorded.length < 60) recorded.push(outcome.exchanges);
  });
  const details = await fc.check(property, {
    seed: Number(values.seed),
    numRuns: wanted,
    endOnFailure: false,
    interruptAfterTimeLimit: 570_000,
  });
  say(`${requests} requests in ${count} sequences, seed ${values.seed}`);
  for (const { id, reason } of EXPLANATIONS) {
    const times = explained.get(id);
    if (times) say(`explained ${times} times: ${id}: ${reason}`);
  }
  if (values.record) Deno.writeTextFileSync(values.record, JSON.stringify(recorded));
  if (!details.failed || !failing?.divergence) return 0;
  say(`they differ (seed ${details.seed}, path ${details.counterexamplePath}):`);
  for (const { request } of failing.exchanges) say(describe(request));
  const { reference, real } = failing.divergence;
  say(`reference: ${JSON.stringify(reference, null, 1)}`);
  say(`real:      ${JSON.stringify(real, null, 1)}`);
  return 1;
}

function describe(
  { method, path, contentType = "", body }: {
    method: string;
    path: string;
    contentType?: string;
    body?: unknown;
  },
): string {
  return `  ${method} ${path} ${contentType} ${body === undefined ? "" : JSON.stringify(body)}`;
}

function say(text: string): void {
  // deno-lint-ignore no-console -- a program's output
  console.log(text);
}
