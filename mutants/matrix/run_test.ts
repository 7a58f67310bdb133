import { assert, assertEquals, assertMatch } from "@std/assert";
import { mutantRecords, type Trial } from "../../reports/matrix.ts";
import { benignVariants, mutants } from "../../server/mod.ts";
import { CHECKS } from "../../suites/mod.ts";
import { checksAgainst } from "./choose.ts";
import { makeMatrix } from "./mod.ts";
import { runTrials } from "./pool.ts";

const options = {
  again: 2,
  benign: [],
  clean: false,
  seeds: [1],
  runs: 100,
  jobs: 1,
  first: true,
  suiteVersion: "test",
  ended: (_trial: Trial) => {},
};

/** How many days it takes until each fault had its turn in this test. */
const DAYS = 60;

Deno.test("the faults of the day are found", async () => {
  const day = Math.floor(Date.now() / 86_400_000);
  const due = mutants.filter((_, index) => index % DAYS === day % DAYS);
  const made = await makeMatrix({ ...options, faults: due });
  const found = mutantRecords(made).filter(({ killed }) => killed === 1);
  assertEquals(found.map(({ mutant }) => mutant.id), due.map(({ id }) => id));
});

Deno.test("a check that finds a fault tells the smallest sequence that shows it", async () => {
  const [fault] = mutants.filter(({ id }) => id === "secrets/string-data-only-adds");
  const made = await makeMatrix({ ...options, faults: [fault!] });
  const [kill] = made.trials[0]!.kills;
  assert(fault!.breaks.includes(kill!.requirement));
  assert(kill!.cases > 0 && kill!.requests > 0 && kill!.failure.curl.length > 0);
  assertMatch(
    kill!.failure.replay,
    /^deno task check --fault secrets\/string-data-only-adds --only/,
  );
});

Deno.test("nothing is found in the clean server or a harmless variant", async () => {
  const orders = [undefined, benignVariants[0]!.id].map((subject) => ({
    ...(subject && { subject }),
    checks: CHECKS.filter(({ id }) => id.startsWith("health/")).map(({ id }) => id),
    seed: 1,
    runs: 10,
    first: false,
  }));
  const trials = await runTrials(orders, { jobs: 2, timeLimit: 60_000, ended: () => {} });
  assertEquals(trials.map(({ subject, kills, broken }) => ({ subject, kills, broken })), [
    { subject: undefined, kills: [], broken: undefined },
    { subject: benignVariants[0]!.id, kills: [], broken: undefined },
  ]);
  assert(trials.every(({ checks }) => checks.length > 0));
});

Deno.test("what was not found is tried again with the next seeds, and that is told", async () => {
  const order = { checks: ["health/answers"], seed: 1, runs: 1, first: false, again: 2 };
  const [trial] = await runTrials([order], { jobs: 1, timeLimit: 60_000, ended: () => {} });
  assertEquals([trial!.attempts, trial!.seed, trial!.kills], [3, 3, []]);
});

Deno.test("a trial that cannot be run is told as broken, and the next one runs", async () => {
  const order = { checks: ["health/answers"], seed: 1, runs: 1, first: false };
  const trials = await runTrials(
    [{ ...order, subject: "paging/there-is-no-such-fault" }, order],
    { jobs: 1, timeLimit: 60_000, ended: () => {} },
  );
  assertMatch(trials[0]!.broken!, /paging\/there-is-no-such-fault/);
  assertEquals([trials[1]!.broken, trials[1]!.checks], [undefined, ["health/answers"]]);
});

Deno.test("a fault is held against those who should find it first, then against its area", () => {
  const fault = {
    id: "paging/x",
    area: "paging",
    description: "",
    reason: "",
    breaks: ["watch.timeout-ends-stream"],
  };
  const chosen = checksAgainst(fault, CHECKS);
  assertMatch(chosen[0]!, /^watch\//);
  assert(chosen.slice(1).some((id) => id === "paging/pages-are-one-snapshot"));
  assert(!chosen.some((id) => id.startsWith("health/")));
});
