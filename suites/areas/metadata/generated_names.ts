/**
 * Names the server makes.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, property, Violation } from "../../check.ts";
import { nameOf } from "../../model/object.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import { expectSuccess } from "./names.ts";

/** Generated names. */
export const GENERATED_NAMES: readonly Check[] = [
  property<{ resource: string; count: number }>({
    id: "metadata/generated-names",
    title: "Creates with one generateName get names that are all different",
    requirements: ["metadata.generated-names-unique"],
    level: "must",
    arbitrary: () => fc.record({ resource: resourceName(), count: fc.integer({ min: 2, max: 4 }) }),
    run: async (scope, { resource, count }) => {
      const id = "metadata.generated-names-unique";
      const objects = new Objects(scope, resourceType(resource));
      const object = objects.make("object", { generateName: `${scope.id}-`, name: null });
      const answers = await Promise.all(Array.from({ length: count }, () => objects.post(object)));
      const names = answers.map((answer) => nameOf(expectSuccess(id, answer, "a create")));
      if (new Set(names).size === count && !names.includes("")) return;
      throw new Violation(id, { expected: `${count} names`, actual: names.join(", ") });
    },
  }),
  property<{ resource: string; prefix: string; name: boolean }>({
    id: "metadata/generated-name-forms",
    title: "A generated name begins with its generateName, and a given name is left alone",
    requirements: ["metadata.generated-name-has-prefix", "metadata.given-name-wins"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        prefix: fc.constantFrom("", "-", "-a", "-a.b", "-x-", `-${"l".repeat(20)}`),
        name: fc.boolean(),
      }),
    run: async (scope, { resource, prefix, name }) => {
      const id = name ? "metadata.given-name-wins" : "metadata.generated-name-has-prefix";
      const objects = new Objects(scope, resourceType(resource));
      const generateName = `${scope.id}${prefix}`;
      const given = name ? scope.name("given") : null;
      const object = objects.make("object", { generateName, name: given });
      const made = nameOf(expectSuccess(id, await objects.post(object), "a create"));
      const right = name ? made === given : made.startsWith(generateName) && made !== generateName;
      if (right) return;
      const expected = given ?? `${generateName} with more behind`;
      throw new Violation(id, { expected, actual: made });
    },
  }),
];
