/**
 * Mutants of names and namespaces: uniqueness, generation, and agreement of body and path.
 *
 * @module
 */
import { changingCauses, keyText } from "../../helpers.ts";
import { bugs, type Mutant } from "../../mutant.ts";
import type { Change, Steps } from "@plumbline/server/parts";
import { asObject } from "@plumbline/server/resources";
import { type ObjectKey, type Storage, StorageError } from "@plumbline/server/storage";
import { wrap, wrapSteps } from "../../vocabulary/wrap.ts";
import { on, onRequests } from "../../vocabulary/on.ts";

/** Makes creates of existing names replace the object if the condition is met. */
const replacingExisting = (
  mayReplace: (key: ObjectKey, created: number, now: number) => boolean,
): Mutant["install"] =>
({ storage, sources }) => {
  let now = () => 0;
  sources(({ clock }) => {
    now = () => clock.now();
    return {};
  });
  storage(({ get, transact }) => ({
    async transact(key, write) {
      const current = write.expected === 0 ? await get(key) : undefined;
      const created = Date.parse(current?.object.metadata.creationTimestamp ?? "");
      if (!current || !mayReplace(key, created, now())) return await transact(key, write);
      return await transact(key, { ...write, expected: current.revision });
    },
  }));
};

/** Makes creates fail as if the name existed if the condition is met. */
const rejectingCreates = (
  isInTheWay: (storage: Storage, key: ObjectKey) => Promise<boolean>,
): Mutant["install"] =>
  wrap("storage", "transact", async (original, key, write) => {
    if (write.expected === 0 && await isInTheWay(original, key)) {
      throw new StorageError("exists", `${keyText(key)} already exists`);
    }
    return await original.transact(key, write);
  });

const SIBLINGS: Readonly<Record<string, string>> = { roles: "rolebindings", rolebindings: "roles" };

/** Milliseconds for which a deletion is remembered. */
const TOMBSTONE = 1000;

/** Overwrites a field of the body by its value in the path before the two are compared. */
export const overwritingFromPath =
  (field: "name" | "namespace"): Change<Steps> => ({ checkPlace }) => ({
    checkPlace(write) {
      const { info } = write.context;
      // The configuration of an apply is not yet decoded.
      const metadata = asObject((write.sent ?? asObject(write.document.value))?.metadata);
      if (metadata?.[field] && info[field]) metadata[field] = info[field];
      checkPlace(write);
    },
  });

