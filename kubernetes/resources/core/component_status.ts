/**
 * ComponentStatuses: the health of the parts of a control plane. They are not stored: this server
 * answers as one whose store is healthy, and beside which no scheduler and controllers run.
 *
 * @module
 */
import type { ApiObject } from "@plumbline/server/api";
import {
  computed,
  listAt,
  name,
  type ResourceDefinition,
  textAt,
} from "@plumbline/server/resources";

/** The storage, as a resource sees it. */
type Storage = Parameters<NonNullable<ResourceDefinition["storageOf"]>>[0];
type StoredVersion = NonNullable<Awaited<ReturnType<Storage["get"]>>>;

/** Returns the condition `Healthy` of a component. */
const healthOf = (object: ApiObject) =>
  listAt(object, "conditions").find(({ type }) => type === "Healthy");

const WORDS: Readonly<Record<string, string>> = { True: "Healthy", False: "Unhealthy" };

/** The resource `componentstatuses`. */
export const componentStatuses: ResourceDefinition = {
  group: "",
  version: "v1",
  kind: "ComponentStatus",
  resource: "componentstatuses",
  singular: "componentstatus",
  namespaced: false,
  shortNames: ["cs"],
  unsupportedVerbs: ["create", "delete", "deletecollection", "patch", "update", "watch"],
  columns: [
    name,
    computed("Status", (object) => WORDS[textAt(healthOf(object), "status")] ?? "Unknown"),
    computed("Message", (object) => textAt(healthOf(object), "message")),
    computed("Error", (object) => textAt(healthOf(object), "error")),
  ],
  strategy: {},
  storageOf: withComponents,
};

const refused = (port: number): string =>
  `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`;

/** The messages of the components, empty for a healthy one, in the order of their names. */
const COMPONENTS: readonly (readonly [name: string, message: string])[] = [
  ["controller-manager", refused(10_257)],
  ["etcd-0", ""],
  ["scheduler", refused(10_259)],
];

const VERSIONS: readonly StoredVersion[] = COMPONENTS.map(([name, message]) => ({
  key: { resource: "/componentstatuses", namespace: "", name },
  revision: 0,
  object: {
    kind: "ComponentStatus",
    apiVersion: "v1",
    metadata: { name, creationTimestamp: null },
    conditions: [{
      type: "Healthy",
      status: message ? "False" : "True",
      ...(message && { message }),
    }],
  } as unknown as ApiObject,
  encodings: new Map(),
}));

/** Returns a storage that has the components, whatever it stores, and no history of them. */
function withComponents(storage: Storage): Storage {
  return {
    currentRevision: () => storage.currentRevision(),
    lastChange: (resource) => storage.lastChange(resource),
    compact: (revision) => storage.compact(revision),
    watch: (collection, after) => storage.watch(collection, after),
    transact: (key, write) => storage.transact(key, write),
    get: ({ name }) => Promise.resolve(VERSIONS.find(({ key }) => key.name === name)),
    list: (_, { filter = () => true, after, limit } = {}) => {
      const rest = VERSIONS.filter(({ key, object }) =>
        filter(object) && (!after || key.name > after.name)
      );
      const versions = rest.slice(0, limit || undefined);
      const remaining = rest.length - versions.length;
      return Promise.resolve({ revision: storage.currentRevision(), versions, remaining });
    },
  };
}
