import { assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { fromProtobuf, PROTOBUF } from "../../client/protobuf.ts";
import { Memory, type Template } from "./template.ts";

const REQUEST: Template = {
  method: "PUT",
  path: "/api/v1/namespaces/n/secrets/a",
  query: {},
  accept: "application/json",
  user: "admin",
  contentType: "application/json",
};
const body = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "a", resourceVersion: "«current Secret a»" },
};
const stored = (resourceVersion: string) => ({
  status: 200,
  mediaType: "application/json",
  text: JSON.stringify({ ...body, metadata: { name: "a", resourceVersion } }),
  warnings: [],
});

Deno.test("a resourceVersion placeholder is omitted until the server returned one, then it is the newest", () => {
  const memory = new Memory();
  const versionOf = () =>
    JSON.parse(memory.fill({ ...REQUEST, body }).body as string).metadata.resourceVersion;
  assertEquals(versionOf(), undefined);
  memory.remember(REQUEST, stored("5"));
  memory.remember(REQUEST, stored("6"));
  assertEquals(versionOf(), "6");
  const { path } = memory.fill({ ...REQUEST, query: { resourceVersion: "«first Secret a»" } });
  assertEquals(path, `${REQUEST.path}?resourceVersion=5`);
});

Deno.test("dry runs and errors set no resourceVersion", () => {
  const memory = new Memory();
  memory.remember({ ...REQUEST, query: { dryRun: "All" } }, stored("5"));
  memory.remember(REQUEST, { ...stored("6"), status: 409 });
  const { path } = memory.fill({ ...REQUEST, query: { resourceVersion: "«current Secret a»" } });
  assertEquals(path, REQUEST.path);
});

Deno.test("a body is encoded in its media type, or in JSON if that cannot represent it", () => {
  const memory = new Memory();
  const plain = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };
  const yaml = memory.fill({ ...REQUEST, contentType: "application/yaml", body: plain });
  assertStringIncludes(yaml.body as string, "\nkind: Secret\n");
  const protobuf = memory.fill({ ...REQUEST, contentType: PROTOBUF, body: plain });
  assertInstanceOf(protobuf.body, Uint8Array);
  assertEquals(JSON.parse(fromProtobuf(protobuf.body)).kind, "Secret");
  const odd = memory.fill({ ...REQUEST, contentType: PROTOBUF, body: { ...plain, data: 1 } });
  assertEquals(odd.contentType, "application/json");
});

Deno.test("duplicate keys occur twice in the text", () => {
  const doubled = { ...REQUEST, body: { kind: "Secret" }, doubled: ["kind"] };
  assertEquals(new Memory().fill(doubled).body, `{"kind":"Secreta","kind":"Secret"}`);
});
