/**
 * Tests of CSIStorageCapacity, compared with the responses of a kube-apiserver 1.26.15.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { assertRefused, withServer } from "../testing.ts";

const V1 = "/apis/storage.svc.io/v1/namespaces/default/csistoragecapacities";
const V1BETA1 = V1.replace("/v1/", "/v1beta1/");

const named = (fields: object) => ({ metadata: { name: "x" }, ...fields });

const REFUSED: readonly [title: string, fields: object, invalidFields: string[]][] = [
  ["no class", {}, ["storageClassName"]],
  ["a class that is no name", { storageClassName: "Fa_st" }, ["storageClassName"]],
  ["less than nothing", { storageClassName: "fast", capacity: "-1Gi" }, ["capacity"]],
  [
    "an odd topology",
    {
      storageClassName: "fast",
      nodeTopology: {
        matchLabels: { "a b": "c" },
        matchExpressions: [{ key: "a", operator: "Foo" }, { key: "x", operator: "In" }],
      },
    },
    [
      "nodeTopology.matchExpressions[0].operator",
      "nodeTopology.matchExpressions[1].values",
      "nodeTopology.matchLabels",
    ],
  ],
];

Deno.test("a capacity is validated in both versions", async () => {
  await withServer(async (server) => {
    for (const base of [V1, V1BETA1]) {
      for (const [title, fields, invalidFields] of REFUSED) {
        const answer = await server.ask("POST", base, { body: named(fields) });
        assertRefused(answer, "Invalid");
        const causes: { field: string }[] = answer.body.details.causes;
        assertEquals([...new Set(causes.map(({ field }) => field))].sort(), invalidFields, title);
      }
    }
  });
});

Deno.test("quantities are stored in canonical form, in either version", async () => {
  await withServer(async (server) => {
    const fields = { storageClassName: "fast", capacity: 1000, maximumVolumeSize: "1.5" };
    await server.must("POST", V1BETA1, { body: named(fields) });
    for (const base of [V1, V1BETA1]) {
      const { capacity, maximumVolumeSize, nodeTopology } = await server.must("GET", `${base}/x`);
      assertEquals([capacity, maximumVolumeSize], ["1k", "1500m"]);
      assertEquals(nodeTopology, undefined);
    }
  });
});

Deno.test("an update requires a resourceVersion and changes only the quantities", async () => {
  await withServer(async (server) => {
    const fields = { storageClassName: "fast", nodeTopology: { matchLabels: { a: "b" } } };
    const { metadata } = await server.must("POST", V1, { body: named(fields) });
    const invalidFieldsOf = async (body: object) => {
      const answer = await server.ask("PUT", `${V1BETA1}/x`, { body });
      assertRefused(answer, "Invalid");
      return answer.body.details.causes.map(({ field }: { field: string }) => field);
    };
    assertEquals(await invalidFieldsOf(named(fields)), ["metadata.resourceVersion"]);
    assertEquals(
      await invalidFieldsOf({ metadata, storageClassName: "slow" }),
      ["nodeTopology", "storageClassName"],
    );
    const body = { metadata, ...fields, capacity: "2Gi" };
    assertEquals((await server.must("PUT", `${V1BETA1}/x`, { body })).capacity, "2Gi");
  });
});

Deno.test("capacities of both versions are deleted with their namespace", async () => {
  await withServer(async (server) => {
    await server.must("POST", "/api/v1/namespaces", { body: { metadata: { name: "short" } } });
    const base = V1BETA1.replace("default", "short");
    await server.must("POST", base, { body: named({ storageClassName: "fast" }) });
    await server.must("DELETE", "/api/v1/namespaces/short");
    assertRefused(await server.ask("GET", `${base}/x`), "NotFound");
    assertRefused(await server.ask("GET", "/api/v1/namespaces/short"), "NotFound");
  });
});
