/**
 * Seeded bugs that the few cases of a quick run find, by a requirement that they violate.
 *
 * @module
 */
import { assert } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { CHECKS } from "@plumbline/suites/areas";
import { run } from "@plumbline/suites/run";
import { mutants } from "./catalogue.ts";
import { mutantSwitch } from "./mutant_switch.ts";

const FOUND: readonly (readonly [bug: string, check: string])[] = [
  // A case adds `null` to a map that the patch before removed.
  ["patch/new-maps-keep-nulls", "patch/merge"],
  // A case conflicts with each of two managers alone.
  ["apply/conflicts-with-one-manager-only", "apply/several-managers"],
  // The same rule holds for a user, so that it is not the rule that is decided wrong.
  ["access/service-account-in-binding-namespace", "access/policies"],
];

for (const [bug, check] of FOUND) {
  Deno.test(`20 cases of ${check} report ${bug}`, async () => {
    const mutant = mutants.find(({ id }) => id === bug)!;
    await using server = await startServer({ plugins: [mutantSwitch([mutant])] });
    const token = server.identities[0].token;
    const target = { url: server.url, token, waits: { propagation: 200 } };
    const checks = CHECKS.filter(({ id }) => id === check);
    const requirements: string[] = [];
    for await (const event of run({ target, checks, runs: 20, seed: 302 })) {
      if (event.type !== "check finished") continue;
      requirements.push(...event.result.failures.map(({ requirement }) => requirement));
    }
    assert(requirements.some((id) => mutant.breaks.includes(id)), requirements.join());
  });
}
