/**
 * Valid, invalid, unique and generated names.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import {
  everyCharacter,
  invalidNameEnding,
  nameEnding,
  nameRuleOf,
} from "../../arbitraries/names.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, example, property, Violation } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { isSpecified, namesOf, type TypedTarget, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { accepted, Objects, rejected, succeeded } from "../../session/objects.ts";
import { supports } from "../../session/write_forms.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { verify } from "../../verify.ts";

interface NameCase {
  readonly resource: string;
  /** The part of the name after the scope's prefix. */
  readonly ending: string;
}

/** How many objects of one prefix are created together, once. */
const MANY_NAMES = 50;

/** Generates names by the rule of each kind. */
function nameCase(
  target: TypedTarget,
  endingOf: (resource: string) => fc.Arbitrary<string>,
): fc.Arbitrary<NameCase> {
  return resourceName(target).chain((resource) =>
    fc.record({ resource: fc.constant(resource), ending: endingOf(resource) })
  );
}

/** Checks of names. */
export const NAMES: readonly Check[] = [
  property<NameCase>({
    id: "metadata/valid-names",
    share: 0.9,
    version: 2,
    title: "A valid name is accepted and stored unchanged, and names its object in every request",
    requirements: ["metadata.valid-name-accepted", "metadata.any-name-addressed"],
    arbitrary: (target) => nameCase(target, (resource) => nameEnding(nameRuleOf(resource))),
    cases: (seed, target) =>
      shuffled(
        namesOf(target).map((resource) => ({
          resource,
          ending: everyCharacter(nameRuleOf(resource)),
        })),
        seed,
      ),
    run: async (scope, { resource, ending }) => {
      const id = "metadata.valid-name-accepted";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const name = `${scope.id}-${ending}`;
      const object = objects.newObject("object", { name });
      const response = await objects.post(object);
      expectNameAllowed(objects, response);
      const created = expectSuccess(id, response, `a create of ${name}`);
      const found = await objects.read(object);
      for (
        const [place, each] of [["in the response", created], [
          "in the stored object",
          found,
        ]] as const
      ) {
        verify(id, {
          holds: each !== undefined && nameOf(each) === name,
          expected: `${name} ${place}`,
          actual: each ? nameOf(each) : "404",
        });
      }
      if (ending === everyCharacter(nameRuleOf(resource))) await addressByName(objects, created);
    },
  }),
  property<NameCase>({
    id: "metadata/invalid-names",
    title: "An invalid name is rejected with a 4xx Status",
    requirements: ["metadata.invalid-name-rejected"],
    arbitrary: (target) => nameCase(target, (resource) => invalidNameEnding(nameRuleOf(resource))),
    run: async (scope, { resource, ending }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const response = await objects.post(
        objects.newObject("object", { name: `${scope.id}-${ending}` }),
      );
      expectError("metadata.invalid-name-rejected", response);
    },
  }),
  example({
    id: "metadata/unique-names",
    title: "A name is unique per kind and namespace, and can be reused after the object is deleted",
    requirements: [
      "metadata.name-is-unique",
      "metadata.name-unique-over-cluster",
      "metadata.name-free-for-other-kinds",
      "metadata.name-free-in-other-namespaces",
      "metadata.name-can-be-reused",
    ],
    run: (scope) =>
      everyType(scope, typesOf(scope.target), ({ resource }) => checkUniqueness(scope, resource)),
  }),
  property<{ resource: string; count: number; length: number }>({
    id: "metadata/generated-names",
    title: "Creates with the same `generateName` get different names",
    requirements: ["metadata.generated-names-unique"],
    // A name that is cut to its length may lose what makes it unique.
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        count: fc.constant(2),
        length: fc.constantFrom(0, 58, 59, 62, 63, 248, 249, 252, 253),
      }),
    // Among so many, suffixes of a few hundred repeat.
    cases: (seed, target) =>
      shuffled(namesOf(target), seed).slice(0, 1)
        .map((resource) => ({ resource, count: MANY_NAMES, length: 0 })),
    run: async (scope, { resource, count, length }) => {
      const id = "metadata.generated-names-unique";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      // The names of some types are labels.
      const longest = nameRuleOf(resource) === "any" ? 63 : 253;
      const generateName = `${scope.id}-`.padEnd(Math.min(length, longest), "l");
      const object = objects.newObject("object", { generateName, name: null });
      const responses = await Promise.all(
        Array.from({ length: count }, () => objects.post(object)),
      );
      for (const response of responses) {
        expectNameAllowed(objects, response);
        // How long a generateName may be is another question.
        if (length > 0 && response.status !== 409 && response.status >= 400) {
          throw rejected(response, `a generateName of ${generateName.length} was rejected`);
        }
      }
      const names = responses.map((response) => nameOf(expectNoConflict(id, response, "a create")));
      verify(id, {
        holds: new Set(names).size === count && !names.includes(""),
        expected: `${count} different names`,
        actual: names.join(", "),
      });
    },
  }),
  property<{ resource: string; prefix: string; name: boolean }>({
    id: "metadata/generated-name-forms",
    title: "A generated name starts with `generateName`, and a given `name` is used unchanged",
    requirements: ["metadata.generated-name-has-prefix", "metadata.name-wins-over-generate-name"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        prefix: fc.constantFrom("", "-", "-a", "-a.b", "-x-", `-${"l".repeat(20)}`),
        name: fc.boolean(),
      }),
    run: async (scope, { resource, prefix, name }) => {
      const id = name
        ? "metadata.name-wins-over-generate-name"
        : "metadata.generated-name-has-prefix";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      // The names of some types are without dots.
      const isAny = nameRuleOf(resource) === "any";
      const generateName = `${scope.id}${isAny ? prefix.replaceAll(".", "-") : prefix}`;
      const given = name ? scope.name("given", objects.type) : null;
      const object = objects.newObject("object", { generateName, name: given });
      const response = await objects.post(object);
      expectNameAllowed(objects, response);
      const created = nameOf(expectSuccess(id, response, "a create"));
      const correct = name
        ? created === given
        : created.startsWith(generateName) && created !== generateName;
      verify(id, {
        holds: correct,
        expected: given ?? `${generateName} followed by further characters`,
        actual: created,
      });
    },
  }),
  property<{ resource: string; length: number }>({
    id: "metadata/long-generate-names",
    title: "A `generateName` as long as a name can be is accepted, and gets a valid name",
    requirements: ["metadata.long-generate-name-accepted"],
    arbitrary: (target) =>
      fc.record({ resource: resourceName(target), length: fc.constantFrom(59, 63, 249, 253) }),
    run: async (scope, { resource, length }) => {
      const id = "metadata.long-generate-name-accepted";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      // The names of some types are labels.
      const longest = nameRuleOf(resource) === "any" ? 63 : 253;
      const generateName = `${scope.id}-`.padEnd(Math.min(length, longest), "l");
      // The second one shows whether the generated part is cut off.
      for (const what of ["a create", "a second create"]) {
        const object = objects.newObject("object", { generateName, name: null });
        const response = await objects.post(object);
        expectNameAllowed(objects, response);
        const given = `${what} with a generateName of ${generateName.length} characters`;
        const created = expectSuccess(id, response, given);
        const name = nameOf(created);
        const isValid = name.length <= longest && /^[a-z0-9-]*[a-z0-9]$/.test(name);
        verify(id, { holds: isValid, expected: "a valid name", actual: name });
        verify(id, {
          holds: await objects.read(created) !== undefined,
          expected: "the object at its generated name",
          actual: "404",
        });
      }
    },
  }),
];

