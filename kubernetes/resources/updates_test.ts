import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const MERGE = "application/merge-patch+json";

const put = (server: TestServer, path: string, body: unknown) => server.ask("PUT", path, { body });

Deno.test("an update of some kinds needs a resourceVersion, as on real servers; a patch does not", async () => {
  const named = { metadata: { name: "a.b.example" } };
  await withServer(async (server) => {
    for (
      const [path, fields] of [
        ["/apis/coordination.k8s.io/v1/namespaces/default/leases", {}],
        ["/apis/node.k8s.io/v1/runtimeclasses", { handler: "runc" }],
        ["/apis/policy/v1/namespaces/default/poddisruptionbudgets", {}],
        ["/apis/storage.k8s.io/v1/csidrivers", { spec: {} }],
        ["/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {}],
      ] as const
    ) {
      const created = await server.must("POST", path, { body: { ...named, ...fields } });
      const { resourceVersion: _, ...metadata } = created.metadata;
      const blind = await put(server, `${path}/a.b.example`, { ...created, metadata });
      assertRefused(blind, "Invalid");
      assertEquals(blind.body.details.causes, [{
        reason: "FieldValueInvalid",
        message: "Invalid value: 0x0: must be specified for an update",
        field: "metadata.resourceVersion",
      }]);
      assertEquals((await put(server, `${path}/a.b.example`, created)).status, 200, path);
      const patch = { body: { metadata: { labels: { a: "b" } } }, type: MERGE };
      assertEquals((await server.ask("PATCH", `${path}/a.b.example`, patch)).status, 200, path);
    }
  }, { dialect: "kubernetes" });
});
