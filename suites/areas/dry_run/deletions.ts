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
import { verify } from "../../verify.ts";

const VERBS = ["delete", "deletecollection"] as const;

interface DryDeletion {
  readonly resource: string;
  readonly verb: typeof VERBS[number];
  /** True if the object has a finalizer. */
  readonly finalizer: boolean;
  /** The other parameter of the request. */
  readonly parameter: keyof typeof VALUES;
}

const DRY = { dryRun: "All" };

const VALUES = {
  "": undefined,
  propagationPolicy: "Background",
  gracePeriodSeconds: "0",
  limit: "1",
  timeoutSeconds: "10",
} as const;

/** Returns false for a parameter that deletecollection alone has. */
const isOf = ({ verb, parameter }: DryDeletion): boolean =>
  verb === "deletecollection" || parameter !== "limit" && parameter !== "timeoutSeconds";

/** The check. */
export const DRY_DELETIONS: readonly Check[] = [
  property<DryDeletion>({
    id: "dry-run/deletions",
    version: 3,
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
        parameter: Object.keys(VALUES) as (keyof typeof VALUES)[],
      }, 0).filter(isOf)
    ),
    run: async (scope, { resource, verb, finalizer, parameter }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const finalizers: JsonObject = finalizer ? { finalizers: ["plumbline.invalid/waiting"] } : {};
      const created = await objects.create(objects.newObject("object", finalizers));
      const value = VALUES[parameter];
      const query = { ...DRY, ...(value !== undefined && { [parameter]: value }) };
      await (verb === "delete"
        ? objects.remove(created, { query })
        : objects.removeAll(created, query));
      const now = await objects.read(created);
      verify(finalizer ? "dry-run.finalizers" : "dry-run.state-unchanged", {
        holds: now !== undefined && contentOf(now) === contentOf(created),
        expected: contentOf(created),
        actual: now === undefined ? "404" : contentOf(now),
      });
      if (verb === "delete" && parameter === "propagationPolicy") {
        const foreground = { propagationPolicy: "Foreground" };
        const dry = await objects.remove(created, { query: { ...foreground, ...DRY } });
        const real = await objects.remove(created, { query: foreground });
        verify("dry-run.delete-status", {
          expected: `${real.status} in the foreground, as without dryRun`,
          actual: `${dry.status} in the foreground, as without dryRun`,
        });
      }
      if (verb === "delete" || finalizer || parameter !== "") return;
      const none = { labelSelector: `plumbline/never-set=${scope.id}` };
      const [dry, real] = [
        await objects.removeAll(created, { ...none, ...query }),
        await objects.removeAll(created, none),
      ];
      verify("dry-run.deletecollection-status", {
        expected: `${real.status} where nothing is selected, as without dryRun`,
        actual: `${dry.status} where nothing is selected, as without dryRun`,
      });
    },
  }),
];
