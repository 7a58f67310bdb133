import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createServer } from "@plumbline/reference";
import { KIND_EXPLANATIONS } from "./explained.ts";
import { DEFINITION_EXPLANATIONS } from "./explained_definitions.ts";
import { mutationsOf } from "../../requests/schemas/mutations.ts";
import { schemaOfKind } from "../../requests/schemas/openapi.ts";
import { structuralSchemas } from "../../requests/schemas/structural_schemas.ts";

async function serviceSchema() {
  await using server = await createServer({ dialect: "kubernetes" });
  const headers = { authorization: `Bearer ${server.identities[0].token}` };
  const request = new Request("http://localhost/openapi/v3/api/v1", { headers });
  return schemaOfKind(await (await server.fetch(request)).json(), "v1", "Service")!;
}

const BODY = { spec: { ports: [{ port: 80 }], type: "ClusterIP" } };

Deno.test("changes of an object are at fields of its schema", async () => {
  const schema = await serviceSchema();
  assertEquals(schema.field("spec")!.field("ports")!.items!.required, ["port"]);
  const drawn = fc.sample(mutationsOf(schema, BODY, ["spec.clusterIP"]), { numRuns: 300, seed: 1 });
  const places = new Set(drawn.map(({ place }) => place));
  assert(places.has("spec.ports.0.port"), [...places].join());
  assert(!places.has("spec.clusterIP"));
  assert([...places].every((place) => /^(spec|status)(\.|$)/.test(place)));
});

Deno.test("the same seed generates the same schemas, and servers accept them with their values", async () => {
  const schemas = structuralSchemas(20, 1);
  assertEquals(schemas, structuralSchemas(20, 1));
  await using server = await createServer({ dialect: "kubernetes" });
  const post = (path: string, body: unknown) =>
    server.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.identities[0].token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      }),
    );
  for (const [index, { schema, value }] of schemas.entries()) {
    const names = { plural: `s${index}s`, singular: `s${index}`, kind: `S${index}` };
    const openAPIV3Schema = { type: "object", properties: { spec: schema } };
    const definition = await post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: `${names.plural}.t.example` },
      spec: {
        group: "t.example",
        scope: "Cluster",
        names,
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
    assertEquals(definition.status, 201, await definition.text());
    const object = await post(`/apis/t.example/v1/${names.plural}`, {
      apiVersion: "t.example/v1",
      kind: names.kind,
      metadata: { name: "a" },
      spec: value,
    });
    assertEquals(object.status, 201, `${JSON.stringify(schema)} ${await object.text()}`);
  }
});

Deno.test("each explanation of kinds has an id of its own and a reason", () => {
  const explanations = [...KIND_EXPLANATIONS, ...DEFINITION_EXPLANATIONS];
  const ids = explanations.map(({ id }) => id);
  assertEquals(new Set(ids).size, ids.length);
  assert(explanations.every(({ reason }) => reason.endsWith(".")));
});
