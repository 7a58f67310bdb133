import { assertEquals } from "@std/assert";
import { readVerbose, verifyVerbose } from "./verbose.ts";

const GOOD = "[+]ping ok\n[+]log ok\n[+]hook/one-two ok\nhealthz check passed\n";

/** Returns the violated requirements. */
function violations(
  text: string,
  excluded: readonly string[] = [],
  known: readonly string[] | undefined = undefined,
  status = 200,
): string[] {
  const context = { excluded, ...(known && { known }) };
  return verifyVerbose(status, text, context).map(({ requirement }) => requirement);
}

Deno.test("accepts correct verbose outputs", () => {
  assertEquals(violations(GOOD), []);
  const excluded = GOOD.replace("log ok", "log excluded: ok");
  assertEquals(violations(excluded, ["log"], ["ping", "log", "hook/one-two"]), []);
  const failed = "[+]ping ok\n[-]log failed: reason withheld\nhealthz check failed\n";
  assertEquals(violations(failed, [], undefined, 500), []);
});

Deno.test("parses names of checks that contain slashes", () => {
  assertEquals(readVerbose(GOOD).checks.map(({ name }) => name), ["ping", "log", "hook/one-two"]);
});

Deno.test("reports the requirement that an incorrect verbose output violates", () => {
  assertEquals(violations(GOOD.replace("ping ok", "ping fine")), ["health.verbose-passing-line"]);
  assertEquals(violations(`hello\n${GOOD}`), ["health.verbose-line-per-check"]);
  assertEquals(violations("healthz check passed\n"), ["health.verbose-line-per-check"]);
  assertEquals(violations(`[+]ping ok\n${GOOD}`), ["health.verbose-each-check-once"]);
  assertEquals(violations(GOOD.replace("healthz", "readyz")), ["health.verbose-last-line"]);
  assertEquals(violations("[+]ping ok\n"), ["health.verbose-last-line"]);
  assertEquals(violations(GOOD.replace("[+]log ok", "[-]log failed")), [
    "health.verbose-agrees-with-status",
  ]);
});

Deno.test("reports incorrect exclusions", () => {
  assertEquals(violations(GOOD, ["log"]), ["health.exclude-marks-the-check"]);
  const other = GOOD.replace("ping ok", "ping excluded: ok");
  assertEquals(violations(other), ["health.exclude-leaves-others"]);
  assertEquals(violations(GOOD, [], ["ping", "gone"]), ["health.exclude-leaves-others"]);
});

Deno.test("the name of a check may have spaces", () => {
  const { checks } = readVerbose(
    "[+]hook/save it ok\n[+]log it excluded: ok\n[-]run it failed: reason withheld\nlast\n",
  );
  assertEquals(checks, [
    { name: "hook/save it", state: "passed" },
    { name: "log it", state: "excluded" },
    { name: "run it", state: "failed" },
  ]);
  assertEquals(violations(GOOD.replace("log ok", "save loopback ok")), []);
});
