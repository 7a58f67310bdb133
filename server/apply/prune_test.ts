/**
 * Fields that an apply gives up, and none where it repeats all the fields of the last one.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { definition } from "../codec/schema.ts";
import type { JsonObject } from "../object.ts";
import { fieldsToPrune } from "./apply.ts";
import { difference, isEmpty, union } from "./field_set.ts";
import { mergeApplied } from "./merge_and_compare.ts";
import { fieldSetOf } from "./object_fields.ts";

const DEPLOYMENT = definition("apps.v1.Deployment");

const map = fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("1", "2"), { maxKeys: 2 });
const some = <T>(model: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  fc.record(model, { requiredKeys: [] });

const container = fc.record({
  name: fc.constantFrom("x", "y"),
  image: fc.constantFrom("i", "j"),
  command: fc.array(fc.constantFrom("r", "s"), { maxLength: 2 }),
  resources: some({ limits: map, requests: map }),
}, { requiredKeys: ["name"] });

const deployment = some({
  metadata: some({ labels: map, finalizers: fc.uniqueArray(fc.constantFrom("f/a", "f/b")) }),
  spec: some({
    replicas: fc.constantFrom(1, 2),
    template: some({
      spec: some({
        containers: fc.uniqueArray(container, { maxLength: 2, selector: ({ name }) => name }),
        nodeSelector: map,
      }),
    }),
  }),
}) as fc.Arbitrary<JsonObject>;

Deno.test("an apply with all the fields of the last one prunes what it would without knowing that", () => {
  let repeated = 0;
  fc.assert(
    fc.property(
      deployment,
      deployment,
      deployment,
      fc.boolean(),
      (live, configuration, last, repeats) => {
        const merged = mergeApplied(
          mergeApplied(live, last, DEPLOYMENT),
          configuration,
          DEPLOYMENT,
        );
        const fields = fieldSetOf(configuration, DEPLOYMENT);
        const lastFields = fieldSetOf(last, DEPLOYMENT);
        const before = repeats ? difference(fields, lastFields) : lastFields;
        const owners = { before, owned: union(fields, fieldSetOf(live, DEPLOYMENT)) };
        const applied = { configuration, fields };
        if (isEmpty(difference(before, fields)) && !isEmpty(before)) repeated++;
        assertEquals(
          fieldsToPrune(merged, { ...owners, applied }, DEPLOYMENT),
          fieldsToPrune(merged, owners, DEPLOYMENT),
        );
      },
    ),
    { numRuns: 500 },
  );
  assertEquals(repeated > 0, true);
});
