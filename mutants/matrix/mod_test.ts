import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Trial } from "@plumbline/reports/matrix";
import { benignVariants, mutants } from "../mod.ts";
import { CHECKS } from "@plumbline/suites/areas";
import { checksAgainst, runMatrix } from "./mod.ts";
import { runTrials } from "./trial_pool.ts";

const options = {
  retries: 2,
  benignVariants: [],
  clean: false,
  seeds: [1],
  runs: 100,
  jobs: 1,
  stopAtFirstKill: true,
  suiteVersion: "test",
  onTrial: (_trial: Trial) => {},
};

Deno.test("a kill has the violated requirement, the requests and a command to reproduce it", async () => {
  const [mutant] = mutants.filter(({ id }) => id === "secrets/string-data-only-adds");
  const matrix = await runMatrix({ ...options, mutants: [mutant!] });
  const [kill] = matrix.trials[0]!.kills;
  assert(mutant!.breaks.some((id) => id === kill!.requirement));
  assert(kill!.cases > 0 && kill!.requests > 0 && kill!.failure.curl.length > 0);
  assertMatch(
    kill!.failure.replay,
    /^deno task check --mutant secrets\/string-data-only-adds --only/,
  );
});

const health = {
  checks: CHECKS.filter(({ id }) => id.startsWith("health/")).map(({ id }) => id),
  seed: 1,
  runs: 10,
  stopAtFirstKill: false,
};

const oneCheck = { checks: ["health/answers"], seed: 1, runs: 1, stopAtFirstKill: false };

Deno.test("no check fails on the unchanged server or on a benign variant", async () => {
  const subject = benignVariants[0]!.id;
  const trials = await runTrials([health, { ...health, subject }], {
    jobs: 2,
    timeLimit: 60_000,
    onTrial: () => {},
  });
  assertEquals(trials.map(({ subject, kills, broken }) => ({ subject, kills, broken })), [
    { subject: undefined, kills: [], broken: undefined },
    { subject, kills: [], broken: undefined },
  ]);
  assert(trials.every(({ checks }) => checks.length > 0));
});

Deno.test("a trial without a kill is retried with the next seeds, which is reported", async () => {
  const [trial] = await runTrials([{ ...oneCheck, retries: 2 }], {
    jobs: 1,
    timeLimit: 60_000,
    onTrial: () => {},
  });
  assertEquals([trial!.attempts, trial!.seed, trial!.kills], [3, 3, []]);
});

Deno.test("a trial that cannot run is reported as broken, and the next one runs", async () => {
  const trials = await runTrials(
    [{ ...oneCheck, subject: "paging/no-such-mutant" }, oneCheck],
    { jobs: 1, timeLimit: 60_000, onTrial: () => {} },
  );
  assertMatch(trials[0]!.broken!, /paging\/no-such-mutant/);
  assertEquals([trials[1]!.broken, trials[1]!.checks], [undefined, ["health/answers"]]);
});

Deno.test("checks of the violated requirements run first, then those of the area", () => {
  const mutant = {
    id: "paging/x",
    area: "paging",
    description: "",
    reason: "",
    breaks: ["watch.timeout-ends-stream"],
  };
  const chosen = checksAgainst(mutant, CHECKS);
  assertMatch(chosen[0]!, /^watch\//);
  assert(chosen.slice(1).some((id) => id === "paging/pages-are-one-snapshot"));
  assert(!chosen.some((id) => id.startsWith("health/")));
});

Deno.test("a Secret that is accepted in spite of its size takes no name from those after it", async () => {
  const subject = "secrets/string-data-of-any-size";
  const size = {
    checks: ["secrets/size-of-several-values"],
    seed: 1,
    runs: 1,
    stopAtFirstKill: false,
  };
  const [trial] = await runTrials([{ ...size, subject }], {
    jobs: 1,
    timeLimit: 60_000,
    onTrial: () => {},
  });
  assertEquals(
    trial!.kills.map(({ requirement }) => requirement),
    ["secrets.size-limit-applies-to-total"],
  );
});
