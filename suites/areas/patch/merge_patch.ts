/**
 * Checks of generated merge patches, against a model of RFC 7396.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, property } from "../../check.ts";
import { mergePatched } from "./model/merge_patch.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { expectPatched, expectUnchanged } from "./expectations.ts";

const arbitraryMap = () =>
  fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("dGV4dA==", "YWdhaW4=", null), {
    maxKeys: 3,
  });

/** Patches of a secret: maps, a list, and nulls at any level. */
const arbitraryPatch = () =>
  fc.record({
    data: fc.option(arbitraryMap(), { freq: 6 }),
    metadata: fc.record({
      annotations: fc.option(arbitraryMap(), { freq: 6 }),
      finalizers: fc.option(
        fc.uniqueArray(fc.constantFrom("plumbline.invalid/a", "plumbline.invalid/b"), {
          maxLength: 2,
        }),
      ),
    }, { requiredKeys: [] }),
  }, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

/** Checks of merge patches. */
export const MERGE_PATCH: readonly Check[] = [
  property<readonly JsonObject[]>({
    id: "patch/merge",
    title: "A merge patch is applied as by RFC 7396",
    requirements: [
      "patch.returns-the-object",
      "patch.merge-replaces-values",
      "patch.merge-null-removes",
      "patch.merge-objects-merge",
      "patch.merge-lists-replace",
    ],
    level: "must",
    arbitrary: () => fc.array(arbitraryPatch(), { minLength: 1, maxLength: 4 }),
    run: async (scope, patches) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const annotations = { a: "YWdhaW4=", b: "dGV4dA==" };
      let current = await objects.create({
        ...objects.newObject("s0", { annotations }),
        data: { a: "dGV4dA==" },
      });
      for (const patch of patches) {
        const response = await objects.patch(current, patch);
        current = expectPatched(requirementOf(patch), response, mergePatched(current, patch));
      }
      await expectUnchanged("patch.returns-the-object", objects, current);
    },
  }),
];

/** Returns the requirement that a patch verifies: that of its rarest feature. */
function requirementOf(patch: Json): RequirementId {
  const text = JSON.stringify(patch);
  if (text.includes("null")) return "patch.merge-null-removes";
  if (text.includes("[")) return "patch.merge-lists-replace";
  return text.includes('"a"') ? "patch.merge-replaces-values" : "patch.merge-objects-merge";
}
