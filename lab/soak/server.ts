/**
 * The server of a soak, in a process of its own: with injected faults, and a clock that jumps, so that
 * history expires. It prints its URL, and its memory for each line that it reads.
 *
 * @module
 */
import { injectedFaults } from "@plumbline/plugins";
import { AdjustableClock, startServer } from "@plumbline/reference";
import type { FaultRule } from "@plumbline/plugins/injected_faults";
import { ADMIN } from "../client/target.ts";
import { print } from "../program/output.ts";
import { WORKER, WORKER_TOKEN } from "./objects.ts";

/** The faults that the workers meet; some hit before a request is processed, some after. */
const RULES: readonly FaultRule[] = [
  { effect: { kind: "delay", time: { median: 5, sigma: 1 } }, probability: 0.02 },
  { effect: { kind: "refuse", code: 429 }, probability: 0.01 },
  { effect: { kind: "refuse", code: 503 }, probability: 0.01 },
  { effect: { kind: "reset" }, probability: 0.01 },
  { effect: { kind: "truncate", bytes: 40 }, probability: 0.01 },
  { effect: { kind: "conflict" }, probability: 0.01 },
  { effect: { kind: "expire" }, probability: 0.01 },
  { effect: { kind: "drop", afterEvents: 50 }, probability: 0.5 },
  { effect: { kind: "expire", afterEvents: 70 }, probability: 0.3 },
];

/** Longer than history is kept, in milliseconds. */
const JUMP = 6 * 60_000;

const [seed = "1", data] = Deno.args;
const clock = new AdjustableClock();
const faults = injectedFaults({
  rules: RULES.map((rule, index) => ({
    ...rule,
    when: { user: WORKER },
    seed: Number(seed) + index,
  })),
});
await using server = await startServer({
  clock,
  plugins: [faults],
  identities: [
    ADMIN,
    { name: WORKER, token: WORKER_TOKEN, groups: ["system:masters"] },
  ],
  ...(data !== undefined && { data }),
});

const collect = (globalThis as { readonly gc?: () => void }).gc;

print(JSON.stringify({ url: server.url }));
for await (const _ of Deno.stdin.readable) {
  clock.advance(JUMP);
  // Any request drops the expired history.
  await server.list("namespaces");
  collect?.();
  // What was registered for finalization is freed in the next turn.
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect?.();
  const { heapUsed, rss } = Deno.memoryUsage();
  print(JSON.stringify({ heap: heapUsed, resident: rss }));
}
