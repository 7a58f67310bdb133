import { assertEquals, assertThrows } from "@std/assert";
import { parseCommandLine, UsageError } from "@plumbline/options";
import { commandOf, DIFFERENTIAL_COMMAND, type Options, readOptions } from "./options.ts";

const URL = "https://localhost:6443";

const read = (words: readonly string[]): Options =>
  readOptions(parseCommandLine(DIFFERENTIAL_COMMAND, words));

Deno.test("by default ten thousand requests of all kinds are compared", () => {
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

Deno.test("a wrong option is named with the remedy", () => {
  for (
    const [args, message] of [
      [[], "Missing required argument 'URL'"],
      [[URL, "--requests", "many"], `Cannot use --requests "many". Give a whole number`],
      [[URL, "--actions", "create,destroy"], `Cannot use --actions "destroy".`],
      [[URL, "--kinds", "Robot"], `Cannot use --kinds "Robot".`],
      [[URL, "--survay"], "Did you mean --survey?"],
      [["localhost"], `Cannot use the URL "localhost".`],
    ] as const
  ) {
    assertThrows(() => read(args), UsageError, message);
  }
});

Deno.test("the command that reproduces a difference contains no token", () => {
  const args = [URL, "--ca", "ca.crt", "--token", "secret", "--actions", "create,merge patch"];
  const options = read([...args, "--kinds", "Role", "--ignore", "time", "--survey"]);
  assertEquals(
    commandOf(options, 7, "12:0"),
    `deno task differential ${URL} --ca ca.crt --token … --actions "create,merge patch" ` +
      `--kinds "Role" --ignore "time" --seed 7 --path 12:0`,
  );
});
