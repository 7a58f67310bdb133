/**
 * CustomResourceDefinitions with generated schemas, as types to compare.
 *
 * @module
 */
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { createOf, getOf, removeOf } from "../writes.ts";
import type { ResourceKind } from "./kind.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { mutationsOf } from "../schemas/mutations.ts";
import { schemaOfKind } from "../schemas/openapi.ts";
import { structuralSchemas } from "../schemas/structural_schemas.ts";

/** The number of schemas. */
const COUNT = 20;

const GROUP = "differential.example";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A server that can serve the resource. */
const PATIENCE = 60;

const singularOf = (index: number): string => `sample${String.fromCharCode(97 + index)}`;

/** What a status that is missing becomes, in turn: the value, an object of defaults, nothing. */
const defaultOf = (index: number, value: Json): JsonObject =>
  index % 3 === 0 ? { default: value } : index % 3 === 1 ? { default: {} } : {};

function definition(index: number, spec: JsonObject, status: JsonObject): JsonObject {
  const singular = singularOf(index);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${singular}s.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural: `${singular}s`, singular, kind: kindOf(index) },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        ...(index % 2 === 0 && { subresources: { status: {} } }),
        schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
      }],
    },
  };
}

const kindOf = (index: number): string => `Sample${String.fromCharCode(65 + index)}`;

/** Creates the definitions on both servers; returns their types and a function that removes them. */
export async function definitions(
  servers: readonly [reference: Target, real: Target],
  seed: number,
  report: (line: string) => void,
): Promise<{ types: readonly ResourceKind[]; remove: () => Promise<void> }> {
  const schemas = structuralSchemas(COUNT, seed);
  const statuses = structuralSchemas(COUNT, ~seed).map(({ schema, value }, index) => {
    const { required: _, ...rest } = schema;
    return { ...rest, ...defaultOf(index, value) };
  });
  for (const [index, { schema }] of schemas.entries()) {
    const body = definition(index, schema, statuses[index]!);
    const answers = await Promise.all(
      servers.map((server) => sendJson(server, createOf(DEFINITIONS, body))),
    );
    const [ours, theirs] = answers.map(({ status }) => status);
    if (ours !== theirs) {
      report(`definition ${index}: reference ${ours}, real ${theirs}: ${JSON.stringify(schema)}`);
      for (const { body } of answers) report(`  ${body.message ?? ""}`);
    }
  }
  const types: ResourceKind[] = [];
  const [, real] = servers;
  for (const [index, { value }] of schemas.entries()) {
    const resource = `${singularOf(index)}s`;
    const path = `/apis/${GROUP}/v1/namespaces/default/${resource}`;
    if (!(await Promise.all(servers.map((server) => isServed(server, path)))).every(Boolean)) {
      report(`${resource} is not served by both servers`);
      continue;
    }
    const schema = await schemaOnce(real, kindOf(index));
    const body = { spec: value } as JsonObject;
    types.push({
      kind: kindOf(index),
      apiVersion: `${GROUP}/v1`,
      resource,
      namespaced: true,
      body,
      places: {},
      ...(schema && { mutation: mutationsOf(schema, body) }),
      hasStatus: index % 2 === 0,
    });
  }
  return { types, remove };

  async function remove(): Promise<void> {
    for (const index of schemas.keys()) {
      const path = `${DEFINITIONS}/${singularOf(index)}s.${GROUP}`;
      await Promise.all(servers.map((server) => sendJson(server, removeOf(path))));
    }
  }
}

async function isServed(server: Target, path: string): Promise<boolean> {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    if ((await sendJson(server, getOf(path))).status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

/** The OpenAPI document follows a definition with a delay. */
async function schemaOnce(server: Target, kind: string) {
  for (let attempt = 0; attempt < PATIENCE; attempt++) {
    const { body } = await sendJson(server, getOf(`/openapi/v3/apis/${GROUP}/v1`));
    const schema = schemaOfKind(body, `${GROUP}/v1`, kind);
    if (schema) return schema;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return undefined;
}
