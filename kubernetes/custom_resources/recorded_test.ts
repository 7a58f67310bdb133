/**
 * Compares validation with the answers of a kube-apiserver 1.26.15 to the same requests
 * (`fixtures/custom_resources/recorded.json`).
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import recorded from "../../fixtures/custom_resources/recorded.json" with { type: "json" };
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import type { Answer, TestServer } from "@plumbline/server/testing";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const GADGETS = "/apis/crdprobe.example/v1/namespaces/default/gadgets";

const kubernetes = (test: (server: TestServer) => Promise<void>) =>
  withServer(test, { dialect: "kubernetes" });

/** Causes in any order: real servers read the fields of an object in a random one. */
const causesOf = (causes: readonly JsonObject[] = []) =>
  [...new Set(causes.map(({ reason, field, message }) => `${field} ${reason} ${message}`))].sort();

function assertSame(answer: Answer, expected: JsonObject, sent: unknown): void {
  const { status, causes, message } = expected;
  const { details, message: text } = answer.body;
  assertEquals(
    {
      status: answer.status,
      causes: causesOf(details?.causes),
      ...(message !== undefined && { message: text }),
    },
    {
      status,
      causes: causesOf(causes as JsonObject[]),
      ...(message !== undefined && { message }),
    } as unknown,
    JSON.stringify(sent),
  );
}

Deno.test("objects are validated, pruned and defaulted as recorded", async () => {
  await kubernetes(async (server) => {
    await server.must("POST", DEFINITIONS, { body: recorded.definition });
    for (const [at, { sent, ...expected }] of recorded.objects.entries()) {
      const body = {
        apiVersion: "crdprobe.example/v1",
        kind: "Gadget",
        metadata: { name: `g${at}` },
        ...sent,
      };
      const answer = await server.ask("POST", GADGETS, { body });
      // The name of a map's key is not part of the recorded message.
      const { stored } = expected as JsonObject;
      assertSame(answer, expected as unknown as JsonObject, sent);
      if (stored) {
        const { apiVersion: _, kind: __, metadata: ___, ...rest } = answer.body;
        assertEquals(rest, stored, JSON.stringify(sent));
      }
    }
  });
});

Deno.test("CustomResourceDefinitions are validated as recorded", async () => {
  await kubernetes(async (server) => {
    for (const { name, spec, ...expected } of recorded.definitions) {
      const answer = await server.ask("POST", DEFINITIONS, { body: { metadata: { name }, spec } });
      assertSame(answer, expected as unknown as JsonObject, { name, spec });
    }
  });
});

Deno.test("schemas are validated as recorded", async () => {
  await kubernetes(async (server) => {
    for (const [at, { schema, ...expected }] of recorded.schemas.entries()) {
      const body = {
        metadata: { name: `s${at}s.schemaprobe.example` },
        spec: {
          group: "schemaprobe.example",
          scope: "Namespaced",
          names: { plural: `s${at}s`, kind: `S${at}` },
          versions: [
            { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } },
          ],
        },
      };
      assertSame(
        await server.ask("POST", DEFINITIONS, { body }),
        expected as unknown as JsonObject,
        schema,
      );
    }
  });
});
