/**
 * Unknown and duplicate fields, in every mode.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { hasKey } from "../../model/field_injection.ts";
import { readWarnings } from "./model/warnings.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, expectRefusal, expectSuccess } from "../../session/violation.ts";
import { pathOf } from "../../session/write_request.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import {
  dirtied,
  type Dirty,
  type DirtyCase,
  dirtyCase,
  injection,
  makeDirty,
  read,
  send,
} from "./dirty.ts";
import {
  describe,
  describeRead,
  expectCount,
  expectDropped,
  expectNamed,
  expectStrict,
  versionIn,
} from "./judge.ts";

/** Checks of unknown and duplicate fields. */
export const FIELDS: readonly Check[] = [
  property<DirtyCase>({
    id: "field-validation/strict",
    title: "Strict refuses unknown and duplicate fields wherever they are, and names them all",
    requirements: [
      "field-validation.strict-refuses-unknown",
      "field-validation.strict-refuses-duplicate",
      "field-validation.strict-code",
      "field-validation.strict-names-all",
      "field-validation.strict-changes-nothing",
    ],
    level: "must",
    arbitrary: dirtyCase,
    run: async (scope, input) => {
      const dirty = await makeDirty(scope, input);
      const before = await read(scope, dirty);
      const answer = await send(scope, dirty, "Strict");
      expectStrict(dirty, answer);
      const after = await read(scope, dirty);
      if (after.status === before.status && versionIn(after) === versionIn(before)) return;
      throw new Violation("field-validation.strict-changes-nothing", {
        expected: `as before, ${describeRead(before)}`,
        actual: describeRead(after),
      });
    },
  }),
  property<DirtyCase>({
    id: "field-validation/strict-patch-code",
    title: "Strict refuses a patch with unknown or duplicate fields with the code of other verbs",
    requirements: ["field-validation.strict-patch-code"],
    level: "must",
    arbitrary: () => dirtyCase().map((input) => ({ ...input, method: "PATCH" })),
    run: async (scope, input) => {
      const answer = await send(scope, await makeDirty(scope, input), "Strict");
      expectRefusal("field-validation.strict-patch-code", answer, { only: 400 });
    },
  }),
  property<DirtyCase>({
    id: "field-validation/warn-and-ignore",
    title: "Warn and Ignore drop unknown and duplicate fields; Warn says so once a field",
    requirements: [
      "field-validation.warn-accepts",
      "field-validation.warn-one-each",
      "field-validation.warning-well-formed",
      "field-validation.default-is-warn",
      "field-validation.ignore-accepts",
      "field-validation.ignore-silent",
      "field-validation.unknown-dropped",
      "field-validation.rest-kept",
    ],
    level: "must",
    arbitrary: dirtyCase,
    run: async (scope, input) => {
      const { ignored, warned, dirty } = await warnAndIgnore(scope, input);
      const mode = input.byDefault ? "default-is-warn" : "warn-one-each";
      expectCount(`field-validation.${mode}`, dirty.injected, ignored, warned);
      const stored = await read(scope, dirty);
      expectDropped(dirty, stored);
    },
  }),
  property<DirtyCase>({
    id: "field-validation/warning-names-field",
    title: "The warnings say which fields were dropped",
    requirements: ["field-validation.warning-names-field"],
    level: "convention",
    arbitrary: dirtyCase,
    run: async (scope, input) => {
      const dirty = await makeDirty(scope, input);
      const warned = await send(scope, dirty, "Warn");
      if (warned.status >= 300) throw new Discard("the write was refused");
      const { texts } = readWarnings(warned.headers.get("warning"));
      const silent = dirty.injected.find(({ field }) =>
        !texts.some((text) => text.includes(field))
      );
      if (silent === undefined) return;
      throw new Violation("field-validation.warning-names-field", {
        expected: `a warning of ${describe(silent)}`,
        actual: texts.join("; ") || "none",
      });
    },
  }),
  property<Omit<DirtyCase, "method" | "injections"> & { names: string[]; mode: string }>({
    id: "field-validation/json-patch",
    title: "Fields that a JSON patch adds are validated like those of a body",
    requirements: ["field-validation.json-patch-fields"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        byDefault: fc.boolean(),
        names: fc.uniqueArray(fc.constantFrom("unknownA", "unknownB", "metadata/unknownC"), {
          minLength: 1,
        }),
        mode: fc.constantFrom("Strict", "Warn", "Ignore"),
      }),
    run: patchFields,
  }),
  property<DirtyCase>({
    id: "field-validation/yaml",
    title: "Bodies in YAML are validated as those in JSON",
    requirements: ["field-validation.yaml-fields"],
    level: "convention",
    features: ["yaml"],
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        method: fc.constantFrom("POST", "PUT"),
        injections: fc.array(injection(), { minLength: 1, maxLength: 3 }),
        byDefault: fc.boolean(),
      }),
    run: async (scope, input) => {
      const dirty = { ...await makeDirty(scope, input), yaml: true };
      const strict = await send(scope, dirty, "Strict");
      if (strict.status === 415) throw new Discard("YAML is not read");
      expectRefusal("field-validation.yaml-fields", strict, { only: 400 });
      const warned = await send(scope, dirty, input.byDefault ? undefined : "Warn");
      const { texts } = readWarnings(warned.headers.get("warning"));
      if (warned.status < 300 && texts.length > 0) return expectDropped(dirty, warned);
      throw new Violation("field-validation.yaml-fields", {
        expected: "success, and a warning",
        actual: `${describeAnswer(warned)}; warnings: ${texts.join("; ") || "none"}`,
      });
    },
  }),
];