/** Selects, changes and deletes an object by its name. */
async function addressByName(objects: Objects, object: JsonObject): Promise<void> {
  const id = "metadata.any-name-addressed";
  const name = nameOf(object);
  const { scope: { target } } = objects;
  const selected = await objects.list(object, { fieldSelector: `metadata.name=${name}` });
  verify(id, {
    holds: selected.length === 1 && nameOf(selected[0]!) === name,
    expected: `a list of ${name} alone`,
    actual: selected.map(nameOf).join(", "),
  });
  const written = async (by: string) => {
    const { annotations } = metadataOf(await objects.read(object) ?? {});
    const found = asObject(annotations)?.written ?? null;
    verify(id, { expected: by, actual: found });
  };
  const metadata = { ...metadataOf(object), annotations: { written: "by an update" } };
  expectSuccess(id, await objects.put({ ...object, metadata }), `an update of ${name}`);
  await written("by an update");
  if (supports(target, "merge-patch")) {
    const annotations = { written: "by a patch" };
    const response = await objects.patch(object, { metadata: { annotations } });
    expectSuccess(id, response, `a patch of ${name}`);
    await written("by a patch");
  }
  const response = await objects.remove(object);
  const left = await objects.read(object);
  // The deletion may be asynchronous.
  const isDeleted = left === undefined || metadataOf(left).deletionTimestamp !== undefined ||
    response.status === 202;
  verify(id, {
    holds: succeeded(response) && isDeleted,
    expected: `a deletion of ${name}`,
    actual: describeResponse(response),
  });
}

/** @throws {Discard} for a name that the server refuses where types may demand a form or a length */
function expectNameAllowed({ type }: Objects, response: HttpResponse): void {
  if (response.status !== 422 || isSpecified(type)) return;
  throw rejected(response, "a create was rejected");
}

/** Creates, creates again and recreates an object. All types use the same name. */
async function checkUniqueness(scope: Scope, resource: string): Promise<void> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const object = objects.newObject("object");
  const { namespaced } = objects.type;
  expectNoConflict("metadata.name-free-for-other-kinds", await objects.post(object), "a create");
  const unique = namespaced ? "metadata.name-is-unique" : "metadata.name-unique-over-cluster";
  expectError(unique, await objects.post(objects.newObject("object", {}, { content: 2 })));
  const elsewhere = scope.namespaces[1];
  if (namespaced && elsewhere !== undefined) {
    const other = objects.newObject("object", {}, { namespace: elsewhere });
    const response = await objects.post(other);
    expectNoConflict(
      "metadata.name-free-in-other-namespaces",
      response,
      "a create in another namespace",
    );
  }
  accepted(await objects.remove(object), "the delete request was rejected");
  // The deletion may be asynchronous.
  if (await objects.read(object) !== undefined) return;
  expectNoConflict("metadata.name-can-be-reused", await objects.post(object), "a second create");
}

/**
 * Returns the object of a successful response.
 *
 * @throws {Violation} if the request did not succeed
 */
function expectSuccess(id: RequirementId, response: HttpResponse, what: string): JsonObject {
  const object = response.json as JsonObject | undefined;
  if (succeeded(response) && object !== undefined && metadataOf(object) !== undefined) {
    return object;
  }
  throw new Violation(id, { expected: `${what} to succeed`, actual: describeResponse(response) });
}

/**
 * Returns the object of a successful response. A create that is rejected for another reason than its
 * name says nothing of names.
 *
 * @throws {Violation} if the response says that the name is taken
 * @throws {Discard} if the request was rejected for another reason
 */
function expectNoConflict(id: RequirementId, response: HttpResponse, what: string): JsonObject {
  if (!succeeded(response) && response.status !== 409) throw rejected(response, `${what} failed`);
  return expectSuccess(id, response, what);
}
