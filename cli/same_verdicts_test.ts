/**
 * Compares the two ways to run the checks, `check` and `deno test`, on one server with seeded bugs.
 */
import { assertEquals } from "@std/assert";
import type { Report } from "@plumbline/reports/report";
import { startServer } from "@plumbline/reference";
import { mutantSwitch } from "@plumbline/mutants";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const AREAS = ["health", "errors", "dry-run", "paging"];
const FEATURES = ["health", "reviews"];
const SETTINGS = { runs: "8", seed: "5" };

/** Returns the verdicts that the output of tests shows, by the ids of the checks. */
function verdictsOf(output: string): Record<string, string> {
  const verdicts: Record<string, string> = {};
  const lines = output.split("\n");
  for (const [index, line] of lines.entries()) {
    const [, id, rest] = /^([a-z-]+\/[a-z0-9-]+): .* \.\.\.(.*)$/.exec(line) ?? [];
    if (id === undefined || id in verdicts) continue;
    if (rest!.includes("FAILED")) verdicts[id] = "fail";
    else if (rest!.includes("ok")) verdicts[id] = "pass";
    else {
      const remark = /^ {2}([a-z ]+): .*ignored/.exec(lines[index + 1] ?? "");
      if (remark !== null) verdicts[id] = remark[1]!;
    }
  }
  return verdicts;
}

Deno.test("check and deno test give the same verdicts", async () => {
  const server = await startServer({
    dialect: "svc",
    identities: [
      { name: "admin", token: "admin-token", groups: ["system:masters"] },
      { name: "bob", token: "bob-token" },
    ],
    plugins: [mutantSwitch(["health/last-exclude-counts", "errors/wrong-method-not-found"])],
  });
  const directory = await Deno.makeTempDir();
  try {
    const words = [
      ...["check", server.url, "--token", "admin-token", "--identity", "bob=bob-token"],
      ...["--area", AREAS.join(), "--features", FEATURES.join(), "--report", directory],
      ...["--runs", SETTINGS.runs, "--seed", SETTINGS.seed],
    ];
    assertEquals(await main(words, testTerminal()), 1);
    const report: Report = JSON.parse(await Deno.readTextFile(`${directory}/report.json`));

    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "-A",
        "--no-check",
        ...AREAS.map((area) => `suites/areas/${folderOf(area)}/checks_test.ts`),
      ],
      cwd: ROOT,
      env: {
        NO_COLOR: "1",
        TARGET_URL: server.url,
        TARGET_TOKEN: "admin-token",
        TARGET_IDENTITIES: "bob=bob-token",
        TARGET_FEATURES: FEATURES.join(),
        TARGET_RUNS: SETTINGS.runs,
        TARGET_SEED: SETTINGS.seed,
        TARGET_REPORT: `${directory}/areas`,
      },
    }).output();
    const expected = Object.fromEntries(
      report.checks.map(({ id, verdict }) => [id, verdict as string]),
    );
    assertEquals(verdictsOf(new TextDecoder().decode(stdout)), expected);
    const areas = Array.from(Deno.readDirSync(`${directory}/areas`), ({ name }) => name);
    assertEquals(areas.length, AREAS.length);
    const parts = areas.map((name) => `${directory}/areas/${name}`);
    // A failure of a part fails the merged run.
    assertEquals(await main(["report", "merge", ...parts, "--out", directory], testTerminal()), 1);
    const merged: Report = JSON.parse(await Deno.readTextFile(`${directory}/report.json`));
    assertEquals(merged.totals, report.totals);
    assertEquals([merged.runs, merged.seed, merged.verdict], [8, 5, report.verdict]);
    // The comparison covers every verdict.
    assertEquals([...new Set(Object.values(expected))].sort(), [
      "fail",
      "pass",
      "skipped",
      "unsupported",
      "warn",
    ]);
  } finally {
    await server.close();
    await Deno.remove(directory, { recursive: true });
  }
});

function folderOf(area: string): string {
  return area.replaceAll("-", "_");
}
