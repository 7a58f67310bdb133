import { assertEquals, assertStringIncludes } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

async function run(...words: string[]) {
  const terminal = testTerminal();
  const code = await main(["check", ...words], terminal);
  return { code, text: terminal.written() + terminal.complaints() };
}

Deno.test("--nemesis needs a server, a valid file, and no other selection of checks", async () => {
  const file = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(file, "actions: [{ name: kill }]");
  const cases: [string[], string][] = [
    [["--nemesis", file], "Cannot use --nemesis without a server. Give a URL or --kubeconfig."],
    [
      ["http://localhost:1", "--nemesis", file, "--area", "watch"],
      "Cannot use --area with --nemesis, which has checks of its own.",
    ],
    [["http://localhost:1", "--nemesis", file], '"actions[0].hurt"'],
    [["http://localhost:1", "--nemesis", `${file}.not`], "Cannot read the nemesis"],
  ];
  for (const [words, message] of cases) {
    const { code, text } = await run(...words);
    assertEquals(code, 2, text);
    assertStringIncludes(text, message);
  }
  await Deno.remove(file);
});

Deno.test("a run with a nemesis writes a report like any other", async () => {
  await using server = await startServer();
  const directory = await Deno.makeTempDir();
  const file = `${directory}/nemesis.yaml`;
  await Deno.writeTextFile(
    file,
    "duration: 1s\nround: 800ms\ninterval: 200ms\nactions: [{ name: touch, hurt: echo x >> log }]",
  );
  const token = server.identities[0].token;
  const words = [server.url, "--token", token, "--nemesis", file, "--report", `${directory}/out`];
  const { code, text } = await run(...words, "--plain");
  assertEquals(code, 0, text);
  assertStringIncludes(text, "while-failing");
  const report = JSON.parse(await Deno.readTextFile(`${directory}/out/report.json`));
  assertEquals(report.checks.map(({ id }: { id: string }) => id), [
    "while-failing/objects",
    "while-failing/watches",
  ]);
  const log = await Deno.readTextFile(`${directory}/log`);
  assertEquals(report.checks[0].spread.touch, log.trim().split("\n").length);
  await Deno.remove(directory, { recursive: true });
});
