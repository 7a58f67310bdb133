/**
 * Tests of admission webhooks: patches, rejections, rules, selectors, failures, dry runs.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";
import { startWebhook, type TestWebhook } from "../testing/webhook.ts";

const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1";
const SECRETS = "/api/v1/namespaces/default/secrets";
const RULE = {
  operations: ["*"],
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["secrets"],
};

const kubernetes = (test: (server: TestServer) => Promise<void>) =>
  withServer(test, { dialect: "kubernetes" });

async function configure(
  server: TestServer,
  effect: "mutating" | "validating",
  webhooks: readonly (JsonObject & { clientConfig: unknown })[],
): Promise<void> {
  await server.must("POST", `${CONFIGURATIONS}/${effect}webhookconfigurations`, {
    body: {
      metadata: { name: "test" },
      webhooks: webhooks.map((webhook, at) => ({
        name: `w${at}.acme.example`,
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        rules: [RULE],
        ...webhook,
      })),
    },
  });
}

const configOf = ({ clientConfig }: TestWebhook): { clientConfig: JsonObject } => ({
  clientConfig: { ...clientConfig },
});

const patchOf = (...operations: JsonObject[]): JsonObject => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: btoa(JSON.stringify(operations)),
});

Deno.test("a mutating webhook patches objects before they are validated", async () => {
  await using webhook = await startWebhook(({ object }) =>
    patchOf({ op: "add", path: "/metadata/labels", value: { by: "webhook" } }, {
      op: "replace",
      path: "/type",
      value: (object as JsonObject).type === "Opaque" ? "acme.example/kind" : "Opaque",
    })
  );
  await kubernetes(async (server) => {
    await configure(server, "mutating", [configOf(webhook)]);
    const created = await server.must("POST", SECRETS, { body: { metadata: { name: "a" } } });
    assertEquals([created.type, created.metadata.labels], [
      "acme.example/kind",
      { by: "webhook" },
    ]);
    assertEquals((await server.must("GET", `${SECRETS}/a`)).type, "acme.example/kind");
    const [request] = webhook.requests;
    assertEquals(
      [request!.operation, request!.name, request!.namespace, request!.dryRun, request!.oldObject],
      ["CREATE", "a", "default", false, null],
    );
    assertEquals(request!.resource, { group: "", version: "v1", resource: "secrets" });
    assertEquals((request!.userInfo as JsonObject).username, "admin");
  });
});

Deno.test("a validating webhook rejects writes with its Status, and warns", async () => {
  await using webhook = await startWebhook(({ operation }) =>
    operation === "DELETE"
      ? { allowed: true, warnings: ["going away"] }
      : { allowed: false, status: { message: "not today", reason: "Forbidden", code: 403 } }
  );
  await kubernetes(async (server) => {
    await server.must("POST", SECRETS, { body: { metadata: { name: "a" } } });
    await configure(server, "validating", [configOf(webhook)]);
    const refused = await server.ask("POST", SECRETS, { body: { metadata: { name: "b" } } });
    assertRefused(refused, "Forbidden");
    assertEquals(
      refused.body.message,
      'admission webhook "w0.acme.example" denied the request: not today',
    );
    assertRefused(await server.ask("GET", `${SECRETS}/b`), "NotFound");
    const deleted = await server.ask("DELETE", `${SECRETS}/a`);
    assertEquals([deleted.status, deleted.headers.get("warning")], [200, '299 - "going away"']);
    assertEquals((webhook.requests.at(-1)!.oldObject as JsonObject).kind, "Secret");
  });
});

Deno.test("rules and selectors decide which requests a webhook reviews", async () => {
  await using webhook = await startWebhook(() => ({ allowed: false }));
  await kubernetes(async (server) => {
    await configure(server, "validating", [{
      ...configOf(webhook),
      rules: [{ ...RULE, operations: ["CREATE"] }],
      objectSelector: { matchLabels: { reviewed: "yes" } },
      namespaceSelector: {
        matchLabels: { "kubernetes.io/metadata.name": "default" },
      },
    }]);
    const secret = (name: string, labels: JsonObject) => ({ body: { metadata: { name, labels } } });
    await server.must("POST", SECRETS, secret("a", {}));
    const refused = await server.ask("POST", SECRETS, secret("b", { reviewed: "yes" }));
    assertEquals(
      [refused.status, refused.body.message],
      [400, 'admission webhook "w0.acme.example" denied the request without explanation'],
    );
    const elsewhere = SECRETS.replace("default", "kube-public");
    await server.must("POST", elsewhere, secret("b", { reviewed: "yes" }));
    const body = { metadata: { labels: { reviewed: "yes" } } };
    const merge = { body, type: "application/merge-patch+json" };
    await server.must("PATCH", `${SECRETS}/a`, merge);
    await server.must(
      "POST",
      "/api/v1/namespaces/default/configmaps",
      secret("c", body.metadata.labels),
    );
    assertEquals(webhook.requests.length, 1);
  });
});

Deno.test("a webhook that cannot be called fails the request, unless its failure is ignored", async () => {
  await kubernetes(async (server) => {
    const clientConfig = { url: "https://127.0.0.1:1/review" };
    await configure(server, "validating", [{ clientConfig }]);
    const answer = await server.ask("POST", SECRETS, { body: { metadata: { name: "a" } } });
    assertEquals([answer.status, answer.body.reason], [500, "InternalError"]);
    assertEquals(
      answer.body.message,
      'Internal error occurred: failed calling webhook "w0.acme.example": failed to call webhook: ' +
        'Post "https://127.0.0.1:1/review?timeout=10s": dial tcp 127.0.0.1:1: connect: ' +
        "connection refused",
    );
    const path = `${CONFIGURATIONS}/validatingwebhookconfigurations/test`;
    const body = [{ op: "replace", path: "/webhooks/0/failurePolicy", value: "Ignore" }];
    await server.must("PATCH", path, { body, type: "application/json-patch+json" });
    await server.must("POST", SECRETS, { body: { metadata: { name: "a" } } });
  });
});

Deno.test("a dry run is reviewed, unless the webhook has side effects on it", async () => {
  await using webhook = await startWebhook(() => ({ allowed: true }));
  await kubernetes(async (server) => {
    await configure(server, "validating", [configOf(webhook)]);
    await server.must("POST", `${SECRETS}?dryRun=All`, { body: { metadata: { name: "a" } } });
    assertEquals(webhook.requests.map(({ dryRun }) => dryRun), [true]);
  });
});

Deno.test("a webhook is called again after a later one changed the object, if it asks for that", async () => {
  const label = (request: JsonObject, name: string) => {
    const { metadata } = request.object as { metadata: { labels?: Record<string, string> } };
    const labels = { ...metadata.labels, [name]: `${Object.keys(metadata.labels ?? {}).length}` };
    return patchOf({ op: "add", path: "/metadata/labels", value: labels });
  };
  await using first = await startWebhook((request) => label(request, "first"));
  await using second = await startWebhook((request) => label(request, "second"));
  await kubernetes(async (server) => {
    await configure(server, "mutating", [
      { ...configOf(first), reinvocationPolicy: "IfNeeded" },
      configOf(second),
    ]);
    const created = await server.must("POST", SECRETS, { body: { metadata: { name: "a" } } });
    assertEquals([first.requests.length, second.requests.length], [2, 1]);
    assertEquals(created.metadata.labels, { first: "2", second: "1" });
  });
});

Deno.test("configurations of webhooks are validated", async () => {
  await kubernetes(async (server) => {
    const path = `${CONFIGURATIONS}/validatingwebhookconfigurations`;
    const webhooks = [{
      name: "x",
      clientConfig: {},
      sideEffects: "Some",
      admissionReviewVersions: ["v2"],
      timeoutSeconds: 50,
      rules: [{ ...RULE, operations: ["x"], scope: "y" }],
    }];
    const answer = await server.ask("POST", path, { body: { metadata: { name: "a" }, webhooks } });
    assertRefused(answer, "Invalid");
    assertEquals(answer.body.details.causes.map(({ field }: JsonObject) => field), [
      "webhooks[0].name",
      "webhooks[0].rules[0].operations[0]",
      "webhooks[0].rules[0].scope",
      "webhooks[0].sideEffects",
      "webhooks[0].timeoutSeconds",
      "webhooks[0].clientConfig",
      "webhooks[0].admissionReviewVersions",
    ]);
    assertStringIncludes(answer.body.message, "at least three segments separated by dots");
  });
});

Deno.test("the certificate of a webhook can be trusted itself, without an authority", async () => {
  await using webhook = await startWebhook(() => ({ allowed: false }));
  await kubernetes(async (server) => {
    const { url } = webhook.clientConfig;
    const clientConfig = { url, caBundle: btoa(webhook.certificate) };
    await configure(server, "validating", [{ clientConfig }]);
    const refused = await server.ask("POST", SECRETS, { body: { metadata: { name: "a" } } });
    assertEquals([refused.status, webhook.requests.length], [400, 1]);
  });
});

Deno.test("a webhook whose certificate the bundle does not sign is not called", async () => {
  await using webhook = await startWebhook(() => ({ allowed: true }));
  await using other = await startWebhook(() => ({ allowed: true }));
  await kubernetes(async (server) => {
    for (const bundle of [other.certificate, atob(other.clientConfig.caBundle)]) {
      const clientConfig = { url: webhook.clientConfig.url, caBundle: btoa(bundle) };
      await configure(server, "validating", [{ clientConfig }]);
      const refused = await server.ask("POST", SECRETS, { body: { metadata: { name: "a" } } });
      assertEquals([refused.status, webhook.requests.length], [500, 0]);
      await server.must("DELETE", `${CONFIGURATIONS}/validatingwebhookconfigurations/test`);
    }
  });
});

Deno.test("a webhook may redirect reviews", async () => {
  await using webhook = await startWebhook(() => ({ allowed: true }));
  await kubernetes(async (server) => {
    const { url, caBundle } = webhook.clientConfig;
    const clientConfig = { url: url.replace("/review", "//review"), caBundle };
    await configure(server, "validating", [{ clientConfig }]);
    await server.must("POST", SECRETS, { body: { metadata: { name: "a" } } });
    assertEquals(webhook.requests.length, 1);
  });
});

Deno.test("a webhook with match conditions reviews only what they are true for", async () => {
  await using webhook = await startWebhook(() => ({ allowed: false }));
  await kubernetes(async (server) => {
    const expression = "object.metadata.name.startsWith('a')";
    await configure(server, "validating", [{
      ...configOf(webhook),
      matchConditions: [{ name: "names", expression }],
    }]);
    const secret = (name: string) => ({ body: { metadata: { name } } });
    assertEquals((await server.ask("POST", SECRETS, secret("a"))).status, 400);
    await server.must("POST", SECRETS, secret("b"));
  });
});

Deno.test("a match condition without a value rejects the write, and a wrong one is invalid", async () => {
  await using webhook = await startWebhook(() => ({ allowed: true }));
  await kubernetes(async (server) => {
    const conditions = (expression: string) => ({
      ...configOf(webhook),
      matchConditions: [{ name: "c", expression }],
    });
    await configure(server, "validating", [conditions("object.none == 'x'")]);
    const body = { metadata: { name: "a" } };
    assertRefused(await server.ask("POST", SECRETS, { body }), "Forbidden");
    const wrong = await server.ask("POST", `${CONFIGURATIONS}/mutatingwebhookconfigurations`, {
      body: {
        metadata: { name: "wrong" },
        webhooks: [{
          name: "w.acme.example",
          admissionReviewVersions: ["v1"],
          sideEffects: "None",
          ...conditions("object ="),
        }],
      },
    });
    assertRefused(wrong, "Invalid");
  });
});
