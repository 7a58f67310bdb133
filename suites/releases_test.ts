/**
 * The checks of API versions and identities against the reference server in other releases and
 * configurations: each check that the default one skips must run in one of them.
 */
import { assertEquals } from "@std/assert";
import { runVerdictOf } from "@plumbline/reports/report";
import { AREAS, CHECKS } from "./areas/mod.ts";
import { apiVersions } from "./areas/api_versions/mod.ts";
import { runChecks } from "./engine/run.ts";
import { type EmbeddedOptions, startEmbedded } from "./embedded/embedded_target.ts";
import { ServerThread } from "./embedded/server_thread.ts";
import type { Check } from "./check.ts";

const ALPHA = { "authentication.svc.io/v1alpha1": true };
const NO_ALPHA = { "authentication.svc.io/v1alpha1": false };
const KINDS = ["csistoragecapacities", "flowschemas", "prioritylevelconfigurations"]
  .map((resource) => `api-versions/${resource}`);

/** The checks of types that a release serves in several versions. */
const OF_SEVERAL = ["applies", "current", "deprecated"].map((name) => `api-versions/${name}`);

/** One for the servers of all tests, one after the other. */
let thread: ServerThread;

Deno.test.beforeAll(() => {
  thread = new ServerThread();
});
Deno.test.afterAll(() => thread.end());

/**
 * Returns the ids of the checks that were skipped before their first case. No check may fail.
 */
async function skippedChecks(
  checks: readonly Check[],
  options: EmbeddedOptions,
  version?: string,
): Promise<string[]> {
  const target = await startEmbedded({ thread, ...options });
  try {
    const results = await runChecks({
      target: { ...target, ...(version !== undefined && { version }) },
      checks,
      areas: AREAS,
      seed: 1,
      runs: 30,
      emit: () => {},
    });
    assertEquals(runVerdictOf({ checks: results }), "conformant");
    assertEquals(results.filter(({ discards }) => discards > 0).map(({ id }) => id), []);
    const failed = results.filter(({ verdict }) => !["pass", "skipped"].includes(verdict));
    assertEquals(failed.map(({ id, failures: [failure] }) => `${id}: ${failure?.actual}`), []);
    return results.filter(({ verdict }) => verdict === "skipped").map(({ id }) => id).toSorted();
  } finally {
    await target.close();
  }
}

Deno.test("release 1.27 has no v1beta1 capacities, and two versions of flow control", async () => {
  const none = await skippedChecks(apiVersions.checks, { release: "1.27" });
  assertEquals(none, ["api-versions/csistoragecapacities"]);
});

Deno.test("release 1.29 has one version of each, and no deprecated one", async () => {
  const none = await skippedChecks(apiVersions.checks, { release: "1.29" });
  assertEquals(none, [...KINDS, ...OF_SEVERAL].toSorted());
});

Deno.test("release 1.36 has one version of each, and no deprecated one", async () => {
  const none = await skippedChecks(apiVersions.checks, { release: "1.36" });
  assertEquals(none, [...KINDS, ...OF_SEVERAL].toSorted());
});

Deno.test("checks that need a release are skipped for a server that names none", async () => {
  const none = await skippedChecks(apiVersions.checks, {}, "v0.0.0-master+faecb196815e2");
  const ids = ["current", "deprecated", "schedule"].map((name) => `api-versions/${name}`);
  assertEquals(none, ids);
});

Deno.test("every check runs on the reference server in the configuration of a default run", async () => {
  const checks = CHECKS.filter(({ needs }) =>
    needs?.includes("identity review") || needs?.includes("default configuration")
  );
  assertEquals(await skippedChecks(checks, {}), []);
});

Deno.test("checks of defaults are skipped for another configuration", async () => {
  const none = await skippedChecks(apiVersions.checks, { runtimeConfig: ALPHA });
  assertEquals(none, ["api-versions/alpha-off", "api-versions/new-betas-off"]);
});

Deno.test("without alpha versions the checks of identity reviews are skipped", async () => {
  // A run of skipped checks alone would be inconclusive.
  const checks = CHECKS.filter(({ id, needs }) =>
    id.startsWith("health/") || needs?.includes("identity review")
  );
  const none = await skippedChecks(checks, { runtimeConfig: NO_ALPHA });
  assertEquals(none, ["access/impersonated-identity", "access/own-identity"]);
});
