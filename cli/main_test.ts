import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { parseEvents } from "@plumbline/reports/events_file";
import { type Report, reportOf } from "@plumbline/reports/report";
import { example, property } from "@plumbline/suites/check";
import { Discard } from "@plumbline/suites/check";
import { secret } from "@plumbline/suites/resources/secret";
import { startTestTarget, TEST_TOKEN } from "@plumbline/suites/engine/test_target";
import { main } from "./main.ts";
import { ALL, check, facts, failing, passing } from "./test_checks.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("area, level and list select the checks", async () => {
  const listed = async (...words: string[]) => {
    const { code, written } = await check(["--list", ...words]);
    assertEquals(code, 0);
    return written.trimEnd().split("\n").map((line) => line.split(" ")[0]);
  };
  assertEquals(await listed(), ALL.map(({ id }) => id));
  assertEquals(await listed("--area", "paging,resource-versions"), [
    "resource-versions/custom",
    "paging/passes",
  ]);
  assertEquals(await listed("--area=watch", "--area=paging", "--level", "must"), [
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

Deno.test("check --list --json prints the checks for programs, and --json alone is wrong usage", async () => {
  const { code, written } = await check(["--list", "--json", "--area", "paging"]);
  assertEquals(code, 0);
  const { checks, schema } = JSON.parse(written);
  assertEquals(schema, 1);
  assertEquals(checks, [{
    id: "paging/passes",
    area: "paging",
    title: "a check",
    level: "must",
    kind: "example",
    requirements: ["paging.limit"],
  }]);
  const terminal = testTerminal();
  assertEquals(await main(["check", "--json"], terminal), 2);
  assertEquals(
    terminal.complaints(),
    "Cannot use --json without --list. Use --report DIR for a report as JSON.\n",
  );
});

Deno.test("the report directory has the events and the report derived from them", async () => {
  const directory = await Deno.makeTempDir();
  const known = `${directory}/known.yaml`;
  await Deno.writeTextFile(
    known,
    "- {check: watch/fails, reason: It is a test., target: test}\n" +
      "- {check: watch/gone, reason: It was a test., target: test}\n",
  );
  const words = ["--report", `${directory}/out`, "--known", known, "--seed", "-5"];
  const { code, written } = await check(words, [failing, passing]);
  // An entry without a check would hide the next failure.
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

Deno.test("a quick run generates fewer cases, and too few of them are inconclusive", async () => {
  let generated = 0;
  const rare = property<number>({
    ...facts,
    id: "watch/rare",
    arbitrary: () => fc.nat(),
    run: () => ++generated % 5 > 0 ? Promise.reject(new Discard("small")) : Promise.resolve(),
  });
  const cases = async (...words: string[]) => {
    const { written } = await check(words, [failing]);
    return /--runs (\d+)/.exec(written)?.[1];
  };
  assertEquals([await cases("--quick"), await cases("--quick", "--runs", "7")], ["20", "7"]);
  const { code, written } = await check(["--quick"], [rare]);
  assertEquals(code, 4);
  assertMatch(written, /watch\/rare: only \d of 20 cases were decided, most were discarded: small/);
});

Deno.test("--concurrency limits the requests in flight", async () => {
  const mostInFlight = async (...words: string[]) => {
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
        const asks = Array.from({ length: 9 }, () => scope.send({ method: "GET", path: "/crowd" }));
        await Promise.all(asks);
      },
    });
    const { code } = await check([...words, "--rate", "5000"], [crowd], served);
    assertEquals(code, 0);
    return most;
  };
  assertEquals(await mostInFlight("--concurrency", "1"), 1);
  assertEquals(await mostInFlight("--concurrency", "2"), 2);
});

Deno.test("options of the command line replace those of a configuration file", async () => {
  await using served = startTestTarget();
  const directory = await Deno.makeTempDir();
  const config = `${directory}/plumbline.yaml`;
  await Deno.writeTextFile(`${directory}/known.yaml`, "[]\n");
  await Deno.writeTextFile(
    config,
    `url: ${served.target.url}\ntoken: ${TEST_TOKEN}\narea: [paging, resource-versions]\nruns: 7\n` +
      "known: known.yaml\nwaits: {history: 20s}\nplain: true\n",
  );
  const terminal = testTerminal();
  assertEquals(
    await main(["check", "--config", config, "--area", "watch"], terminal, [failing]),
    1,
  );
  assertStringIncludes(terminal.written(), served.target.url);
  assertStringIncludes(terminal.written(), "--runs 7 ");
  for (const wrong of ["sweet: a", "waits: {histori: 1}", "runs: [1, 2]", "insecure: 1", "- a"]) {
    await Deno.writeTextFile(config, wrong);
    assertEquals(await main(["check", "--config", config], testTerminal(), ALL), 2, wrong);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("an interrupted run prints a report and removes its objects", async () => {
  await using served = startTestTarget();
  const terminal = testTerminal();
  const interrupting = property<number>({
    ...facts,
    id: "watch/interrupted",
    arbitrary: () => fc.nat(),
    run: async (scope) => {
      await scope.create(secret, scope.newObject(secret));
      terminal.interrupt();
    },
  });
  const words = ["check", served.target.url, "--token", TEST_TOKEN];
  assertEquals(await main(words, terminal, [interrupting, passing]), 130);
  assertStringIncludes(terminal.written(), "aborted (interrupted)");
  assertEquals(served.objects.size, 0);
});

Deno.test("the second interrupt leaves at once, and prints the command that removes what is left", async () => {
  await using served = startTestTarget();
  const terminal = testTerminal();
  const impatient = example({
    ...facts,
    id: "watch/interrupted",
    run: () => {
      terminal.interrupt();
      terminal.interrupt();
      return Promise.resolve();
    },
  });
  const words = ["check", served.target.url, "--token", TEST_TOKEN];
  await main(words, terminal, [impatient]);
  assertMatch(
    terminal.complaints(),
    /This removes what is left:\n {2}deno task cleanup http:\S+ --token "\$TOKEN" --run r[0-9a-f]{7}\n/,
  );
});

Deno.test("lines change in place on a terminal, but not in CI and with --plain", async () => {
  await using served = startTestTarget();
  const show = async (words: string[], env: Record<string, string> = {}) => {
    const terminal = testTerminal({ isTty: true, env });
    await main(["check", served.target.url, "--token", TEST_TOKEN, ...words], terminal, [passing]);
    return terminal.written();
  };
  assertStringIncludes(await show([]), "\x1b[J");
  assertStringIncludes(await show([]), "\x1b[32m");
  assert(!(await show([], { CI: "1" })).includes("\r"));
  assert(!(await show([], { NO_COLOR: "1" })).includes("\x1b[32m"));
  assert(!(await show(["--plain"])).includes("\x1b"));
});

Deno.test("without a URL the reference server is checked", async () => {
  const terminal = testTerminal();
  const reads = example({
    ...facts,
    id: "watch/reads",
    run: async (scope) => {
      const { status } = await scope.create(secret, scope.newObject(secret));
      assertEquals([status, scope.exclusive, scope.target.dialect.name], [201, true, "kubernetes"]);
    },
  });
  assertEquals(await main(["check", "--dialect", "kubernetes"], terminal, [reads]), 0);
});

Deno.test("--help and --version print and exit with 0", async () => {
  for (const command of ["check", "serve"]) {
    const terminal = testTerminal();
    assertEquals(await main([command, "--help"], terminal), 0);
    assertStringIncludes(terminal.written(), "--identity");
  }
  const terminal = testTerminal();
  assertEquals(await main(["--help"], terminal), 0);
  assertEquals(await main(["--version"], terminal), 0);
  assertMatch(terminal.written(), /check .*serve .*\d+\.\d+\.\d+/s);
});
