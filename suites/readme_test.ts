/**
 * The worked example of the README, run as it is printed there.
 */
import { assertEquals } from "@std/assert";
import type { Check } from "./check.ts";
import { chapter } from "./requirement.ts";
import { runCorrupted } from "./corrupted_responses/run.ts";

Deno.test("the README's check passes, and warns of a list that is not sorted", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", import.meta.url));
  const module = /```ts ignore\n(\s+\/\*\*\n\s+\* The order of the items.*?)```/s.exec(readme)![1]!;
  const here = import.meta.resolve("./");
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, module.replaceAll('from "../../', `from "${here}`));
  try {
    const { ORDER: [check] }: { ORDER: [Check] } = await import(`file://${file}`);
    const stated = chapter("").convention("");
    const requirements = { [check.requirements[0]]: stated };
    const options = { areas: [{ id: "paging", requirements, checks: [check] }], runs: 20 };
    const clean = await runCorrupted(check, {}, options);
    assertEquals([clean.verdict, clean.cases], ["pass", 20]);
    const reversed = await runCorrupted(check, {
      body: ({ method }, body) =>
        method === "GET" && Array.isArray(body.items)
          ? { ...body, items: body.items.toReversed() }
          : body,
    }, options);
    assertEquals([reversed.verdict, reversed.failures[0]?.requirement], [
      "warn",
      "paging.items-in-order",
    ]);
  } finally {
    await Deno.remove(file);
  }
});
