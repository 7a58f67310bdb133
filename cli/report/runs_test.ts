import { assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type Check, Violation } from "@plumbline/suites/check";
import { example, property } from "@plumbline/suites/check";
import { startTestTarget, TEST_TOKEN } from "@plumbline/suites/engine/test_target";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

const facts = {
  title: "a check",
  requirements: ["resource-versions.object-carries-version"],
  level: "must",
} as const;

const passing = ["a", "b", "c"].map((name) =>
  example({ ...facts, id: `resource-versions/${name}`, run: () => Promise.resolve() })
);
const failing = example({
  ...facts,
  id: "resource-versions/a",
  run: () => {
    const found = { expected: "one", actual: "two" };
    return Promise.reject(new Violation("resource-versions.object-carries-version", found));
  },
});
const broken = [failing, ...passing.slice(1)];

/** Runs the program on a target of its own; `URL` and `DIR` in the words stand for themselves. */
async function inDirectory(
  use: (
    run: (words: string, checks: readonly Check[]) => Promise<[number, string]>,
  ) => Promise<void>,
): Promise<void> {
  await using served = startTestTarget();
  const directory = await Deno.makeTempDir();
  try {
    await use(async (words, checks) => {
      const terminal = testTerminal();
      const given = words.replaceAll("URL", `${served.target.url} --token ${TEST_TOKEN}`)
        .replaceAll("DIR", directory).split(" ");
      const code = await main(given, terminal, checks);
      return [code, terminal.written() + terminal.complaints()];
    });
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("report verify confirms the results that are the same, and refutes the others", () =>
  inDirectory(async (run) => {
    await run("check URL --seed 5 --report DIR/good", passing);
    await run("check URL --seed 5 --report DIR/bad", broken);
    const [good, confirmed] = await run("report verify DIR/good/report.json URL", passing);
    assertEquals(good, 0);
    assertStringIncludes(confirmed, "3 of 3 results");
    // Its temporary report is removed, and no next commands are printed.
    assertEquals(/Next|plumbline-/.exec(confirmed), null, confirmed);
    // A failure that occurs again confirms the report as well.
    assertEquals((await run("report verify DIR/bad/report.json URL", broken))[0], 0);
    const [code, refuted] = await run("report verify DIR/good/report.json URL", broken);
    assertEquals(code, 1);
    assertStringIncludes(
      refuted,
      "refuted resource-versions/a: reported pass, now resource-versions.object-carries",
    );
    assertEquals((await run("report verify DIR/good/report.json URL --seed 6", passing))[0], 2);
    assertEquals((await run("report verify DIR/good/report.json", passing))[0], 2);
    for (const option of ["--list", "--plan", "--level must", "--replay a", "--shard 1/2"]) {
      const words = `report verify DIR/good/report.json URL ${option}`;
      const [wrong, complaints] = await run(words, passing);
      assertEquals(wrong, 2, complaints);
      assertStringIncludes(complaints, `Unknown option '${option.split(" ")[0]}'.`);
    }
    const [help] = await run("report verify DIR/good/report.json --help", passing);
    assertEquals(help, 0);
    // Suites of another version can have fewer checks: the others are still confirmed.
    const [fewer, open] = await run("report verify DIR/good/report.json URL", passing.slice(1));
    assertEquals(fewer, 4);
    assertStringIncludes(open, "skipped resource-versions/a");
    assertStringIncludes(open, "2 of 3 results");
    const [none, why] = await run("report verify DIR/good/report.json URL", []);
    assertEquals([none, /These suites have none of the checks in/.test(why)], [2, true], why);
  }));

Deno.test("report verify repeats the case of a failure that does not show in one run", () =>
  inDirectory(async (run) => {
    let runs = 0;
    const racing = (rate: number) =>
      property<number>({
        ...facts,
        id: "resource-versions/races",
        arbitrary: () => fc.constant(1),
        run: () =>
          ++runs % rate === 0
            ? Promise.reject(new Violation(facts.requirements[0], { expected: "a", actual: "b" }))
            : Promise.resolve(),
      });
    await run("check URL --seed 5 --runs 20 --report DIR/out", [racing(9)]);
    runs = 0;
    // In three cases it does not show.
    const words = "report verify DIR/out/report.json URL --runs 3";
    const [code, confirmed] = await run(words, [racing(9)]);
    assertEquals([code, confirmed.includes("1 of 1 results")], [0, true], confirmed);
    const [refuted, why] = await run(words, [racing(100_000)]);
    assertEquals(refuted, 1, why);
    assertStringIncludes(why, "not reproduced in");
    assertStringIncludes(why, "refuted resource-versions/races");
  }));

Deno.test("report verify runs as many cases as the report states, unless --runs or --quick is given", () =>
  inDirectory(async (run) => {
    let cases = 0;
    const counting = property<number>({
      ...facts,
      id: "resource-versions/counts",
      arbitrary: () => fc.nat(),
      run: () => {
        cases++;
        return Promise.resolve();
      },
    });
    const casesOf = async (words: string) => {
      cases = 0;
      assertEquals((await run(words, [counting]))[0], 0);
      return cases;
    };
    assertEquals(await casesOf("check URL --seed 5 --runs 23 --report DIR/out"), 23);
    assertEquals(await casesOf("report verify DIR/out/report.json URL"), 23);
    assertEquals(await casesOf("report verify DIR/out/report.json URL --runs 7"), 7);
    assertEquals(await casesOf("report verify DIR/out/report.json URL --quick"), 20);
  }));

Deno.test("shards run each check once, and the merged report exits as the whole run", () =>
  inDirectory(async (run) => {
    for (const [shard, count] of [["1/2", "2 pass"], ["2/2", "1 pass"]] as const) {
      const words = `check URL --seed 5 --shard ${shard} --report DIR/${shard[0]}`;
      const [code, written] = await run(words, passing);
      assertEquals(code, 0);
      assertStringIncludes(written, count);
    }
    const [code] = await run(
      "report merge DIR/1/report.json DIR/2/report.json --out DIR/all",
      passing,
    );
    assertEquals(code, 0);
    const [, compared] = await run("report compare DIR/1/report.json DIR/all/report.json", passing);
    assertStringIncludes(compared, "only in the second report, not compared: 1 check");
    await run("check URL --seed 5 --shard 1/2 --report DIR/failed", broken);
    const words = "report merge DIR/failed/report.json DIR/2/report.json --out DIR/all";
    assertEquals((await run(words, passing))[0], 1);
    assertEquals(
      (await run("report merge DIR/1/report.json DIR/1/report.json --out DIR/x", []))[0],
      2,
    );
    for (const shard of ["0/2", "3/2", "1", "a/b"]) {
      assertEquals((await run(`check URL --shard ${shard}`, passing))[0], 2, shard);
    }
    assertEquals((await run("check URL --shard 4/4", passing))[0], 4);
  }));

Deno.test("report compare prints a table of several reports", () =>
  inDirectory(async (run) => {
    await run("check URL --seed 5 --report DIR/good", passing);
    await run("check URL --seed 5 --report DIR/bad", broken);
    const files = ["good", "bad", "good"].map((name) => `DIR/${name}/report.json`).join(" ");
    const [code, table] = await run(`report compare ${files}`, passing);
    assertEquals(code, 0);
    assertStringIncludes(table, "resource-versions/a");
    assertEquals(/resource-versions\/a +pass +fail +pass/.test(table), true, table);
    const [, changes] = await run(
      "report compare DIR/good/report.json DIR/bad/report.json",
      passing,
    );
    assertStringIncludes(changes, "suites, requirements and seed are the same: the server changed");
    assertEquals((await run("report compare DIR/good/report.json", passing))[0], 2);
  }));

Deno.test("check --failed runs what failed in a report, with its seed and number of cases", () =>
  inDirectory(async (run) => {
    await run("check URL --seed 5 --runs 7 --report DIR/bad", broken);
    const again = "check URL --failed DIR/bad/report.json --report DIR/again";
    const [code] = await run(again, broken);
    assertEquals(code, 1);
    // Once it is repaired, nothing else runs.
    const [repaired, written] = await run(again, passing);
    assertEquals(repaired, 0, written);
    assertStringIncludes(written, "checks: 1 pass (");
    assertStringIncludes(written, "seed 5");
    const [nothing, complaints] = await run(again.replace("bad", "again"), passing);
    assertEquals(nothing, 2);
    assertStringIncludes(complaints, "no check failed in this report");
    const [both, conflict] = await run(`${again} --seed 6`, passing);
    assertEquals(both, 2);
    assertStringIncludes(conflict, "Cannot use --seed with --failed");
  }));
