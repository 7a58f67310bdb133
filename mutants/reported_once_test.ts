/**
 * What a seeded bug violates is reported once: what follows from it is no violation of its own.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { startServer } from "@plumbline/reference";
import type { Failure } from "@plumbline/reports/events";
import { CHECKS } from "@plumbline/suites/areas";
import { run } from "@plumbline/suites/run";
import { mutants } from "./catalogue.ts";
import { mutantSwitch } from "./mutant_switch.ts";

/** Returns the requirements that one check reports on a server with one bug. */
async function reported(bug: string, check: string): Promise<string[]> {
  await using server = await startServer({
    plugins: [mutantSwitch(mutants.filter(({ id }) => id === bug))],
  });
  const target = { url: server.url, token: server.identities[0].token };
  const checks = CHECKS.filter(({ id }) => id === check);
  const failures: Failure[] = [];
  for await (const event of run({ target, checks, runs: 10, seed: 1 })) {
    if (event.type === "check finished") failures.push(...event.result.failures);
  }
  return failures.map(({ requirement }) => requirement).toSorted();
}

Deno.test("what an accepted patch changes is not reported as the effect of a rejected one", async () => {
  assertEquals(
    await reported("patch/replace-adds", "patch/json-replace-missing"),
    ["patch.json-replace-missing-rejected"],
  );
});

Deno.test("an unknown token that is answered with 403 lets nobody in", async () => {
  const requirements = await reported(
    "errors/unknown-token-is-anonymous",
    "errors/unknown-credentials",
  );
  assertEquals(requirements.filter((id) => !/^errors\.unknown-(?!token)/.test(id)), []);
  assertEquals(requirements.length > 0, true);
});
