/**
 * Checks of unknown and duplicate fields at every place of every type, in every form of write and
 * with every value of `fieldValidation`.
 *
 * @module
 */
import fc from "fast-check";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, property } from "../../check.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import type { Feature } from "../../features.ts";
import { inject, type Place, valueAtPlace } from "../../model/field_injection.ts";
import {
  type DroppedField,
  droppedFieldsOf,
  type DroppedKind,
  OWN_VALUE,
} from "../../model/fields/dropped_fields.ts";
import { documented } from "../../model/fields/shape.ts";
import type { FieldedType } from "../../model/fields/stored_types.ts";
import { asObject, resourceVersionOf } from "../../model/object.ts";
import type { Scope } from "../../scope.ts";
import { withGeneratedName } from "../../session/write_request.ts";
import { chunked, shuffled } from "../../arbitraries/combinations.ts";
import {
  APPLY_FORMS,
  BASIC_FORMS,
  type Form,
  MODES,
  prepareObject,
  readObject,
  STRATEGIC_FORMS,
  validObject,
  writeForms,
  writeOf,
  writesNew,
  type WrittenContent,
  writtenObject,
} from "./fielded_writes.ts";
import { batchSize, fieldedTypesOf, oncePerTarget, withoutFieldedType } from "./fielded_types.ts";
import {
  differenceBetween,
  type FieldDifference,
  judgeDropped,
  keptPart,
  type Mode,
} from "./model/dropped_fields.ts";
import { recordViolation } from "../../verify.ts";

/** Fields to drop, as `type kind: field`. */
interface DroppedCase {
  readonly fields: readonly string[];
  /** Shifts which form is sent with which mode. */
  readonly turn: number;
}

interface Named extends DroppedField {
  readonly type: FieldedType;
}

/** The fields of the types of a target, by their names in test cases. */
type Fields = ReadonlyMap<string, Named>;

/** Returns the fields without what the specification does not show: it may be unknown to a server. */
const fieldsOf = oncePerTarget((types): Fields =>
  new Map(
    types.map((type) => ({ ...type, shape: documented(type.shape) })).flatMap((type) =>
      droppedFieldsOf(type.shape).filter((each) => !isLeftByPatches(type, each)).map((
        each,
      ): [string, Named] => {
        const { place, field } = each.injected;
        return [`${type.id} ${each.kind}: ${[...place, field].join(".")}`, { ...each, type }];
      })
    ),
  )
);

/** A JSON patch does not replace a whole object: it leaves a value that an update has changed. */
function isLeftByPatches({ isDescribed }: FieldedType, { kind, injected }: DroppedField): boolean {
  return isDescribed === true && kind === "other duplicate" && injected.place.length === 0;
}

/** The number of cases into which all fields are divided, before all is repeated once. */
const CASES = 50;

const ALL_KINDS: readonly DroppedKind[] = [
  "unknown",
  "letter case",
  "duplicate",
  "other duplicate",
];
const UNKNOWN = ALL_KINDS.slice(0, 2);
const DUPLICATE = ALL_KINDS.slice(2);

/** Checks of fields to drop. */
export const DROPPED_FIELDS: readonly Check[] = [
  droppedFieldCheck({
    id: "field-validation/strict",
    title: "`Strict` rejects unknown and duplicate fields at any depth and names all of them",
    requirements: [
      "field-validation.strict-rejects-unknown",
      "field-validation.strict-rejects-duplicate",
      "field-validation.strict-code",
      "field-validation.strict-names-all",
      "field-validation.strict-changes-nothing",
      "field-validation.status-fields",
    ],
    forms: BASIC_FORMS,
    modes: ["Strict"],
  }),
  droppedFieldCheck({
    id: "field-validation/warn-and-ignore",
    title:
      "`Warn` and `Ignore` drop unknown and duplicate fields, and `Warn` adds one warning per field",
    requirements: [
      "field-validation.warn-accepts",
      "field-validation.warn-one-each",
      "field-validation.warning-well-formed",
      "field-validation.default-is-warn",
      "field-validation.ignore-accepts",
      "field-validation.ignore-silent",
      "field-validation.unknown-dropped",
      "field-validation.duplicate-dropped",
      "field-validation.other-fields-kept",
      "field-validation.status-fields",
    ],
    forms: BASIC_FORMS,
    modes: [undefined, "Ignore", "Warn"],
  }),
  droppedFieldCheck({
    id: "field-validation/strategic-merge-fields",
    title: "Fields of a strategic merge patch are validated like those of a complete object",
    requirements: ["field-validation.strategic-merge-fields"],
    forms: STRATEGIC_FORMS,
    feature: "strategic-merge-patch",
  }),
  droppedFieldCheck({
    id: "field-validation/apply-duplicate-fields",
    title: "Duplicate fields of an apply are dropped, and reported as `fieldValidation` says",
    requirements: ["field-validation.apply-duplicate-fields"],
    forms: APPLY_FORMS,
    kinds: DUPLICATE,
    feature: "server-side-apply",
  }),
  droppedFieldCheck({
    id: "field-validation/apply-unknown-fields",
    title: "Unknown fields of an apply are dropped, and reported as `fieldValidation` says",
    requirements: ["field-validation.apply-unknown-fields"],
    forms: APPLY_FORMS,
    kinds: UNKNOWN,
    feature: "server-side-apply",
  }),
];

