import { assertEquals } from "@std/assert";
import { example } from "../check.ts";
import { SharedStates } from "./shared_states.ts";
import { facts, runAll } from "./test_checks.ts";
import { startTestTarget } from "./test_target.ts";

const STATE = "permissions of identities";

/** Acquires a state and records when that succeeded. */
function hold(states: SharedStates, access: "read" | "change", word: string, log: string[]) {
  return states.acquire(STATE, access).then((release) => {
    log.push(word);
    return release;
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("readers share a state, a change waits for them and excludes later readers", async () => {
  const states = new SharedStates();
  const log: string[] = [];
  const first = await hold(states, "read", "first", log);
  const second = await hold(states, "read", "second", log);
  const change = hold(states, "change", "change", log);
  const third = hold(states, "read", "third", log);
  await settled();
  assertEquals(log, ["first", "second"]);
  first();
  first();
  await settled();
  assertEquals(log, ["first", "second"]);
  second();
  (await change)();
  (await third)();
  assertEquals(log, ["first", "second", "change", "third"]);
});

// `reviews/listed-rules` read rules that another check of the run granted and removed meanwhile.
Deno.test("no check reads permissions of identities while another check changes them", async () => {
  await using served = startTestTarget();
  let bound = 0;
  const seen: number[] = [];
  const changes = example({
    ...facts,
    id: "watch/changes",
    run: async (scope) => {
      await scope.hold(STATE, "change");
      bound++;
      await settled();
      bound--;
    },
  });
  const reads = example({
    ...facts,
    id: "watch/reads",
    run: async (scope) => {
      await scope.hold(STATE, "read");
      await scope.hold(STATE, "read");
      seen.push(bound);
      await settled();
      seen.push(bound);
    },
  });
  const { results } = await runAll(served, [changes, reads, changes, reads, changes, reads]);
  assertEquals(results.map(({ verdict }) => verdict), results.map(() => "pass"));
  assertEquals(seen, seen.map(() => 0));
});
