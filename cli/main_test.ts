import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { parseEvents, type Report, reportOf } from "../reports/mod.ts";
import { type Check, Discard, Violation } from "../suites/mod.ts";
import { example, property } from "../suites/check.ts";
import { secret } from "../suites/resources/secret.ts";
import { startTestTarget, TEST_TOKEN } from "../suites/runner/test_target.ts";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

const facts = {
  title: "a check",
  requirements: ["paging.limit"] as never,
  level: "must",
} as const;

const passing = example({ ...facts, id: "paging/passes", run: () => Promise.resolve() });
const convention = example({
  ...facts,
  id: "versions/custom",
  level: "convention",
  run: () => Promise.resolve(),
});
const failing = property<number>({
  ...facts,
  id: "watch/fails",
  arbitrary: () => fc.nat(),
  run: async (scope, number) => {
    await scope.create(secret, scope.make(secret, { content: number }));
    if (number > 10) {
      const found = { expected: "ten or less", actual: String(number) };
      throw new Violation("paging.limit" as never, found);
    }
  },
});
const refused = property<number>({
  ...facts,
  id: "watch/refused",
  arbitrary: () => fc.nat(),
  run: () => Promise.reject(new Discard("refused")),
});
const broken = example({
  ...facts,
  id: "watch/broken",
  run: () => Promise.reject(new TypeError("a mistake")),
});
const ALL = [convention, passing, failing, refused, broken];

/** Runs `check` against a target of its own. */
async function check(
  words: string[],
  checks: readonly Check[] = ALL,
  target = startTestTarget(),
) {
  await using served = target;
  const io = testIo();
  const { url } = served.target;
  const code = await main(["check", url, "--token", TEST_TOKEN, ...words], io, checks);
  return { code, written: io.written(), complaints: io.complaints(), url };
}

Deno.test("exit code 0: nothing is off", async () => {
  const { code, written } = await check([], [passing]);
  assertEquals(code, 0);
  assertStringIncludes(written, "conformant: http://127.0.0.1");
});

Deno.test("exit code 1: a check failed, and the replay line shows it again", async () => {
  const { code, written, url } = await check([], [failing, passing]);
  assertEquals(code, 1);
  assertStringIncludes(written, "FAIL watch/fails");
  assert(!written.includes(TEST_TOKEN));
  const replay = /deno task check (http:\S+) --token "\$TOKEN" (.*)/.exec(written);
  assertEquals(replay?.[1], url);
  const again = await check(replay?.[2]?.split(" ") ?? [], [failing, passing]);
  assertEquals(again.code, 1);
  assertMatch(again.written, /smallest +11\n/);
  assertStringIncludes(again.written, "(1 case,");
});

Deno.test("exit code 2: what the words mean is not known, and the nearest is named", async () => {
  const cases: [string[], string][] = [
    [["check", "--sead", "1"], "--seed"],
    [["check", "--level", "most"], "must"],
    [["check", "--suite", "pagging"], "paging"],
    [["check", "--dialect", "kubernets"], "kubernetes"],
    [["check", "--runs", "many"], '"many"'],
    [["check", "--runs"], "--runs needs a value"],
    [["check", "--seed", "1", "--seed", "2"], "more than once"],
    [["check", "--rate", "0"], "--rate must be"],
    [["check", "--concurency", "2"], "--concurrency"],
    [["check", "one", "two"], '"two"'],
    [["check", "--identity", "bob"], "name=token"],
    [["check", "--wait", "history"], "history=20s"],
    [["check", "--wait", "histori=20s"], "history"],
    [["check", "--features", "tabel"], "table"],
    [["check", "--known", "/nowhere.yaml"], "/nowhere.yaml"],
    [["check", "--config", "/nowhere.yaml"], "/nowhere.yaml"],
    [["check", "--kubeconfig", "/nowhere"], "/nowhere"],
    [["check", "localhost"], "localhost"],
    [["serve", "--prot", "1"], "--port"],
    ...["check", "serve", "matrix"].map((command): [string[], string] => [
      [command, "--fault", "nope"],
      "There is no fault nope: there are ",
    ]),
    [["check", "--fault", "nope"], ", deno task faults lists them"],
    [["check", "--fault", "paging/skips-after-delete"], "mean paging/skips-after-deleted?"],
    [["chekc"], "check"],
    [[], "check"],
  ];
  for (const [words, expected] of cases) {
    const io = testIo();
    assertEquals(await main(words, io, ALL), 2, words.join(" "));
    assertStringIncludes(io.complaints(), expected);
  }
});