function droppedFieldCheck({ kinds = ALL_KINDS, modes = MODES, ...facts }: {
  id: `field-validation/${string}`;
  title: string;
  /** One of them is violated by any discrepancy, several each by its own. */
  requirements: readonly [RequirementId, ...RequirementId[]];
  forms: readonly Form[];
  kinds?: readonly DroppedKind[];
  modes?: readonly Mode[];
  feature?: Feature;
}): Check {
  const { id, title, requirements, forms, feature } = facts;
  const namesOf = (target: Target) =>
    [...fieldsOf(target)].filter(([, { kind }]) => kinds.includes(kind)).map(([name]) => name);
  const only = requirements.length === 1 ? requirements[0] : undefined;
  return property<DroppedCase>({
    id,
    title,
    requirements,
    version: 3,
    ...(feature && { features: [feature] }),
    missing: withoutFieldedType,
    arbitrary: (target) =>
      fc.record({
        fields: fc.uniqueArray(fc.constantFrom(...namesOf(target)), {
          minLength: 1,
          maxLength: 24,
        }),
        turn: fc.nat({ max: 11 }),
      }),
    caseList: (target, { seed, runs }) => ({
      inputs: enumeratedFields(namesOf(target), target, seed).slice(0, runs),
    }),
    run: async (scope, { fields, turn }) => {
      const chosen = fields.map((name) => fieldsOf(scope.target).get(name)!);
      for (const type of new Set(chosen.map((each) => each.type))) {
        const dropped = withoutRepetitions(chosen.filter((each) => each.type === type));
        await writeAll(scope, { type, dropped, turn, forms, modes, only });
      }
    },
  });
}

/** Returns the fields without further ones of the same name in the same object. */
function withoutRepetitions(dropped: readonly Named[]): Named[] {
  const nameOf = ({ injected: { place, field } }: Named) => [...place, field].join("/");
  return [...new Map(dropped.map((each) => [nameOf(each), each])).values()];
}

/** Returns cases with all fields, those of a type together, in an order of the seed. */
function enumeratedFields(
  names: readonly string[],
  target: Target,
  seed: number,
): DroppedCase[] {
  const types = fieldedTypesOf(target);
  const size = batchSize(target, { names: names.length, cases: CASES - 2 * types.length });
  const fields = fieldsOf(target);
  const isOther = (name: string) => fields.get(name)?.kind === "other duplicate";
  const batches = types.flatMap(({ id }) =>
    // Twice, with other neighbours and another mode in each form.
    [seed, seed + 1].flatMap((order) => {
      const own = shuffled(names.filter((name) => name.startsWith(`${id} `)), order);
      // A field is repeated once in a body.
      const parts = [own.filter((name) => !isOther(name)), own.filter(isOther)];
      return parts.flatMap((part) => chunked(part, size));
    }).map((fields, index) => ({ fields, turn: index % 12 }))
  );
  return shuffled(batches, seed);
}

/** Fields to drop from one type. */
interface Batch {
  readonly type: FieldedType;
  readonly dropped: readonly DroppedField[];
  readonly turn: number;
  readonly forms: readonly Form[];
  readonly modes: readonly Mode[];
  /** The requirement of every violation. */
  readonly only: RequirementId | undefined;
}

