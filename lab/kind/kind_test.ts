import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { exchange } from "../../fixtures/kind_samples/exchange.ts";
import { SAMPLES } from "../../fixtures/kind_samples/samples.ts";
import type { Json, JsonObject } from "@plumbline/server/api";
import { createServer, defineResource, type Server } from "@plumbline/reference";
import { ADMIN, ADMIN_TOKEN } from "../client/target.ts";
import { moduleText } from "./module_text.ts";
import { type Read, readKind } from "./read_kind.ts";
import { readSchema } from "./schema.ts";

const send = (server: Pick<Server, "fetch">) => async (path: string, init: RequestInit) =>
  await server.fetch(
    new Request(`http://localhost${path}`, {
      ...init,
      headers: { ...init.headers as HeadersInit, authorization: `Bearer ${ADMIN_TOKEN}` },
    }),
  );

const reader = (server: Pick<Server, "fetch">): Read => async (path) => {
  const response = await send(server)(path, {});
  if (response.status === 200) return await response.json();
  await response.body?.cancel();
  return undefined;
};

/** Requests that the schema alone answers: the body, and how it is sent. */
const REQUESTS: readonly (readonly [method: string, type: string, query: string, body: Json])[] = [
  ["PATCH", "merge-patch+json", "?fieldValidation=Strict", { unknown: 1 }],
  ["PATCH", "merge-patch+json", "?fieldValidation=Warn", { spec: { unknown: 1 } }],
  ["PATCH", "merge-patch+json", "", { metadata: 7 }],
  ["PATCH", "merge-patch+json", "", { spec: { holderIdentity: 7, leaseDurationSeconds: "x" } }],
  ["PATCH", "merge-patch+json", "", { spec: { renewTime: "yesterday" } }],
  ["PATCH", "merge-patch+json", "", { immutable: "x" }],
  ["PATCH", "strategic-merge-patch+json", "", { metadata: { labels: { $patch: "delete" } } }],
  ["PATCH", "json-patch+json", "", [{ op: "add", path: "/metadata/labels", value: { a: "b" } }]],
  ["PATCH", "json-patch+json", "", [{ op: "remove", path: "/none" }]],
  ["GET", "json", "?pretty=true", null],
  ["DELETE", "json", "?dryRun=All", null],
];

/** Returns a value without what the schema does not state: see `NEVER_STATED`. */
function comparable(value: Json): Json {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["generation", "uid", "resourceVersion"].includes(key))
      .map(([key, part]) => [
        key,
        /(Timestamp|^time)$/.test(key) ? "TIME" : comparable(part),
      ]),
  );
}

for (const title of ["ConfigMap", "ControllerRevision", "Lease", "RuntimeClass"]) {
  Deno.test(`the kind read from the documents behaves as the built-in one: ${title}`, async () => {
    await using builtIn = await createServer({ identities: [ADMIN] });
    const sample = SAMPLES.find((one) => one.title === title)!;
    const [, , ...parts] = sample.path.replace("/namespaces/default", "").split("/");
    const read = await readKind(reader(builtIn), parts.slice(0, -1).join("/"), title);
    await using server = await createServer({
      identities: [ADMIN],
      kinds: "specification",
      resources: [defineResource(read.options)],
    });
    const [expected, actual] = await Promise.all(
      [builtIn, server].map(async (one) => {
        const answers = await exchange(sample, send(one));
        const stated = answers.filter(({ step }) => step !== "table");
        return stated.map(({ step, status, body }) => ({ step, status, body: comparable(body) }));
      }),
    );
    assertEquals(actual, expected);
    const [expectedAnswers, answers] = await Promise.all(
      [builtIn, server].map(async (one) => {
        const { name } = sample.object.metadata as { name: string };
        const creation = { method: "POST", headers: { "content-type": "application/json" } };
        const body = JSON.stringify(sample.object);
        await (await send(one)(sample.path, { ...creation, body })).body?.cancel();
        const all: Json[] = [];
        for (const [method, type, query, body] of REQUESTS) {
          const response = await send(one)(`${sample.path}/${name}${query}`, {
            method,
            headers: { "content-type": `application/${type}` },
            ...(method === "PATCH" && { body: JSON.stringify(body) }),
          });
          all.push([response.status, comparable(await response.json())]);
        }
        return all;
      }),
    );
    assertEquals(answers, expectedAnswers);
  });
}

