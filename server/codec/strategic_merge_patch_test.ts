import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import recorded from "../../fixtures/schemas/recorded/strategic_merge_patch.json" with {
  type: "json",
};
import { ownPatched } from "@plumbline/lab/bodies/strategic_merge_patch";
import { ApiError } from "../api_error.ts";
import type { JsonObject } from "../object.ts";
import { definition } from "./schema.ts";
import { applyStrategicMergePatch, inOrder } from "./strategic_merge_patch.ts";

const DEPLOYMENT = definition("apps.v1.Deployment");
const POD = definition("core.v1.PodSpec");
const patchPod = (original: JsonObject, patch: JsonObject) =>
  applyStrategicMergePatch(original, patch, POD);
const patchMeta = (original: JsonObject, patch: JsonObject) =>
  applyStrategicMergePatch(original, patch, definition("meta.v1.ObjectMeta"));
const refusal = (original: JsonObject, patch: JsonObject) => {
  const error = assertThrows(() => patchPod(original, patch), ApiError);
  assertEquals(error.reason, "BadRequest");
  return error.message;
};

Deno.test("patches are merged as by a real server", () => {
  for (const { original, patch, patched } of recorded) {
    const own = ownPatched({ original: original as JsonObject, patch: patch as JsonObject });
    assertEquals(own, patched as JsonObject, JSON.stringify(patch));
  }
});

Deno.test("objects are merged, null removes, scalars replace", () => {
  assertEquals(
    patchPod({ hostname: "a", nodeName: "n", nodeSelector: { a: "1", b: "2" } }, {
      hostname: "b",
      nodeName: null,
      subdomain: null,
      nodeSelector: { a: null, c: "3" },
      securityContext: { runAsUser: 1, fsGroup: null },
    }),
    { hostname: "b", nodeSelector: { b: "2", c: "3" }, securityContext: { runAsUser: 1 } },
  );
});

Deno.test("lists with a merge key are merged, others are replaced", () => {
  const original = {
    containers: [{ name: "a", image: "x", args: ["1"] }, { name: "b", image: "y" }],
    tolerations: [{ key: "k" }],
  };
  assertEquals(
    patchPod(original, {
      containers: [{ name: "c", image: "z" }, { name: "a", args: ["2", "3"] }],
      tolerations: [{ key: "l" }],
    }),
    {
      containers: [
        { name: "c", image: "z" },
        { name: "a", image: "x", args: ["2", "3"] },
        { name: "b", image: "y" },
      ],
      tolerations: [{ key: "l" }],
    },
  );
});

Deno.test("`$patch: delete` removes an item, `$patch: replace` replaces the list", () => {
  const original = { containers: [{ name: "a" }, { name: "b" }] };
  assertEquals(
    patchPod(original, { containers: [{ name: "a", $patch: "delete" }, { name: "c" }] }),
    { containers: [{ name: "c" }, { name: "b" }] },
  );
  assertEquals(patchPod(original, { containers: [{ name: "c" }, { $patch: "replace" }] }), {
    containers: [{ name: "c" }],
  });
});

Deno.test("`$patch` replaces or empties an object", () => {
  const original = { securityContext: { runAsUser: 1, fsGroup: 2 } };
  assertEquals(patchPod(original, { securityContext: { $patch: "replace", fsGroup: 3 } }), {
    securityContext: { fsGroup: 3 },
  });
  assertEquals(patchPod(original, { securityContext: { $patch: "delete" } }), {
    securityContext: {},
  });
});

Deno.test("`$retainKeys` removes all fields that it does not list", () => {
  const spec = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } };
  const patch = { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } };
  assertEquals(applyStrategicMergePatch({ spec }, patch, DEPLOYMENT), {
    spec: { strategy: { type: "Recreate" } },
  });
  assertEquals(
    patchPod({ volumes: [{ name: "v", secret: { secretName: "s" } }] }, {
      volumes: [{ $retainKeys: ["name", "emptyDir"], name: "v", emptyDir: {} }],
    }),
    { volumes: [{ name: "v", emptyDir: {} }] },
  );
});

Deno.test("lists of scalars are merged as sets, and `$deleteFromPrimitiveList` removes values", () => {
  assertEquals(patchMeta({ finalizers: ["a", "b"] }, { finalizers: ["c", "a"] }), {
    finalizers: ["c", "a", "b"],
  });
  assertEquals(
    patchMeta({ finalizers: ["a", "b"] }, { "$deleteFromPrimitiveList/finalizers": ["a", "x"] }),
    { finalizers: ["b"] },
  );
  assertEquals(patchMeta({}, { "$deleteFromPrimitiveList/finalizers": ["a"] }), {});
});

