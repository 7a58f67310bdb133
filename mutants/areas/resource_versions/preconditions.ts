/**
 * Mutants of resourceVersions and uids in the bodies of writes, each of one form of write to one type.
 *
 * @module
 */
import { ApiError, type ApiObject, conflict, equal, staleVersion } from "@plumbline/server/api";
import { changingWrites } from "../../helpers.ts";
import { asObject } from "@plumbline/server/resources";
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";

/** Returns the object without the resourceVersion that the client requires. */
function unconditional({ metadata, ...object }: ApiObject): ApiObject {
  const { resourceVersion: _, ...others } = metadata;
  return { ...object, metadata: others } as ApiObject;
}

export const preconditionMutants = bugs({
  "resource-versions/same-content-ignores-version": {
    description: "A write of the labels and content that the object has ignores its preconditions.",
    reason: "A write without an effect ends before the preconditions are compared.",
    breaks: ["resource-versions.stale-write-conflicts", "metadata.other-uid-rejected"],
    install(parts) {
      const contentOf = ({ metadata, ...object }: ApiObject) => ({
        ...object,
        of: metadata.labels,
      });
      changingWrites(
        parts,
        () => true,
        (object, current) => {
          if (!equal(contentOf(object), contentOf(current))) return object;
          const { metadata, ...content } = unconditional(object);
          return { ...content, metadata: { ...metadata, uid: current.metadata.uid } };
        },
      );
    },
  },
  "resource-versions/strategic-patch-ignores-version": {
    description: "A strategic merge patch of a Role ignores the resourceVersion in its body.",
    reason: "The patch is applied to the newest object, so it cannot be stale.",
    breaks: "resource-versions.stale-write-conflicts",
    install: on("strategic-merge-patch roles").changeWrite(unconditional),
  },
  "resource-versions/apply-ignores-version": {
    description: "An apply to a ClusterRoleBinding ignores the resourceVersion in its body.",
    reason: "An apply needs no resourceVersion, so it is removed first.",
    breaks: "resource-versions.stale-write-conflicts",
    install: on("apply clusterrolebindings").changeWrite(unconditional),
  },
  "resource-versions/status-update-ignores-version": {
    description: "An update of `/status` ignores the resourceVersion in its body.",
    reason: "Only the status is taken from the body.",
    breaks: "resource-versions.stale-write-conflicts",
    install: on("update deployments/status").changeWrite(unconditional),
  },
  "resource-versions/later-version-is-current": {
    description: "A JSON patch of a Role is accepted with the resourceVersion of any later write.",
    reason: "Versions are compared as numbers, for older ones only.",
    breaks: "resource-versions.stale-write-conflicts",
    install: on("json-patch roles").changeWrite((object, { metadata }) =>
      Number(object.metadata.resourceVersion) > Number(metadata.resourceVersion)
        ? unconditional(object)
        : object
    ),
  },
  "resource-versions/deleted-object-ignores-version": {
    description:
      "A JSON patch of a RoleBinding that is being deleted ignores the resourceVersion in it.",
    reason: "Conflicts were not meant to delay the work of finalizers.",
    breaks: "resource-versions.stale-write-conflicts",
    install: on("json-patch rolebindings").changeWrite((object, { metadata }) =>
      metadata.deletionTimestamp ? unconditional(object) : object
    ),
  },
  "resource-versions/conflict-says-already-exists": {
    description: "A stale update of a ClusterRole gets 409 with the reason `AlreadyExists`.",
    reason: "Both errors have the status 409 and share a constructor.",
    breaks: "resource-versions.conflict-names-object",
    install: on("update clusterroles").changeWrite((object, current, { definition }) => {
      const { resourceVersion: asked = "0", name } = object.metadata;
      const isStale = asked !== "0" && asked !== "" &&
        asked !== current.metadata.resourceVersion;
      if (!isStale) return object;
      const { message, details } = staleVersion(definition, name);
      throw new ApiError("AlreadyExists", message, details);
    }),
  },
  "resource-versions/patch-needs-version": {
    description: "A merge patch of a RoleBinding that names its current uid is rejected.",
    reason: "Any uid in a patch is taken for an attempt to change it.",
    breaks: "resource-versions.current-version-accepted",
    install: wrap("steps", "compute", ({ compute }, write) => {
      const { form, definition, key: { name }, patch } = write;
      const names = form === "merge-patch" && asObject(asObject(patch)?.metadata)?.uid;
      if (names && definition.kind === "RoleBinding") {
        throw conflict(definition, name, "uid is immutable");
      }
      compute(write);
    }),
  },
  "resource-versions/zero-version-is-stale": {
    description: "An update of a Secret with the resourceVersion `0` gets 409.",
    reason: "Any text in the field is compared.",
    breaks: "resource-versions.zero-version-is-none",
    install: on("update secrets").changeWrite((object, _, { definition }) => {
      const { resourceVersion, name } = object.metadata;
      if (resourceVersion === "0") throw staleVersion(definition, name);
      return object;
    }),
  },
});
