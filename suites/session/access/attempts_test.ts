import { assert, assertEquals } from "@std/assert";
import { AREAS, CHECKS } from "../../areas/mod.ts";
import { runChecks } from "../../engine/run.ts";
import { startEmbedded } from "../../embedded/embedded_target.ts";

Deno.test("without a second identity an unknown user is impersonated", async () => {
  const embedded = await startEmbedded();
  try {
    const [result] = await runChecks({
      target: { ...embedded, identities: [embedded.identities[0]] },
      checks: CHECKS.filter(({ id }) => id === "dry-run/same-authorization"),
      areas: AREAS,
      seed: 1,
      runs: 10,
      emit: () => {},
    });
    assertEquals([result?.verdict, result?.cases], ["pass", 10]);
    assert((result?.spread?.["forbidden"] ?? 0) > 0);
  } finally {
    await embedded.close();
  }
});
