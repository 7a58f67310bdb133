/**
 * Tests of the option `--feature-gates` and of the gates' effects.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { assertRefused, secretOf, SECRETS, withServer } from "../testing.ts";
import { ConfigurationError } from "./configuration.ts";
import {
  FEATURE_GATES,
  type FeatureGateConfig,
  readFeatureGates,
  type SwitchedFeatures,
  switchFeatures,
} from "./feature_gates.ts";
import type { Release } from "../release.ts";

const GATES = {
  Young: { alpha: "1.26", beta: "1.27", stable: "1.29" },
  Old: { alpha: "1.20", beta: "1.22", stable: "1.24", deprecated: "1.27" },
} as const;

function switched(
  config: FeatureGateConfig,
  release: Release,
): SwitchedFeatures<keyof typeof GATES> {
  return switchFeatures(config, release, GATES);
}

const STATES: readonly [FeatureGateConfig, Release, young: boolean, warnings: number][] = [
  [{}, "1.26", false, 0],
  [{ Young: true }, "1.26", true, 0],
  [{}, "1.27", true, 0],
  [{ Young: false }, "1.27", false, 0],
  [{}, "1.29", true, 0],
  // The gate of a stable feature has no effect except a warning.
  [{ Young: false }, "1.29", true, 1],
  [{ Young: true }, "1.29", true, 1],
];

for (const [config, release, young, warnings] of STATES) {
  Deno.test(`in release ${release}, ${JSON.stringify(config)} leaves the feature ${young}`, () => {
    const features = switched(config, release);
    assertEquals(features.enabled.has("Young"), young);
    assertEquals(features.warnings.length, warnings);
  });
}

Deno.test("a deprecated gate warns when it is used", () => {
  assertEquals(switched({ Old: true }, "1.27").warnings.length, 1);
  assertEquals(switched({}, "1.27").warnings, []);
});

Deno.test("a gate that does not exist, or not yet, is rejected", () => {
  assertThrows(
    () => switched({ Other: true }, "1.26"),
    ConfigurationError,
    'there is no gate "Other": use one of Young, Old',
  );
  const future = { Coming: { alpha: "1.27" } } as const;
  assertThrows(() => switchFeatures({ Coming: true }, "1.26", future), ConfigurationError);
});

for (const text of ["APIListChunking", "APIListChunking=on", "=true", "A=true,A=true"]) {
  Deno.test(`"${text}" is refused`, () => {
    assertThrows(() => readFeatureGates(text), ConfigurationError, "feature gates");
  });
}

Deno.test("several gates are parsed from one value", () => {
  assertEquals(readFeatureGates("A=true, B=false"), { A: true, B: false });
});

Deno.test("by default, all gates are enabled but those of later releases", () => {
  const { enabled } = switchFeatures({}, "1.26", FEATURE_GATES);
  const gates = Object.keys(FEATURE_GATES) as (keyof typeof FEATURE_GATES)[];
  assertEquals(gates.filter((gate) => !enabled.has(gate)), [
    "AggregatedDiscoveryEndpoint",
    "WatchList",
  ]);
});

Deno.test("without APIListChunking a list is always complete", async () => {
  await withServer(async (server) => {
    for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
    const list = await server.must("GET", `${SECRETS}?limit=1`);
    assertEquals(list.items.length, 2);
    assertEquals(list.metadata.continue ?? "", "");
  }, { featureGates: { APIListChunking: false } });
});

Deno.test("without RemainingItemCount a page has no `remainingItemCount`", async () => {
  for (const gate of [true, false]) {
    await withServer(async (server) => {
      for (const name of ["a", "b"]) await server.must("POST", SECRETS, { body: secretOf(name) });
      const { metadata } = await server.must("GET", `${SECRETS}?limit=1`);
      assertEquals(metadata.remainingItemCount, gate ? 1 : undefined);
    }, { featureGates: { RemainingItemCount: gate } });
  }
});

Deno.test("without ServerSideFieldValidation unknown fields are dropped without a warning", async () => {
  await withServer(async (server) => {
    const path = `${SECRETS}?fieldValidation=Strict`;
    const answer = await server.ask("POST", path, { body: secretOf("a", { extra: 1 }) });
    assertEquals({ status: answer.status, warning: answer.headers.get("warning") }, {
      status: 201,
      warning: null,
    });
  }, { featureGates: { ServerSideFieldValidation: false } });
});

Deno.test("without OpenAPIV3 its documents are not served", async () => {
  await withServer(async (server) => {
    assertRefused(await server.ask("GET", "/openapi/v3"), "NotFound");
    assertEquals((await server.must("GET", "/api/v1")).kind, "APIResourceList");
  }, { featureGates: { OpenAPIV3: false } });
});
