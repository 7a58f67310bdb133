/**
 * ControllerRevisions: immutable snapshots of a workload's state.
 *
 * @module
 */
import { equal } from "../../object.ts";
import type { ResourceDefinition } from "../../registry/resource.ts";
import { computed, numberAt, textAt } from "../columns.ts";
import { defineKind } from "../define_kind.ts";
import { invalidCause, requiredCause } from "../field_causes.ts";
import { nonnegative } from "../rules.ts";

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
  ownMissing: true,
  validate: (revision) => [
    ...(revision.data === undefined ? [requiredCause("data", "data is mandatory")] : []),
    ...nonnegative(revision.revision, "revision"),
  ],
  validateUpdate: (object, old) =>
    equal(object.data, old.data) ? [] : [invalidCause("data", object.data, "field is immutable")],
});
