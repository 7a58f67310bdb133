/**
 * Tests of content negotiation by the Accept header.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../api_error.ts";
import { DIALECTS } from "../dialect.ts";
import { parse } from "@std/yaml";
import { deploymentOf, secretOf, SECRETS, withServer } from "../testing.ts";
import { negotiate } from "./negotiation.ts";

const OFFER = {
  dialect: DIALECTS.svc,
  encodings: ["json", "yaml", "protobuf"],
  views: ["whole", "Table", "PartialObjectMetadata"],
} as const;

/** Each header with the form it selects: encoding, view and its version, or NotAcceptable. */
const TABLE: readonly [accept: string | null, form: string][] = [
  [null, "json whole"],
  ["", "json whole"],
  ["*/*", "json whole"],
  ["application/*", "json whole"],
  ["application/json", "json whole"],
  ["APPLICATION/JSON", "json whole"],
  ["application/json; charset=utf-8", "json whole"],
  ["application/yaml", "yaml whole"],
  ["application/vnd.svc.protobuf", "protobuf whole"],
  ["application/vnd.kubernetes.protobuf", "NotAcceptable"],
  ["application/vnd.svc.protobuf, application/json", "protobuf whole"],
  ["application/json, application/yaml", "json whole"],
  ["application/yaml, application/json", "yaml whole"],
  ["application/yaml;q=0.5, application/json", "json whole"],
  ["application/yaml;q=0.5, application/json;q=0.4", "yaml whole"],
  ["application/json;q=0.4, application/yaml ; q=0.5", "yaml whole"],
  ["text/html, application/json;q=0.1", "json whole"],
  ["text/html;q=0.9, */*;q=0.1", "json whole"],
  ["text/html", "NotAcceptable"],
  ["application/json;q=0", "NotAcceptable"],
  ["application/json;q=0, application/yaml", "yaml whole"],
  ["application/jsonp", "NotAcceptable"],
  ["json", "NotAcceptable"],
  ["/", "NotAcceptable"],
  [",;,", "NotAcceptable"],
  ["application/json;as=Table;g=meta.svc.io;v=v1", "json Table v1"],
  ["application/json;as=Table;v=v1;g=meta.svc.io", "json Table v1"],
  ["application/json; as=Table; v=v1beta1; g=meta.svc.io", "json Table v1beta1"],
  ['application/json;as="Table";g=meta.svc.io;v=v1', "json Table v1"],
  ["application/json;as=Table;g=meta.k8s.io;v=v1", "NotAcceptable"],
  ["application/json;as=Table;g=meta.svc.io;v=v9", "NotAcceptable"],
  ["application/json;as=Table", "NotAcceptable"],
  ["application/json;as=Else;g=meta.svc.io;v=v1", "NotAcceptable"],
  ["application/json;as=Table;g=meta.k8s.io;v=v1, application/json", "json whole"],
  [
    "application/json;as=Table;v=v9;g=meta.svc.io,application/json;as=Table;v=v1beta1;g=meta.svc.io,application/json",
    "json Table v1beta1",
  ],
  ["application/json;as=PartialObjectMetadata;g=meta.svc.io;v=v1", "json PartialObjectMetadata v1"],
  [
    "application/vnd.svc.protobuf;as=PartialObjectMetadata;g=meta.svc.io;v=v1",
    "protobuf PartialObjectMetadata v1",
  ],
  ["application/vnd.svc.protobuf;as=Table;g=meta.svc.io;v=v1, application/json", "json whole"],
];

for (const [accept, expected] of TABLE) {
  Deno.test(`Accept: ${accept} is answered as ${expected}`, () => {
    if (expected === "NotAcceptable") {
      assertEquals(assertThrows(() => negotiate(accept, () => OFFER), ApiError).reason, expected);
      return;
    }
    const { encoding, view, viewVersion } = negotiate(accept, () => OFFER);
    assertEquals(`${encoding} ${view} ${viewVersion}`.trim(), expected);
  });
}

Deno.test("of a long Accept header the first 100 media ranges count, with 20 parameters each", () => {
  const encodingAfter = (text: string) => negotiate(text, () => OFFER).encoding;
  const ranges = (count: number) => `${"text/html,".repeat(count)}application/yaml`;
  assertEquals(encodingAfter(ranges(99)), "yaml");
  assertThrows(() => encodingAfter(ranges(100)), ApiError);
  const yaml = (count: number) => `application/yaml${";a=b".repeat(count)};q=0`;
  assertThrows(() => encodingAfter(yaml(19)), ApiError);
  assertEquals(encodingAfter(yaml(20)), "yaml");
});

Deno.test("an object is the same in JSON, indented JSON and YAML", async () => {
  await withServer(async (server) => {
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const annotations = {
      a: "yes",
      b: "1e3",
      c: "null",
      d: "~",
      e: "0o17",
      f: "2001-01-01",
      g: "",
      h: "a: b\n- c",
    };
    const body = { ...deploymentOf("d"), metadata: { name: "d", annotations } };
    const created = await server.must("POST", path, { body });
    for (const url of [path, `${path}/d`]) {
      const plain = await server.ask("GET", url);
      const pretty = await server.ask("GET", `${url}?pretty=true`);
      assertEquals(pretty.body, plain.body);
      assertEquals(pretty.text.split("\n")[1]?.startsWith("  "), true);
      const yaml = await server.ask("GET", url, { headers: { accept: "application/yaml" } });
      assertEquals(yaml.headers.get("content-type"), "application/yaml");
      assertEquals(parse(yaml.text), plain.body);
    }
    assertEquals((await server.must("GET", `${path}/d`)).metadata.annotations, annotations);
    // An object that was read as YAML can be written as YAML.
    const { text } = await server.ask("GET", `${path}/d`, {
      headers: { accept: "application/yaml" },
    });
    const written = await server.must("PUT", `${path}/d`, { body: text, type: "application/yaml" });
    assertEquals(written, created);
  });
});

Deno.test("responses have a Content-Type and must not be cached", async () => {
  await withServer(async (server) => {
    await server.must("POST", SECRETS, { body: secretOf("a") });
    for (const path of [SECRETS, `${SECRETS}/a`, `${SECRETS}/none`, "/apis", "/nope"]) {
      const { headers } = await server.ask("GET", path);
      assertEquals(headers.get("content-type"), "application/json");
      assertEquals(headers.get("cache-control"), "no-cache, private");
    }
  });
});
