import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type Check, Violation } from "@plumbline/suites/check";
import { example, property } from "@plumbline/suites/check";
import { secret } from "@plumbline/suites/resources/secret";
import { startTestTarget, TEST_TOKEN } from "@plumbline/suites/engine/test_target";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

const facts = {
  title: "a check",
  requirements: ["paging.limit-bounds-page"] as never,
  level: "must",
} as const;

const violation = (actual: string) =>
  new Violation("paging.limit-bounds-page", { expected: "ten or less", actual });

/** Fails for numbers above ten if the server answers 500 to GET /fault. */
const small = property<number>({
  ...facts,
  id: "watch/small",
  arbitrary: () => fc.nat(),
  run: async (scope, number) => {
    await scope.create(secret, scope.newObject(secret, { content: number }));
    const { status } = await scope.send({ method: "GET", path: "/fault" });
    if (status === 500 && number > 10) throw violation(String(number));
  },
});

/** Always fails on such a server. */
const always = example({
  ...facts,
  id: "paging/always",
  run: async (scope) => {
    const { status } = await scope.send({ method: "GET", path: "/fault" });
    if (status === 500) throw violation("always");
  },
});

const ALL: readonly Check[] = [small, always];

/** Runs `check` on a server with the fault or without it. */
async function check(words: string[], { faulty }: { faulty: boolean }) {
  await using served = startTestTarget((_request, path) =>
    path === "/fault" ? Response.json({}, { status: faulty ? 500 : 200 }) : undefined
  );
  const terminal = testTerminal();
  const { url } = served.target;
  const code = await main(["check", url, "--token", TEST_TOKEN, ...words], terminal, ALL);
  return { code, written: terminal.written(), complaints: terminal.complaints() };
}

Deno.test("each failure leaves a replay file that reproduces it on any server", async () => {
  const directory = await Deno.makeTempDir();
  const first = await check(["--report", directory], { faulty: true });
  assertEquals(first.code, 1);
  const report = JSON.parse(await Deno.readTextFile(`${directory}/report.json`));

  // The failures have one cause, of which the first is shown in full.
  assertMatch(first.written, new RegExp(` --replay ${directory}/replays/paging/always.json\n`));
  for (const { id } of ALL) {
    const file = `${directory}/replays/${id}.json`;
    assertStringIncludes(first.written, id);
    const result = report.checks.find((each: { id: string }) => each.id === id);
    assertEquals(result.failures[0].replayFile, `replays/${id}.json`);
    assert(!(await Deno.readTextFile(file)).includes(TEST_TOKEN));

    const again = await check(["--replay", file, "--repeat", "4"], { faulty: true });
    assertEquals(again.code, 1);
    for (
      const words of [
        "requirement    paging.limit-bounds-page: ",
        "expected       ten or less",
        `actual         ${id === "watch/small" ? "11" : "always"}`,
        "> GET /fault",
        "< 500",
        "GET /fault → 500",
        "reproduced in 4 of 4 repetitions: paging.limit-bounds-page",
      ]
    ) assertStringIncludes(again.written, words);
    assert(!again.written.includes(id === "watch/small" ? "paging/always" : "watch/small"));

    const mended = await check(["--replay", file], { faulty: false });
    assertEquals(mended.code, 0);
    assertStringIncludes(mended.written, "not reproduced in 10 repetitions");
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("an invalid replay file and options that contradict it are wrong usage", async () => {
  const directory = await Deno.makeTempDir();
  const file = `${directory}/replay.json`;
  const run = async (content: string, ...words: string[]) => {
    await Deno.writeTextFile(file, content);
    const { code, complaints } = await check(["--replay", file, ...words], { faulty: true });
    return [code, complaints];
  };
  const cases: [string[], string][] = [
    [["{"], "as a replay file"],
    [["[]"], '"schema" is undefined, expected 1.'],
    [['{"schema": 1, "check": "a/b"}'], '"seed" or "runs" is missing.'],
    [["{}", "--seed", "1"], "Cannot use --seed with --replay"],
  ];
  for (const [[content, ...words], expected] of cases) {
    const [code, complaints] = await run(content!, ...words);
    assertEquals(code, 2);
    assertStringIncludes(String(complaints), expected);
  }
  const gone = { schema: 1, check: "watch/gone", requirement: "a.b", seed: 1, runs: 1 };
  const [code, complaints] = await run(JSON.stringify(gone));
  assertEquals(code, 4);
  assertStringIncludes(String(complaints), "There is no check watch/gone");
  await Deno.remove(directory, { recursive: true });
});
