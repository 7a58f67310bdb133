/**
 * A custom resource for tests: the kind `Probe`.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { withServer } from "@plumbline/reference/testing";
import type { TestServer } from "@plumbline/server/testing";

/** The path of CustomResourceDefinitions. */
export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The path of the objects. */
export const PROBES = "/apis/acme.example/v1/namespaces/default/probes";

/** The media type of merge patches. */
export const MERGE = "application/merge-patch+json";

const APPLY = "application/apply-patch+yaml";

/** The schema of the kind. */
export const SCHEMA = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        port: { "x-kubernetes-int-or-string": true },
        text: { type: "string" },
        given: { type: "string", default: "given" },
        any: { type: "string", nullable: true },
        labels: { type: "object", additionalProperties: { type: "string" } },
        names: { type: "array", items: { type: "string" } },
        pair: {
          type: "object",
          properties: { size: { type: "integer" } },
          "x-kubernetes-map-type": "atomic",
        },
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        object: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
      },
    },
    status: { type: "object", properties: { phase: { type: "string" } } },
  },
};

/** Returns the CustomResourceDefinition. */
export const probes = (rest: JsonObject = {}) => ({
  metadata: { name: "probes.acme.example" },
  spec: {
    group: "acme.example",
    scope: "Namespaced",
    names: { plural: "probes", kind: "Probe" },
    versions: [{
      name: "v1",
      served: true,
      storage: true,
      schema: { openAPIV3Schema: SCHEMA },
      ...rest,
    }],
  },
});

/** Runs a test with a server that serves the kind `Probe`. */
export const withProbes = (
  test: (server: TestServer) => Promise<void>,
  rest: JsonObject = {},
  release: "1.26" | "1.36" = "1.26",
) =>
  withServer(async (server) => {
    await server.must("POST", DEFINITIONS, { body: probes(rest) });
    await test(server);
  }, { dialect: "kubernetes", release });

/** Returns an object of the kind. */
export const probe = (rest: JsonObject = {}, metadata: JsonObject = {}) => ({
  apiVersion: "acme.example/v1",
  kind: "Probe",
  metadata: { name: "a", ...metadata },
  ...rest,
});

/** Applies an object as a manager. */
export const apply = (server: TestServer, body: unknown, manager = "one") =>
  server.ask("PATCH", `${PROBES}/a?fieldManager=${manager}&force=true`, { body, type: APPLY });

/** Returns the fields that the warnings of an answer name. */
export const warningsOf = ({ headers }: { headers: Headers }): string[] =>
  [...(headers.get("warning") ?? "").matchAll(/field \\"([^"]*)\\"/g)].map(([, name]) => name!);

/** Returns the fields and reasons of the causes of an answer. */
export const causesOf = ({ body }: { body: { details?: { causes?: JsonObject[] } } }) =>
  (body.details?.causes ?? []).map(({ field, reason }) => `${field} ${reason}`);

/** Returns the resourceVersion after a patch that changes nothing. */
export const touched = async (server: TestServer): Promise<string> =>
  (await server.must("PATCH", `${PROBES}/a`, { body: {}, type: MERGE })).metadata.resourceVersion;
