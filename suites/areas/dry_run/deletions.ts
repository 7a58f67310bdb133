/**
 * Checks of dry-run deletes of each type, of objects with and without finalizers.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { contentOf } from "../../model/content.ts";
import { namesOf, typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { stopUnless, verify } from "../../verify.ts";

const VERBS = ["delete", "deletecollection"] as const;

interface DryDeletion {
  readonly resource: string;
  readonly verb: typeof VERBS[number];
  /** True if the object has a finalizer. */
  readonly finalizer: boolean;
}

const DRY = { dryRun: "All" };

/** The other parameters of the requests, each alone; the last one of a delete is also sent for real. */
const PARAMETERS: Readonly<Record<typeof VERBS[number], readonly Record<string, string>[]>> = {
  delete: [{}, { gracePeriodSeconds: "0" }, { propagationPolicy: "Background" }],
  deletecollection: [
    {},
    { gracePeriodSeconds: "0" },
    { limit: "1" },
    { timeoutSeconds: "10" },
    { propagationPolicy: "Background" },
  ],
};

/** The check. */
export const DRY_DELETIONS: readonly Check[] = [
  property<DryDeletion>({
    id: "dry-run/deletions",
    version: 4,
    title:
      "A dry-run delete or deletecollection leaves each object as it is, and may select none at all",
    requirements: [
      "dry-run.state-unchanged",
      "dry-run.finalizers",
      "dry-run.delete-status",
      "dry-run.deletecollection-status",
    ],
    ...enumerated((target) =>
      combinations<DryDeletion>({
        resource: namesOf(target),
        verb: VERBS,
        finalizer: [true, false],
      }, 0)
    ),
    run: async (scope, { resource, verb, finalizer }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const finalizers: JsonObject = finalizer ? { finalizers: ["plumbline.invalid/waiting"] } : {};
      const created = await objects.create(objects.newObject("object", finalizers));
      for (const parameters of PARAMETERS[verb]) {
        const query = { ...DRY, ...parameters };
        await (verb === "delete"
          ? objects.remove(created, { query })
          : objects.removeAll(created, query));
        const now = await objects.read(created);
        const isUnchanged = verify(finalizer ? "dry-run.finalizers" : "dry-run.state-unchanged", {
          holds: now !== undefined && contentOf(now) === contentOf(created),
          expected: contentOf(created),
          actual: now === undefined ? "404" : contentOf(now),
        });
        stopUnless(isUnchanged, "further dry runs");
      }
      if (verb === "delete") {
        const foreground = { propagationPolicy: "Foreground" };
        const dry = await objects.remove(created, { query: { ...foreground, ...DRY } });
        const real = await objects.remove(created, { query: foreground });
        verify("dry-run.delete-status", {
          expected: `${real.status} in the foreground, as without dryRun`,
          actual: `${dry.status} in the foreground, as without dryRun`,
        });
        return;
      }
      if (finalizer) return;
      const none = { labelSelector: `plumbline/never-set=${scope.id}` };
      const [dry, real] = [
        await objects.removeAll(created, { ...none, ...DRY }),
        await objects.removeAll(created, none),
      ];
      verify("dry-run.deletecollection-status", {
        expected: `${real.status} where nothing is selected, as without dryRun`,
        actual: `${dry.status} where nothing is selected, as without dryRun`,
      });
    },
  }),
];
