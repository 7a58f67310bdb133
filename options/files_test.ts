import { assertEquals, assertRejects } from "@std/assert";
import { makeDirectory, readTextOf, UsageError } from "./mod.ts";

Deno.test("an error of reading a file names the file once", async () => {
  const directory = await Deno.makeTempDir();
  const file = `${directory}/a.txt`;
  await Deno.writeTextFile(file, "text");
  assertEquals(await readTextOf(file, "the report"), "text");
  for (
    const [path, problem] of [
      [`${directory}/nowhere`, "there is no such file"],
      [directory, "it is a directory"],
      [`${file}/b`, "a part of its path is not a directory"],
    ] as const
  ) {
    const error = await assertRejects(() => readTextOf(path, "the report"), UsageError);
    assertEquals(error.message, `Cannot read the report ${path}: ${problem}`);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test("a directory is created if it does not exist, and an error names what is in its way", async () => {
  const directory = await Deno.makeTempDir();
  const inner = `${directory}/a/b`;
  await makeDirectory(inner);
  await makeDirectory(inner);
  assertEquals((await Deno.stat(inner)).isDirectory, true);
  const file = `${directory}/c`;
  await Deno.writeTextFile(file, "");
  const error = await assertRejects(() => makeDirectory(file), UsageError);
  assertEquals(error.message, `Cannot write to ${file}: it is not a directory`);
  await Deno.remove(directory, { recursive: true });
});
