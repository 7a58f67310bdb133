import { assert, assertEquals } from "@std/assert";
import { instrument } from "./instrument.ts";
import { describe } from "./source_mutant.ts";

const CODE = "export const less = (a: number, b: number): boolean => a < b;\n";

const mutantsOf = async (content: string) =>
  (await instrument([{ name: "server/x.ts", content }])).mutants;

Deno.test("every mutant has its file, line, original text and replacement", async () => {
  const texts = (await mutantsOf(`\n${CODE}`)).map(describe);
  assert(texts.includes("server/x.ts:2 a < b → a <= b"), texts.join("\n"));
  assert(texts.includes("server/x.ts:2 a < b → true"), texts.join("\n"));
});

Deno.test("ids stay the same when code is added elsewhere, and differ for equal lines", async () => {
  const idsOf = async (code: string) => (await mutantsOf(code)).map(({ id }) => id);
  const ids = await idsOf(CODE);
  assertEquals((await idsOf(`export const one = 1;\n${CODE}`)).slice(-ids.length), ids);
  const twice = await idsOf(`{${CODE.replace("export ", "")}}\n{${CODE.replace("export ", "")}}`);
  assertEquals(new Set(twice).size, twice.length);
});
