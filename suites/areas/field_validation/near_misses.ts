/**
 * Checks of values that no field may have: every field of every type, in every form of write.
 *
 * @module
 */
import fc from "fast-check";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, example, property } from "../../check.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import type { Feature } from "../../features.ts";
import { type NearMiss, nearMisses } from "../../model/fields/near_misses.ts";
import { type Field, shapeFields } from "../../model/fields/shape.ts";
import type { FieldedType } from "../../model/fields/stored_types.ts";
import { asObject } from "../../model/object.ts";
import { treeOf } from "../../model/tree.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import {
  APPLY_FORMS,
  BASIC_FORMS,
  type Form,
  inObject,
  MODES,
  prepareObject,
  readObject,
  STRATEGIC_FORMS,
  validObject,
  writeForms,
  writeOf,
  writesNew,
  writtenObject,
} from "./fielded_writes.ts";
import { chunked, shuffled } from "../../arbitraries/combinations.ts";
import { batchSize, fieldedTypesOf, oncePerTarget, withoutFieldedType } from "./fielded_types.ts";
import { formsInTurn, type TurningValue, TURNS, turnsOf } from "./form_turns.ts";
import { differenceBetween } from "./model/dropped_fields.ts";
import { replaced } from "./model/types.ts";
import { recordViolation, verify } from "../../verify.ts";

/** Near misses, as `type field: miss`. */
interface MissCase {
  readonly misses: readonly string[];
  /** Shifts which miss is sent in which form and with which parameters. */
  readonly turn: number;
}

interface Miss extends NearMiss {
  readonly type: FieldedType;
  readonly field: Field;
  /** Consecutive for the misses of a type, and for the same miss of the metadata in several types. */
  readonly number: number;
}

/** The number of cases into which all near misses are divided. */
const CASES = 24;

/** Returns each near miss of each field of each type, by its name. */
const missesOf = oncePerTarget((types): ReadonlyMap<string, Miss> =>
  new Map(
    types.flatMap((type, typeNumber) =>
      shapeFields(type.shape)
        .flatMap((field) => nearMisses(field).map((miss) => ({ ...miss, type, field })))
        .map((miss, index): [string, Miss] => [
          `${type.id} ${miss.field.place.join(".")}: ${miss.word}`,
          { ...miss, number: index + typeNumber },
        ])
    ),
  )
);

/** A server's own description of a number need not say its range. */
const NO_RANGE = "no field of the target's types is an integer of the specification";

/** Checks of near misses. */
export const NEAR_MISSES: readonly Check[] = [
  nearMissCheck({
    id: "field-validation/wrong-type-rejected",
    title: "A create, update, merge patch or JSON patch with a value of a wrong type is rejected",
    requirement: "field-validation.wrong-type-rejected",
    forms: BASIC_FORMS,
  }),
  nearMissCheck({
    id: "field-validation/apply-wrong-type",
    title: "An apply with a value of a wrong type is rejected",
    requirement: "field-validation.apply-wrong-type-rejected",
    forms: APPLY_FORMS,
    feature: "server-side-apply",
    concerns: (miss) => !isOutOfRange(miss),
  }),
  nearMissCheck({
    id: "field-validation/strategic-merge-wrong-type",
    title: "A strategic merge patch with a value of a wrong type is rejected",
    requirement: "field-validation.strategic-merge-wrong-type-rejected",
    forms: STRATEGIC_FORMS,
    feature: "strategic-merge-patch",
    concerns: (miss) => !isOutOfRange(miss) && !isStructuredMergeKey(miss),
  }),
  // Known deviations of real servers, so that each has a check of its own.
  everyMissCheck({
    id: "field-validation/apply-integer-range",
    title: "An apply with a number that its integer type does not have is rejected",
    requirement: "field-validation.apply-integer-range-checked",
    forms: APPLY_FORMS,
    feature: "server-side-apply",
    concerns: isOutOfRange,
    without: NO_RANGE,
  }),
  everyMissCheck({
    id: "field-validation/strategic-merge-integer-range",
    title: "A strategic merge patch with a number that its integer type does not have is rejected",
    requirement: "field-validation.strategic-merge-integer-range-checked",
    forms: STRATEGIC_FORMS,
    feature: "strategic-merge-patch",
    concerns: isOutOfRange,
    without: NO_RANGE,
  }),
  everyMissCheck({
    id: "field-validation/merge-key-wrong-type",
    title: "A strategic merge patch with an object or a list as merge key is rejected",
    requirement: "field-validation.merge-key-wrong-type-rejected",
    forms: STRATEGIC_FORMS,
    feature: "strategic-merge-patch",
    concerns: isStructuredMergeKey,
    without: "no field of the target's types is a merge key of the specification",
  }),
];

