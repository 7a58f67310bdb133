import { assertEquals } from "@std/assert";
import recorded from "../../fixtures/schemas/recorded/defaults.json" with { type: "json" };
import type { JsonObject } from "@plumbline/server/api";
import { decodeValue, definition, setSchemaDefaults } from "@plumbline/server/codec";
import { CONSTANTS as OWN_CONSTANTS, isLatest, RULES as OWN_RULES } from "@plumbline/server/types";
import { RULES } from "./default_rules.ts";
import { CONSTANTS } from "./default_values.ts";
import "./mod.ts";

const defaulted = (name: string, object: JsonObject, suffix = "svc.io") =>
  setSchemaDefaults(decodeValue(object, definition(name)).object, definition(name), { suffix });

Deno.test("objects get the defaults of a real server", () => {
  for (const { definition: name, sent, answered } of recorded) {
    assertEquals(
      defaulted(name, sent as JsonObject, "k8s.io"),
      withSentGroup(answered as JsonObject, sent as JsonObject),
      JSON.stringify(sent),
    );
  }
});

/** Real servers also fill in the group of `roleRef`, which the specification requires. */
function withSentGroup(answered: JsonObject, sent: JsonObject): JsonObject {
  const { roleRef } = sent;
  const group = { apiGroup: "", ...roleRef as JsonObject };
  return roleRef === undefined ? answered : { ...answered, roleRef: group };
}

Deno.test("defaults are idempotent", () => {
  for (const { definition: name, sent } of recorded) {
    const once = defaulted(name, sent as JsonObject, "k8s.io");
    assertEquals(
      setSchemaDefaults(structuredClone(once), definition(name), { suffix: "k8s.io" }),
      once,
    );
  }
});

Deno.test("every rule and constant names a definition and fields that exist", () => {
  for (const name of Object.keys({ ...OWN_RULES, ...RULES })) definition(name);
  for (const [name, constants] of Object.entries({ ...OWN_CONSTANTS, ...CONSTANTS })) {
    const { fields } = definition(name);
    assertEquals(Object.keys(constants).filter((field) => !fields.has(field)), [], name);
  }
});

Deno.test("a Deployment gets the defaults that the specification lists", () => {
  const { spec } = defaulted("apps.v1.Deployment", { spec: {} }) as { spec: JsonObject };
  const { template: _template, ...rest } = spec;
  assertEquals(rest, {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    strategy: {
      type: "RollingUpdate",
      rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" },
    },
  });
});

Deno.test("an explicit zero is kept where it differs from unset", () => {
  const { spec } = defaulted("apps.v1.Deployment", {
    spec: {
      replicas: 0,
      revisionHistoryLimit: 0,
      progressDeadlineSeconds: 0,
      strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: "0%" } },
    },
  }) as { spec: JsonObject };
  assertEquals([spec.replicas, spec.revisionHistoryLimit, spec.progressDeadlineSeconds], [0, 0, 0]);
  assertEquals(spec.strategy, {
    type: "RollingUpdate",
    rollingUpdate: { maxSurge: 0, maxUnavailable: "0%" },
  });
});

Deno.test("the Recreate strategy gets no rolling update", () => {
  const { spec } = defaulted("apps.v1.Deployment", {
    spec: { strategy: { type: "Recreate" } },
  }) as {
    spec: JsonObject;
  };
  assertEquals(spec.strategy, { type: "Recreate" });
});

Deno.test("subjects get the group of the dialect", () => {
  const subjects = ["User", "Group", "ServiceAccount", "Robot"].map((kind) => ({
    kind,
    name: "n",
  }));
  const binding = { roleRef: { kind: "Role", name: "r" }, subjects };
  assertEquals(defaulted("rbac.v1.RoleBinding", binding), {
    metadata: {},
    roleRef: { apiGroup: "", kind: "Role", name: "r" },
    subjects: [
      { kind: "User", name: "n", apiGroup: "rbac.authorization.svc.io" },
      { kind: "Group", name: "n", apiGroup: "rbac.authorization.svc.io" },
      { kind: "ServiceAccount", name: "n" },
      { kind: "Robot", name: "n" },
    ],
  });
});

Deno.test("an image without tag and digest, or with the tag latest, is the latest", () => {
  const digest = `sha256:${"0".repeat(64)}`;
  for (
    const image of ["nginx", "nginx:latest", "team/app", "h.example:5000/a/b", `a:latest@${digest}`]
  ) {
    assertEquals(isLatest(image), true, image);
  }
  for (const image of ["nginx:1", `nginx@${digest}`, "h:5000/a:1.2-x", "", "Nginx", "a b", "a:"]) {
    assertEquals(isLatest(image), false, image);
  }
});
