import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { example } from "@plumbline/suites/check";
import { Violation } from "@plumbline/suites/check";
import { startTestTarget, TEST_TOKEN } from "@plumbline/suites/engine/test_target";
import { main } from "./main.ts";
import { ALL, broken, check, discarding, facts, failing, passing } from "./test_checks.ts";
import { testTerminal } from "./test_terminal.ts";

Deno.test("exit code 0: conformant", async () => {
  const { code, written } = await check([], [passing]);
  assertEquals(code, 0);
  assertStringIncludes(written, "conformant: http://127.0.0.1");
});

Deno.test("exit code 1: a check failed, and the printed command reproduces it", async () => {
  const { code, written, url } = await check([], [failing, passing]);
  assertEquals(code, 1);
  assertMatch(written, /FAIL 1\. .*\n[^]*check +watch\/fails\n/);
  assert(!written.includes(TEST_TOKEN));
  const replay = /deno task check (http:\S+) --token "\$TOKEN" (.*)/.exec(written);
  assertEquals(replay?.[1], url);
  const again = await check(replay?.[2]?.split(" ") ?? [], [failing, passing]);
  assertEquals(again.code, 1);
  assertMatch(again.written, /counterexample +11\n/);
  assertStringIncludes(again.written, "(5 cases,");
  assertStringIncludes(again.written, "reproduced in 5 of 5 repetitions");
  assert(!again.written.includes("conformant"));
});

Deno.test("exit code 2: one line names the wrong word and the remedy", async () => {
  const cases: [string[], string][] = [
    [["check", "--sead", "1"], "Unknown option '--sead'. Did you mean --seed?"],
    [["check", "--level", "most"], 'Cannot use --level "most". Did you mean must?'],
    [["check", "--area", "pagging"], 'Cannot use --area "pagging". Did you mean paging?'],
    [["check", "--dialect", "kubernets"], "Did you mean kubernetes?"],
    [["check", "--runs", "many"], 'Cannot use --runs "many". Give a whole number'],
    [["check", "--runs"], "--runs needs a value: N"],
    [["check", "--seed", "1", "--seed", "2"], "--seed is given more than once"],
    [["check", "--rate", "0"], 'Cannot use --rate "0".'],
    [["check", "--concurency", "2"], "--concurrency"],
    [["check", "one", "two"], 'Unexpected argument "two".'],
    [["check", "--identity", "bob"], "Give NAME=TOKEN with both sides non-empty."],
    [["check", "--wait", "history"], "history=20s"],
    [["check", "--wait", "histori=20s"], 'Cannot use --wait "histori". Did you mean history?'],
    [["check", "--features", "tabel"], 'Cannot use --features "tabel". Did you mean table?'],
    [["check", "--known", "/nowhere.yaml"], "/nowhere.yaml"],
    [["check", "--config", "/nowhere.yaml"], "/nowhere.yaml"],
    [["check", "--kubeconfig", "/nowhere"], "/nowhere"],
    [["check", "localhost"], "localhost"],
    [["serve", "--prot", "1"], "Unknown option '--prot'. Did you mean --port?"],
    ...["check", "serve", "matrix"].map((command): [string[], string] => [
      [command, "--mutant", "nope"],
      'Cannot use --mutant "nope". `deno task matrix --list` lists the ids.',
    ]),
    [
      ["check", "--mutant", "paging/skips-after-delete"],
      "Did you mean paging/skips-after-deleted?",
    ],
    [["chekc"], "Unknown command 'chekc'. Did you mean check?"],
    [[], "  check  "],
  ];
  for (const [words, expected] of cases) {
    const terminal = testTerminal();
    assertEquals(await main(words, terminal, ALL), 2, words.join(" "));
    assertStringIncludes(terminal.complaints(), expected);
    const isHelp = words.length === 0;
    assertEquals(terminal.complaints().split("\n").length === 2, !isHelp, terminal.complaints());
  }
});

Deno.test("exit code 2: credentials without a URL do not check the reference server", async () => {
  for (
    const words of ["--token x", "--ca x", "--insecure", "--context x", "--identity bob=x"]
  ) {
    const terminal = testTerminal();
    assertEquals(await main(["check", ...words.split(" ")], terminal, ALL), 2, words);
    const option = words.split(" ")[0];
    const expected = `Cannot use ${option} without a server. Give a URL or --kubeconfig.\n`;
    assertEquals([terminal.written(), terminal.complaints()], ["", expected]);
  }
});

Deno.test("exit code 3: the server is not reachable", async () => {
  const served = startTestTarget();
  await served[Symbol.asyncDispose]();
  const terminal = testTerminal();
  assertEquals(await main(["check", served.target.url], terminal, ALL), 3);
  assertStringIncludes(terminal.complaints(), served.target.url);
});

Deno.test("exit code 3: the server rejects the credentials", async () => {
  const target = startTestTarget(() => Response.json({}, { status: 401 }));
  const { code, complaints } = await check([], ALL, target);
  assertEquals(code, 3);
  assertStringIncludes(complaints, "401");
  assert(!complaints.includes(TEST_TOKEN));
});

