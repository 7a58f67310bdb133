import { assertEquals, assertThrows } from "@std/assert";
import { parseArguments, UsageError } from "../../command_line/mod.ts";
import { commandOf, DIFFERENTIAL_COMMAND, type Options, readOptions } from "./options.ts";

const URL = "https://localhost:6443";

const read = (words: readonly string[]): Options =>
  readOptions(parseArguments(words, DIFFERENTIAL_COMMAND));

Deno.test("ten thousand requests of all kinds are compared unless told otherwise", () => {
  const { seed: _, ...options } = read([`${URL}/`]);
  assertEquals(options, {
    url: URL,
    compare: ["requests"],
    requests: 10_000,
    ignored: [],
    survey: false,
    recordSize: 350,
  });
});

Deno.test("what is wrong with an option is told", () => {
  for (
    const [args, message] of [
      [[], "give its URL"],
      [[URL, "--requests", "many"], `--requests must be a whole number`],
      [[URL, "--actions", "create,destroy"], `--actions cannot be "destroy"`],
      [[URL, "--kinds", "Pod"], `--kinds cannot be "Pod"`],
      [[URL, "--survay"], "did you mean --survey?"],
      [["localhost"], `"localhost" given`],
    ] as const
  ) {
    assertThrows(() => read(args), UsageError, message);
  }
});

Deno.test("the command that shows a difference again draws the same, and tells no token", () => {
  const args = [URL, "--ca", "ca.crt", "--token", "secret", "--actions", "create,merge patch"];
  const options = read([...args, "--kinds", "Role", "--ignore", "time", "--survey"]);
  assertEquals(
    commandOf(options, 7, "12:0"),
    `deno task differential ${URL} --ca ca.crt --token … --actions "create,merge patch" ` +
      `--kinds "Role" --ignore "time" --seed 7 --path 12:0`,
  );
});
