import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CHECKS } from "@plumbline/suites/areas";
import { breakSource, type BrokenOracle } from "./broken_oracle.ts";
import { brokenOracles } from "./oracles/mod.ts";
import { runBrokenOracle } from "./run_broken_oracle.ts";

const SUITES = new URL("../../suites/", import.meta.url);

/** Models that have no broken oracle, in alphabetic order, with the reason. */
const WITHOUT_BROKEN_ORACLE = [
  // For tests of the models alone.
  "areas/concurrency/model/search.ts",
  // Generates requests.
  "areas/field_validation/model/second_elements.ts",
  "areas/field_validation/model/types.ts",
  // Generates rows of requests.
  "model/covering_array.ts",
  // Sorts discrepancies.
  "model/discrepancy.ts",
  // The kinds of the specification, as data.
  "model/exchanges/kinds.ts",
  // Creates violations.
  "model/exchanges/violation.ts",
  // Judge runs with --nemesis, in which no check of the catalogue takes part. The tests beside them and
  // suites/nemesis/run_test.ts compare the search with brute force and seed bugs into servers that crash.
  "model/failures/linearizability.ts",
  "model/failures/object_oracle.ts",
  "model/failures/operation.ts",
  "model/failures/test_round.ts",
  "model/failures/watch_run_oracle.ts",
  // The fields of the specification, as data.
  "model/fields/described_types.ts",
  "model/fields/dropped_fields.ts",
  "model/fields/metadata.ts",
  "model/fields/shape.ts",
  "model/fields/stored_types.ts",
  // Re-exports the public models.
  "model/mod.ts",
  // The messages of real servers, as data.
  "model/protobuf/messages.ts",
  // Writes requests.
  "model/protobuf/write.ts",
  // For tests of the models alone.
  "model/small_history.ts",
];

/** Number of days after which this test has run every broken oracle. */
const DAYS = 70;

const unbroken: BrokenOracle = {
  id: "status/the-same",
  file: "areas/errors/model/status.ts",
  find: '"Status v1 Failure"',
  replace: '("Status v1 Failure")',
  checks: ["errors/status-body"],
  assumption: "None.",
  runs: 5,
};

async function modelsBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, SUITES))) {
    if (isDirectory) files.push(...await modelsBelow(`${folder}${name}/`));
    else if (!name.endsWith("_test.ts")) files.push(`${folder}${name}`);
  }
  return files;
}

Deno.test("every model has a broken oracle, or a reason to have none", async () => {
  const broken = new Set(brokenOracles.map(({ file }) => file));
  const models = await modelsBelow("model/");
  for await (const { name, isDirectory } of Deno.readDir(new URL("areas/", SUITES))) {
    const folder = new URL(`areas/${name}/model/`, SUITES);
    const has = isDirectory && await Deno.stat(folder).then(() => true, () => false);
    if (has) models.push(...await modelsBelow(`areas/${name}/model/`));
  }
  const unbrokenModels = models.filter((file) => !broken.has(file)).sort();
  assertEquals(unbrokenModels, WITHOUT_BROKEN_ORACLE);
});

Deno.test("the text to replace occurs once, and the checks exist", async () => {
  const ids: readonly string[] = CHECKS.map(({ id }) => id);
  for (const oracle of brokenOracles) {
    const source = await Deno.readTextFile(new URL(oracle.file, SUITES));
    assert(breakSource(source, oracle) !== source, oracle.id);
    assertEquals(oracle.checks.filter((id) => !ids.includes(id)), [], oracle.id);
  }
  assertEquals(new Set(brokenOracles.map(({ id }) => id)).size, brokenOracles.length);
});

Deno.test("the broken oracles selected for today are noticed", async () => {
  const day = Math.floor(Date.now() / 86_400_000);
  const today = brokenOracles.filter((_, index) => index % DAYS === day % DAYS);
  for (const oracle of today) {
    const { noticed, reason } = await runBrokenOracle(oracle, 1);
    assert(noticed, `${oracle.id}: ${reason}`);
  }
});

Deno.test("an oracle that is not broken is reported as missed", async () => {
  const { noticed, reason } = await runBrokenOracle(unbroken, 1);
  assertEquals(noticed, false);
  assertStringIncludes(reason, "green: errors/status-body");
});

Deno.test("an oracle that crashes does not count as noticed", async () => {
  const { noticed, reason } = await runBrokenOracle({ ...unbroken, replace: "absent.name" }, 1);
  assertEquals(noticed, false);
  assertStringIncludes(reason, "ReferenceError");
});

Deno.test("a text that does not occur in the file is an error", async () => {
  const missing = { ...unbroken, find: "there is no such text" };
  await assertRejects(() => runBrokenOracle(missing, 1), RangeError, "contains 0 times");
});
