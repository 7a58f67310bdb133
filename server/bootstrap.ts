/**
 * The initial objects of a server.
 *
 * @module
 */
import { bootstrapPolicy, type InitialObject } from "./access/bootstrap_policy.ts";
import { mandatoryFlowControl } from "./flow_control_defaults.ts";
import type { ApiObject } from "./object.ts";
import { timestamp } from "./registry/object_meta.ts";
import type { Registry } from "./registry/contracts.ts";
import { type ResourceDefinition, storageKey } from "./registry/resource.ts";
import { StorageError } from "./storage/storage.ts";

/**
 * Creates the default namespaces, roles, bindings and flow-control objects, and those of extensions.
 */
export async function bootstrap(
  registry: Pick<Registry, "definitions" | "dialect" | "sources" | "storage">,
  further: readonly InitialObject[],
): Promise<void> {
  const { definitions, dialect, sources } = registry;
  const initial = [
    ...INITIAL_NAMESPACES.map(namespaceOf),
    ...bootstrapPolicy(dialect),
    ...mandatoryFlowControl(dialect, timestamp(sources.clock.now())),
    ...further,
  ];
  for (const object of initial) {
    const definition = definitions.find(({ kind }) => kind === object.kind);
    if (definition) await createInitial(registry, definition, object);
  }
}

const INITIAL_NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];

const namespaceOf = (name: string): InitialObject => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
  spec: { finalizers: ["kubernetes"] },
  status: { phase: "Active" },
});

/** Stores an initial object without validation and admission. */
async function createInitial(
  { sources, storage }: Pick<Registry, "sources" | "storage">,
  definition: ResourceDefinition,
  initial: InitialObject,
): Promise<void> {
  const object: ApiObject = {
    ...initial,
    metadata: {
      ...initial.metadata,
      uid: sources.uid(),
      creationTimestamp: timestamp(sources.clock.now()),
      resourceVersion: "",
    },
  };
  const { name, namespace = "" } = object.metadata;
  const key = { resource: storageKey(definition), namespace, name };
  try {
    await storage.transact(key, { expected: 0, object });
  } catch (error) {
    // A server that stopped while it created the initial objects of the store has left it.
    if (!(error instanceof StorageError) || error.code !== "exists") throw error;
  }
}
