import { assertEquals } from "@std/assert";
import type { Json } from "../../../client/http_client.ts";
import { verifySpec } from "./spec.ts";

const DEFAULTS = {
  replicas: 1,
  revisionHistoryLimit: 10,
  progressDeadlineSeconds: 600,
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
};

const found = (sent: Parameters<typeof verifySpec>[0], answered: Json) =>
  verifySpec(sent, answered).map(({ requirement }) => requirement.replace("deployments.", ""));

Deno.test("a spec with the defaults of the table is right, with its zeros or without", () => {
  assertEquals(found({}, DEFAULTS), []);
  assertEquals(found({}, { ...DEFAULTS, minReadySeconds: 0, paused: false }), []);
});

Deno.test("each default that is another or missing is found", () => {
  assertEquals(found({}, {}), [
    "replicas-default",
    "revision-history-limit-default",
    "progress-deadline-seconds-default",
    "strategy-type-default",
    "max-surge-default",
    "max-unavailable-default",
  ]);
  assertEquals(found({}, { ...DEFAULTS, minReadySeconds: 1 }), ["min-ready-seconds-default"]);
  assertEquals(found({}, { ...DEFAULTS, paused: true }), ["paused-kept"]);
});

Deno.test("a zero that is taken for unset is found", () => {
  const sent = { replicas: 0, revisionHistoryLimit: 0 };
  assertEquals(found(sent, DEFAULTS), ["replicas-zero-kept", "revision-history-limit-zero-kept"]);
});

Deno.test("a number that came back as a text is found", () => {
  const rolling = { maxSurge: "1", maxUnavailable: "25%" };
  const answered = { ...DEFAULTS, strategy: { type: "RollingUpdate", rollingUpdate: rolling } };
  assertEquals(found({ strategy: { rollingUpdate: { maxSurge: 1 } } }, answered), [
    "max-surge-kept",
  ]);
});

Deno.test("a rollingUpdate beside Recreate is found, and none is due there", () => {
  const sent = { strategy: { type: "Recreate" as const } };
  assertEquals(found(sent, { ...DEFAULTS, strategy: { type: "Recreate" } }), []);
  const strategy = { ...DEFAULTS.strategy, type: "Recreate" };
  assertEquals(found(sent, { ...DEFAULTS, strategy }), ["rolling-update-with-its-type-only"]);
});
