/**
 * Values of another type than their field's: refused in every mode.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { type Place, valueAt } from "../../model/field_injection.ts";
import { hasItems, replaced, typedPlacesOf, valuesOfOtherTypes } from "./model/types.ts";
import { resourceType } from "../../resources/mod.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import { writeRequest, WRITING_METHODS, type WritingMethod } from "../../session/write_request.ts";

/** Values that the parameter does not have. */
const OTHER_VALUES = ["strict", "WARN", "None", "true", "All", "Strict,Warn"];

const MODES = ["Ignore", "Warn", "Strict", undefined];

/** Checks of types and of the parameter. */
export const TYPES: readonly Check[] = [
  property<{
    resource: string;
    method: WritingMethod;
    place: number;
    other: number;
    mode: string | undefined;
  }>({
    id: "field-validation/wrong-type-refused",
    title: "A value of a wrong type is refused, whatever fieldValidation says",
    requirements: ["field-validation.wrong-type-refused"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        method: fc.constantFrom(...WRITING_METHODS),
        place: fc.nat({ max: 99 }),
        other: fc.nat({ max: 9 }),
        mode: fc.constantFrom(...MODES),
      }),
    run: async (scope, { resource, method, place, other, mode }) => {
      const type = resourceType(resource);
      const object = scope.make(type);
      if (method !== "POST" && (await scope.create(type, object)).status >= 300) {
        throw new Discard("the object could not be made");
      }
      const places: Place[] = typedPlacesOf(object);
      const at = places[place % places.length]!;
      // Bytes as an array have a check of their own, among those of secrets.
      const others = valuesOfOtherTypes(valueAt(object, at))
        .filter((value) => at[0] !== "data" || !Array.isArray(value));
      const wrong = replaced(object, at, others[other % others.length]!);
      scope.note(
        `${typeof valueAt(object, at)}${hasItems(valueAt(object, at)) ? " of items" : ""}`,
      );
      // The path is that of the valid object: only the body is wrong.
      const ask = writeRequest(scope, type, method, object, { query: { fieldValidation: mode } });
      const answer = await scope.send({ ...ask, body: wrong });
      expectRefusal("field-validation.wrong-type-refused", answer);
    },
  }),
  property<{ resource: string; method: WritingMethod; value: string }>({
    id: "field-validation/other-value-refused",
    title: "The parameter has three values: any other is refused",
    requirements: ["field-validation.other-value-refused"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        method: fc.constantFrom(...WRITING_METHODS),
        value: fc.constantFrom(...OTHER_VALUES),
      }),
    run: async (scope, { resource, method, value }) => {
      const type = resourceType(resource);
      const object = scope.make(type);
      if (method !== "POST" && (await scope.create(type, object)).status >= 300) {
        throw new Discard("the object could not be made");
      }
      const query = { fieldValidation: value };
      const answer = await scope.send(writeRequest(scope, type, method, object, { query }));
      expectRefusal("field-validation.other-value-refused", answer);
    },
  }),
  property<{ resource: string; method: WritingMethod }>({
    id: "field-validation/clean-accepted",
    title: "A body of known fields passes every mode without a word",
    requirements: ["field-validation.clean-accepted", "field-validation.clean-unwarned"],
    level: "must",
    arbitrary: () =>
      fc.record({ resource: resourceName(), method: fc.constantFrom(...WRITING_METHODS) }),
    run: async (scope, { resource, method }) => {
      const type = resourceType(resource);
      if (method !== "POST" && (await scope.create(type, scope.make(type))).status >= 300) {
        throw new Discard("the object could not be made");
      }
      const warnings = new Map<string, string | null>();
      for (const fieldValidation of ["Ignore", "Warn", "Strict"]) {
        const name = method === "POST" ? fieldValidation : "object";
        const object = scope.make(type, { name });
        const query = { fieldValidation };
        const answer = await scope.send(writeRequest(scope, type, method, object, { query }));
        if (answer.status >= 300) {
          throw new Violation("field-validation.clean-accepted", {
            expected: `success under ${fieldValidation}`,
            actual: describeAnswer(answer),
          });
        }
        warnings.set(fieldValidation, answer.headers.get("warning"));
      }
      if (warnings.get("Warn") === warnings.get("Ignore")) return;
      throw new Violation("field-validation.clean-unwarned", {
        expected: `as under Ignore: ${warnings.get("Ignore") ?? "no warning"}`,
        actual: warnings.get("Warn") ?? "no warning",
      });
    },
  }),
];
