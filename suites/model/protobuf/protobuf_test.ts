import { assertEquals } from "@std/assert";
import { readProtobufObject } from "./read.ts";
import { withMetadataIn, writeObject } from "./write.ts";

const ROLE = {
  apiVersion: "rbac.authorization.svc.io/v1",
  kind: "ClusterRole",
  metadata: {
    name: "plumb",
    creationTimestamp: "2026-01-02T03:04:05Z",
    labels: { a: "b", c: "" },
    finalizers: ["a/b", "c/d"],
    deletionGracePeriodSeconds: 0,
    managedFields: [{ manager: "ann", fieldsV1: { "f:rules": {} } }],
  },
  rules: [{ verbs: ["get", "*"], apiGroups: [""], resources: ["plumbs"] }],
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
};

const SECRET = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "plumb" },
  data: { key: "AP/+", empty: "" },
  type: "Opaque",
  immutable: false,
};

const REVIEW = {
  apiVersion: "authorization.svc.io/v1",
  kind: "SubjectAccessReview",
  spec: {
    resourceAttributes: { namespace: "a", verb: "get", resource: "secrets" },
    user: "ann",
    groups: ["masons"],
    extra: { metals: ["lead", "zinc"] },
  },
  status: { allowed: true, reason: "because" },
};

const DEPLOYMENT = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "plumb", generation: 300 },
  spec: {
    replicas: 0,
    selector: { matchLabels: { a: "b" } },
    strategy: {
      type: "RollingUpdate",
      rollingUpdate: { maxUnavailable: "25%", maxSurge: 70_000 },
    },
  },
};

for (const object of [ROLE, SECRET, REVIEW, DEPLOYMENT]) {
  Deno.test(`a ${object.kind} that is written as Protobuf is read as it was`, () => {
    assertEquals(readProtobufObject(writeObject(object)), object);
  });
}

Deno.test("a list without items has none", () => {
  const list = { apiVersion: "v1", kind: "SecretList", metadata: { resourceVersion: "7" } };
  assertEquals(readProtobufObject(writeObject(list)), { ...list, items: [] });
});

Deno.test("other metadata leave the rest of an object as it was, but for its status", () => {
  const metadata = { name: "another", labels: { x: "y" } };
  assertEquals(readProtobufObject(withMetadataIn(writeObject(ROLE), metadata)), {
    ...ROLE,
    metadata,
  });
  const { status: _status, ...review } = REVIEW;
  assertEquals(readProtobufObject(withMetadataIn(writeObject(REVIEW), metadata)), {
    ...review,
    metadata,
  });
});

Deno.test("objects of unknown kinds are not read", () => {
  const bytes = writeObject({ ...SECRET });
  const text = new TextDecoder("latin1").decode(bytes).replace("Secret", "Plumbs");
  assertEquals(readProtobufObject(Uint8Array.from(text, (each) => each.charCodeAt(0))), undefined);
});
