import { assertEquals, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "../object.ts";
import { assertRefused, SECRETS, type TestServer, withServer } from "../testing.ts";

const REVIEWS = "/apis/authorization.svc.io/v1";
const RBAC = "/apis/rbac.authorization.svc.io/v1";
const IDENTITY = "/apis/authentication.svc.io/v1alpha1";
const ALICE = { token: "alice-token" };

const secrets = { verb: "get", resource: "secrets", namespace: "default" };

async function bind(server: TestServer, user: string, rules: JsonObject[]): Promise<void> {
  const metadata = { name: user };
  await server.must("POST", `${RBAC}/clusterroles`, { body: { metadata, rules } });
  await server.must("POST", `${RBAC}/namespaces/default/rolebindings`, {
    body: {
      metadata,
      roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: user },
      subjects: [{ kind: "User", name: user }],
    },
  });
}

Deno.test("the response is the review as it was sent, with a status", async () => {
  await withServer(async (server) => {
    await bind(server, "alice", [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }]);
    const spec = { user: "alice", groups: ["a"], uid: "1", resourceAttributes: secrets };
    const review = await server.must("POST", `${REVIEWS}/subjectaccessreviews`, { body: { spec } });
    const { status, ...rest } = review;
    assertEquals(rest, {
      apiVersion: "authorization.svc.io/v1",
      kind: "SubjectAccessReview",
      // It is never stored.
      metadata: { creationTimestamp: null },
      spec,
    });
    assertEquals(Object.keys(status), ["allowed", "reason"]);
    assertEquals(status.allowed, true);
    assertStringIncludes(status.reason, "alice");
  });
});

Deno.test("a review is not stored", async () => {
  await withServer(async (server) => {
    const version = async () => (await server.must("GET", SECRETS)).metadata.resourceVersion;
    const before = await version();
    const body = { spec: { resourceAttributes: secrets } };
    for (const query of ["", "?dryRun=All"]) {
      const path = `${REVIEWS}/selfsubjectaccessreviews${query}`;
      assertEquals((await server.ask("POST", path, { body })).status, 201);
    }
    assertEquals(await version(), before);
  });
});

Deno.test("the namespace of a local review defaults to its own", async () => {
  await withServer(async (server) => {
    await bind(server, "alice", [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }]);
    const path = `${REVIEWS}/namespaces/default/localsubjectaccessreviews`;
    const { namespace: _, ...nowhere } = secrets;
    for (const resourceAttributes of [nowhere, { ...secrets, namespace: "" }, secrets]) {
      const body = { spec: { user: "alice", resourceAttributes } };
      const { metadata, spec, status } = await server.must("POST", path, { body });
      assertEquals(metadata, { namespace: "default", creationTimestamp: null });
      assertEquals(spec.resourceAttributes.namespace, "default");
      assertEquals(status.allowed, true);
    }
  });
});

Deno.test("a review of one's own access ignores a user in the spec", async () => {
  await withServer(async (server) => {
    const path = `${REVIEWS}/selfsubjectaccessreviews`;
    const spec = { user: "admin", groups: ["system:masters"], resourceAttributes: secrets };
    const answer = await server.ask("POST", path, { ...ALICE, body: { spec } });
    assertEquals(answer.status, 201);
    assertEquals(answer.body.status, { allowed: false });
    assertEquals(answer.body.spec, { resourceAttributes: secrets });
    const warning = answer.headers.get("warning") ?? "";
    for (const field of ["spec.user", "spec.groups"]) assertStringIncludes(warning, field);
    const strict = `${path}?fieldValidation=Strict`;
    assertRefused(await server.ask("POST", strict, { ...ALICE, body: { spec } }), "BadRequest");
    const ignored = await server.ask("POST", `${path}?fieldValidation=Ignore`, {
      ...ALICE,
      body: { spec },
    });
    assertEquals([ignored.status, ignored.headers.get("warning")], [201, null]);
  });
});

Deno.test("a review by an impersonated user is about that user", async () => {
  await withServer(async (server) => {
    await bind(server, "jane", [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }]);
    const headers = { "Impersonate-User": "jane" };
    const ask = (verb: string) =>
      server.must("POST", `${REVIEWS}/selfsubjectaccessreviews`, {
        headers,
        body: { spec: { resourceAttributes: { ...secrets, verb } } },
      });
    assertEquals((await ask("get")).status.allowed, true);
    assertEquals((await ask("delete")).status.allowed, false);
  });
});

