/**
 * Tests of the OpenAPI v2 document, in JSON and in Protobuf.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { JsonObject } from "../object.ts";
import { withServer } from "../testing.ts";

const PATH = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}";

Deno.test("every `$ref` of the v2 document is defined", async () => {
  await withServer(async (server) => {
    const document = await server.must("GET", "/openapi/v2");
    assertEquals(document.swagger, "2.0");
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)].map(([, name]) =>
      name
    );
    assert(referred.length > 100);
    assertEquals(referred.filter((name) => !Object.hasOwn(document.definitions, name!)), []);
    // As keywords; the schema of CustomResourceDefinitions has fields of these names.
    for (const word of ["#/components/", '"oneOf":[', '"allOf":[', '"requestBody"']) {
      assert(!text.includes(word), `v2 does not know ${word}`);
    }
  });
});

Deno.test("the v2 document has the types of lists and of values with two types", async () => {
  await withServer(async (server) => {
    const { definitions } = await server.must("GET", "/openapi/v2");
    const { containers } = definitions["io.k8s.api.core.v1.PodSpec"].properties;
    assertEquals(containers["x-kubernetes-patch-merge-key"], "name");
    assertEquals(containers["x-kubernetes-patch-strategy"], "merge");
    const { maxSurge } = definitions["io.k8s.api.apps.v1.RollingUpdateDeployment"].properties;
    const intOrString = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
    assertEquals(maxSurge.$ref, `#/definitions/${intOrString}`);
    assertEquals(definitions[intOrString], { type: "string", format: "int-or-string" });
  });
});

Deno.test("a parameter of v2 has its type beside its name, and a body among the parameters", async () => {
  await withServer(async (server) => {
    const { paths } = await server.must("GET", "/openapi/v2");
    const { patch, parameters } = paths[PATH];
    const ofPatch: JsonObject[] = patch.parameters;
    assertEquals(ofPatch.find(({ name }) => name === "fieldValidation"), {
      name: "fieldValidation",
      in: "query",
      type: "string",
      uniqueItems: true,
    });
    assertEquals(ofPatch[0]!.in, "body");
    assert(patch.consumes.includes("application/apply-patch+yaml"));
    const inPath = parameters.filter((parameter: JsonObject) => parameter.in === "path");
    assertEquals(inPath.map(({ name }: JsonObject) => name), ["namespace", "name"]);
  });
});

for (const version of ["v2@v1.0", "v2.v1.0"]) {
  Deno.test(`kubectl of release 1.27 gets the v2 document as Protobuf: ${version}`, async () => {
    await withServer(async (server) => {
      const response = await fetch(`${server.url}/openapi/v2?timeout=32s`, {
        headers: {
          authorization: "Bearer admin-token",
          accept: `application/com.github.proto-openapi.spec.${version}+protobuf`,
        },
      });
      assertEquals(response.status, 200);
      assertEquals(response.headers.get("content-type"), "application/octet-stream");
      const document = fieldsOf(new Uint8Array(await response.arrayBuffer()));
      assertEquals(textOf(document, 1), "2.0");
      const json = await server.must("GET", "/openapi/v2");
      const definitions = namedIn(messageOf(document, 9), 1);
      assertEquals([...definitions.keys()], Object.keys(json.definitions));
      assertPatchTakesFieldValidation(namedIn(messageOf(document, 8), 2).get(PATH)!);
      const secret = definitions.get("io.k8s.api.core.v1.Secret")!;
      const properties = namedIn(messageOf(secret, 25), 1);
      assertEquals(textOf(messageOf(properties.get("immutable")!, 22), 1), "boolean");
      assertEquals(extensionsOf(secret, 31).get("x-kubernetes-group-version-kind"), [
        { group: "", version: "v1", kind: "Secret" },
      ]);
    });
  });
}

/** The parameter that kubectl requires before it leaves validation to the server. */
function assertPatchTakesFieldValidation(item: Fields): void {
  const patch = messageOf(item, 8);
  const parameters = (patch.get(8) ?? []).map((bytes) => messageOf(fieldsOf(bytes), 1));
  const queries = parameters.filter((parameter) => parameter.has(2))
    .map((parameter) => textOf(messageOf(messageOf(parameter, 2), 3), 4));
  assert(queries.includes("fieldValidation"));
  assertEquals(extensionsOf(patch, 13).get("x-kubernetes-group-version-kind"), {
    group: "apps",
    version: "v1",
    kind: "Deployment",
  });
}

/** The fields of a message that have a length, by number. */
type Fields = Map<number, Uint8Array[]>;

function fieldsOf(bytes: Uint8Array): Fields {
  const reader = new BinaryReader(bytes);
  const fields: Fields = new Map();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type !== WireType.LengthDelimited) reader.skip(type);
    else fields.set(number, [...fields.get(number) ?? [], reader.bytes()]);
  }
  return fields;
}

const messageOf = (fields: Fields, number: number): Fields => fieldsOf(fields.get(number)![0]!);

const textOf = (fields: Fields, number: number): string =>
  new TextDecoder().decode(fields.get(number)![0]);

const namedIn = (fields: Fields, number: number): Map<string, Fields> =>
  new Map((fields.get(number) ?? []).map((bytes) => {
    const entry = fieldsOf(bytes);
    return [textOf(entry, 1), messageOf(entry, 2)];
  }));

const extensionsOf = (fields: Fields, number: number): Map<string, unknown> =>
  new Map([...namedIn(fields, number)].map(([name, any]) => [name, JSON.parse(textOf(any, 2))]));