/** Writes an object under Ignore, and another of the same kind under Warn. */
async function warnAndIgnore(
  scope: Scope,
  input: DirtyCase,
): Promise<{ ignored: HttpResponse; warned: HttpResponse; dirty: Dirty }> {
  const dirty = await makeDirty(scope, input);
  // What is made needs a name of its own; what is written over can be so twice.
  const twin = input.method === "POST" ? dirtied(scope, input, "twin") : dirty;
  const ignored = await send(scope, twin, "Ignore");
  expectSuccess("field-validation.ignore-accepts", ignored);
  expectDropped(twin, ignored);
  const { texts } = readWarnings(ignored.headers.get("warning"));
  const told = dirty.injected.find(({ kind, field }) =>
    kind === "unknown" && texts.some((text) => text.includes(field))
  );
  if (told !== undefined) {
    throw new Violation("field-validation.ignore-silent", {
      expected: `no warning of ${describe(told)}`,
      actual: texts.join("; "),
    });
  }
  const warned = await send(scope, dirty, input.byDefault ? undefined : "Warn");
  expectSuccess("field-validation.warn-accepts", warned);
  expectDropped(dirty, warned);
  return { ignored, warned, dirty };
}

async function patchFields(
  scope: Scope,
  input: { resource: string; names: string[]; mode: string; byDefault: boolean },
): Promise<void> {
  const resource = resourceType(input.resource);
  const object = scope.make(resource);
  const { status } = await scope.create(resource, object);
  if (status >= 300) throw new Discard("the object could not be made");
  const { names, byDefault } = input;
  scope.note(input.mode);
  const answer = await scope.send({
    method: "PATCH",
    path: pathOf(scope, resource, object),
    body: names.map((name) => ({ op: "add", path: `/${name}`, value: "unknown" })),
    headers: { "content-type": "application/json-patch+json" },
    query: { fieldValidation: input.mode === "Warn" && byDefault ? undefined : input.mode },
  });
  const requirement = "field-validation.json-patch-fields";
  const fields = names.map((name) => name.split("/").at(-1)!);
  if (input.mode === "Strict") {
    expectRefusal(requirement, answer);
    return expectNamed(requirement, fields, answer);
  }
  expectSuccess(requirement, answer);
  const { texts } = readWarnings(answer.headers.get("warning"));
  const told = fields.filter((field) => texts.some((text) => text.includes(field))).length;
  const due = input.mode === "Warn" ? fields.length : 0;
  if (told === due && !fields.some((field) => hasKey(answer.json, field))) return;
  throw new Violation(requirement, {
    expected: `${due} warnings, and an object without ${fields.join()}`,
    actual: `warnings: ${texts.join("; ") || "none"}; ${answer.text.slice(0, 400)}`,
  });
}
