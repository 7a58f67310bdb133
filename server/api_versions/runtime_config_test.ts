/**
 * What the option `--runtime-config` can say.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { ConfigurationError } from "./configuration_error.ts";
import { isEnabled, readRuntimeConfig, type RuntimeConfig } from "./runtime_config.ts";

const READINGS: readonly [text: string, config: RuntimeConfig][] = [
  ["", {}],
  ["example/v1", { "example/v1": true }],
  ["example/v1=true", { "example/v1": true }],
  ["example/v1=false", { "example/v1": false }],
  [
    "example/v1=false, example/v1/boxes ,api/alpha=true,",
    { "example/v1": false, "example/v1/boxes": true, "api/alpha": true },
  ],
];

for (const [text, config] of READINGS) {
  Deno.test(`"${text}" is read as ${JSON.stringify(config)}`, () => {
    assertEquals(readRuntimeConfig(text), config);
  });
}

const MISTAKES: readonly [text: string, why: string][] = [
  ["example/v1=yes", '"example/v1=yes"'],
  ["example/v1=", '"example/v1="'],
  ["=true", '"=true"'],
  ["example/v1=true=true", '"example/v1=true=true"'],
  ["a,b,a=false", 'names "a" twice'],
];

for (const [text, why] of MISTAKES) {
  Deno.test(`"${text}" is refused`, () => {
    assertThrows(() => readRuntimeConfig(text), ConfigurationError, why);
  });
}

const beta = {
  group: "example",
  version: "v1beta1",
  resource: "boxes",
  kind: "Box",
  lifecycle: { since: "1.21" },
} as const;
const alpha = { ...beta, version: "v1alpha1" };
const core = { ...beta, group: "", version: "v1" };

const SWITCHED: readonly [config: string, resource: typeof beta | typeof alpha, boolean][] = [
  ["", beta, true],
  ["", alpha, false],
  ["example/v1beta1=false", beta, false],
  ["example/v1beta1=false", alpha, false],
  ["example/v1alpha1", alpha, true],
  ["example/v1alpha1/boxes", alpha, true],
  ["example/v1alpha1/lids", alpha, false],
  ["example/v1beta1=false,example/v1beta1/boxes", beta, true],
  ["example/v1beta1,example/v1beta1/boxes=false", beta, false],
  ["api/alpha", alpha, true],
  ["api/beta=false", beta, false],
  ["api/beta=false,example/v1beta1", beta, true],
  ["api/all=false", beta, false],
  ["api/all=false,api/beta", beta, true],
  ["api/all", alpha, true],
];

for (const [config, resource, enabled] of SWITCHED) {
  const what = `${resource.version} is ${enabled ? "" : "not "}served`;
  Deno.test(`under "${config}", ${what}`, () => {
    assertEquals(isEnabled(resource, readRuntimeConfig(config)), enabled);
  });
}

Deno.test("the core group's version is named without a group or by its path", () => {
  assertEquals(isEnabled(core, { v1: false }), false);
  assertEquals(isEnabled(core, { "v1": false, "v1/boxes": true }), true);
  assertEquals(isEnabled(core, { "api/all": false, "api/v1": true }), true);
  assertEquals(isEnabled(core, { "api/v1": true, "api/v1/boxes": false }), false);
});
