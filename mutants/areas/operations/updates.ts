/**
 * Mutants of updates that create.
 *
 * @module
 */
import { type Json, notFound } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { on, onRequests } from "../../vocabulary/on.ts";
import { objectsOf, withMetadata, without, withoutMetadata } from "../../vocabulary/json.ts";
import { keyOf } from "@plumbline/server/resources";

/** Returns a success that says nothing of an object. */
const success = () =>
  Response.json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" });

/** The mutants. */
export const updateMutants = bugs({
  "operations/dry-deletion-across-namespaces": {
    description: "A dry-run DELETE of the Deployments of all namespaces succeeds.",
    reason: "It deletes nothing, so that it need not be refused.",
    breaks: "operations.all-namespaces-list-only",
    install: on("deletecollection deployments", { dryRun: "All" })
      .where(({ info }) => info.namespace === "").replace(405, success),
  },
  "operations/dry-update-of-collection": {
    description: "A dry-run PUT of a collection of ClusterRoles succeeds.",
    reason: "The path is looked at where the objects are stored.",
    breaks: "operations.one-object-verbs",
    install: onRequests(({ info, request, query }) =>
      info.resource === "clusterroles" && info.name === "" && request.method === "PUT" &&
      query.has("dryRun")
    ).replace(405, success),
  },
  "operations/removed-objects-come-back": {
    description: "A PUT of an object that was removed creates it again, under another uid.",
    reason: "The uid is compared with that of the object, and there is none.",
    breaks: "operations.update-of-removed-rejected",
    install: on("update").handle(async ({ object, next }) => {
      const response = await next();
      if (response.status !== 409 || !(await response.clone().text()).includes("UID in")) {
        return response;
      }
      const sent = await object();
      return sent ? await next({ body: JSON.stringify(withoutMetadata(sent, "uid")) }) : response;
    }),
  },
  "operations/role-deleted-with-its-binding": {
    description: "A deletion of a Role removes the RoleBinding of its name, too.",
    reason: "A binding without its role is of no use, and both were created together.",
    breaks: "operations.one-object-only",
    install: on("delete roles").serve(async ({ registry, request, next }) => {
      const result = await next();
      const { steps, definitions } = registry;
      const twin = definitions.find(({ resource }) => resource === "rolebindings");
      const key = keyOf(request);
      if (!twin || await registry.storage.get(key)) return result;
      const resource = key.resource.replace("/roles", "/rolebindings");
      await steps.deleteObject(registry, twin, { ...key, resource }, { dryRun: false });
      return result;
    }),
  },
  "operations/updates-of-roles-create-nothing": {
    description: "A PUT of a Role that does not exist is answered with 404.",
    reason: "Creation is left to POST.",
    breaks: "operations.updates-create",
    install: on("update roles").serve(async ({ registry, request, next }) => {
      const { definition, context: { info } } = request;
      if (!await registry.storage.get(keyOf(request))) throw notFound(definition, info.name);
      return await next();
    }),
  },
  "operations/updates-that-create-keep-the-time": {
    description: "A PUT that creates an object keeps the `creationTimestamp` in its body.",
    reason: "Updates take the time from the object, which has the right one.",
    breaks: "operations.creating-updates",
    install: on("update").withSteps(({ initializeMeta }) => ({
      initializeMeta(write) {
        const { creationTimestamp } = write.object.metadata;
        initializeMeta(write);
        if (creationTimestamp) write.object.metadata.creationTimestamp = creationTimestamp;
      },
    })),
  },
  "operations/false-flags-of-owners-lost": {
    description: "A PUT drops `blockOwnerDeletion: false` of an owner reference.",
    reason: "A flag that is false is taken for one that is not set.",
    breaks: "operations.many-members-kept",
    install: on("update").changeWrite((object) => {
      const { ownerReferences } = object.metadata;
      return ownerReferences === undefined ? object : withMetadata(object, {
        ownerReferences: objectsOf(ownerReferences as unknown as Json).map((owner) =>
          owner.blockOwnerDeletion === false ? without(owner, "blockOwnerDeletion") : owner
        ),
      });
    }),
  },
  "operations/last-label-stays": {
    description: "A PUT without labels keeps the last one of several.",
    reason: "The loop that removes labels ends before the last.",
    breaks: ["operations.members-removed", "exchanges.update-replaces"],
    install: on("update").changeWrite((object, current) => {
      const before = Object.entries(current.metadata.labels ?? {});
      const [last] = before.slice(1).slice(-1);
      return last && object.metadata.labels === undefined
        ? withMetadata(object, { labels: Object.fromEntries([last]) })
        : object;
    }),
  },
});
