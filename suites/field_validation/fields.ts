/**
 * Unknown and duplicate fields, in every mode.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../check.ts";
import {
  type DrawnInjection,
  hasKey,
  inject,
  type Injected,
  resolveInjections,
} from "../model/field_validation/injection.ts";
import { withSecondElements } from "../model/field_validation/second_elements.ts";
import { jsonText, yamlText } from "../model/field_validation/tree.ts";
import { readWarnings } from "../model/field_validation/warnings.ts";
import { versionOf } from "../model/object.ts";
import { asObject } from "../model/object.ts";
import { firstLost } from "../model/subset.ts";
import type { RequirementId } from "../requirements/mod.ts";
import { resourceType } from "../resources/mod.ts";
import type { ObjectJson, Scope } from "../runner/scope.ts";
import { describeAnswer, expectRefusal } from "../session/violation.ts";
import {
  pathOf,
  withMetadata,
  writeAsk,
  WRITING_METHODS,
  type WritingMethod,
} from "../session/write_ask.ts";
import type { Answer, Json } from "../target/http_client.ts";

/** An object with too many fields, and how it is written. */
interface DirtyCase {
  readonly resource: string;
  readonly method: WritingMethod;
  readonly injections: readonly DrawnInjection[];
  /** Say nothing instead of Warn. */
  readonly byDefault: boolean;
}

const VALUES: readonly Json[] = ["a text", 7, 1.5, true, null, [], ["a", 1], {}, { a: { b: [] } }];

function injection(): fc.Arbitrary<DrawnInjection> {
  return fc.oneof(
    fc.record({
      kind: fc.constant("unknown" as const),
      place: fc.nat({ max: 99 }),
      words: fc.constantFrom("unknown", "plumb", "specs", "a-b", "B_c.d"),
      value: fc.constantFrom(...VALUES),
    }),
    fc.record({ kind: fc.constant("duplicate" as const), place: fc.nat({ max: 99 }) }),
  );
}

function dirtyCase(): fc.Arbitrary<DirtyCase> {
  return fc.record({
    resource: resourceName(),
    method: fc.constantFrom(...WRITING_METHODS),
    injections: fc.array(injection(), { minLength: 1, maxLength: 4 }),
    byDefault: fc.boolean(),
  });
}

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

/** An object with injected fields, ready to be written. */
interface Dirty {
  readonly resource: ReturnType<typeof resourceType>;
  readonly method: WritingMethod;
  readonly clean: ObjectJson;
  readonly injected: readonly Injected[];
  readonly yaml?: boolean;
}

/** Makes the object that is written over, and the one to write. */
async function makeDirty(scope: Scope, input: DirtyCase): Promise<Dirty> {
  const resource = resourceType(input.resource);
  const { method } = input;
  if (method !== "POST") {
    const { status } = await scope.create(resource, scope.make(resource));
    if (status >= 300) throw new Discard("the object could not be made");
  }
  const dirty = dirtied(scope, input);
  for (const { kind } of dirty.injected) scope.note(`${kind} in ${method}`);
  return dirty;
}

function dirtied(scope: Scope, input: DirtyCase, name = "object"): Dirty {
  const resource = resourceType(input.resource);
  const made = withSecondElements(
    scope.make(resource, { name, content: 1, labels: { written: "again" } }),
  );
  const clean = withMetadata(made, { annotations: { "plumbline.invalid/kept": "beside" } });
  const injected = resolveInjections(clean, input.injections)
    // In a merge patch null says that there is no such field.
    .map((each) => input.method === "PATCH" && each.value === null ? { ...each, value: 0 } : each);
  return { resource, method: input.method, clean, injected };
}

function send(scope: Scope, dirty: Dirty, fieldValidation: string | undefined): Promise<Answer> {
  const { resource, method, clean, injected, yaml } = dirty;
  const tree = inject(clean, injected);
  return scope.ask(writeAsk(scope, resource, method, clean, {
    query: { fieldValidation },
    text: yaml ? yamlText(tree).trimStart() : jsonText(tree),
    ...(yaml && { type: "application/yaml" }),
  }));
}

function read(scope: Scope, { resource, clean }: Dirty): Promise<Answer> {
  return scope.ask({ method: "GET", path: pathOf(scope, resource, clean) });
}

/** Writes an object under Ignore, and another of the same kind under Warn. */
async function warnAndIgnore(
  scope: Scope,
  input: DirtyCase,
): Promise<{ ignored: Answer; warned: Answer; dirty: Dirty }> {
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
  const answer = await scope.ask({
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

function expectStrict({ injected, method }: Dirty, answer: Answer): void {
  const kind = injected.some((each) => each.kind === "unknown") ? "unknown" : "duplicate";
  expectRefusal(`field-validation.strict-refuses-${kind}`, answer);
  // A patch's code has a check of its own.
  if (method !== "PATCH") expectRefusal("field-validation.strict-code", answer, { only: 400 });
  expectNamed("field-validation.strict-names-all", injected.map(({ field }) => field), answer);
}

function expectNamed(requirement: RequirementId, fields: readonly string[], answer: Answer): void {
  // The answer as JSON: its text may spell a name with escapes.
  const text = JSON.stringify(answer.json) ?? answer.text;
  const unnamed = fields.filter((field) => !text.includes(field));
  if (unnamed.length === 0) return;
  throw new Violation(requirement, {
    expected: `an answer that names ${fields.join()}`,
    actual: `${unnamed.join()} not named: ${describeAnswer(answer)}`,
  });
}

function expectSuccess(requirement: RequirementId, answer: Answer): void {
  if (answer.status >= 200 && answer.status < 300) return;
  throw new Violation(requirement, { expected: "success", actual: describeAnswer(answer) });
}

/** Holds an answer to having what was sent, without what is unknown. */
function expectDropped({ clean, injected }: Dirty, answer: Answer): void {
  if (answer.status >= 300) return;
  const kept = injected.find(({ kind, field }) => kind === "unknown" && hasKey(answer.json, field));
  if (kept !== undefined) {
    throw new Violation("field-validation.unknown-dropped", {
      expected: `an object without ${describe(kept)}`,
      actual: answer.text.slice(0, 400),
    });
  }
  const lost = firstLost(clean, answer.json);
  if (lost === undefined) return;
  throw new Violation("field-validation.rest-kept", {
    expected: `${lost} as it was sent`,
    actual: answer.text.slice(0, 400),
  });
}

/** Holds a warned answer to one item more than an ignored one for each field. */
function expectCount(
  requirement: RequirementId,
  injected: readonly Injected[],
  ignored: Answer,
  warned: Answer,
): void {
  const header = warned.headers.get("warning");
  const { texts, malformed } = readWarnings(header);
  if (malformed !== undefined) {
    throw new Violation("field-validation.warning-well-formed", {
      expected: `items such as 299 - "text"`,
      actual: malformed,
    });
  }
  const others = readWarnings(ignored.headers.get("warning")).texts.length;
  if (texts.length - others === injected.length) return;
  throw new Violation(requirement, {
    expected: `${injected.length} warnings, of ${injected.map(describe).join()}`,
    actual: `${texts.length - others}: ${header ?? "no header"}`,
  });
}

function describe({ kind, place, field }: Injected): string {
  return `the ${kind} field ${[...place, field].join(".")}`;
}

function versionIn(answer: Answer): string | undefined {
  const object = asObject(answer.json);
  return answer.status < 300 && object !== undefined ? versionOf(object) : undefined;
}

function describeRead(answer: Answer): string {
  return answer.status < 300 ? `an object at ${versionIn(answer)}` : describeAnswer(answer);
}