Deno.test("exit code 3: another kind of server, whose response cannot control the terminal", async () => {
  const target = startTestTarget(() => new Response("<b>\x1b[2J\x9b31m\u202e</b>"));
  const { code, complaints } = await check([], ALL, target);
  assertEquals(code, 3);
  assertStringIncludes(complaints, "but not like a server of this API: 200 text/plain for GET");
  assertStringIncludes(complaints, "<b>\\u{1b}[2J");
});

Deno.test("exit code 3: the server stops during the run", async () => {
  const served = startTestTarget();
  const leaving = example({
    ...facts,
    id: "watch/leaves",
    run: async (scope) => {
      await served.stop();
      await scope.send({ method: "GET", path: "/version" });
    },
  });
  assertEquals((await check([], [leaving, passing], served)).code, 3);
});

Deno.test("exit code 1: a warning, if --fail-on names its level", async () => {
  const warning = example({
    ...facts,
    id: "watch/warns",
    requirements: ["resource-versions.no-op-keeps-version"],
    run: () => {
      const found = { expected: "one", actual: "two" };
      return Promise.reject(new Violation("resource-versions.no-op-keeps-version", found));
    },
  });
  const codeOf = async (...words: string[]) => (await check(words, [warning, passing])).code;
  assertEquals(await codeOf(), 0);
  assertEquals(await codeOf("--fail-on", "should"), 0);
  assertEquals(await codeOf("--fail-on", "convention"), 1);
});

Deno.test("exit code 0: all failures are in the baseline; 1: one is new", async () => {
  const directory = await Deno.makeTempDir();
  await check(["--report", directory], [failing, passing]);
  const baseline = ["--fail-on", "new", "--baseline", `${directory}/report.json`];
  const same = await check(baseline, [failing, passing]);
  assertEquals(same.code, 0);
  assertStringIncludes(same.written, "Ignored, as in the baseline: watch/fails");
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

Deno.test("exit code 4: one filter matches no check, although others do", async () => {
  for (
    const [words, expected] of [
      [["--only", "paging/passes", "--only", "paging/pases"], "paging/passes?"],
      [
        ["--only", "paging/passes", "--only", "resource-versions/custom", "--level", "must"],
        "resource-versions/cus",
      ],
      [["--area", "paging,resource-versions", "--level", "must"], "--area resource-versions"],
      [["--area", "apply"], "--area apply"],
    ] as const
  ) {
    const { code, complaints, written } = await check([...words]);
    assertEquals([code, written], [4, ""], words.join(" "));
    assertStringIncludes(complaints, expected);
  }
});

Deno.test("exit code 4: no check matches, or no case was conclusive", async () => {
  const unmatched = await check(["--only", "paging/pases"]);
  assertEquals(unmatched.code, 4);
  assertStringIncludes(
    unmatched.complaints,
    "There is no check paging/pases. Did you mean paging/passes?",
  );
  const empty = await check([], [discarding, passing]);
  assertEquals(empty.code, 4);
  assertStringIncludes(empty.written, "watch/refused: only 0 of 40 cases were decided");
});

Deno.test("exit code 5: a check has an internal error", async () => {
  const { code, written } = await check([], [broken, failing]);
  assertEquals(code, 5);
  assertStringIncludes(written, "an internal error");
});

const secondIdentity = example({
  ...facts,
  id: "watch/second",
  requirements: ["exchanges.success-kind"],
  needs: ["another identity"],
  run: () => Promise.resolve(),
});

Deno.test("exit code 6: a must could not be judged; 0: this is accepted, or another check judged it", async () => {
  const { code, written } = await check([], [passing, secondIdentity]);
  assertEquals(code, 6);
  assertStringIncludes(
    written,
    "--accept-unjudged\n  exchanges.success-kind: it needs a second identity.",
  );
  assertStringIncludes(written, "incomplete: http://");
  const accepted = await check(["--accept-unjudged"], [passing, secondIdentity]);
  assertEquals(accepted.code, 0);
  assertStringIncludes(accepted.written, "Accepted, although not judged: 1 requirement");
  assertEquals((await check(["--identity", "bob=x"], [passing, secondIdentity])).code, 0);
  const another = { ...passing, requirements: secondIdentity.requirements };
  assertEquals((await check([], [another, secondIdentity])).code, 0);
});

Deno.test("exit code 0: a known file accepts what cannot be judged; 1: all of it was judged", async () => {
  const known = await Deno.makeTempFile();
  const entry = { unjudged: "exchanges.success-*", reason: "No second user.", target: "test" };
  await Deno.writeTextFile(known, JSON.stringify([entry]));
  const accepted = await check(["--known", known], [passing, secondIdentity]);
  assertEquals(accepted.code, 0);
  assertStringIncludes(accepted.written, "1 requirement: No second user.");
  const judged = await check(["--known", known, "--identity", "bob=x"], [passing, secondIdentity]);
  assertEquals(judged.code, 1);
  assertStringIncludes(judged.written, "exchanges.success-*: all its checks ran");
  await Deno.remove(known);
});
