/**
 * Checks of values of a wrong type and of the values of `fieldValidation`.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { resourceType } from "../../resources/mod.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { writeRequest, WRITING_METHODS, type WritingMethod } from "../../session/write_request.ts";

/** Invalid values of `fieldValidation`. */
const OTHER_VALUES = ["strict", "WARN", "None", "true", "All", "Strict,Warn"];

/** Checks of types and of the parameter. */
export const VALUE_TYPES: readonly Check[] = [
  property<{ resource: string; method: WritingMethod; value: string }>({
    id: "field-validation/other-value-rejected",
    title: "Unknown values of `fieldValidation` are rejected",
    requirements: ["field-validation.other-value-rejected"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        method: fc.constantFrom(...WRITING_METHODS),
        value: fc.constantFrom(...OTHER_VALUES),
      }),
    run: async (scope, { resource, method, value }) => {
      const type = resourceType(resource);
      const object = scope.newObject(type);
      if (method !== "POST" && (await scope.create(type, object)).status >= 300) {
        throw new Discard("the object could not be created");
      }
      const query = { fieldValidation: value };
      const response = await scope.send(writeRequest(scope, type, method, object, { query }));
      expectError("field-validation.other-value-rejected", response);
    },
  }),
  property<{ resource: string; method: WritingMethod }>({
    id: "field-validation/clean-accepted",
    title: "A body with known fields only is accepted without warnings for dropped fields",
    requirements: ["field-validation.clean-accepted", "field-validation.clean-unwarned"],
    level: "must",
    arbitrary: () =>
      fc.record({ resource: resourceName(), method: fc.constantFrom(...WRITING_METHODS) }),
    run: async (scope, { resource, method }) => {
      const type = resourceType(resource);
      if (method !== "POST" && (await scope.create(type, scope.newObject(type))).status >= 300) {
        throw new Discard("the object could not be created");
      }
      const warnings = new Map<string, string | null>();
      for (const fieldValidation of ["Ignore", "Warn", "Strict"]) {
        const name = method === "POST" ? fieldValidation : "object";
        const object = scope.newObject(type, { name });
        const query = { fieldValidation };
        const response = await scope.send(writeRequest(scope, type, method, object, { query }));
        if (response.status >= 300) {
          throw new Violation("field-validation.clean-accepted", {
            expected: `success with ${fieldValidation}`,
            actual: describeResponse(response),
          });
        }
        warnings.set(fieldValidation, response.headers.get("warning"));
      }
      if (warnings.get("Warn") === warnings.get("Ignore")) return;
      throw new Violation("field-validation.clean-unwarned", {
        expected: `as with Ignore: ${warnings.get("Ignore") ?? "no warning"}`,
        actual: warnings.get("Warn") ?? "no warning",
      });
    },
  }),
];
