/**
 * Checks of values of a wrong type and of the values of `fieldValidation`.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import { isSpecified, type ResourceType, typeNamed } from "../../resources/mod.ts";
import { writtenObject } from "./fielded_writes.ts";
import { withoutFieldedType, writtenTypeName, writtenTypesOf } from "./fielded_types.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import {
  withMetadata,
  writeRequest,
  WRITING_METHODS,
  type WritingMethod,
} from "../../session/write_request.ts";
import { stopUnless, verify } from "../../verify.ts";

/** Invalid values of `fieldValidation`. */
const OTHER_VALUES = ["strict", "WARN", "None", "true", "All", "Strict,Warn"];

/** Checks of types and of the parameter. */
export const VALUE_TYPES: readonly Check[] = [
  property<{ resource: string; method: WritingMethod; value: string }>({
    id: "field-validation/other-value-rejected",
    title: "Unknown values of `fieldValidation` are rejected",
    requirements: ["field-validation.other-value-rejected"],
    missing: withoutFieldedType,
    arbitrary: (target) =>
      fc.record({
        resource: writtenTypeName(target),
        method: fc.constantFrom(...WRITING_METHODS),
        value: fc.constantFrom(...OTHER_VALUES),
      }),
    run: async (scope, { resource, method, value }) => {
      const type = typeNamed(scope.target, resource);
      const object = scope.newObject(type);
      if (method !== "POST" && (await scope.create(type, object)).status >= 300) {
        throw new Discard("the object could not be created");
      }
      const query = { fieldValidation: value };
      const response = await scope.send(writeRequest(scope, type, method, object, { query }));
      expectError("field-validation.other-value-rejected", response);
    },
  }),
  property<{ resource: string; form: "create" | WriteForm }>({
    id: "field-validation/clean-accepted",
    version: 2,
    title: "A body with known fields only is accepted without warnings for dropped fields",
    requirements: ["field-validation.clean-accepted", "field-validation.clean-unwarned"],
    uses: ["server-side-apply", "strategic-merge-patch"],
    missing: withoutFieldedType,
    ...enumerated((target) =>
      combinations<{ resource: string; form: "create" | WriteForm }>({
        resource: writtenTypesOf(target),
        form: ["create", ...WRITE_FORMS.filter((form) => supports(target, form))],
      }, 0)
    ),
    run: async (scope, { resource, form }) => {
      scope.note(form);
      const type = typeNamed(scope.target, resource);
      let current: JsonObject = {};
      if (form !== "create") {
        const { status, json } = await scope.create(type, scope.newObject(type));
        if (status >= 300) throw new Discard("the object could not be created");
        current = asObject(json) ?? {};
      }
      const warnings = new Map<string, string | null>();
      for (const fieldValidation of ["Ignore", "Warn", "Strict"]) {
        const query = { fieldValidation };
        const object = scope.newObject(type, {
          name: form === "create" ? fieldValidation : "object",
          content: form === "create" ? 0 : 1,
          merges: form === "apply",
        });
        const change = form === "apply" ? object : type.change(1);
        const body = form === "update" ? updateOf(type, object, current) : object;
        const response = await scope.send(
          form === "create" || form === "update"
            ? writeRequest(scope, type, form === "create" ? "POST" : "PUT", body, { query })
            : changeRequest(scope, type, current, form, change, { query }),
        );
        const isAccepted = verify("field-validation.clean-accepted", {
          holds: response.status < 300,
          expected: `success with ${fieldValidation}`,
          actual: describeResponse(response),
        });
        stopUnless(isAccepted, "the warnings with each value of `fieldValidation`");
        current = asObject(response.json) ?? {};
        warnings.set(fieldValidation, response.headers.get("warning"));
      }
      verify("field-validation.clean-unwarned", {
        holds: warnings.get("Warn") === warnings.get("Ignore"),
        expected: `as with Ignore: ${warnings.get("Ignore") ?? "no warning"}`,
        actual: warnings.get("Warn") ?? "no warning",
      });
    },
  }),
];

/** Returns an update of an object, with what a server may demand of its own types. */
function updateOf(type: ResourceType, object: JsonObject, stored: JsonObject): JsonObject {
  if (isSpecified(type)) return object;
  const whole = writtenObject("update", object, { stored });
  return type.conditionalUpdates
    ? withMetadata(whole, { resourceVersion: resourceVersionOf(stored) ?? "" })
    : whole;
}
