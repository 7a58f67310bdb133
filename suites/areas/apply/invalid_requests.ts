/**
 * Checks that invalid applies are rejected.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";
import { changeRequest, supports } from "../../session/write_forms.ts";

/** The flaws; a patch type stands for `force` with it. */
const FLAWS = [
  "no manager",
  "managedFields",
  "another name",
  "merge-patch",
  "strategic-merge-patch",
  "json-patch",
] as const;

/** Checks of invalid applies. */
export const INVALID_REQUESTS: readonly Check[] = [
  property<{ resource: string; flaw: typeof FLAWS[number] }>({
    id: "apply/invalid-requests",
    version: 2,
    title: "An apply without manager, with `managedFields` or with another name is rejected",
    requirements: [
      "apply.needs-manager",
      "apply.managed-fields-rejected",
      "apply.name-matches-path",
      "apply.force-only-for-apply",
    ],
    level: "convention",
    ...enumerated(() =>
      combinations({ resource: RESOURCE_TYPES.map(({ resource }) => resource), flaw: FLAWS }, 0)
    ),
    run: async (scope, { resource, flaw }) => {
      const objects = new Objects(scope, resourceType(resource));
      const created = await objects.create(objects.newObject("s0"));
      const query = { fieldManager: "one", force: "true" };
      const config = objects.newObject("s0");
      scope.note(flaw);
      switch (flaw) {
        case "no manager":
          return expectError("apply.needs-manager", await objects.apply(config, { force: "true" }));
        case "managedFields": {
          const records = { ...config, metadata: metadataOf(created) };
          const response = await objects.apply(config, query, records);
          return expectError("apply.managed-fields-rejected", response);
        }
        case "another name": {
          const response = await objects.apply(config, query, objects.newObject("s1"));
          return expectError("apply.name-matches-path", response);
        }
        default: {
          if (!supports(scope.target, flaw)) throw new Discard(`the target has no ${flaw}`);
          const change = { metadata: { annotations: { b: "y" } } };
          const query = { force: "true" };
          const response = await scope.send(
            changeRequest(scope, objects.type, created, flaw, change, { query }),
          );
          return expectError("apply.force-only-for-apply", response);
        }
      }
    },
  }),
];