Deno.test("exit code 2: a URL that was forgotten is not taken for the reference server's", async () => {
  for (
    const words of ["--token x", "--ca x", "--insecure", "--context x", "--identity bob=x"]
  ) {
    const io = testIo();
    assertEquals(await main(["check", ...words.split(" ")], io, ALL), 2, words);
    const option = words.split(" ")[0];
    const expected = `${option} is for a server of yours: give its URL or --kubeconfig\n`;
    assertEquals([io.written(), io.complaints()], ["", expected]);
  }
});

Deno.test("exit code 3: nobody answers", async () => {
  const served = startTestTarget();
  await served[Symbol.asyncDispose]();
  const io = testIo();
  assertEquals(await main(["check", served.target.url], io, ALL), 3);
  assertStringIncludes(io.complaints(), served.target.url);
});

Deno.test("exit code 3: the credentials are refused", async () => {
  const target = startTestTarget(() => Response.json({}, { status: 401 }));
  const { code, complaints } = await check([], ALL, target);
  assertEquals(code, 3);
  assertStringIncludes(complaints, "401");
  assert(!complaints.includes(TEST_TOKEN));
});

Deno.test("exit code 3: who answers is none of these servers, and steers no terminal", async () => {
  const target = startTestTarget(() => new Response("<b>\x1b[2J\x9b31m\u202e</b>"));
  const { code, complaints } = await check([], ALL, target);
  assertEquals(code, 3);
  assertStringIncludes(complaints, "but not as a server of the interface: 200 for GET");
  assertStringIncludes(complaints, "<b>\\u{1b}[2J");
});

Deno.test("exit code 3: the target goes away in the middle", async () => {
  const served = startTestTarget();
  const leaving = example({
    ...facts,
    id: "watch/leaves",
    run: async (scope) => {
      await served.stop();
      await scope.ask({ method: "GET", path: "/version" });
    },
  });
  assertEquals((await check([], [leaving, passing], served)).code, 3);
});

Deno.test("exit code 1: a warning or a failure, where the gate was told to close on it", async () => {
  const warning = example({
    ...facts,
    id: "watch/warns",
    level: "convention",
    requirements: ["versions.no-op-keeps-version"],
    run: () => {
      const found = { expected: "one", actual: "two" };
      return Promise.reject(new Violation("versions.no-op-keeps-version", found));
    },
  });
  const codeOf = async (...words: string[]) => (await check(words, [warning, passing])).code;
  assertEquals(await codeOf(), 0);
  assertEquals(await codeOf("--fail-on", "should"), 0);
  assertEquals(await codeOf("--fail-on", "convention"), 1);
});

