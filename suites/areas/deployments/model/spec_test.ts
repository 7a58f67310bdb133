import { assertEquals } from "@std/assert";
import type { Json } from "../../../client/http_client.ts";
import { verifySpec } from "./spec.ts";

const DEFAULTS = {
  replicas: 1,
  revisionHistoryLimit: 10,
  progressDeadlineSeconds: 600,
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
};

const violations = (sent: Parameters<typeof verifySpec>[0], returned: Json) =>
  verifySpec(sent, returned).map(({ requirement }) => requirement.replace("deployments.", ""));

Deno.test("accepts a spec with all defaults, with zeros given or omitted", () => {
  assertEquals(violations({}, DEFAULTS), []);
  assertEquals(violations({}, { ...DEFAULTS, minReadySeconds: 0, paused: false }), []);
});

Deno.test("reports each default that is wrong or missing", () => {
  assertEquals(violations({}, {}), [
    "replicas-default",
    "revision-history-limit-default",
    "progress-deadline-seconds-default",
    "strategy-type-default",
    "max-surge-default",
    "max-unavailable-default",
  ]);
  assertEquals(violations({}, { ...DEFAULTS, minReadySeconds: 1 }), ["min-ready-seconds-default"]);
  assertEquals(violations({}, { ...DEFAULTS, paused: true }), ["paused-kept"]);
});

Deno.test("reports an explicit zero replaced by the default", () => {
  const sent = { replicas: 0, revisionHistoryLimit: 0 };
  assertEquals(violations(sent, DEFAULTS), [
    "replicas-zero-kept",
    "revision-history-limit-zero-kept",
  ]);
});

Deno.test("reports an integer returned as a string", () => {
  const rolling = { maxSurge: "1", maxUnavailable: "25%" };
  const returned = { ...DEFAULTS, strategy: { type: "RollingUpdate", rollingUpdate: rolling } };
  assertEquals(violations({ strategy: { rollingUpdate: { maxSurge: 1 } } }, returned), [
    "max-surge-kept",
  ]);
});

Deno.test("expects no rollingUpdate with the type Recreate", () => {
  const sent = { strategy: { type: "Recreate" as const } };
  assertEquals(violations(sent, { ...DEFAULTS, strategy: { type: "Recreate" } }), []);
  const strategy = { ...DEFAULTS.strategy, type: "Recreate" };
  assertEquals(violations(sent, { ...DEFAULTS, strategy }), ["rolling-update-with-its-type-only"]);
});
