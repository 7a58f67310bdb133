/**
 * ControllerRevisions: immutable snapshots of a workload's state.
 *
 * @module
 */
import { equal } from "@plumbline/server/api";
import {
  computed,
  defineKind,
  numberAt,
  type ResourceDefinition,
  textAt,
} from "@plumbline/server/resources";
import { invalidCause, nonnegative, requiredCause } from "@plumbline/server/rules";

/** The resource `controllerrevisions`. */
export const controllerRevisions: ResourceDefinition = defineKind({
  group: "apps",
  kind: "ControllerRevision",
  cells: [
    computed("Controller", ({ metadata: { ownerReferences = [] } }) => {
      const owner = ownerReferences.find(({ controller }) => controller === true);
      if (!owner) return "<none>";
      const [group, version] = owner.apiVersion.split("/");
      const kind = textAt({ kind: owner.kind }, "kind").toLowerCase();
      return `${kind}${version === undefined ? "" : `.${group}`}/${owner.name}`;
    }),
    computed("Revision", (revision) => numberAt(revision, "revision")),
  ],
  reportsMissingFields: true,
  validate: (revision) => [
    ...(revision.data === undefined ? [requiredCause("data", "data is mandatory")] : []),
    ...nonnegative(revision.revision, "revision"),
  ],
  validateUpdate: (object, old) =>
    equal(object.data, old.data) ? [] : [invalidCause("data", object.data, "field is immutable")],
});
