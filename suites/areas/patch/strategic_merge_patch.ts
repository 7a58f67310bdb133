/**
 * Checks of strategic merge patches of a Deployment, one directive per check.
 *
 * @module
 */
import { type Check, example } from "../../check.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { sameJson } from "../../model/patches/same_json.ts";
import type { RequirementId } from "../../catalogue.ts";
import { objectPath, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, rejected, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { verify } from "../../verify.ts";

/** A patch of a Deployment with the containers a and b, and the expected part of the result. */
interface Case {
  readonly name: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly patch: Json;
  select(object: JsonObject): Json;
  readonly expected: Json;
  /** What another requirement demands of the same patch. */
  readonly other?: Pick<Case, "requirement" | "select" | "expected">;
}

const containers = (items: Json[], others: JsonObject = {}): JsonObject => ({
  spec: { template: { spec: { containers: items, ...others } } },
});
const images = (object: JsonObject): Json =>
  containersOf(object).map(({ name, image }) => `${name} ${image}`);
const sortedImages = (object: JsonObject): Json => (images(object) as string[]).toSorted();
/** Returns the annotations of the case; a server may add others, which have a prefix. */
const annotations = (object: JsonObject): Json =>
  Object.fromEntries(
    Object.entries(asObject(metadataOf(object).annotations) ?? {})
      .filter(([key]) => !key.includes("/")),
  );
const finalizers = (object: JsonObject): Json =>
  ((metadataOf(object).finalizers ?? []) as string[]).toSorted();

const CASES: readonly Case[] = [
  {
    name: "merges-by-key",
    title: "A strategic merge patch merges containers by `name`",
    requirement: "patch.strategic-merges-by-key",
    patch: containers([{ name: "b", image: "nothing.invalid/other" }]),
    select: sortedImages,
    expected: ["a nothing.invalid/none", "b nothing.invalid/other"],
  },
  {
    name: "adds-by-key",
    title: "A strategic merge patch adds a container with a new `name`",
    requirement: "patch.strategic-adds-by-key",
    patch: containers([{ name: "c", image: "nothing.invalid/new" }]),
    select: sortedImages,
    expected: ["a nothing.invalid/none", "b nothing.invalid/none", "c nothing.invalid/new"],
  },
  {
    name: "delete",
    title: "`$patch: delete` removes an item of a list",
    requirement: "patch.strategic-delete",
    patch: containers([{ name: "a", $patch: "delete" }]),
    select: images,
    expected: ["b nothing.invalid/none"],
  },
  {
    name: "replace-list",
    title: "`$patch: replace` among the items replaces a list",
    requirement: "patch.strategic-replace-list",
    patch: containers([{ name: "c", image: "nothing.invalid/new" }, { $patch: "replace" }]),
    select: images,
    expected: ["c nothing.invalid/new"],
  },
  {
    name: "replace-map",
    title: "`$patch: replace` in an object replaces the object",
    requirement: "patch.strategic-replace-map",
    patch: { metadata: { annotations: { $patch: "replace", n: "new" } } },
    select: annotations,
    expected: { n: "new" },
  },
  {
    name: "retain-keys",
    title: "`$retainKeys` removes the members it does not name",
    requirement: "patch.strategic-retain-keys",
    patch: { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } },
    select: (object) => asObject(object.spec)?.strategy ?? {},
    expected: { type: "Recreate" },
  },
  {
    name: "element-order",
    title: "`$setElementOrder` sets the order of a merged list",
    requirement: "patch.strategic-element-order",
    patch: containers([{ name: "a", image: "nothing.invalid/other" }], {
      "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
    }),
    select: images,
    expected: ["b nothing.invalid/none", "a nothing.invalid/other"],
  },
  {
    name: "retain-keys-and-order",
    title: "`$retainKeys` and `$setElementOrder` take effect together",
    requirement: "patch.strategic-retain-keys",
    patch: containers([{ name: "a", image: "nothing.invalid/other" }], {
      "$retainKeys": ["containers"],
      "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
    }),
    select: (object) => asObject(podOf(object)?.nodeSelector) ?? {},
    expected: {},
    other: {
      requirement: "patch.strategic-element-order",
      select: images,
      expected: ["b nothing.invalid/none", "a nothing.invalid/other"],
    },
  },
  {
    name: "null-removes",
    title: "A `null` in a strategic merge patch removes the member",
    requirement: "patch.strategic-null-removes",
    patch: { metadata: { annotations: { a: null } } },
    select: annotations,
    expected: { b: "y" },
  },
  {
    name: "merges-primitive-lists",
    title:
      "A strategic merge patch merges `finalizers`, and `$deleteFromPrimitiveList` removes from it",
    requirement: "patch.strategic-merges-primitive-lists",
    patch: {
      metadata: {
        finalizers: ["plumbline.invalid/c"],
        "$deleteFromPrimitiveList/finalizers": ["plumbline.invalid/a"],
      },
    },
    select: finalizers,
    expected: ["plumbline.invalid/b", "plumbline.invalid/c"],
  },
];