// As observed: new items take the place of deleted ones, and follow the items before them.
Deno.test("`$setElementOrder` orders a list; items that it does not name keep their place", () => {
  const order = (...names: string[]) => names.map((name) => ({ name }));
  const original = { containers: order("a", "b", "c", "d") };
  assertEquals(patchPod(original, { "$setElementOrder/containers": order("d", "a") }), {
    containers: order("b", "c", "d", "a"),
  });
  assertEquals(
    patchPod(original, {
      "$setElementOrder/containers": order("e", "a", "c"),
      containers: [{ name: "e" }, { name: "b", $patch: "delete" }],
    }),
    { containers: order("d", "e", "a", "c") },
  );
});

Deno.test("an invalid directive is rejected", () => {
  const original = {
    containers: [{ name: "a" }],
    securityContext: { runAsUser: 1 },
    tolerations: [{ key: "k" }],
  };
  const patches: JsonObject[] = [
    { securityContext: { $patch: "merge" } },
    { securityContext: { $retainKeys: "runAsUser" } },
    { securityContext: { $retainKeys: [], runAsUser: 2 } },
    { containers: [{ image: "x" }] },
    { containers: [{ name: "a", $patch: "drop" }] },
    { containers: [{ $patch: "delete" }] },
    { containers: ["a"] },
    { containers: [null] },
    { "$setElementOrder/containers": "a" },
    { "$setElementOrder/containers": [{ image: "x" }] },
    { "$setElementOrder/containers": [{ name: "b" }], containers: [{ name: "a" }] },
    { "$deleteFromPrimitiveList/containers": ["a"] },
    { "$deleteFromPrimitiveList/tolerations": ["a"] },
  ];
  for (const patch of patches) refusal(original, patch);
});

Deno.test("merging changes neither the original nor the patch", () => {
  for (const { original, patch } of recorded) {
    const before = JSON.stringify([original, patch]);
    applyStrategicMergePatch(original as JsonObject, patch as JsonObject, DEPLOYMENT);
    assertEquals(JSON.stringify([original, patch]), before);
  }
});

Deno.test("merging a patch without directives and nulls is idempotent", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
  const container = fc.record({ image: fc.constantFrom("x", "y"), args: fc.array(fc.string()) }, {
    requiredKeys: [],
  });
  const pod = fc.record({
    hostname: fc.string(),
    nodeSelector: fc.dictionary(fc.string(), fc.string()),
    containers: fc.tuple(names, container).map(([all, rest]) =>
      all.map((name) => ({ name, ...rest }))
    ),
  }, { requiredKeys: [] });
  fc.assert(fc.property(pod, pod, (original, patch) => {
    const once = patchPod(original, patch);
    assertEquals(patchPod(once, patch), once);
    assertEquals(patchPod({}, original), original);
    assertEquals(patchPod(original, {}), original);
  }));
});

Deno.test("large lists are merged quickly", () => {
  const containers = (image: string) =>
    Array.from({ length: 30_000 }, (_, at) => ({ name: `c${at}`, image }));
  const patch = { containers: containers("y"), "$setElementOrder/containers": containers("y") };
  assertEquals(patchPod({ containers: containers("x") }, patch), { containers: containers("y") });
});

const self = (item: unknown) => item as string;
const order = (merged: string, wanted: string, live: string) =>
  inOrder([...merged], [...wanted], [...live], self).join("");

Deno.test("listed items are in the listed order, others stay before their successors", () => {
  assertEquals(order("abcd", "da", "abcd"), "bcda");
  assertEquals(order("abcd", "", "dcba"), "dcba");
  assertEquals(order("abe", "ea", "ab"), "eab");
  assertEquals(order("", "ab", "ab"), "");
});

Deno.test("ordering loses and duplicates no item, and keeps both orders", () => {
  const items = fc.uniqueArray(fc.constantFrom(..."abcdefgh"));
  fc.assert(fc.property(items, items, (wanted, live) => {
    const merged = [...new Set([...live, ...wanted])];
    const result = inOrder(merged, wanted, live, self) as string[];
    assertEquals(result.toSorted(), merged.toSorted());
    assertEquals(result.filter((item) => wanted.includes(item)), wanted);
    const others = live.filter((item) => !wanted.includes(item));
    assertEquals(result.filter((item) => !wanted.includes(item)), others);
  }));
});
