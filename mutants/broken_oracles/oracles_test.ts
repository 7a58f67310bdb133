import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CHECKS } from "../../suites/areas/mod.ts";
import { hold } from "./hold.ts";
import { mutated, type Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";

const SUITES = new URL("../../suites/", import.meta.url);

/** Models that decide nothing about an answer. */
const UNDECIDING = [
  // For tests of the models alone.
  "areas/concurrency/model/search.ts",
  // Makes what is sent.
  "areas/field_validation/model/second_elements.ts",
  // Puts discrepancies in order.
  "model/discrepancy.ts",
  // Lists what is public.
  "model/mod.ts",
  // For tests of the models alone.
  "model/small_history.ts",
];

/** How many days it takes until each mutation had its turn in this test. */
const DAYS = 70;

const harmless: Mutation = {
  id: "status/the-same",
  file: "areas/errors/model/status.ts",
  find: '"Status v1 Failure"',
  replace: '("Status v1 Failure")',
  checks: ["errors/status-body"],
  why: "Nothing is broken.",
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

Deno.test("every model that decides is broken by some mutation", async () => {
  const broken = new Set(MUTATIONS.map(({ file }) => file));
  const models = await modelsBelow("model/");
  for await (const { name, isDirectory } of Deno.readDir(new URL("areas/", SUITES))) {
    const folder = new URL(`areas/${name}/model/`, SUITES);
    const has = isDirectory && await Deno.stat(folder).then(() => true, () => false);
    if (has) models.push(...await modelsBelow(`areas/${name}/model/`));
  }
  const whole = models.filter((file) => !broken.has(file)).sort();
  assertEquals(whole, UNDECIDING);
});

Deno.test("what a mutation finds is there once, and it names checks that are there", async () => {
  const ids: readonly string[] = CHECKS.map(({ id }) => id);
  for (const mutation of MUTATIONS) {
    const source = await Deno.readTextFile(new URL(mutation.file, SUITES));
    assert(mutated(source, mutation) !== source, mutation.id);
    assertEquals(mutation.checks.filter((id) => !ids.includes(id)), [], mutation.id);
  }
  assertEquals(new Set(MUTATIONS.map(({ id }) => id)).size, MUTATIONS.length);
});

Deno.test("the mutations of the day are noticed", async () => {
  const day = Math.floor(Date.now() / 86_400_000);
  const due = MUTATIONS.filter((_, index) => index % DAYS === day % DAYS);
  for (const mutation of due) {
    const { noticed, said } = await hold(mutation, 1);
    assert(noticed, `${mutation.id}: ${said}`);
  }
});

Deno.test("a mutation that breaks nothing is told as missed", async () => {
  const { noticed, said } = await hold(harmless, 1);
  assertEquals(noticed, false);
  assertStringIncludes(said, "green: errors/status-body");
});

Deno.test("a mutation that breaks the program is no oracle that notices", async () => {
  const { noticed, said } = await hold({ ...harmless, replace: "absent.from.there" }, 1);
  assertEquals(noticed, false);
  assertStringIncludes(said, "ReferenceError");
});

Deno.test("a mutation whose text is gone is an error", async () => {
  const gone = { ...harmless, find: "there is no such text" };
  await assertRejects(() => hold(gone, 1), RangeError, "has this 0 times");
});
