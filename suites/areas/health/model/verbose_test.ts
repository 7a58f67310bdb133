import { assertEquals } from "@std/assert";
import { judgeVerbose, readVerbose } from "./verbose.ts";

const GOOD = "[+]ping ok\n[+]log ok\n[+]hook/one-two ok\nhealthz check passed\n";

/** The requirements that are broken. */
function told(
  text: string,
  excluded: readonly string[] = [],
  known: readonly string[] | undefined = undefined,
  status = 200,
): string[] {
  const ask = { excluded, ...(known && { known }) };
  return judgeVerbose(status, text, ask).map(({ requirement }) => requirement);
}

Deno.test("a right verbose answer is accepted", () => {
  assertEquals(told(GOOD), []);
  const excluded = GOOD.replace("log ok", "log excluded: ok");
  assertEquals(told(excluded, ["log"], ["ping", "log", "hook/one-two"]), []);
  const failed = "[+]ping ok\n[-]log failed: reason withheld\nhealthz check failed\n";
  assertEquals(told(failed, [], undefined, 500), []);
});

Deno.test("the names of checks are read, with slashes", () => {
  assertEquals(readVerbose(GOOD).checks.map(({ name }) => name), ["ping", "log", "hook/one-two"]);
});

Deno.test("a wrong verbose answer is told as what it breaks", () => {
  assertEquals(told(GOOD.replace("ping ok", "ping fine")), ["health.verbose-passing-line"]);
  assertEquals(told(`hello\n${GOOD}`), ["health.verbose-line-per-check"]);
  assertEquals(told("healthz check passed\n"), ["health.verbose-line-per-check"]);
  assertEquals(told(`[+]ping ok\n${GOOD}`), ["health.verbose-each-check-once"]);
  assertEquals(told(GOOD.replace("healthz", "readyz")), ["health.verbose-last-line"]);
  assertEquals(told("[+]ping ok\n"), ["health.verbose-last-line"]);
  assertEquals(told(GOOD.replace("[+]log ok", "[-]log failed")), [
    "health.verbose-agrees-with-status",
  ]);
});

Deno.test("what is wrong with an exclusion is told", () => {
  assertEquals(told(GOOD, ["log"]), ["health.exclude-marks-the-check"]);
  const other = GOOD.replace("ping ok", "ping excluded: ok");
  assertEquals(told(other), ["health.exclude-leaves-others"]);
  assertEquals(told(GOOD, [], ["ping", "gone"]), ["health.exclude-leaves-others"]);
});
