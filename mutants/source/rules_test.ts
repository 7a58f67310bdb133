import { assertEquals } from "@std/assert";
import { instrument } from "./instrument.ts";
import { describe } from "./source_mutant.ts";
import type { Rule } from "./rule.ts";

const CODE = `
class List {
  sort() { return fail(1, "text"); }
  find() { return "found"; }
}
const sort = { why: "reason" };
`;

async function ruled(...within: string[]): Promise<string[]> {
  const rule: Rule = { file: "server/*/x.ts", within, kind: "allowed", reason: "For a test." };
  const source = (name: string) => ({ name, content: CODE });
  const sources = [source("server/x.ts"), source("server/a/x.ts")];
  const { mutants } = await instrument(sources, [rule]);
  return mutants.filter((mutant) => mutant.rule === rule).map(describe);
}

Deno.test("a rule names functions, methods, variables, properties and arguments", async () => {
  const text = 'server/a/x.ts:3 "text" → ""';
  const whole = 'server/a/x.ts:3 { return fail(1, "text"); } → {}';
  assertEquals(await ruled("List.sort"), [whole, text]);
  assertEquals(await ruled("fail(1)"), [text]);
  assertEquals(await ruled("sort.fail(1)"), [text]);
  assertEquals(await ruled("find.fail(1)"), []);
  assertEquals(await ruled("why"), ['server/a/x.ts:6 "reason" → ""']);
});

Deno.test("a rule without names is about the whole file", async () => {
  const rule: Rule = { file: "server/x.ts", kind: "allowed", reason: "For a test." };
  const sources = ["server/y.ts", "server/x.ts"].map((name) => ({ name, content: CODE }));
  const { mutants } = await instrument(sources, [rule]);
  const files = Map.groupBy(mutants, (mutant) => mutant.rule).get(rule)!.map(({ file }) => file);
  assertEquals(files, Array(mutants.length / 2).fill("server/x.ts"));
});
