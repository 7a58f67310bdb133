/**
 * APIServices and ComponentStatuses, as a kube-apiserver 1.26.15 answers them.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const APIS = "/apis/apiregistration.svc.io/v1/apiservices";
const LABEL = "kube-aggregator.kubernetes.io/automanaged";

const aggregated = (spec = {}) => ({
  apiVersion: "apiregistration.svc.io/v1",
  kind: "APIService",
  metadata: { name: "v1.metrics.example.com" },
  spec: {
    group: "metrics.example.com",
    version: "v1",
    groupPriorityMinimum: 100,
    versionPriority: 15,
    service: { namespace: "default", name: "metrics" },
    ...spec,
  },
});

const conditionOf = async (server: TestServer, name: string) => {
  const { status: { conditions: [{ status, reason }] } } = await server.must(
    "GET",
    `${APIS}/${name}`,
  );
  return [status, reason];
};

Deno.test("every served version but that of APIServices has one, which is local", async () => {
  await withServer(async (server) => {
    const { groups } = await server.must("GET", "/apis");
    const served = groups.flatMap(
      ({ name, versions }: { name: string; versions: { version: string }[] }) =>
        versions.map(({ version }) => `${version}.${name}`),
    ).filter((name: string) => !name.endsWith(".apiregistration.svc.io"));
    const { items } = await server.must("GET", APIS);
    const names = items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    assertEquals(names, ["v1.", ...served].sort());
    for (const { metadata } of items) assertEquals(metadata.labels[LABEL], "onstart");
    const apps = items[names.indexOf("v1.apps")];
    assertEquals(apps.spec, {
      group: "apps",
      version: "v1",
      groupPriorityMinimum: 17_800,
      versionPriority: 15,
    });
    const beta = items[names.indexOf("v1beta1.storage.svc.io")];
    assertEquals([beta.spec.groupPriorityMinimum, beta.spec.versionPriority], [16_800, 9]);
    assertEquals(await conditionOf(server, "v1."), ["True", "Local"]);
  });
});

Deno.test("an APIService of another server says why it is not available", async () => {
  await withServer(async (server) => {
    const { spec, status } = await server.must("POST", APIS, { body: aggregated() });
    assertEquals([spec.service.port, status], [443, {}]);
    const name = "v1.metrics.example.com";
    assertEquals(await conditionOf(server, name), ["False", "ServiceNotFound"]);
    const services = "/api/v1/namespaces/default/services";
    const body = { metadata: { name: "metrics" }, spec: { ports: [{ port: 80 }] } };
    await server.must("POST", services, { body });
    assertEquals(await conditionOf(server, name), ["False", "ServicePortError"]);
    await server.must("PATCH", `${services}/metrics`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { ports: [{ port: 443 }] } },
    });
    assertEquals(await conditionOf(server, name), ["False", "EndpointsNotFound"]);
    await server.must("POST", "/api/v1/namespaces/default/endpoints", {
      body: {
        metadata: { name: "metrics" },
        subsets: [{ addresses: [{ ip: "10.1.1.1" }], ports: [{ port: 443 }] }],
      },
    });
    assertEquals(await conditionOf(server, name), ["False", "FailedDiscoveryCheck"]);
    await server.must("DELETE", `${services}/metrics`);
    assertEquals(await conditionOf(server, name), ["False", "ServiceNotFound"]);
  });
});

Deno.test("an APIService is named after its version and group, and has priorities", async () => {
  await withServer(async (server) => {
    const causesOf = async (body: unknown) => {
      const answer = await server.ask("POST", APIS, { body });
      assertRefused(answer, "Invalid");
      return answer.body.details.causes.map(({ field }: { field: string }) => field);
    };
    assertEquals(await causesOf({ ...aggregated(), metadata: { name: "other" } }), [
      "metadata.name",
    ]);
    assertEquals(await causesOf(aggregated({ groupPriorityMinimum: 0, versionPriority: 1_001 })), [
      "spec.groupPriorityMinimum",
      "spec.versionPriority",
    ]);
    assertEquals(await causesOf(aggregated({ service: undefined, insecureSkipTLSVerify: true })), [
      "spec.insecureSkipTLSVerify",
    ]);
    assertEquals(await causesOf(aggregated({ service: { port: 70_000 } })), [
      "spec.service.namespace",
      "spec.service.name",
      "spec.service.port",
    ]);
  });
});

Deno.test("a custom resource has an APIService as long as it is served", async () => {
  await withServer(async (server) => {
    const definitions = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";
    const schema = { openAPIV3Schema: { type: "object" } };
    await server.must("POST", definitions, {
      body: {
        metadata: { name: "robots.example.com" },
        spec: {
          group: "example.com",
          scope: "Cluster",
          names: { plural: "robots", kind: "Robot" },
          versions: [{ name: "v1", served: true, storage: true, schema }],
        },
      },
    });
    const read = () => server.ask("GET", `${APIS}/v1.example.com`);
    const { body: { metadata, spec } } = await read();
    assertEquals(metadata.labels[LABEL], "true");
    assertEquals([spec.groupPriorityMinimum, spec.versionPriority], [1_000, 100]);
    await server.must("DELETE", `${APIS}/v1.example.com`);
    assertEquals((await read()).status, 200);
    await server.must("DELETE", `${definitions}/robots.example.com`);
    assertRefused(await read(), "NotFound");
  });
});

Deno.test("ComponentStatuses can be read and nothing else", async () => {
  await withServer(async (server) => {
    const path = "/api/v1/componentstatuses";
    const { kind, items } = await server.must("GET", path);
    assertEquals(kind, "ComponentStatusList");
    assertEquals(
      items.map((one: { metadata: { name: string }; conditions: { status: string }[] }) => [
        one.metadata.name,
        one.conditions[0]!.status,
      ]),
      [["controller-manager", "False"], ["etcd-0", "True"], ["scheduler", "False"]],
    );
    assertEquals((await server.must("GET", `${path}/etcd-0`)).conditions, [
      { type: "Healthy", status: "True" },
    ]);
    assertRefused(await server.ask("GET", `${path}/none`), "NotFound");
    assertRefused(await server.ask("DELETE", `${path}/etcd-0`), "MethodNotAllowed");
    assertRefused(await server.ask("GET", `${path}?watch=1`), "MethodNotAllowed");
  });
});
