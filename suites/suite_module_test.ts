/**
 * Modules of third parties: how they are loaded, and the checks of those that the environment names.
 */
import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import type { RunEvent } from "@plumbline/reports/events";
import { defineArea } from "./area.ts";
import { ConfigurationError } from "./client/configuration.ts";
import { conformance } from "./conformance.ts";
import { example } from "./check.ts";
import { startTestTarget } from "./engine/test_target.ts";
import { chapter } from "./requirement.ts";
import { run } from "./run.ts";
import { loadSuiteModules } from "./suite_module.ts";
import { optionsFromEnvironment } from "./test_environment.ts";

const modules = (Deno.env.get("TARGET_SUITE_MODULES") ?? "").split(",").filter((path) => path);
if (modules.length > 0) {
  const areas = await loadSuiteModules(modules, Deno.cwd());
  conformance({ areas, ...await optionsFromEnvironment() });
}

const ACME = `
import { defineArea, example, Violation } from "${import.meta.resolve("./mod.ts")}";
const requirement = { chapter: "Acme", statement: "It works.", level: "must" };
export default defineArea({
  id: "acme",
  requirements: { "acme.works": requirement },
  checks: [example({
    id: "acme/works",
    title: "It works",
    requirements: ["acme.works"],
    run: () => Promise.reject(new Violation("acme.works", { expected: "one", actual: "two" })),
  })],
});
`;

async function withModule(text: string, test: (name: string, directory: string) => Promise<void>) {
  const directory = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${directory}/acme.ts`, text);
    await test("./acme.ts", directory);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("the check of a suite module runs, and its replay command names the module", async () => {
  await using served = startTestTarget();
  await withModule(ACME, async (name, directory) => {
    const areas = await loadSuiteModules([name], directory);
    const events: RunEvent[] = [];
    for await (const event of run({ target: served.target, areas, seed: 7 })) events.push(event);
    const [result] = events.flatMap((event) =>
      event.type === "check finished" ? [event.result] : []
    );
    assertEquals([result?.id, result?.verdict], ["acme/works", "fail"]);
    assertEquals(result?.failures[0]?.statement, "It works.");
    assertStringIncludes(
      result?.failures[0]?.replay ?? "",
      "--suite-module ./acme.ts --only acme/works",
    );
  });
});

Deno.test("an id that is taken, a module without areas and one that is missing are rejected", async () => {
  const load = (text: string, times = 1) =>
    withModule(text, async (name, directory) => {
      await loadSuiteModules(Array.from({ length: times }, () => name), directory);
    });
  await assertRejects(() => load(ACME, 2), ConfigurationError, "./acme.ts defines an area");
  const paging = ACME.replaceAll("acme", "paging");
  await assertRejects(() => load(paging), ConfigurationError, "Plumbline defines an area");
  await assertRejects(() => load("export const x = 1;"), ConfigurationError, "must export an area");
  await assertRejects(() => load("throw new Error('oh');"), ConfigurationError, "oh");
  await assertRejects(
    () => loadSuiteModules(["./gone.ts"], "/"),
    ConfigurationError,
    "Cannot load the suite module ./gone.ts",
  );
});

Deno.test("a typo in a requirement id does not compile, and is rejected at run time", () => {
  const facts = { title: "a check", run: () => Promise.resolve() } as const;
  const requirements = { "acme.works": chapter("Acme").must("It works.") };
  const good = example({
    ...facts,
    id: "acme/a",
    requirements: ["acme.works", "paging.no-limit-returns-all"],
  });
  assertEquals(defineArea({ id: "acme", requirements, checks: [good] }).checks, [good]);
  // @ts-expect-error -- no built-in area has this requirement
  const typo = example({ ...facts, id: "acme/b", requirements: ["paging.no-limit"] });
  // @ts-expect-error -- and so the area cannot have the check
  assertThrows(() => defineArea({ id: "acme", requirements, checks: [typo] }), TypeError);
  const other = example({ ...facts, id: "acme/c", requirements: ["acme.wroks"] });
  assertThrows(
    // @ts-expect-error -- the area does not have this requirement
    () => defineArea({ id: "acme", requirements, checks: [other] }),
    TypeError,
    'names the requirement "acme.wroks", which does not exist',
  );
  const works = requirements["acme.works"];
  assertThrows(
    // @ts-expect-error -- the id belongs to another area
    () => defineArea({ id: "acme", requirements: { "other.works": works }, checks: [] }),
    TypeError,
    'must start with "acme."',
  );
});

Deno.test("leaving the loop of a run stops it and removes what it created", async () => {
  await using served = startTestTarget();
  await withModule(ACME, async (name, directory) => {
    const areas = await loadSuiteModules([name], directory);
    const seen: string[] = [];
    for await (const event of run({ target: served.target, areas })) {
      seen.push(event.type);
      if (event.type === "check started") break;
    }
    assertEquals(seen.at(-1), "check started");
    assert(served.target.client.requests > 0);
    assertEquals([...served.objects.keys()], []);
  });
});