async function writeAll(scope: Scope, batch: Batch): Promise<void> {
  const { type, turn, forms, modes } = batch;
  const { object, stored, warnings } = await prepareObject(scope, type);
  let before = await readObject(scope, type, object);
  const all = writeForms(scope, type, forms);
  for (const [index, form] of all.entries()) {
    const mode = modes[(turn + index) % modes.length];
    const dry = (turn + index) % 5 === 4 && !scope.target.lacks?.includes("dry-run");
    const own = validObject(scope, type, { name: writesNew(form) ? `n${index}` : "object" });
    const named = writtenObject(form, own, { stored });
    // A server may handle creates without a name apart.
    const generates = form === "create" && turn % 2 === 1 && !type.isDescribed;
    const valid = generates ? withGeneratedName(named) : named;
    const dropped = batch.dropped.filter((each) => form !== "JSON patch" || isInPatch(each))
      .map((each) => withOwnValue(named, each));
    if (dropped.length === 0) continue;
    scope.note(`${type.id} ${form}${generates ? " a name" : ""} ${mode ?? "by default"}`);
    const response = await scope.send(
      writeOf(scope, type, form, {
        ...contentOf(valid, dropped),
        stored,
        yaml: isYaml(form, dropped, turn + index),
      }, {
        fieldValidation: mode,
        ...(dry && { dryRun: "All" }),
      }),
    );
    const kept = stored && keptPart(own, { sent: object, stored });
    const facts = { valid, kept, dropped, mode, others: warnings, isPatch: isPatch(form) };
    expectNone(batch, form, judgeDropped(facts, response));
    // What is accepted by mistake is stored: its own violation covers that.
    const isMistaken = mode === "Strict" && response.status < 300;
    const isStored = mode !== "Strict" && !dry;
    // If no write is stored, a later read shows it, too; the last form may have no fields.
    const isShownLater = modes.every((each) => each === "Strict") && index < all.length - 2;
    if (isShownLater && !isMistaken) continue;
    const written = generates ? asObject(response.json) ?? named : named;
    const after = await readObject(scope, type, isStored ? written : object);
    // Controllers write statuses, too.
    if (isStored && type.subresource !== undefined && !isSameVersion(response, after)) continue;
    if (isStored) expectNone(batch, form, judgeDropped({ ...facts, isRead: true }, after));
    else if (!isMistaken) {
      expectNone(batch, form, differenceBetween(before, after, mode === "Strict"));
    }
    if ((isStored || isMistaken) && !writesNew(form)) before = after;
  }
}

const isSameVersion = (...responses: readonly HttpResponse[]) =>
  new Set(responses.map(({ json }) => resourceVersionOf(asObject(json) ?? {}))).size === 1;

const isPatch = (form: Form) => form !== "create" && form !== "update";

/** Returns the field with the value of the object, if it is to have the same. */
function withOwnValue(valid: JsonObject, dropped: DroppedField): DroppedField {
  const { kind, injected } = dropped;
  const { place, field } = injected;
  if (kind === "duplicate") {
    return { kind, injected: { ...injected, value: valueAtPlace(valid, [...place, field]) } };
  }
  if (kind !== "letter case" || injected.value !== OWN_VALUE) return dropped;
  const own = `${field[0]!.toLowerCase()}${field.slice(1)}`;
  return { kind, injected: { ...injected, value: valueAtPlace(valid, [...place, own]) } };
}

/** Returns true for a body to write as YAML: in one line of JSON equal names have equal errors. */
function isYaml(form: Form, dropped: readonly DroppedField[], turn: number): boolean {
  const names = new Set(dropped.map(({ injected }) => injected.field));
  return APPLY_FORMS.includes(form) && (turn % 2 === 0 || names.size < dropped.length);
}

/** A JSON patch that replaces a whole object is no patch: real servers accept none. */
const isInPatch = ({ injected: { kind, place } }: DroppedField) =>
  kind === "unknown" || place.length > 0;

/** Returns a body with these fields, and the places that differ, none of them within another. */
function contentOf(valid: JsonObject, dropped: readonly DroppedField[]): WrittenContent {
  const injected = dropped.map((each) => each.injected);
  const places = injected.map(({ kind, place, field }): Place =>
    kind === "duplicate" ? place : [...place, field]
  );
  const texts = places.map((place) => `${place.join("/")}/`);
  const changed = places.filter((_, index) =>
    texts.every((text, other) =>
      other === index || !texts[index]!.startsWith(text) ||
      (text === texts[index] && other > index)
    )
  );
  return { valid, body: inject(valid, injected), changed };
}

/** Records a violation for each discrepancy. */
function expectNone(
  { type, dropped, only }: Batch,
  form: Form,
  found: readonly FieldDifference[],
): void {
  const fields = dropped.map(({ kind, injected: { place, field } }) =>
    `${kind} ${[...place, field].join(".")}`
  );
  for (const { aspect, expected, actual } of found) {
    const requirement = only ??
      (type.subresource === undefined
        ? `field-validation.${aspect}` as const
        : "field-validation.status-fields");
    recordViolation<string>(requirement, {
      expected: `${expected} (${type.id}, ${form}, ${fields.join(", ")})`,
      actual,
    });
  }
}