/** Returns a check that tries all documented misses of a sort at once. */
function everyMissCheck({ id, title, requirement, forms, feature, concerns, without }: {
  id: `field-validation/${string}`;
  title: string;
  requirement: RequirementId;
  forms: readonly Form[];
  feature: Feature;
  concerns: (miss: Miss) => boolean;
  /** The reason if a target has no such field. */
  without: string;
}): Check {
  const documentedMisses = (target: Target) =>
    [...missesOf(target)].filter(([, miss]) => concerns(miss) && !isConvention(miss))
      .map(([name]) => name);
  return example({
    id,
    title,
    requirements: [requirement],
    features: [feature],
    missing: ({ target }) =>
      Promise.resolve(documentedMisses(target).length > 0 ? undefined : without),
    run: async (scope) => {
      const misses = documentedMisses(scope.target);
      await expectRejections(scope, { misses, turn: 0 }, { requirement, forms, alone: true });
    },
  });
}

function isOutOfRange({ field, value }: Miss): boolean {
  return field.type.startsWith("int") && typeof value === "number" && Number.isInteger(value);
}

function isStructuredMergeKey({ field, value }: Miss): boolean {
  return field.mergeKey === true && typeof value === "object";
}

function nearMissCheck({ id, title, requirement, forms, feature, concerns = () => true }: {
  id: `field-validation/${string}`;
  title: string;
  requirement: RequirementId;
  forms: readonly Form[];
  feature?: Feature;
  concerns?: (miss: Miss) => boolean;
}): Check {
  const namesOf = (target: Target) =>
    [...missesOf(target)].filter(([, miss]) => concerns(miss)).map(([name]) => name);
  return property<MissCase>({
    id,
    title,
    requirements: [
      requirement,
      "field-validation.status-wrong-type-rejected",
      "field-validation.undocumented-type-rejected",
      "field-validation.wrong-type-changes-nothing",
    ],
    version: 3,
    early: true,
    ...(feature && { features: [feature] }),
    missing: withoutFieldedType,
    arbitrary: (target) =>
      fc.record({
        // Of any length, so that each case that runs can be shrunk.
        misses: fc.uniqueArray(fc.constantFrom(...namesOf(target)), { minLength: 1 }),
        turn: fc.nat({ max: TURNS - 1 }),
      }),
    caseList: (target, { seed, runs }) => ({
      inputs: enumeratedMisses(namesOf(target), target, { seed, runs }).slice(0, runs)
        .map((each) => runs < CASES ? everyOtherMiss(each) : each),
    }),
    run: (scope, input) => expectRejections(scope, input, { requirement, forms }),
  });
}

/**
 * Returns cases with the near misses, those of a type together, in an order of the seed. A longer run has
 * all of them again, in other forms.
 */
function enumeratedMisses(
  names: readonly string[],
  target: Target,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): MissCase[] {
  const types = fieldedTypesOf(target);
  const size = batchSize(target, { names: names.length, cases: CASES - types.length });
  const batches = types.flatMap(({ id }) =>
    chunked(shuffled(names.filter((name) => name.startsWith(`${id} `)), seed), size)
  );
  return turnsOf({ seed, runs })
    .flatMap((turn) => shuffled(batches, seed).map((misses) => ({ misses, turn })));
}

/** Returns a case with half of its near misses, as a run of few cases is to be short. */
function everyOtherMiss({ misses, turn }: MissCase): MissCase {
  return { misses: misses.filter((_, index) => index % 2 === 0), turn };
}

