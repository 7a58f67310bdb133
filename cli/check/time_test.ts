import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { example } from "@plumbline/suites/check";
import { check, facts, failing, passing } from "../test_checks.ts";

/** Takes longer than the time of the run, and so do the requests before it on a slow machine. */
const slow = example({
  ...facts,
  id: "access/slow",
  run: () => new Promise<void>((resolve) => setTimeout(resolve, 300)),
});

Deno.test("a run whose time is up exits with code 6 and lists what was not run", async () => {
  const words = ["--time", "200ms", "--workers", "1", "--plain", "--accept-unjudged"];
  const { code, written } = await check(words, [slow, passing]);
  assertEquals(code, 6);
  assertStringIncludes(written, "Not run, as the run ended before");
  assertStringIncludes(written, "paging: all 1 check");
  assertStringIncludes(written, "Run all checks, without a time limit");
});

Deno.test("a failure before the time is up counts", async () => {
  const { code, written } = await check(["--time", "1m", "--plain"], [failing, passing]);
  assertEquals(code, 1);
  assert(!written.includes("the time was up"));
});

Deno.test("a hunt has a time of its own", async () => {
  const { code, complaints } = await check(["--time", "1s", "--hunt", "1s"], [passing]);
  assertEquals(code, 2);
  assertStringIncludes(complaints, "Cannot use --time with --hunt");
});
