import { assertEquals } from "@std/assert";
import { recordedReport } from "@plumbline/reports/test_reports";
import { FEATURE_NAMES } from "@plumbline/suites/features";
import { flagOf, parseCommandLine } from "@plumbline/options";
import { checkCommand } from "./check/check.ts";
import { CHECK_OPTIONS, type CheckSettings, readCheckSettings } from "./check/options.ts";
import { parseConfig } from "./config_file.ts";

const DOCS = new URL("../docs/configuration.md", import.meta.url);

/** Returns the configuration that `docs/configuration.md` explains. */
async function example(): Promise<string> {
  return /```yaml\n(url: .*?)```/s.exec(await Deno.readTextFile(DOCS))![1]!;
}

function settings(...words: string[]): Promise<CheckSettings> {
  return readCheckSettings(parseCommandLine(checkCommand, words), () => 1);
}

/** Options for one run, or for the reference server only. */
const NOT_IN_FILES = [
  ...["config", "list", "json", "plan", "wait", "mutant", "nemesis"],
  ...["replay", "repeat", "path", "replayPath", "shard", "hunt", "failed", "curl"],
];

Deno.test("the example of docs/configuration.md has every option that a file can have", async () => {
  const text = await example();
  const { options, url, waits } = parseConfig(text, "configuration.md", CHECK_OPTIONS);
  assertEquals(url, "https://localhost:6443");
  assertEquals(waits, { history: 20_000, propagation: 2_000, reads: 2_000 });
  const missing = Object.entries(CHECK_OPTIONS)
    .filter(([name]) => !NOT_IN_FILES.includes(name) && name !== "implementation")
    .filter(([name, { placeholder }]) =>
      placeholder === undefined
        ? !text.includes(`\n${flagOf(name).slice(2)}: false`)
        : !(name in options)
    );
  assertEquals(missing.map(([name]) => name), []);
});

Deno.test("the example of docs/configuration.md results in valid settings", async () => {
  const directory = await Deno.makeTempDir();
  const file = `${directory}/plumbline.yaml`;
  await Deno.writeTextFile(file, await example());
  await Deno.mkdir(`${directory}/last`);
  await Deno.writeTextFile(
    `${directory}/last/report.json`,
    JSON.stringify(await recordedReport()),
  );
  await Deno.writeTextFile(`${directory}/widget.yaml`, "{ apiVersion: v1, kind: Widget }");
  const { connect, areas, level, known } = await settings("--config", file, "--wait", "history=1m");
  assertEquals(connect.waits, { history: 60_000, propagation: 2_000, reads: 2_000 });
  assertEquals(connect.features, FEATURE_NAMES);
  assertEquals(connect.identities?.map(({ name }) => name), ["alice", "bob"]);
  assertEquals(connect.types?.names, "all");
  assertEquals(connect.types?.examples, [{ apiVersion: "v1", kind: "Widget", fields: {} }]);
  assertEquals([areas, level], [["resource-versions", "paging", "watch"], "should"]);
  assertEquals([connect.kubeconfig, known], [`${directory}/kubeconfig`, [
    `${directory}/known.yaml`,
  ]]);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("an empty list of features states that the server supports none", async () => {
  const read = async (...words: string[]) => (await settings(...words)).connect.features;
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "features: []\n");
  assertEquals(await read("--config", file), []);
  assertEquals(await read(), undefined);
  assertEquals(await read("--config", file, "--features", "table,yaml"), ["table", "yaml"]);
  await Deno.remove(file);
});
