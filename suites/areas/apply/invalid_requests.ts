/**
 * Checks that invalid applies are rejected.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectError } from "../../session/violation.ts";

/** Checks of invalid applies. */
export const INVALID_REQUESTS: readonly Check[] = [
  example({
    id: "apply/invalid-requests",
    title: "An apply without manager, with `managedFields` or with another name is rejected",
    requirements: [
      "apply.needs-manager",
      "apply.managed-fields-rejected",
      "apply.name-matches-path",
      "apply.force-only-for-apply",
    ],
    level: "convention",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const created = await objects.create(objects.newObject("s0"));
      const query = { fieldManager: "one", force: "true" };
      const config = objects.newObject("s0");
      expectError("apply.needs-manager", await objects.apply(config, { force: "true" }));
      const records = { ...config, metadata: metadataOf(created) };
      expectError("apply.managed-fields-rejected", await objects.apply(config, query, records));
      const other = await objects.apply(config, query, objects.newObject("s1"));
      expectError("apply.name-matches-path", other);
      const forced = await scope.send({
        method: "PATCH",
        path: objects.pathOf(created),
        query: { force: "true" },
        headers: { "content-type": "application/merge-patch+json" },
        body: { data: { b: "eA==" } },
      });
      expectError("apply.force-only-for-apply", forced);
    },
  }),
];
