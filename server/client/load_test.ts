/**
 * Tests of the objects that a server starts with, through its public entry point.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import { pathToFileURL } from "node:url";
import { ConfigurationError, createServer, type ServerOptions } from "@plumbline/reference";

const configMap = (name: string, rest: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...rest,
});

const WIDGETS = `
apiVersion: acme.example/v1
kind: Widget
metadata: {name: w, namespace: shop}
spec: {size: 3}
status: {ready: true}
---
# A document without content.
---
apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {team: a}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.acme.example}
spec:
  group: acme.example
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer}}}
          status: {type: object, properties: {ready: {type: boolean}}}
`;

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(`${root}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${root}/${name}`, text);
  }
  return root;
}

const serverOf = (objects: ServerOptions["objects"] & object) => createServer({ objects });

Deno.test("definitions and namespaces are stored before the objects that need them", async () => {
  await using server = await serverOf([WIDGETS]);
  const widget = await server.get("Widget", "w", "shop");
  assertEquals([widget?.spec, widget?.status], [{ size: 3 }, { ready: true }]);
  const namespace = await server.get("namespaces", "shop");
  assertEquals(namespace?.metadata.labels?.team, "a");
});

Deno.test("a folder is read with the folders in it, in the order of names", async () => {
  const root = await folder({
    "b.yml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {from: b}\n",
    "a/z.json": JSON.stringify(configMap("one", { data: { from: "a" } })),
    "a/notes.txt": "no manifest",
    "c.yaml": `apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: two}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: three}}
`,
  });
  for (const path of [root, `${root}/`, pathToFileURL(root)]) {
    await using server = await serverOf([path]);
    const found = await server.list("configmaps", { namespace: "default" });
    assertEquals(found.map(({ metadata: { name } }) => name), ["one", "three", "two"]);
    assertEquals((await server.get("configmaps", "one"))?.data, { from: "b" });
  }
  await Deno.remove(root, { recursive: true });
});

Deno.test("a namespace that an object names is created, and objects without one are in default", async () => {
  await using server = await serverOf([
    configMap("a"),
    { ...configMap("b"), metadata: { name: "b", namespace: "team" } },
    { ...configMap("c"), metadata: { generateName: "c-", namespace: "team" } },
  ]);
  const found = await server.list("cm");
  assertEquals(found.map(({ metadata }) => `${metadata.namespace}/${metadata.name.slice(0, 2)}`), [
    "default/a",
    "team/b",
    "team/c-",
  ]);
});

Deno.test("what a server set in a dumped object is set anew, and its status is stored", async () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: "p",
      uid: "8a4c",
      resourceVersion: "71",
      creationTimestamp: "2020-01-01T00:00:00Z",
      managedFields: [{ manager: "kubectl", operation: "Update" }],
    },
    spec: { containers: [{ name: "main", image: "example" }] },
    status: { phase: "Running", podIP: "10.0.0.7" },
  };
  const list = { apiVersion: "v1", kind: "PodList", items: [pod] };
  await using server = await serverOf([list]);
  const stored = await server.get<typeof pod>("pods", "p");
  assertEquals([stored?.status.phase, stored?.status.podIP], ["Running", "10.0.0.7"]);
  assertEquals(stored?.metadata.uid === "8a4c", false);
});

Deno.test("reset returns to the objects that the server started with", async () => {
  await using server = await serverOf([configMap("a")]);
  await server.delete("configmaps", "a");
  await server.create(configMap("b"));
  await server.state.reset();
  const names = (await server.list("configmaps")).map(({ metadata: { name } }) => name);
  assertEquals(names, ["a"]);
});

Deno.test("an object that cannot be stored is named with its file and document", async () => {
  const root = await folder({
    "twice.yaml": "a: 1\n---\nkind: ConfigMap\nkind: Secret\n",
    "typo.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\n" +
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\ndatas: {}\n",
    "broken.yaml": "a: [\n",
    "text.yaml": "nothing but text\n",
    "empty/readme.txt": "",
  });
  const cases: readonly [object: string | object, message: string][] = [
    [`${root}/none`, `Cannot load ${root}/none: there is no such file or folder`],
    [`${root}/empty`, `${root}/empty as the folder has no files *.yaml, *.yml or *.json`],
    [`${root}/twice.yaml`, `${root}/twice.yaml, document 2 as it sets the field kind twice`],
    [`${root}/text.yaml`, `${root}/text.yaml, document 1 as it must be an object: current`],
    [`${root}/broken.yaml`, `Cannot load ${root}/broken.yaml: error converting YAML to JSON`],
    [
      `${root}/typo.yaml`,
      `${root}/typo.yaml, document 2: Cannot apply ConfigMap "b": `,
    ],
    [{ kind: "ConfigMap" }, "Cannot store an object without apiVersion and kind"],
    [
      { apiVersion: "acme.example/v1", kind: "Widget", metadata: { name: "w" } },
      "Cannot store a Widget of acme.example/v1 as the server does not serve it. Store its",
    ],
  ];
  for (const [object, message] of cases) {
    await assertRejects(() => serverOf([object]), ConfigurationError, message);
  }
  await Deno.remove(root, { recursive: true });
});
