import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { requirementsOf } from "@plumbline/suites/area";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { main } from "./main.ts";
import type { RequirementList } from "./requirements.ts";
import { testTerminal } from "./test_terminal.ts";

async function run(...words: string[]): Promise<string> {
  const terminal = testTerminal();
  assertEquals(await main(["requirements", ...words], terminal), 0, terminal.complaints());
  return terminal.written();
}

const read = async (...words: string[]): Promise<RequirementList> =>
  JSON.parse(await run("--json", ...words));

Deno.test("the list has every requirement, with its checks or the reason for none", async () => {
  const { schema, suiteVersion, features, requirements } = await read();
  assertEquals(schema, 1);
  assertMatch(suiteVersion, /^\d+\.\d+\.\d+/);
  assertEquals(features.table, "lists, objects and watches as Tables");
  assertEquals(requirements.map(({ id }) => id), Object.keys(requirementsOf(AREAS)));
  for (const { id, checks, unchecked } of requirements) {
    assert((checks.length > 0) !== (unchecked !== undefined), id);
  }
});

Deno.test("a requirement is listed with all its fields", async () => {
  const { requirements } = await read();
  const find = (id: string) => requirements.find((each) => each.id === id);
  assertEquals(find("negotiation.table-kind"), {
    id: "negotiation.table-kind",
    area: "negotiation",
    chapter: "Table representation",
    statement: requirementsOf(AREAS)["negotiation.table-kind"]!.statement,
    level: "must",
    harm: "misleading",
    features: ["table"],
    checks: CHECKS.filter(({ requirements }) => requirements.includes("negotiation.table-kind"))
      .map(({ id, title, kind }) => ({ id, title, kind })),
  });
  const unchecked = find("dry-run.side-effects-fail");
  assertEquals([unchecked?.checks, unchecked?.features], [[], ["dry-run"]]);
  assertStringIncludes(unchecked?.unchecked ?? "", "not visible over HTTP");
});

Deno.test("area and level select the requirements", async () => {
  const { requirements } = await read("--area", "health,patch", "--level", "must");
  assertEquals([...new Set(requirements.map(({ area }) => area))].sort(), ["health", "patch"]);
  assertEquals([...new Set(requirements.map(({ level }) => level))], ["must"]);
  const terminal = testTerminal();
  assertEquals(await main(["requirements", "--area", "healt"], terminal), 2);
  assertStringIncludes(terminal.complaints(), "health");
});

Deno.test("each requirement is printed with its statement and its checks", async () => {
  const written = await run("--area", "dry-run");
  assertStringIncludes(
    written,
    "dry-run.apply (must, data-loss, with dry-run and server-side-apply)\n" +
      "  A dry-run apply is answered like the real one and changes nothing.\n" +
      "  checked by dry-run/matches-real-request\n",
  );
  assertStringIncludes(
    written,
    "  not checked: Side effects outside the storage are not visible over HTTP.\n",
  );
  assertMatch(written, /\n\d+ requirements, 2 of them not checked\n$/);
});
