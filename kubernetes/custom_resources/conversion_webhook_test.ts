/**
 * Tests of the conversion of custom resources by a webhook.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import { startWebhook } from "../testing/webhook.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const BOXES = "/apis/acme.example/v1/namespaces/default/boxes";
const OLD = "/apis/acme.example/v1beta1/namespaces/default/boxes";

const version = (name: string, field: string) => ({
  name,
  served: true,
  storage: name === "v1",
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: { [field]: { type: "integer", minimum: 1 } },
        },
      },
    },
  },
});

const definition = (clientConfig: object) => ({
  metadata: { name: "boxes.acme.example" },
  spec: {
    group: "acme.example",
    scope: "Namespaced",
    names: { plural: "boxes", kind: "Box" },
    versions: [version("v1", "volume"), version("v1beta1", "size")],
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig, conversionReviewVersions: ["v1"] },
    },
  },
});

/** Renames the field of `spec`: `size` in v1beta1, `volume` in v1. */
function convert({ desiredAPIVersion, objects }: JsonObject): JsonObject {
  const field = desiredAPIVersion === "acme.example/v1" ? "volume" : "size";
  const convertedObjects = (objects as JsonObject[]).map((object) => ({
    ...object,
    apiVersion: desiredAPIVersion!,
    spec: { [field]: Object.values(object.spec as JsonObject)[0]! },
  }));
  return { result: { status: "Success" }, convertedObjects };
}

Deno.test("a webhook converts objects between the versions of a custom resource", async () => {
  await using webhook = await startWebhook(convert);
  await withServer(async (server) => {
    await server.must("POST", DEFINITIONS, { body: definition(webhook.clientConfig) });
    const body = {
      apiVersion: "acme.example/v1beta1",
      kind: "Box",
      metadata: { name: "a" },
      spec: { size: 3 },
    };
    const created = await server.must("POST", OLD, { body });
    assertEquals([created.apiVersion, created.spec], ["acme.example/v1beta1", { size: 3 }]);
    assertEquals((await server.must("GET", `${BOXES}/a`)).spec, { volume: 3 });
    const merge = { body: { spec: { volume: 5 } }, type: "application/merge-patch+json" };
    assertEquals((await server.must("PATCH", `${BOXES}/a`, merge)).spec, { volume: 5 });
    assertEquals((await server.must("GET", OLD)).items[0].spec, { size: 5 });
    const watch = await server.watch(`${OLD}?watch=1`);
    assertEquals((await watch.next())?.object.spec, { size: 5 });
    const invalid = { body: { spec: { size: 0 } }, type: "application/merge-patch+json" };
    const answer = await server.ask("PATCH", `${OLD}/a`, invalid);
    assertEquals([answer.status, answer.body.details.causes[0].field], [422, "spec.size"]);
  }, { dialect: "kubernetes" });
});

Deno.test("a conversion that fails fails the request", async () => {
  await using webhook = await startWebhook(() => ({
    result: { status: "Failure", message: "cannot convert" },
  }));
  await withServer(async (server) => {
    await server.must("POST", DEFINITIONS, { body: definition(webhook.clientConfig) });
    const spec = { volume: 3 };
    const body = { apiVersion: "acme.example/v1", kind: "Box", metadata: { name: "a" }, spec };
    await server.must("POST", BOXES, { body });
    const answer = await server.ask("GET", `${OLD}/a`);
    assertEquals(
      [answer.status, answer.body.message],
      [500, "conversion webhook for acme.example/v1, Kind=Box failed: cannot convert"],
    );
  }, { dialect: "kubernetes" });
});
