/**
 * The objects a server has from its start.
 *
 * @module
 */
import { bootstrapPolicy, type InitialObject } from "./access/bootstrap_policy.ts";
import type { ApiObject } from "./object.ts";
import { timestamp } from "./registry/object_meta.ts";
import type { Registry } from "./registry/registry.ts";
import { storageKey } from "./registry/resource.ts";

/** Creates the namespace `default` and the roles and bindings that everybody counts on. */
export async function bootstrap(registry: Registry): Promise<void> {
  for (const object of [DEFAULT_NAMESPACE, ...bootstrapPolicy(registry.dialect)]) {
    await createInitial(registry, object);
  }
}

const DEFAULT_NAMESPACE: InitialObject = {
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "default", labels: { "kubernetes.io/metadata.name": "default" } },
  spec: { finalizers: ["kubernetes"] },
  status: { phase: "Active" },
};

/** Stores an object of the server's own, past all rules but with what admission adds to it. */
async function createInitial(registry: Registry, initial: InitialObject): Promise<void> {
  const { definitions, sources, storage, admission } = registry;
  const definition = definitions.find(({ kind }) => kind === initial.kind);
  if (!definition) return;
  const object: ApiObject = {
    ...initial,
    metadata: {
      ...initial.metadata,
      uid: sources.uid(),
      creationTimestamp: timestamp(sources.clock.now()),
      resourceVersion: "",
    },
  };
  const { name } = object.metadata;
  await admission.admit({ verb: "create", definition, namespace: "", name, object });
  const key = { resource: storageKey(definition), namespace: "", name };
  await storage.transact(key, { expected: 0, object });
}