export const nameMutants = bugs({
  "metadata/retried-create-replaces": {
    description:
      "A create of the name of an object less than ten seconds old replaces that object.",
    reason: "A client that retries a create should not get an error.",
    breaks: ["metadata.name-is-unique", "lifecycle.name-taken-while-finalizing"],
    install: replacingExisting(({ namespace }, created, now) =>
      namespace !== "" && now - created < 10_000
    ),
  },
  "metadata/cluster-create-replaces": {
    description: "A create of an existing cluster-scoped name replaces the object.",
    reason: "Existing names are detected in the index of a namespace.",
    breaks: "metadata.name-unique-over-cluster",
    install: replacingExisting(({ namespace }) => namespace === ""),
  },
  "metadata/roles-and-bindings-share-names": {
    description: "A Role and a RoleBinding cannot have the same name.",
    reason: "The storage key contains group, namespace and name, but not the resource.",
    breaks: "metadata.name-free-for-other-kinds",
    install: rejectingCreates(async ({ get }, key) => {
      const [group = "", resource = ""] = key.resource.split("/");
      const sibling = SIBLINGS[resource];
      return sibling !== undefined &&
        await get({ ...key, resource: `${group}/${sibling}` }) !== undefined;
    }),
  },
  "metadata/deployments-share-names": {
    description: "Two Deployments in different namespaces cannot have the same name.",
    reason: "The name index of Deployments has no column for the namespace.",
    breaks: "metadata.name-free-in-other-namespaces",
    install: rejectingCreates(async ({ list }, { resource, name }) =>
      resource.endsWith("/deployments") &&
      (await list({ resource })).versions.some(({ key }) => key.name === name)
    ),
  },
  "metadata/name-blocked-after-deletion": {
    description: "A name can be reused only a second after its object was deleted.",
    reason: "A tombstone stays until a cleanup job runs.",
    breaks: ["metadata.name-can-be-reused", "lifecycle.name-free-after-removal"],
    install({ storage, sources }) {
      const gone = new Map<string, number>();
      let now = () => 0;
      sources(({ clock }) => {
        now = () => clock.now();
        return {};
      });
      storage(({ transact }) => ({
        async transact(key, write) {
          const text = keyText(key);
          if (write.expected === 0 && now() - (gone.get(text) ?? 0) < TOMBSTONE) {
            throw new StorageError("exists", `${text} was deleted recently`);
          }
          const written = await transact(key, write);
          if (!write.object) gone.set(text, now());
          return written;
        },
      }));
    },
  },
  "metadata/few-generated-names": {
    description: "Generated names use few suffixes, so creates with `generateName` soon fail.",
    reason: "The random characters are derived from the time.",
    breaks: "metadata.generated-names-unique",
    install: wrap(
      "sources",
      "suffix",
      ({ suffix }, length) => suffix(1).replaceAll(/[^2-9bcd]/g, "b").padStart(length, "x"),
    ),
  },
  "metadata/hundreds-of-generated-names": {
    description: "Generated names have one of a few hundred suffixes.",
    reason: "One random byte was thought to be enough.",
    breaks: "metadata.generated-names-unique",
    install: wrap("sources", "suffix", ({ suffix }) => suffix(2).replaceAll(/[^b-r]/g, "s")),
  },
  "metadata/generate-name-cut-at-dash": {
    description: "A `generateName` that does not end in a dash is cut after its last dash.",
    reason: "A dash is assumed to separate prefix and suffix.",
    breaks: "metadata.generated-name-has-prefix",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      const { name, generateName } = object.metadata;
      initializeMeta(write);
      if (name || !generateName) return;
      const created = object.metadata.name;
      object.metadata.name = generateName.replace(/[^-]*$/, "") +
        created.slice(generateName.length);
    }),
  },
  "metadata/generate-name-not-cut": {
    description:
      "The suffix is appended to a `generateName` of any length: the longest are rejected.",
    reason:
      "The name is validated after it was generated, and nobody thought of its length before.",
    breaks: "metadata.long-generate-name-accepted",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { name, generateName } = write.object.metadata;
      initializeMeta(write);
      const { metadata } = write.object;
      if (!name && generateName) metadata.name = generateName + metadata.name.slice(-5);
    }),
  },
  "metadata/generated-suffix-cut": {
    description:
      "Of a generated name the first 63 characters are kept: long prefixes lose the suffix.",
    reason: "The whole name is cut, in place of the prefix.",
    breaks: ["metadata.long-generate-name-accepted", "metadata.generated-names-unique"],
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { name, generateName } = write.object.metadata;
      initializeMeta(write);
      const { metadata } = write.object;
      const suffix = metadata.name.slice(-5);
      if (!name && generateName) metadata.name = `${generateName}${suffix}`.slice(0, 63);
    }),
  },
  "metadata/colons-not-found": {
    description: "A Role whose name has a colon is not found by a path with `%3A`.",
    reason: "The router splits the path as it was sent, and decodes no part of it.",
    breaks: ["metadata.any-name-addressed", "metadata.valid-name-accepted"],
    install: onRequests(({ info, request }) =>
      info.resource === "roles" && /%3a/i.test(new URL(request.url).pathname)
    ).handle(({ url, next }) => next({ path: url.pathname.replaceAll(/%3a/gi, "%253A") })),
  },
  "metadata/spaces-not-updated": {
    description: "A PUT of a ClusterRole whose name has a space gets 404.",
    reason: "The writer takes the name from the path without decoding it.",
    breaks: "metadata.any-name-addressed",
    install: on("update clusterroles").where(({ info }) => info.name.includes(" "))
      .handle(({ url, next }) => next({ path: `${url.pathname}-` })),
  },
  "metadata/signs-not-selected": {
    description: "A list of ClusterRoleBindings by a name with `@` is empty.",
    reason: "A field selector is read with the pattern of label values.",
    breaks: "metadata.any-name-addressed",
    install: on("list clusterrolebindings", { fieldSelector: true })
      .where(({ query }) => query.get("fieldSelector")!.includes("@"))
      .changeListed((list) => ({ ...list, versions: [] })),
  },
  "metadata/odd-names-not-patched": {
    description: "A merge patch of a ClusterRole whose name has a space or `@` has no effect.",
    reason: "The patch is stored below the encoded name, from which nothing reads.",
    breaks: "metadata.any-name-addressed",
    install: on("merge-patch clusterroles").where(({ info }) => /[ @]/.test(info.name))
      .withoutEffect(),
  },
  "metadata/longest-name-rejected": {
    description: "A name of more than 63 characters is rejected for every kind.",
    reason: "Every name is validated as a DNS label.",
    breaks: "metadata.valid-name-accepted",
    install: wrapSteps(changingCauses((causes, { object: { metadata: { name = "" } } }) => [
      ...causes,
      ...name.length > 63
        ? [{
          reason: "FieldValueInvalid" as const,
          field: "metadata.name",
          message: "Invalid value: must be no more than 63 characters",
        }]
        : [],
    ])),
  },
  "metadata/other-name-accepted": {
    description: "An update whose body has another name than the path is accepted.",
    reason: "The name in the path is the key and overwrites the one in the body.",
    breaks: "metadata.other-name-rejected",
    install: on("update").withSteps(overwritingFromPath("name")),
  },
  "metadata/other-namespace-accepted": {
    description: "A create whose body has another namespace than the path is accepted.",
    reason: "The namespace in the path overwrites the one in the body.",
    breaks: "metadata.other-namespace-rejected",
    install: on("create").withSteps(overwritingFromPath("namespace")),
  },
  "metadata/role-bindings-in-default-namespace": {
    description: "A new RoleBinding without a namespace in its body gets the namespace `default`.",
    reason: "The function that applies defaults uses `default` for a missing namespace.",
    breaks: "metadata.namespace-from-path",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object, definition } = write;
      const { namespace } = object.metadata;
      initializeMeta(write);
      if (definition.kind === "RoleBinding" && !namespace) {
        object.metadata.namespace = "default";
      }
    }),
  },
  "metadata/missing-name-generated": {
    description:
      "A create of a namespaced object without `name` and `generateName` gets a generated name.",
    reason: "A name can be generated without a prefix, too.",
    breaks: "metadata.name-required",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object, definition } = write;
      const { metadata } = object;
      const isNameless = definition.namespaced && !metadata.name && !metadata.generateName;
      if (isNameless) metadata.generateName = `${definition.singular}-`;
      initializeMeta(write);
    }),
  },
  "metadata/name-with-prefix-regenerated": {
    description: "A given `name` that starts with `generateName` is replaced by a generated one.",
    reason: "Such a name was assumed to be left over from a copied object.",
    breaks: "metadata.name-wins-over-generate-name",
    install: wrap("steps", "initializeMeta", ({ initializeMeta }, write) => {
      const { object } = write;
      const { metadata } = object;
      const { name, generateName } = metadata;
      if (name && generateName && name.startsWith(generateName)) metadata.name = "";
      initializeMeta(write);
    }),
  },
  "metadata/other-uid-is-invalid": {
    description: "An update with another `uid` is answered with 422 instead of 409.",
    reason: "The uid is an immutable field, and changes of those are validation errors.",
    breaks: "metadata.other-uid-rejected",
    install: wrap("steps", "checkUid", () => {}),
  },
});