/** Checks of strategic merge patches. */
export const STRATEGIC_MERGE_PATCH: readonly Check[] = [
  ...CASES.map((each) =>
    example({
      id: `patch/strategic-${each.name}`,
      title: each.title,
      requirements: [each.requirement, ...each.other ? [each.other.requirement] : []],
      run: (scope) => checkCase(scope, each),
    })
  ),
  example({
    id: "patch/strategic-conditions",
    title: "A strategic merge patch merges conditions by `type`",
    requirements: ["patch.strategic-merges-conditions"],
    run: async (scope) => {
      const type = typeNamed(scope.target, "deployments");
      const created = await scope.create(type, scope.newObject(type));
      if (created.status >= 300) {
        throw rejected(created, "the deployment could not be created");
      }
      const [namespace] = scope.namespaces;
      const key = { namespace, name: scope.name("object") };
      const path = `${objectPath(type, scope.target.dialect, key)}/status`;
      const patch = (form: string, conditions: { type: string; status: string }[]) =>
        scope.send({
          method: "PATCH",
          path,
          headers: { "content-type": `application/${form}+json` },
          body: { status: { conditions } },
        });
      const one = { type: "PlumblineOne", status: "True" };
      const two = { type: "PlumblineTwo", status: "True" };
      const set = await patch("merge-patch", [one, two]);
      if (set.status >= 300) throw rejected(set, "the conditions could not be set");
      const response = await patch("strategic-merge-patch", [{ ...one, status: "False" }]);
      const conditions = asObject(asObject(response.json)?.status)?.conditions;
      const actual = (Array.isArray(conditions) ? conditions : []).map((each) =>
        asObject(each) ?? {}
      )
        .filter(({ type }) => `${type}`.startsWith("Plumbline"))
        .map(({ type, status }) => `${type} ${status}`).toSorted().join();
      const expected = "PlumblineOne False,PlumblineTwo True";
      verify("patch.strategic-merges-conditions", {
        holds: actual === expected,
        expected,
        actual: response.status < 300 ? actual : describeResponse(response),
      });
    },
  }),
];

async function checkCase(scope: Scope, each: Case): Promise<void> {
  const objects = new Objects(scope, typeNamed(scope.target, "deployments"));
  const created = await objects.create(objects.newObject("s0", {
    annotations: { a: "x", b: "y" },
    finalizers: ["plumbline.invalid/a", "plumbline.invalid/b"],
  }));
  const two = containers(["a", "b"].map((name) => ({ name, image: "nothing.invalid/none" })), {
    nodeSelector: { plumbline: "nowhere" },
  });
  const current = accepted(
    await objects.patch(created, two),
    "the deployment with two containers could not be created",
  );
  const response = await scope.send({
    method: "PATCH",
    path: objects.pathOf(current),
    headers: { "content-type": "application/strategic-merge-patch+json" },
    body: each.patch,
  });
  for (const { requirement, select, expected } of [each, ...each.other ? [each.other] : []]) {
    // Only the selected part is compared: controllers may add annotations.
    const actual = select(asObject(response.json) ?? {});
    verify(requirement, {
      holds: succeeded(response) && sameJson(actual, expected),
      expected: JSON.stringify(expected),
      actual: succeeded(response) ? JSON.stringify(actual) : describeResponse(response),
    });
    if (!succeeded(response)) return;
  }
}

function podOf(object: JsonObject): JsonObject | undefined {
  return asObject(asObject(asObject(object.spec)?.template)?.spec);
}

function containersOf(object: JsonObject): JsonObject[] {
  const items = podOf(object)?.containers;
  return Array.isArray(items) ? items.map((each) => asObject(each) ?? {}) : [];
}
