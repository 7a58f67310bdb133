/**
 * Checks of generated unknown and duplicate fields: the code of patches, the text of warnings, JSON
 * patches and YAML.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import { hasKey } from "../../model/field_injection.ts";
import { readWarnings } from "./model/warnings.ts";
import { isSpecified, type ResourceType, typeNamed, typesOf } from "../../resources/mod.ts";
import { everyType } from "../../session/every_type.ts";
import {
  fieldedTypesOf,
  isClosedAt,
  withoutFieldedType,
  writtenTypeName,
} from "./fielded_types.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { withElements } from "./model/second_elements.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectError, expectSuccess } from "../../session/violation.ts";
import { pathOfObject } from "../../session/write_request.ts";
import {
  arbitraryCase,
  arbitraryInjection,
  type InjectionCase,
  prepareInjected,
  send,
} from "./injected_fields.ts";
import { describeInjected, expectDropped, expectNamed } from "./expectations.ts";
import { recordViolation, verify } from "../../verify.ts";

/** Checks of unknown and duplicate fields. */
export const UNKNOWN_AND_DUPLICATE_FIELDS: readonly Check[] = [
  property<InjectionCase>({
    id: "field-validation/strict-patch-code",
    title: "A patch rejected by `Strict` returns 400",
    requirements: ["field-validation.strict-patch-code"],
    missing: withoutFieldedType,
    arbitrary: (target) => arbitraryCase(target).map((input) => ({ ...input, method: "PATCH" })),
    run: async (scope, input) => {
      const response = await send(scope, await prepareInjected(scope, input), "Strict");
      expectError("field-validation.strict-patch-code", response, { only: 400 });
    },
  }),
  property<InjectionCase>({
    id: "field-validation/warning-names-field",
    title: "Warnings name the dropped fields",
    requirements: ["field-validation.warning-names-field"],
    missing: withoutFieldedType,
    arbitrary: arbitraryCase,
    run: async (scope, input) => {
      const object = await prepareInjected(scope, input);
      const warned = await send(scope, object, "Warn");
      if (warned.status >= 300) throw new Discard("the write was rejected");
      const { texts } = readWarnings(warned.headers.get("warning"));
      const unnamed = object.injected.find(({ field }) =>
        !texts.some((text) => text.includes(field))
      );
      if (unnamed === undefined) return;
      recordViolation("field-validation.warning-names-field", {
        expected: `a warning about ${describeInjected(unnamed)}`,
        actual: texts.join("; ") || "none",
      });
    },
  }),
  example({
    id: "field-validation/many-fields",
    title:
      "More unknown fields than bounds of ten are all named, and each has a warning, in long lists, too, and whatever their names",
    version: 2,
    requirements: [
      "field-validation.strict-names-all",
      "field-validation.warn-accepts",
      "field-validation.warn-one-each",
      "field-validation.warning-well-formed",
    ],
    missing: withoutFieldedType,
    run: async (scope) => {
      const types = typesOf(scope.target).filter((type) =>
        fieldedTypesOf(scope.target).some((each) =>
          each.id === type.resource && isClosedAt(each, [])
        )
      );
      await everyType(scope, types, (type) => verifyMany(scope, type));
    },
  }),
  property<Omit<InjectionCase, "method" | "injections"> & { names: string[]; mode: string }>({
    id: "field-validation/json-patch",
    title: "Fields added by a JSON patch are validated like those of a complete object",
    requirements: ["field-validation.json-patch-fields"],
    missing: withoutFieldedType,
    arbitrary: (target) =>
      fc.record({
        resource: writtenTypeName(target),
        byDefault: fc.boolean(),
        names: fc.uniqueArray(fc.constantFrom("unknownA", "unknownB", "metadata/unknownC"), {
          minLength: 1,
        }),
        mode: fc.constantFrom("Strict", "Warn", "Ignore"),
      }),
    run: patchFields,
  }),
  property<InjectionCase>({
    id: "field-validation/yaml",
    title: "Fields of a YAML body are validated like those of a JSON body",
    requirements: ["field-validation.yaml-fields"],
    features: ["yaml"],
    missing: withoutFieldedType,
    arbitrary: (target) =>
      fc.record({
        resource: writtenTypeName(target),
        method: fc.constantFrom("POST", "PUT"),
        injections: fc.array(arbitraryInjection(), { minLength: 1, maxLength: 3 }),
        byDefault: fc.boolean(),
      }),
    run: async (scope, input) => {
      const object = { ...await prepareInjected(scope, input), yaml: true };
      const strict = await send(scope, object, "Strict");
      if (strict.status === 415) throw new Discard("the target does not accept YAML");
      expectError("field-validation.yaml-fields", strict, { only: 400 });
      const warned = await send(scope, object, input.byDefault ? undefined : "Warn");
      const { texts } = readWarnings(warned.headers.get("warning"));
      if (warned.status < 300 && texts.length > 0) return expectDropped(object, warned);
      recordViolation("field-validation.yaml-fields", {
        expected: "success and a warning",
        actual: `${describeResponse(warned)}; warnings: ${texts.join("; ") || "none"}`,
      });
    },
  }),
];

