import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseArguments } from "../command_line/mod.ts";
import { mutants } from "../server/mod.ts";
import { COMMANDS } from "./commands.ts";
import { main } from "./main.ts";
import { testIo } from "./test_io.ts";

const FACTS = COMMANDS.flatMap(({ facts }) => facts);

/** The words that call a command: its name may tell an argument too. */
const wordsOf = (name: string) => name.split(" ").filter((word) => /^[a-z]+$/.test(word));

Deno.test("every command tells its options and examples, whatever the width", async () => {
  for (const { name, options, examples } of FACTS) {
    for (const columns of [40, 80, 200]) {
      const io = testIo({ columns });
      assertEquals(await main([...wordsOf(name), "--help"], io), 0, name);
      const lines = io.written().split("\n");
      for (const option of options) {
        assert(lines.some((line) => line.startsWith(`  --${option.name}`)), option.name);
      }
      for (const [line] of examples) assert(lines.includes(`  deno task ${line}`), line);
      const long = lines.filter((line) => line.length > columns);
      assertEquals(long.filter((line) => !/deno task | --[a-z-]+ \S/.test(line)), [], name);
    }
  }
});

Deno.test("every example is a command line that is understood", () => {
  const known = mutants.map(({ id }) => id);
  for (const facts of FACTS) {
    assert(facts.examples.length > 0, facts.name);
    for (const [line] of facts.examples) {
      const words = line.split(" > ")[0]!.split(" ");
      const called = wordsOf(facts.name);
      assertEquals(words.slice(0, called.length), called);
      // The options of what runs a report again are those of check, which it reads itself.
      if (facts.name.startsWith("report verify")) continue;
      const { options } = parseArguments(words.slice(called.length), facts);
      for (const id of options.get("fault") ?? []) assert(known.includes(id), id);
    }
  }
});

Deno.test("an option that is misspelt is named with the nearest right one, at every command", async () => {
  for (const { name, options } of FACTS) {
    const long = options.map((option) => option.name).sort((a, b) => b.length - a.length)[0]!;
    const wrong = `--${long.slice(0, -1)}x`;
    const io = testIo();
    assertEquals(await main([...wordsOf(name), wrong, "1"], io), 2, name);
    assertStringIncludes(io.complaints(), wrong);
    assertStringIncludes(io.complaints(), `did you mean --${long}?`, name);
  }
});

Deno.test("the words behind a first word are told, and the nearest of them", async () => {
  for (const { name, facts } of COMMANDS) {
    const [, second] = wordsOf(facts[0]!.name);
    if (second === undefined) continue;
    const io = testIo();
    assertEquals(await main([name, "--help"], io), 0);
    for (const one of facts) assertStringIncludes(io.written(), one.name);
    const wrong = testIo();
    assertEquals(await main([name, `${second}x`], wrong), 2);
    assertStringIncludes(wrong.complaints(), second);
  }
});
