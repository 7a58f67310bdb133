import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { flagOf, parseCommandLine } from "@plumbline/options";
import { COMMANDS } from "./commands.ts";
import { main } from "./main.ts";
import { testTerminal } from "./test_terminal.ts";

const wordsOf = (name: string) => name.split(" ");

Deno.test("every command lists its options and examples, whatever the width", async () => {
  for (const { name, options, examples } of COMMANDS) {
    for (const columns of [40, 80, 200]) {
      const terminal = testTerminal({ columns });
      assertEquals(await main([...wordsOf(name), "--help"], terminal), 0, name);
      const lines = terminal.written().split("\n");
      for (const option of Object.keys(options)) {
        const flag = `  ${flagOf(option)}`;
        assert(lines.some((line) => line.startsWith(flag)), `${name} ${option}`);
      }
      for (const [line] of examples) assert(lines.includes(`  deno task ${line}`), line);
      const long = lines.filter((line) => line.length > columns);
      assertEquals(long.filter((line) => !/deno task |^ +--[a-z-]+ \S+$|^ +# /.test(line)), []);
    }
  }
});

Deno.test("every example is a valid command line", () => {
  for (const command of COMMANDS) {
    assert(command.examples.length > 0, command.name);
    for (const [line] of command.examples) {
      const words = line.split(" > ")[0]!.split(" ");
      const called = wordsOf(command.name);
      assertEquals(words.slice(0, called.length), called);
      parseCommandLine(command, words.slice(called.length));
    }
  }
});

Deno.test("a misspelled option is named with the nearest one, at every command", async () => {
  for (const { name, options, arguments: args = [] } of COMMANDS) {
    const [longest] = Object.keys(options).map(flagOf).sort((a, b) => b.length - a.length);
    if (longest === undefined) continue;
    const wrong = `${longest.slice(0, -1)}x`;
    const terminal = testTerminal();
    const given = args.map(() => "a");
    assertEquals(await main([...wordsOf(name), ...given, wrong, "1"], terminal), 2, name);
    assertStringIncludes(
      terminal.complaints(),
      `Unknown option '${wrong}'. Did you mean ${longest}?\n`,
    );
  }
});

Deno.test("the commands of two words are listed, and the nearest one is named", async () => {
  const pairs = COMMANDS.map(({ name }) => wordsOf(name));
  for (const [first = "", second] of pairs) {
    if (second === undefined) continue;
    const help = testTerminal();
    assertEquals(await main([first, "--help"], help), 0);
    assertStringIncludes(help.written(), `  ${second}`);
    const wrong = testTerminal();
    assertEquals(await main([first, `${second}x`], wrong), 2);
    assertEquals(
      wrong.complaints(),
      `Unknown command '${second}x'. Did you mean ${second}?\n`,
    );
    const none = testTerminal();
    assertEquals(await main([first], none), 2);
    assertStringIncludes(none.complaints(), `  ${second}`);
  }
});
