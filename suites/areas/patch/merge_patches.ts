/**
 * Merge patches, drawn, against the model of RFC 7396.
 *
 * @module
 */
import fc from "fast-check";
import { property } from "../../check.ts";
import { mergePatched } from "./model/merge_patch.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Checks, expectPatched, expectUntouched } from "./judge.ts";

const texts = () =>
  fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("dGV4dA==", "YWdhaW4=", null), {
    maxKeys: 3,
  });

/** A patch of a secret: maps, a list, and nulls at any place. */
const mergePatch = () =>
  fc.record({
    data: fc.option(texts(), { freq: 6 }),
    metadata: fc.record({
      annotations: fc.option(texts(), { freq: 6 }),
      finalizers: fc.option(
        fc.uniqueArray(fc.constantFrom("plumbline.invalid/a", "plumbline.invalid/b"), {
          maxLength: 2,
        }),
      ),
    }, { requiredKeys: [] }),
  }, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

/** Merge patches. */
export const MERGE_PATCHES: Checks = [
  property<readonly JsonObject[]>({
    id: "patch/merge",
    title: "A merge patch does what RFC 7396 says",
    requirements: [
      "patch.answers-the-object",
      "patch.merge-sets",
      "patch.merge-null-removes",
      "patch.merge-objects-merge",
      "patch.merge-lists-replace",
    ],
    level: "must",
    arbitrary: () => fc.array(mergePatch(), { minLength: 1, maxLength: 4 }),
    run: async (scope, patches) => {
      const objects = new Objects(scope, resourceType("secrets"));
      const annotations = { a: "YWdhaW4=", b: "dGV4dA==" };
      let current = await objects.create({
        ...objects.make("s0", { annotations }),
        data: { a: "dGV4dA==" },
      });
      for (const patch of patches) {
        const answer = await objects.patch(current, patch);
        current = expectPatched(requirementOf(patch), answer, mergePatched(current, patch));
      }
      await expectUntouched("patch.answers-the-object", objects, current);
    },
  }),
];

/** What a patch shows first. */
function requirementOf(patch: Json): RequirementId {
  const text = JSON.stringify(patch);
  if (text.includes("null")) return "patch.merge-null-removes";
  if (text.includes("[")) return "patch.merge-lists-replace";
  return text.includes('"a"') ? "patch.merge-sets" : "patch.merge-objects-merge";
}
