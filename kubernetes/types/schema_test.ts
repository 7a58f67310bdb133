import { assert, assertEquals, assertThrows } from "@std/assert";
import "./mod.ts";
import { NEWEST_RELEASE } from "@plumbline/server/api";
import { definition, type ObjectSchema, type Schema, schemaOfKind } from "@plumbline/server/codec";
import { compactDefinition, definitionNames } from "@plumbline/server/types";

function fieldOf(name: string, field: string) {
  const found = definition(name).fields.get(field);
  assert(found, `${name} has a field ${field}`);
  return found;
}

Deno.test("every definition is readable and refers only to definitions that exist", () => {
  for (const release of [undefined, NEWEST_RELEASE]) checkDefinitions(release);
});

function checkDefinitions(release: typeof NEWEST_RELEASE | undefined): void {
  const names = definitionNames().filter((name) => compactDefinition(name, { release }));
  const pending: Schema[] = names.map((name) => definition(name, release));
  const seen = new Set<Schema>();
  for (let schema = pending.pop(); schema; schema = pending.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    if (schema.type === "list") pending.push(schema.items);
    if (schema.type === "map") pending.push(schema.values);
    if (schema.type === "object") {
      pending.push(...[...schema.fields.values()].map((field) => field.schema));
    }
  }
  const objects = [...seen].filter((schema): schema is ObjectSchema => schema.type === "object");
  assertEquals(new Set(objects.map(({ name }) => name)), new Set(names));
}

Deno.test("a kind has the fields of the release that is served", () => {
  const has = (field: string, release?: typeof NEWEST_RELEASE) =>
    definition("core.v1.Container", release).fields.has(field);
  assert(!has("restartPolicy") && has("restartPolicy", NEWEST_RELEASE));
  assert(has("image") && has("image", NEWEST_RELEASE));
  const template = definition("apps.v1.DeploymentSpec", NEWEST_RELEASE).fields.get("template");
  const pod = template?.schema as ObjectSchema;
  assertEquals(
    (pod.fields.get("spec")?.schema as ObjectSchema).fields.has("schedulingGates"),
    true,
  );
});

Deno.test("fields have their type, default, requiredness and allowed values", () => {
  assertEquals(fieldOf("apps.v1.DeploymentSpec", "replicas").schema, {
    type: "integer",
    width: 32,
  });
  assertEquals(fieldOf("apps.v1.DeploymentSpec", "selector").required, true);
  assertEquals(fieldOf("core.v1.ContainerPort", "protocol").default, "TCP");
  assertEquals(fieldOf("apps.v1.DeploymentStrategy", "type").enum, ["Recreate", "RollingUpdate"]);
  const data = fieldOf("core.v1.Secret", "data").schema;
  assertEquals(data.type === "map" && data.values, { type: "bytes" });
});

Deno.test("lists have their type and keys", () => {
  const listOf = (name: string, field: string) => {
    const { schema } = fieldOf(name, field);
    assert(schema.type === "list");
    return { listType: schema.listType, keys: schema.keys };
  };
  assertEquals(listOf("core.v1.Container", "ports"), {
    listType: "map",
    keys: ["containerPort", "protocol"],
  });
  assertEquals(listOf("core.v1.PodSpec", "containers"), { listType: "map", keys: ["name"] });
  assertEquals(listOf("meta.v1.ObjectMeta", "finalizers"), { listType: "set", keys: [] });
  assertEquals(listOf("core.v1.Container", "args"), { listType: "atomic", keys: [] });
});

Deno.test("fields have their patch strategy, and objects and maps their ownership", () => {
  const volumes = fieldOf("core.v1.PodSpec", "volumes");
  assertEquals(volumes.patchStrategies, ["merge", "retainKeys"]);
  assertEquals(volumes.mergeKey, "name");
  assertEquals(fieldOf("apps.v1.DeploymentSpec", "strategy").patchStrategies, ["retainKeys"]);
  assertEquals(definition("meta.v1.LabelSelector").atomic, true);
  const nodeSelector = fieldOf("core.v1.PodSpec", "nodeSelector").schema;
  assertEquals(nodeSelector.type === "map" && nodeSelector.atomic, true);
});

Deno.test("a kind is found by the group name of the dialect", () => {
  const apiVersion = (suffix: string) => `rbac.authorization.${suffix}/v1`;
  for (const suffix of ["svc.io", "k8s.io"]) {
    assertEquals(schemaOfKind(apiVersion(suffix), "Role", { suffix }), definition("rbac.v1.Role"));
  }
  assertEquals(schemaOfKind("v1", "Secret", { suffix: "svc.io" })?.name, "core.v1.Secret");
  assertEquals(schemaOfKind(apiVersion("k8s.io"), "Role", { suffix: "svc.io" }), undefined);
  assertEquals(schemaOfKind("v1", "PodStatus", { suffix: "svc.io" }), undefined);
});

Deno.test("a name without a definition is an internal error", () => {
  assertThrows(() => definition("core.v1.Nothing"), Error, "core.v1.Nothing");
});

Deno.test("an object of an atomic definition can have an owner for each field", () => {
  const isAtomic = (name: string, field: string) => {
    const { schema } = fieldOf(name, field);
    return schema.type === "object" && schema.atomic;
  };
  assertEquals(isAtomic("core.v1.PersistentVolumeSpec", "claimRef"), false);
  assertEquals(isAtomic("core.v1.Event", "involvedObject"), true);
});
