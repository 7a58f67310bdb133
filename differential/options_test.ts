import { assertEquals, assertThrows } from "@std/assert";
import { commandOf, readOptions } from "./options.ts";

const URL = "https://localhost:6443";

Deno.test("ten thousand requests of all kinds are compared unless told otherwise", () => {
  const { seed: _, ...options } = readOptions([`${URL}/`]);
  assertEquals(options, {
    url: URL,
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
      [[URL, "--requests", "many"], `--requests as it must be a whole number: it is "many"`],
      [[URL, "--actions", "create,destroy"], `"destroy" is none of create,`],
      [[URL, "--kinds", "Pod"], `"Pod" is none of Secret,`],
      [[URL, "--unknown"], "Unknown option"],
    ] as const
  ) {
    assertThrows(() => readOptions(args), TypeError, message);
  }
});

Deno.test("the command that shows a difference again draws the same, and tells no token", () => {
  const args = [URL, "--ca", "ca.crt", "--token", "secret", "--actions", "create,merge patch"];
  const options = readOptions([...args, "--kinds", "Role", "--ignore", "time", "--survey"]);
  assertEquals(
    commandOf(options, 7, "12:0"),
    `deno task differential ${URL} --ca ca.crt --token … --actions "create,merge patch" ` +
      `--kinds "Role" --ignore "time" --seed 7 --path 12:0`,
  );
});
