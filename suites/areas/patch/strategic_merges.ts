/**
 * Strategic merge patches of a Deployment, one directive each.
 *
 * @module
 */
import { example, Violation } from "../../check.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { sameJson } from "./model/same_json.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import type { Checks } from "./judge.ts";

/** A patch of a Deployment with the containers a and b, what to look at, and how it must be. */
interface Case {
  readonly words: string;
  readonly requirement: RequirementId;
  readonly patch: Json;
  look(object: JsonObject): Json;
  readonly due: Json;
}

const containers = (items: Json[], others: JsonObject = {}): JsonObject => ({
  spec: { template: { spec: { containers: items, ...others } } },
});
const images = (object: JsonObject): Json =>
  containersOf(object).map(({ name, image }) => `${name} ${image}`);
const sortedImages = (object: JsonObject): Json => (images(object) as string[]).toSorted();
const annotations = (object: JsonObject): Json => metadataOf(object).annotations ?? {};
const finalizers = (object: JsonObject): Json =>
  ((metadataOf(object).finalizers ?? []) as string[]).toSorted();

const CASES: readonly Case[] = [
  {
    words: "merges-by-key",
    requirement: "patch.strategic-merges-by-key",
    patch: containers([{ name: "b", image: "nothing.invalid/other" }]),
    look: sortedImages,
    due: ["a nothing.invalid/none", "b nothing.invalid/other"],
  },
  {
    words: "adds-by-key",
    requirement: "patch.strategic-adds-by-key",
    patch: containers([{ name: "c", image: "nothing.invalid/new" }]),
    look: sortedImages,
    due: ["a nothing.invalid/none", "b nothing.invalid/none", "c nothing.invalid/new"],
  },
  {
    words: "delete",
    requirement: "patch.strategic-delete",
    patch: containers([{ name: "a", $patch: "delete" }]),
    look: images,
    due: ["b nothing.invalid/none"],
  },
  {
    words: "replace-list",
    requirement: "patch.strategic-replace-list",
    patch: containers([{ name: "c", image: "nothing.invalid/new" }, { $patch: "replace" }]),
    look: images,
    due: ["c nothing.invalid/new"],
  },
  {
    words: "replace-map",
    requirement: "patch.strategic-replace-map",
    patch: { metadata: { annotations: { $patch: "replace", n: "new" } } },
    look: annotations,
    due: { n: "new" },
  },
  {
    words: "retain-keys",
    requirement: "patch.strategic-retain-keys",
    patch: { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } },
    look: (object) => asObject(object.spec)?.strategy ?? {},
    due: { type: "Recreate" },
  },
  {
    words: "element-order",
    requirement: "patch.strategic-element-order",
    patch: containers([{ name: "a", image: "nothing.invalid/other" }], {
      "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
    }),
    look: images,
    due: ["b nothing.invalid/none", "a nothing.invalid/other"],
  },
  {
    words: "null-removes",
    requirement: "patch.strategic-null-removes",
    patch: { metadata: { annotations: { a: null } } },
    look: annotations,
    due: { b: "y" },
  },
  {
    words: "merges-sets",
    requirement: "patch.strategic-merges-sets",
    patch: {
      metadata: {
        finalizers: ["plumbline.invalid/c"],
        "$deleteFromPrimitiveList/finalizers": ["plumbline.invalid/a"],
      },
    },
    look: finalizers,
    due: ["plumbline.invalid/b", "plumbline.invalid/c"],
  },
];

/** Strategic merge patches. */
export const STRATEGIC_MERGES: Checks = CASES.map((each) =>
  example({
    id: `patch/strategic-${each.words}`,
    title: `A strategic merge patch ${each.words.replaceAll("-", " ")}`,
    requirements: [each.requirement],
    level: "convention",
    run: (scope) => checkCase(scope, each),
  })
);

async function checkCase(scope: Scope, { requirement, patch, look, due }: Case): Promise<void> {
  const objects = new Objects(scope, resourceType("deployments"));
  const made = await objects.create(objects.make("s0", {
    annotations: { a: "x", b: "y" },
    finalizers: ["plumbline.invalid/a", "plumbline.invalid/b"],
  }));
  const two = containers(["a", "b"].map((name) => ({ name, image: "nothing.invalid/none" })));
  const current = accepted(await objects.patch(made, two), "two containers were refused");
  const answer = await scope.send({
    method: "PATCH",
    path: objects.pathOf(current),
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: patch,
  });
  const expected = JSON.stringify(due);
  if (!succeeded(answer)) {
    throw new Violation(requirement, { expected, actual: describeAnswer(answer) });
  }
  // Only what was named is looked at: deployment controllers may add annotations of their own.
  const found = look(asObject(answer.json) ?? {});
  if (sameJson(found, due)) return;
  throw new Violation(requirement, { expected, actual: JSON.stringify(found) });
}

function containersOf(object: JsonObject): JsonObject[] {
  const template = asObject(asObject(object.spec)?.template);
  const items = asObject(template?.spec)?.containers;
  return Array.isArray(items) ? items.map((each) => asObject(each) ?? {}) : [];
}
