import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";

Deno.test("a write of no replicas leaves them without an owner, and so do later writes", async () => {
  await withServer(async (server) => {
    const path = "/apis/apps/v1/namespaces/default/replicasets";
    const labels = { app: "a" };
    const template = {
      metadata: { labels },
      spec: { containers: [{ name: "main", image: "web:1" }] },
    };
    const spec = { selector: { matchLabels: labels }, template, replicas: 1 };
    await server.must("POST", path, { body: { metadata: { name: "a" }, spec } });
    const ownersAfter = async (replicas: number): Promise<string[]> => {
      await server.must("PATCH", `${path}/a/scale?fieldManager=scaler`, {
        headers: { "content-type": "application/merge-patch+json" },
        body: { spec: { replicas } },
      });
      const { metadata: { managedFields } } = await server.must("GET", `${path}/a`);
      return managedFields
        .filter(({ fieldsV1 }: { fieldsV1: Record<string, object> }) =>
          "f:replicas" in (fieldsV1["f:spec"] ?? {})
        )
        .map(({ manager }: { manager: string }) => manager);
    };
    assertEquals(await ownersAfter(3), ["scaler"]);
    assertEquals(await ownersAfter(0), []);
    assertEquals(await ownersAfter(2), []);
  });
});