async function expectRejections(
  scope: Scope,
  { misses, turn }: MissCase,
  { requirement, forms, alone = false }: {
    requirement: RequirementId;
    forms: readonly Form[];
    /** True if every miss violates this requirement, and is sent in all forms. */
    alone?: boolean;
  },
): Promise<void> {
  const chosen = misses.map((name) => missesOf(scope.target).get(name)!);
  for (const type of new Set(chosen.map((miss) => miss.type))) {
    const { object: valid, stored } = await prepareObject(scope, type);
    const before = await readObject(scope, type, valid);
    let step = turn;
    let isAccepted = false;
    for (const miss of chosen.filter((each) => each.type === type)) {
      const all = formsOf(scope, miss, forms);
      for (const form of alone ? all : formsInTurn(turning(miss), all, turn)) {
        const violated = alone ? requirement : requirementOf(miss, requirement);
        const trial = { form, step: step++, requirement: violated, stored };
        isAccepted = await tryMiss(scope, miss, trial) || isAccepted;
      }
    }
    // What is accepted changes the object.
    if (isAccepted) continue;
    const [changed] = differenceBetween(before, await readObject(scope, type, valid), true);
    if (changed) {
      const { expected, actual } = changed;
      recordViolation("field-validation.wrong-type-changes-nothing", { expected, actual });
    }
    await expectAbsent(scope, type);
  }
}

const isConvention = ({ field, byConvention }: Miss) =>
  byConvention === true || field.undocumented === true;

const turning = (miss: Miss): TurningValue => ({
  ...miss,
  isShared: miss.field.place[0] === "metadata",
  isConvention: isConvention(miss),
});

/** The forms in which a near miss can be sent. */
function formsOf(scope: Scope, miss: Miss, forms: readonly Form[]): readonly Form[] {
  // Real servers of old releases drop null from the lists of a merge patch.
  return writeForms(scope, miss.type, forms)
    .filter((form) => miss.value !== null || form !== "merge patch");
}

function requirementOf(miss: Miss, documented: RequirementId): RequirementId {
  if (isConvention(miss)) return "field-validation.undocumented-type-rejected";
  return miss.type.subresource === undefined
    ? documented
    : "field-validation.status-wrong-type-rejected";
}

/** Sends one near miss, which must be rejected. Returns true if it is accepted. */
async function tryMiss(
  scope: Scope,
  { type, field, word, value }: Miss,
  { form, step, requirement, stored }: {
    readonly form: Form;
    readonly step: number;
    readonly requirement: RequirementId;
    /** The object that a JSON patch changes. */
    readonly stored: JsonObject | undefined;
  },
): Promise<boolean> {
  const { place } = field;
  const name = writesNew(form) ? "another" : "object";
  const own = validObject(scope, type, { name, including: place });
  const right = writtenObject(form, own, { stored });
  const body = treeOf(replaced(right, place, inObject(scope, right, value)));
  const fieldValidation = MODES[step % MODES.length];
  const dryRun = step % 8 < 4 || scope.target.lacks?.includes("dry-run") ? undefined : "All";
  scope.note(`${word} by ${form}`);
  const response = await scope.send(
    writeOf(scope, type, form, {
      valid: validObject(scope, type, { name }),
      stored,
      body,
      changed: [place],
    }, { fieldValidation, dryRun }),
  );
  const isStatus = asObject(response.json)?.kind === "Status";
  // Real servers report errors of the merge itself as internal errors.
  const limit = BASIC_FORMS.includes(form) ? 500 : 600;
  const isAccepted = response.status < 300;
  const actual = isAccepted
    ? `${response.status}, the value is ${valueIn(response, field)}`
    : describeResponse(response);
  verify(requirement, {
    holds: response.status >= 400 && response.status < limit && isStatus,
    expected: `${form} with ${place.join(".")} = ${JSON.stringify(value)} (${word}) is rejected ` +
      `with ${limit === 500 ? "4xx" : "an error"} and a Status` +
      (fieldValidation ? `, fieldValidation=${fieldValidation}` : "") +
      (dryRun ? ", dryRun=All" : ""),
    actual,
  });
  return isAccepted;
}

function valueIn({ json }: HttpResponse, { place }: Field): string {
  const value = place.reduce<Json | undefined>(
    (each, key) => (each as JsonObject | null | undefined)?.[key],
    json,
  );
  return JSON.stringify(value) ?? "absent";
}

/** Expects that no rejected write created an object. */
async function expectAbsent(scope: Scope, type: FieldedType): Promise<void> {
  const other = validObject(scope, type, { name: "another" });
  const { status } = await readObject(scope, type, other);
  verify("field-validation.wrong-type-changes-nothing", {
    holds: status === 404,
    expected: "404: no rejected write creates an object",
    actual: `${status}`,
  });
}