Deno.test("evaluation errors are reported with either decision", async () => {
  await withServer(async (server) => {
    await bind(server, "alice", [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }]);
    await server.must("POST", `${RBAC}/clusterrolebindings`, {
      body: {
        metadata: { name: "broken" },
        roleRef: { apiGroup: "rbac.authorization.svc.io", kind: "ClusterRole", name: "missing" },
        subjects: [{ kind: "User", name: "alice" }],
      },
    });
    for (const [verb, allowed] of [["get", true], ["delete", false]] as const) {
      const body = { spec: { user: "alice", resourceAttributes: { ...secrets, verb } } };
      const { status } = await server.must("POST", `${REVIEWS}/subjectaccessreviews`, { body });
      assertEquals(status.allowed, allowed);
      assertStringIncludes(status.evaluationError, "missing");
    }
    const body = { spec: { namespace: "default" } };
    const review = await server.must("POST", `${REVIEWS}/selfsubjectrulesreviews`, {
      ...ALICE,
      body,
    });
    assertStringIncludes(review.status.evaluationError, "missing");
    assertEquals(review.status.incomplete, false);
    assertStringIncludes(JSON.stringify(review.status.resourceRules), "secrets");
  });
});

Deno.test("a rules review omits the resource name `*`, which would mean every object", async () => {
  await withServer(async (server) => {
    const rule = { verbs: ["get"], apiGroups: [""], resources: ["secrets"] };
    await bind(server, "alice", [
      { ...rule, resourceNames: ["*", "a"] },
      { ...rule, verbs: ["list"], resourceNames: ["*"] },
    ]);
    const { status } = await server.must("POST", `${REVIEWS}/selfsubjectrulesreviews`, {
      ...ALICE,
      body: { spec: { namespace: "default" } },
    });
    const own = status.resourceRules.filter(({ resources }: JsonObject) =>
      (resources as string[]).includes("secrets")
    );
    assertEquals(own, [{ ...rule, resourceNames: ["a"] }]);
    assertEquals(status.incomplete, true);
  });
});

Deno.test("the rules of a superuser permit everything, independent of roles", async () => {
  await withServer(async (server) => {
    await server.must("DELETE", `${RBAC}/clusterrolebindings`);
    const { status } = await server.must("POST", `${REVIEWS}/selfsubjectrulesreviews`, {
      body: { spec: { namespace: "default" } },
    });
    assertEquals(status, {
      resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
      nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
      incomplete: false,
    });
  });
});

Deno.test("discovery lists reviews with the verb create only", async () => {
  await withServer(async (server) => {
    const { resources } = await server.must("GET", REVIEWS, ALICE);
    assertEquals(
      resources.map(({ name, namespaced, verbs }: JsonObject) => [name, namespaced, verbs]),
      [
        ["localsubjectaccessreviews", true, ["create"]],
        ["selfsubjectaccessreviews", false, ["create"]],
        ["selfsubjectrulesreviews", false, ["create"]],
        ["subjectaccessreviews", false, ["create"]],
      ],
    );
  });
});

Deno.test("SelfSubjectReview is available only if its alpha version is served", async () => {
  const ask = (server: TestServer) =>
    server.ask("POST", `${IDENTITY}/selfsubjectreviews`, { ...ALICE, body: {} });
  await withServer(async (server) => {
    assertRefused(await ask(server), "NotFound");
    assertRefused(await server.ask("GET", IDENTITY), "NotFound");
  });
  for (const key of ["", "/selfsubjectreviews"]) {
    const runtimeConfig = { [`authentication.svc.io/v1alpha1${key}`]: true };
    await withServer(async (server) => {
      const { status, body } = await ask(server);
      assertEquals(status, 201);
      assertEquals(body.kind, "SelfSubjectReview");
      assertEquals(body.status.userInfo, {
        username: "alice",
        uid: "alice-uid",
        groups: ["developers", "system:authenticated"],
      });
    }, { runtimeConfig });
  }
});