Deno.test("names and facts come from discovery, and what is not stated is listed", async () => {
  await using server = await createServer({ identities: [ADMIN] });
  const { options, leftOut } = await readKind(reader(server), "apps/v1", "Deployment");
  const { schema, ...facts } = options;
  assertEquals(facts, {
    group: "apps",
    version: "v1",
    kind: "Deployment",
    plural: "deployments",
    singular: "deployment",
    shortNames: ["deploy"],
    categories: ["all"],
    namespaced: true,
    status: true,
  });
  assert(leftOut.some((sentence) => sentence.startsWith("Protobuf")));
  assert(leftOut.includes("Subresources: scale."));
  const pod = schema.properties!.spec!.properties!.template!.properties!.spec!.properties!;
  assertEquals(pod.containers!["x-kubernetes-list-type"], "map");
  assertEquals(pod.containers!["x-kubernetes-list-map-keys"], ["name"]);
  const limits = pod.containers!.items!.properties!.resources!.properties!.limits!;
  assertEquals(limits.additionalProperties, { type: "string", format: "quantity" });
});

Deno.test("a server with version 2 of the documents only gives the same kind", async () => {
  await using server = await createServer({ identities: [ADMIN] });
  const third = await readKind(reader(server), "coordination.k8s.io/v1", "Lease");
  const withoutThird: Read = async (path) =>
    path.startsWith("/openapi/v3") ? undefined : await reader(server)(path);
  const second = await readKind(withoutThird, "coordination.k8s.io/v1", "Lease");
  assertEquals(
    second.options.schema.properties?.spec?.properties,
    third.options.schema.properties?.spec?.properties,
  );
});

Deno.test("a kind that the server does not have is an error", async () => {
  await using server = await createServer({ identities: [ADMIN] });
  const read = reader(server);
  await assertRejects(() => readKind(read, "none.example/v1", "Lease"), Error, "does not serve");
  await assertRejects(() => readKind(read, "apps/v1", "Lease"), Error, "has no such kind");
});

Deno.test("lists, values and definitions that contain themselves are read from a real server's form", () => {
  const reference = (name: string): JsonObject => ({
    allOf: [{ $ref: `#/components/schemas/${name}` }],
    default: {},
  });
  const definitions = {
    "io.example.v1.Widget": {
      type: "object",
      required: ["metadata", "spec"],
      properties: { metadata: { type: "object" }, spec: reference("io.example.v1.Spec") },
    },
    "io.example.v1.Spec": {
      type: "object",
      properties: {
        ports: {
          type: "array",
          items: reference("io.example.v1.Port"),
          "x-kubernetes-patch-strategy": "merge",
          "x-kubernetes-patch-merge-key": "port",
        },
        size: reference("io.k8s.apimachinery.pkg.api.resource.Quantity"),
        inner: reference("io.example.v1.Spec"),
        note: { type: "string", default: "" },
        colour: { type: "string", default: "red" },
      },
    },
    "io.example.v1.Port": { type: "object", properties: { port: { type: "integer" } } },
  };
  const { schema, leftOut } = readSchema("io.example.v1.Widget", definitions);
  assertEquals(schema, {
    type: "object",
    required: ["spec"],
    properties: {
      spec: {
        type: "object",
        default: {},
        properties: {
          ports: {
            type: "array",
            items: {
              type: "object",
              default: {},
              properties: { port: { type: "integer" } },
            },
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port"],
            "x-kubernetes-patch-strategy": "merge",
            "x-kubernetes-patch-merge-key": "port",
          },
          size: { type: "string", format: "quantity" },
          inner: { "x-kubernetes-preserve-unknown-fields": true },
          note: { type: "string" },
          colour: { type: "string", default: "red" },
        },
      },
    },
  });
  assertEquals(leftOut, [
    "The fields of spec.inner: io.example.v1.Spec contains itself. They are not validated.",
  ]);
});

Deno.test("the module defines the resource", async () => {
  await using server = await createServer({ identities: [ADMIN] });
  const text = moduleText(await readKind(reader(server), "coordination.k8s.io/v1", "Lease"));
  assertStringIncludes(text, "export const leases = defineResource({");
  assertStringIncludes(text, " * - Protobuf: documents state no field numbers.");
  assertStringIncludes(text, 'kind: "Lease"');
});
