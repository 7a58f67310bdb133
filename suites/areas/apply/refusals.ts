/**
 * Applies that are none.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import { metadataOf } from "../../model/object.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectRefusal } from "../../session/violation.ts";
import { apply } from "./requests.ts";

/** Refusals. */
export const APPLY_REFUSALS: readonly Check[] = [
  example({
    id: "apply/refusals",
    title: "An apply without a manager, with records or of another name is refused",
    requirements: [
      "apply.needs-manager",
      "apply.records-are-not-applied",
      "apply.name-agrees",
      "apply.force-is-for-apply",
    ],
    level: "convention",
    run: async (scope) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const made = await objects.create(objects.make("s0"));
      const query = { fieldManager: "one", force: "true" };
      const config = objects.make("s0");
      expectRefusal("apply.needs-manager", await apply(objects, config, { force: "true" }));
      const records = { ...config, metadata: metadataOf(made) };
      expectRefusal("apply.records-are-not-applied", await apply(objects, config, query, records));
      const other = await apply(objects, config, query, objects.make("s1"));
      expectRefusal("apply.name-agrees", other);
      const forced = await scope.send({
        method: "PATCH",
        path: objects.pathOf(made),
        query: { force: "true" },
        headers: { "content-type": "application/merge-patch+json" },
        body: { data: { b: "eA==" } },
      });
      expectRefusal("apply.force-is-for-apply", forced);
    },
  }),
];
