/**
 * Which names are valid, and whose they are.
 *
 * @module
 */
import fc from "fast-check";
import { invalidNameEnding, nameEnding, nameRuleOf } from "../../arbitraries/names.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, example, property, Violation } from "../../check.ts";
import { metadataOf, nameOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RESOURCE_TYPES, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";

interface NameCase {
  readonly resource: string;
  /** What follows the scope's own prefix. */
  readonly ending: string;
}

/** Names of a kind, each drawn after the kind's own rule. */
function namesOf(endingOf: (resource: string) => fc.Arbitrary<string>): fc.Arbitrary<NameCase> {
  return resourceName().chain((resource) =>
    fc.record({ resource: fc.constant(resource), ending: endingOf(resource) })
  );
}

/** Names. */
export const NAMES: readonly Check[] = [
  property<NameCase>({
    id: "metadata/valid-names",
    title: "A name that follows the rule of its kind is accepted and kept",
    requirements: ["metadata.name-of-kind-accepted"],
    level: "convention",
    arbitrary: () => namesOf((resource) => nameEnding(nameRuleOf(resource))),
    run: async (scope, { resource, ending }) => {
      const id = "metadata.name-of-kind-accepted";
      const objects = new Objects(scope, resourceType(resource));
      const name = `${scope.id}-${ending}`;
      const object = objects.make("object", { name });
      const made = expectSuccess(id, await objects.post(object), `${name} to be accepted`);
      const found = await objects.read(object);
      for (const [word, each] of [["made", made], ["found", found]] as const) {
        if (each !== undefined && nameOf(each) === name) continue;
        throw new Violation(id, {
          expected: `${name} ${word}`,
          actual: each ? nameOf(each) : "404",
        });
      }
    },
  }),
  property<NameCase>({
    id: "metadata/invalid-names",
    title: "A name that breaks the rule of its kind is refused",
    requirements: ["metadata.name-against-rule-refused"],
    level: "convention",
    arbitrary: () => namesOf((resource) => invalidNameEnding(nameRuleOf(resource))),
    run: async (scope, { resource, ending }) => {
      const objects = new Objects(scope, resourceType(resource));
      const answer = await objects.post(objects.make("object", { name: `${scope.id}-${ending}` }));
      expectRefusal("metadata.name-against-rule-refused", answer);
    },
  }),
  example({
    id: "metadata/unique-names",
    title: "A name is one object's of its kind and place, and free again after it",
    requirements: [
      "metadata.name-is-unique",
      "metadata.name-unique-over-cluster",
      "metadata.name-free-for-other-kinds",
      "metadata.name-free-in-other-namespaces",
      "metadata.name-can-be-reused",
    ],
    level: "must",
    run: async (scope) => {
      for (const { resource } of RESOURCE_TYPES) await takeName(scope, resource);
    },
  }),
];

/** Every type takes the same name: another kind's object must not be in the way. */
async function takeName(scope: Scope, resource: string): Promise<void> {
  const objects = new Objects(scope, resourceType(resource));
  const object = objects.make("object");
  const { namespaced } = objects.type;
  expectSuccess("metadata.name-free-for-other-kinds", await objects.post(object), "a create");
  const unique = namespaced ? "metadata.name-is-unique" : "metadata.name-unique-over-cluster";
  expectRefusal(unique, await objects.post(objects.make("object", {}, { content: 2 })));
  const elsewhere = scope.namespaces[1];
  if (namespaced && elsewhere !== undefined) {
    const other = objects.make("object", {}, { namespace: elsewhere });
    const answer = await objects.post(other);
    expectSuccess("metadata.name-free-in-other-namespaces", answer, "a create elsewhere");
  }
  accepted(await objects.remove(object), "a deletion was refused");
  // A deletion that is only accepted may take its time.
  if (await objects.read(object) !== undefined) return;
  expectSuccess("metadata.name-can-be-reused", await objects.post(object), "a second create");
}

/**
 * The object a success was answered with.
 *
 * @throws {Violation} when it was none
 */
export function expectSuccess(id: RequirementId, answer: HttpResponse, what: string): JsonObject {
  const object = answer.json as JsonObject | undefined;
  if (succeeded(answer) && object !== undefined && metadataOf(object) !== undefined) return object;
  throw new Violation(id, { expected: `${what} with success`, actual: describeAnswer(answer) });
}