/** The number of unknown fields: servers may end their error messages at some hundred. */
const MANY = 25;

/** The items that are added to lists: more than ten. */
const LONG = 11;

/** Names with what a quoted text, or any header, cannot have as it is. */
const ODD = ['unknown"quote"', "unknown\\", "unknown\nline", "unknown, λ"];

async function verifyMany(scope: Scope, type: ResourceType): Promise<void> {
  const fields = Array.from({ length: MANY }, (_, at) => `unknown${at}x`);
  const object = scope.newObject(type);
  const unknown = Object.fromEntries([...fields, ...ODD].map((name) => [name, "unknown"]));
  await verifyNamed(scope, type, fields, { ...object, ...unknown }, ODD.length);
  // A type of the server's own may not take several like items.
  if (!isSpecified(type)) return;
  const whole = scope.newObject(type, { name: "long lists", content: 1 });
  const last = { unknownInLast: "unknown" };
  const long = withElements(whole, { copies: LONG, last });
  const isLonger = JSON.stringify(long).includes("unknownInLast");
  if (isLonger) await verifyNamed(scope, type, Object.keys(last), long);
}

/** Sends a body with unknown fields: each is named, and has a warning, as have some of odd names. */
async function verifyNamed(
  scope: Scope,
  type: ResourceType,
  fields: readonly string[],
  body: JsonObject,
  odd = 0,
): Promise<void> {
  const strict = await scope.create(type, body, { fieldValidation: "Strict" });
  if (strict.status < 300) {
    return recordViolation("field-validation.strict-names-all", {
      expected: `an error that names ${fields.join()}`,
      actual: describeResponse(strict),
    });
  }
  expectNamed("field-validation.strict-names-all", fields, strict);
  const warned = await scope.create(type, body, { fieldValidation: "Warn" });
  // Whether it succeeds is else the question of other checks.
  if (warned.status >= 300 && (odd === 0 || warned.status < 500)) return;
  const isAccepted = verify("field-validation.warn-accepts", {
    holds: warned.status < 300,
    expected: `success with Warn and fields such as ${ODD.map((name) => JSON.stringify(name))}`,
    actual: describeResponse(warned),
  });
  if (!isAccepted) return;
  const { texts, malformed } = readWarnings(warned.headers.get("warning"));
  const isRead = verify("field-validation.warning-well-formed", {
    holds: malformed === undefined,
    expected: `items of the form 299 - "text"`,
    actual: malformed,
  });
  if (!isRead) return;
  const missing = fields.filter((name) => !texts.some((text) => text.includes(name)));
  verify("field-validation.warn-one-each", {
    holds: missing.length === 0 && texts.length >= fields.length + odd,
    expected: `a warning for each of ${fields.length + odd} names`,
    actual: `${texts.length}, none for ${missing.join()}`,
  });
}

async function patchFields(
  scope: Scope,
  input: { resource: string; names: string[]; mode: string; byDefault: boolean },
): Promise<void> {
  const resource = typeNamed(scope.target, input.resource);
  const object = scope.newObject(resource);
  const { status } = await scope.create(resource, object);
  if (status >= 300) throw new Discard("the object could not be created");
  const { byDefault } = input;
  const type = fieldedTypesOf(scope.target).find(({ id }) => id === input.resource);
  const names = input.names.filter((name) =>
    type !== undefined && isClosedAt(type, name.split("/").slice(0, -1))
  );
  if (names.length === 0) throw new Discard("the target does not describe the fields of the type");
  scope.note(input.mode);
  const response = await scope.send({
    method: "PATCH",
    path: pathOfObject(scope, resource, object),
    body: names.map((name) => ({ op: "add", path: `/${name}`, value: "unknown" })),
    headers: { "content-type": "application/json-patch+json" },
    query: { fieldValidation: input.mode === "Warn" && byDefault ? undefined : input.mode },
  });
  const requirement = "field-validation.json-patch-fields";
  const fields = names.map((name) => name.split("/").at(-1)!);
  if (input.mode === "Strict") {
    expectError(requirement, response);
    return expectNamed(requirement, fields, response);
  }
  expectSuccess(requirement, response);
  const { texts } = readWarnings(response.headers.get("warning"));
  const actual = fields.filter((field) => texts.some((text) => text.includes(field))).length;
  const expected = input.mode === "Warn" ? fields.length : 0;
  verify(requirement, {
    holds: actual === expected && !fields.some((field) => hasKey(response.json, field)),
    expected: `${expected} warnings and an object without ${fields.join()}`,
    actual: `warnings: ${texts.join("; ") || "none"}; ${response.text.slice(0, 400)}`,
  });
}
