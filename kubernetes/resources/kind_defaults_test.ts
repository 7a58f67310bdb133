/**
 * Values that writes of single kinds set or drop, as a kube-apiserver 1.26.15 does.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused } from "@plumbline/server/testing";

const MERGE = { "content-type": "application/merge-patch+json" };
const KUBERNETES = { dialect: "kubernetes" } as const;
const JOBS = "/apis/batch/v1/namespaces/default/jobs";
const containers = [{ name: "main", image: "web:1" }];

const job = (labels?: Record<string, string>, more = {}) => ({
  metadata: { name: "a" },
  spec: {
    template: {
      ...(labels && { metadata: { labels } }),
      spec: { restartPolicy: "Never", containers },
    },
    ...more,
  },
});

Deno.test("a Job without labels gets those of its pods, with the generated ones", async () => {
  await withServer(async (server) => {
    for (const labels of [undefined, { app: "web" }]) {
      const { metadata } = await server.must("POST", JOBS, { body: job(labels) });
      const own = { ...labels, "controller-uid": metadata.uid, "job-name": "a" };
      assertEquals(metadata.labels, own);
      assertEquals(Object.keys(metadata.managedFields[0].fieldsV1), [
        ...labels ? ["f:metadata"] : [],
        "f:spec",
      ]);
      const body = { metadata: { name: "a" }, status: { active: 1 } };
      const written = await server.must("PUT", `${JOBS}/a/status`, { body });
      assertEquals(written.metadata.labels, own);
      await server.must("DELETE", `${JOBS}/a`);
    }
    const { metadata } = await server.must("POST", JOBS, {
      body: { ...job({ app: "web" }), metadata: { name: "a", labels: { app: "web" } } },
    });
    assertEquals(metadata.labels, { app: "web" });
  }, KUBERNETES);
});

Deno.test("an empty podFailurePolicy shows and owns its rules as null", async () => {
  await withServer(async (server) => {
    const made = await server.must("POST", JOBS, { body: job({}, { podFailurePolicy: {} }) });
    const { template: _, selector: __, ...rest } = made.spec;
    assertEquals(rest.podFailurePolicy, { rules: null });
    const owned = { ".": {}, "f:rules": {} };
    assertEquals(made.metadata.managedFields[0].fieldsV1["f:spec"]["f:podFailurePolicy"], owned);
    const cron = await server.must("POST", "/apis/batch/v1/namespaces/default/cronjobs", {
      body: {
        metadata: { name: "a" },
        spec: { schedule: "@daily", jobTemplate: { spec: job({}, { podFailurePolicy: {} }).spec } },
      },
    });
    assertEquals(cron.spec.jobTemplate.spec.podFailurePolicy, { rules: null });
  }, KUBERNETES);
});

Deno.test("an update of a Job from absent conditions of pods to an empty list changes nothing", async () => {
  await withServer(async (server) => {
    const rule = { action: "Ignore", onExitCodes: { operator: "In", values: [1] } };
    const policy = (rule: unknown) => job({}, { podFailurePolicy: { rules: [rule] } });
    await server.must("POST", JOBS, { body: policy(rule) });
    await server.must("PATCH", `${JOBS}/a`, {
      headers: MERGE,
      body: { spec: { podFailurePolicy: { rules: [{ ...rule, onPodConditions: [] }] } } },
    });
    const other = { ...rule, onExitCodes: { operator: "In", values: [2] } };
    const refused = await server.ask("PATCH", `${JOBS}/a`, {
      headers: MERGE,
      body: { spec: { podFailurePolicy: { rules: [other] } } },
    });
    assertRefused(refused, "Invalid");
  }, KUBERNETES);
});

Deno.test("the rolling update of a DaemonSet of the type OnDelete has no pod unavailable", async () => {
  await withServer(async (server) => {
    const strategyOf = async (updateStrategy: unknown) => {
      const { spec } = await server.must(
        "POST",
        "/apis/apps/v1/namespaces/default/daemonsets?dryRun=All",
        {
          body: {
            metadata: { name: "a" },
            spec: {
              updateStrategy,
              selector: { matchLabels: { a: "b" } },
              template: { metadata: { labels: { a: "b" } }, spec: { containers } },
            },
          },
        },
      );
      return spec.updateStrategy;
    };
    assertEquals(await strategyOf({ type: "OnDelete", rollingUpdate: {} }), {
      type: "OnDelete",
      rollingUpdate: { maxUnavailable: 0, maxSurge: 0 },
    });
    assertEquals(await strategyOf({ rollingUpdate: {} }), {
      type: "RollingUpdate",
      rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
    });
    assertEquals(await strategyOf({ type: "OnDelete" }), { type: "OnDelete" });
  }, KUBERNETES);
});

Deno.test("a webhook with an empty caBundle has none, and nobody owns it", async () => {
  await withServer(async (server) => {
    const made = await server.must(
      "POST",
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All",
      {
        body: {
          metadata: { name: "a" },
          webhooks: [{
            name: "a.example.com",
            admissionReviewVersions: ["v1"],
            sideEffects: "None",
            clientConfig: { url: "https://localhost:1/a", caBundle: "" },
          }],
        },
      },
    );
    assertEquals(made.webhooks[0].clientConfig, { url: "https://localhost:1/a" });
    const { fieldsV1 } = made.metadata.managedFields[0];
    const owned = fieldsV1["f:webhooks"]['k:{"name":"a.example.com"}']["f:clientConfig"];
    assertEquals(owned, { ".": {}, "f:url": {} });
  }, KUBERNETES);
});

Deno.test("a time in microseconds needs six digits of the second's fraction", async () => {
  await withServer(async (server) => {
    const renew = (renewTime: string) =>
      server.ask("POST", "/apis/coordination.k8s.io/v1/namespaces/default/leases?dryRun=All", {
        body: { metadata: { name: "a" }, spec: { renewTime } },
      });
    const { status, body } = await renew("2026-01-01T00:00:00.123456+01:00");
    assertEquals(status, 201);
    assertEquals(body.spec.renewTime, "2025-12-31T23:00:00.123456Z");
    for (const fraction of ["", ".123", ".1234567"]) {
      assertRefused(await renew(`2026-01-01T00:00:00${fraction}Z`), "BadRequest");
    }
  }, KUBERNETES);
});

Deno.test("an empty list of a CSINode or an EndpointSlice is stored as null, and has an owner", async () => {
  await withServer(async (server) => {
    const nodes = "/apis/storage.k8s.io/v1/csinodes";
    const node = await server.must("POST", nodes, {
      body: { metadata: { name: "a" }, spec: { drivers: [] } },
    });
    assertEquals(node.spec, { drivers: null });
    assertEquals(node.metadata.managedFields[0].fieldsV1, { "f:spec": { "f:drivers": {} } });
    // A merge into no list takes the items as they are.
    const { status, body } = await server.ask("PATCH", `${nodes}/a`, {
      headers: { "content-type": "application/strategic-merge-patch+json" },
      body: { spec: { drivers: [{ nodeID: "n" }] } },
    });
    assertEquals(status, 422);
    assertEquals(body.details.causes[0].field, "spec.drivers[0].name");
    const slice = await server.must(
      "POST",
      "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
      {
        body: { metadata: { name: "a" }, addressType: "IPv4", endpoints: [], ports: [] },
      },
    );
    assertEquals([slice.endpoints, slice.ports], [null, null]);
    assertEquals(Object.keys(slice.metadata.managedFields[0].fieldsV1), [
      "f:addressType",
      "f:endpoints",
      "f:ports",
    ]);
  }, KUBERNETES);
});

Deno.test("the Table of a StorageClass shows an empty reclaimPolicy as it is", async () => {
  await withServer(async (server) => {
    const cellOf = async (more: Record<string, string>) => {
      const path = "/apis/storage.k8s.io/v1/storageclasses?dryRun=All";
      const { rows } = await server.must("POST", path, {
        headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
        body: { metadata: { name: "a" }, provisioner: "example.com/disk", ...more },
      });
      return rows[0].cells[2];
    };
    assertEquals(await cellOf({}), "Delete");
    assertEquals(await cellOf({ reclaimPolicy: "Retain" }), "Retain");
    assertEquals(await cellOf({ reclaimPolicy: "" }), "");
  }, KUBERNETES);
});
