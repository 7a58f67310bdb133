import { assert, assertEquals } from "@std/assert";
import { recordedReport } from "../reports/render/test_reports.ts";
import { FEATURE_NAMES } from "../suites/features.ts";
import { CHECK_COMMAND } from "./check/options.ts";
import { readCheckSettings } from "./check/settings.ts";
import { parseConfig } from "./config.ts";

/** The configuration that the README explains. */
async function example(): Promise<string> {
  const readme = await Deno.readTextFile(new URL("../README.md", import.meta.url));
  return /```yaml\n(url: .*?)```/s.exec(readme)![1]!;
}

/** Options for one run, or for the reference server only. */
const NOT_IN_FILES = [
  ...["config", "help", "list", "plan", "wait", "fault"],
  ...["replay", "repeat", "path", "replay-path", "shard"],
];

Deno.test("the example of the README has every option that a file may have", async () => {
  const { options, argument, waits } = parseConfig(await example(), "README.md", CHECK_COMMAND);
  assertEquals(argument, "https://localhost:6443");
  assertEquals(waits, { history: 20_000, propagation: 2_000 });
  const flags = CHECK_COMMAND.options.filter(({ value }) => value === undefined);
  const due = CHECK_COMMAND.options.map(({ name }) => name)
    .filter((name) => !NOT_IN_FILES.includes(name) && name !== "implementation")
    // One that is off is as one that was not given.
    .filter((name) => !flags.some((flag) => flag.name === name));
  const missing = due.filter((name) => !options.has(name));
  assertEquals(missing, [], "options that the example in README.md lacks");
  for (const { name } of flags) {
    if (NOT_IN_FILES.includes(name)) continue;
    assert(
      (await example()).includes(`\n${name}: false`),
      `README.md's example lacks ${name}: false`,
    );
  }
});

Deno.test("the example of the README makes settings", async () => {
  const directory = await Deno.makeTempDir();
  const file = `${directory}/plumbline.yaml`;
  await Deno.writeTextFile(file, await example());
  await Deno.mkdir(`${directory}/last`);
  await Deno.writeTextFile(
    `${directory}/last/report.json`,
    JSON.stringify(await recordedReport()),
  );
  const words = ["--config", file, "--wait", "history=1m"];
  const { connect, suites, level, known } = await readCheckSettings(words, () => 1);
  assertEquals(connect.waits, { history: 60_000, propagation: 2_000 });
  assertEquals(connect.features, FEATURE_NAMES);
  assertEquals(connect.identities?.map(({ name }) => name), ["alice", "bob"]);
  assertEquals([suites, level], [["resource-versions", "paging", "watch"], "should"]);
  assertEquals([connect.kubeconfig, known], [`${directory}/kubeconfig`, [
    `${directory}/known.yaml`,
  ]]);
  await Deno.remove(directory, { recursive: true });
});

Deno.test("an empty list of features says that the target has none", async () => {
  const read = async (...words: string[]) =>
    (await readCheckSettings(words, () => 1)).connect.features;
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "features: []\n");
  assertEquals(await read("--config", file), []);
  assertEquals(await read(), undefined);
  assertEquals(await read("--config", file, "--features", "table,yaml"), ["table", "yaml"]);
  await Deno.remove(file);
});