Deno.test("exit code 0: all that failed did so in the baseline; 1: something is new", async () => {
  const directory = await Deno.makeTempDir();
  await check(["--report", directory], [failing, passing]);
  const baseline = ["--fail-on", "new", "--baseline", `${directory}/report.json`];
  const same = await check(baseline, [failing, passing]);
  assertEquals(same.code, 0);
  assertStringIncludes(same.written, "Failed in the baseline too: watch/fails");
  const another = { ...failing, id: "watch/another" } as const;
  assertEquals((await check(baseline, [failing, another, passing])).code, 1);
  for (const part of [baseline.slice(0, 2), baseline.slice(2), ["--fail-on", "most"]]) {
    assertEquals((await check(part)).code, 2, part.join(" "));
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("exit code 1: a known deviation expired", async () => {
  const known = await Deno.makeTempFile();
  const codeWith = async (expires: string) => {
    const entry = { check: "watch/fails", reason: "So.", target: "test", expires };
    await Deno.writeTextFile(known, JSON.stringify([entry]));
    return await check(["--known", known], [failing, passing]);
  };
  assertEquals((await codeWith("9999-12-31")).code, 0);
  const { code, written } = await codeWith("2020-01-01");
  assertEquals(code, 1);
  assertStringIncludes(written, "watch/fails: it has expired");
  await Deno.remove(known);
});

Deno.test("exit code 4: one of the filters matches nothing, though others do", async () => {
  for (
    const [words, told] of [
      [["--only", "paging/passes", "--only", "paging/pases"], "paging/passes?"],
      [["--only", "paging/passes", "--only", "versions/custom", "--level", "must"], "versions/cus"],
      [["--suite", "paging,versions", "--level", "must"], "--suite versions"],
      [["--suite", "apply"], "--suite apply"],
    ] as const
  ) {
    const { code, complaints, written } = await check([...words]);
    assertEquals([code, written], [4, ""], words.join(" "));
    assertStringIncludes(complaints, told);
  }
});

Deno.test("exit code 4: nothing matches, or nothing could be told", async () => {
  const unmatched = await check(["--only", "paging/pases"]);
  assertEquals(unmatched.code, 4);
  assertStringIncludes(unmatched.complaints, "did you mean paging/passes?");
  const empty = await check([], [refused, passing]);
  assertEquals(empty.code, 4);
  assertStringIncludes(empty.written, "watch/refused: only 0 of 100 cases could tell anything");
});

Deno.test("exit code 5: the suite itself broke", async () => {
  const { code, written } = await check([], [broken, failing]);
  assertEquals(code, 5);
  assertStringIncludes(written, "a mistake");
});

Deno.test("suite, level and list choose the checks", async () => {
  const listed = async (...words: string[]) => {
    const { code, written } = await check(["--list", ...words]);
    assertEquals(code, 0);
    return written.trimEnd().split("\n").map((line) => line.split(" ")[0]);
  };
  assertEquals(await listed(), ALL.map(({ id }) => id));
  assertEquals(await listed("--suite", "paging,versions"), ["versions/custom", "paging/passes"]);
  assertEquals(await listed("--suite=watch", "--suite=paging", "--level", "must"), [
    "paging/passes",
    "watch/fails",
    "watch/refused",
    "watch/broken",
  ]);
  assertEquals(await listed("--only", "watch/fails", "--only", "watch/broken"), [
    "watch/fails",
    "watch/broken",
  ]);
});

Deno.test("the report directory holds the events and the report that follows from them", async () => {
  const directory = await Deno.makeTempDir();
  const known = `${directory}/known.yaml`;
  await Deno.writeTextFile(
    known,
    "- {check: watch/fails, reason: It is a test., target: test}\n" +
      "- {check: watch/gone, reason: It was a test., target: test}\n",
  );
  const words = ["--report", `${directory}/out`, "--known", known, "--seed", "-5"];
  const { code, written } = await check(words, [failing, passing]);
  // An entry that names nothing there is would hide the next failure.
  assertEquals(code, 1);
  assertStringIncludes(written, "watch/fails: It is a test.");
  assertStringIncludes(written, "watch/gone: there is no such check");
  const report: Report = JSON.parse(await Deno.readTextFile(`${directory}/out/report.json`));
  const events = parseEvents(await Deno.readTextFile(`${directory}/out/events.ndjson`));
  assertEquals(report, JSON.parse(JSON.stringify(reportOf(events))));
  assertEquals([report.seed, report.verdict], [-5, "conformant"]);
  assertEquals(report.totals["known deviation"], 1);
  assertEquals(report.staleDeviations.map((deviation) => deviation.check), ["watch/gone"]);
  assert(!(await Deno.readTextFile(`${directory}/out/events.ndjson`)).includes(TEST_TOKEN));
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a quick run draws fewer cases, and too few of them still tell nothing", async () => {
  let drawn = 0;
  const rare = property<number>({
    ...facts,
    id: "watch/rare",
    arbitrary: () => fc.nat(),
    run: () => ++drawn % 5 > 0 ? Promise.reject(new Discard("small")) : Promise.resolve(),
  });
  const cases = async (...words: string[]) => {
    const { written } = await check(words, [failing]);
    return /--runs (\d+)/.exec(written)?.[1];
  };
  assertEquals([await cases("--quick"), await cases("--quick", "--runs", "7")], ["20", "7"]);
  const { code, written } = await check(["--quick"], [rare]);
  assertEquals(code, 4);
  assertMatch(written, /watch\/rare: only \d of 20 cases could tell anything, mostly: small/);
});

Deno.test("no more requests are under way than --concurrency says", async () => {
  const mostUnderWay = async (...words: string[]) => {
    let under = 0;
    let most = 0;
    const served = startTestTarget(async (_request, path) => {
      if (path !== "/crowd") return undefined;
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 5));
      under--;
      return Response.json({});
    });
    const crowd = example({
      ...facts,
      id: "watch/crowd",
      run: async (scope) => {
        const asks = Array.from({ length: 9 }, () => scope.ask({ method: "GET", path: "/crowd" }));
        await Promise.all(asks);
      },
    });
    const { code } = await check([...words, "--rate", "5000"], [crowd], served);
    assertEquals(code, 0);
    return most;
  };
  assertEquals(await mostUnderWay("--concurrency", "1"), 1);
  assertEquals(await mostUnderWay("--concurrency", "2"), 2);
});

Deno.test("a configuration file gives options, and the command line replaces them", async () => {
  await using served = startTestTarget();
  const directory = await Deno.makeTempDir();
  const config = `${directory}/plumbline.yaml`;
  await Deno.writeTextFile(`${directory}/known.yaml`, "[]\n");
  await Deno.writeTextFile(
    config,
    `url: ${served.target.url}\ntoken: ${TEST_TOKEN}\nsuite: [paging, versions]\nruns: 7\n` +
      "known: known.yaml\nwaits: {history: 20s}\nplain: true\n",
  );
  const io = testIo();
  assertEquals(await main(["check", "--config", config, "--suite", "watch"], io, [failing]), 1);
  assertStringIncludes(io.written(), served.target.url);
  assertStringIncludes(io.written(), "--runs 7 ");
  for (const wrong of ["sweet: a", "waits: {histori: 1}", "runs: [1, 2]", "insecure: 1", "- a"]) {
    await Deno.writeTextFile(config, wrong);
    assertEquals(await main(["check", "--config", config], testIo(), ALL), 2, wrong);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("whoever interrupts a run still gets a report, and the target its order back", async () => {
  await using served = startTestTarget();
  const io = testIo();
  const interrupting = property<number>({
    ...facts,
    id: "watch/interrupted",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.create(secret, scope.make(secret));
      io.interrupt();
    },
  });
  const words = ["check", served.target.url, "--token", TEST_TOKEN];
  assertEquals(await main(words, io, [interrupting, passing]), 130);
  assertStringIncludes(io.written(), "aborted (interrupted)");
  assertEquals(served.objects.size, 0);
});

Deno.test("on a terminal lines change in place; in CI and with --plain it does not", async () => {
  await using served = startTestTarget();
  const show = async (words: string[], env: Record<string, string> = {}) => {
    const io = testIo({ isTerminal: true, env });
    await main(["check", served.target.url, "--token", TEST_TOKEN, ...words], io, [passing]);
    return io.written();
  };
  assertStringIncludes(await show([]), "\x1b[J");
  assertStringIncludes(await show([]), "\x1b[32m");
  assert(!(await show([], { CI: "1" })).includes("\r"));
  assert(!(await show([], { NO_COLOR: "1" })).includes("\x1b[32m"));
  assert(!(await show(["--plain"])).includes("\x1b"));
});

Deno.test("without a URL the reference server is checked", async () => {
  const io = testIo();
  const reads = example({
    ...facts,
    id: "watch/reads",
    run: async (scope) => {
      const { status } = await scope.create(secret, scope.make(secret));
      assertEquals([status, scope.exclusive, scope.target.dialect.name], [201, true, "kubernetes"]);
    },
  });
  assertEquals(await main(["check", "--dialect", "kubernetes"], io, [reads]), 0);
});

Deno.test("each command tells its options", async () => {
  for (const command of ["check", "serve"]) {
    const io = testIo();
    assertEquals(await main([command, "--help"], io), 0);
    assertStringIncludes(io.written(), "--identity");
  }
  const io = testIo();
  assertEquals(await main(["--help"], io), 0);
  assertEquals(await main(["--version"], io), 0);
  assertMatch(io.written(), /check .*serve .*\d+\.\d+\.\d+/s);
});
