/**
 * Finds out which of a server's resource types the checks can use: creates, changes and deletes an
 * object of each.
 *
 * @module
 */
import type { ServedType } from "../client/contact.ts";
import type { TypeResult } from "@plumbline/reports/events";
import { mapFewAtOnce } from "../cleanup/few_at_once.ts";
import type { Target } from "../client/target.ts";
import type { TypeSelection } from "../client/type_selection.ts";
import { RESOURCE_TYPES, type ResourceType } from "../resources/mod.ts";
import { groupedName } from "../resources/discovered/discovery.ts";
import { nameFormOf, withEnding } from "../resources/discovered/name_form.ts";
import { readListedTypes, SchemaReader } from "../resources/discovered/reading.ts";
import { chooseTypes, isOf } from "../resources/discovered/selection.ts";
import { servesNamespaces } from "./namespace_pool.ts";
import type { Scopes } from "./scopes.ts";
import { controllerOf, trialRefusal } from "./trial_requests.ts";
import { type Surveyed, TypeProbe } from "./type_probe.ts";
import { unservedVerbs } from "./verb_trial.ts";

/** The types that checks can use, and the results to report. */
export interface SurveyedTypes {
  readonly types: readonly ResourceType[];
  readonly results: readonly TypeResult[];
  /** Why types of the specification are left out, or all others, by their plural names. */
  readonly leftOut?: Readonly<Record<string, string>>;
}

/** The types surveyed at once. */
const AT_ONCE = 4;

/** Surveys the types of the selection. */
export async function surveyTypes(
  target: Target,
  scopes: Scopes,
  selection: TypeSelection,
): Promise<SurveyedTypes> {
  const listed = target.contact?.types ?? await readListedTypes(target.client);
  const { chosen, left, unknown } = chooseTypes(listed, selection);
  const schemas = new SchemaReader(target.client);
  const survey = async (type: ServedType) => ({
    type,
    ...await surveyType(type, { scopes, schemas, selection, chosen }),
  });
  const surveyed = await mapFewAtOnce(chosen, survey, AT_ONCE);
  // A server without Namespaces may know some by its configuration.
  const isNoPlace = ({ type, reason = "" }: typeof surveyed[number]) =>
    type.namespaced && /^create: 40[034]\b/.test(reason);
  if (!servesNamespaces(target) && surveyed.some(isNoPlace)) {
    scopes.refuseNamespaces();
    for (const [at, one] of surveyed.entries()) {
      if (isNoPlace(one)) surveyed[at] = await survey(one.type);
    }
  }
  // The trial of another type can be what made a controller write: now nothing else is tried.
  for (const [at, { type, isDisturbed }] of surveyed.entries()) {
    if (isDisturbed) surveyed[at] = await survey(type);
  }
  const types = surveyed.flatMap(({ usable }) => usable ?? []);
  return {
    types,
    // Where none is left, the reasons are what the run finds out.
    ...types.length === 0 && {
      leftOut: Object.fromEntries(
        surveyed.flatMap(({ type, reason }) => reason ? [[type.resource, reason]] : []),
      ),
    },
    results: [
      ...surveyed.map(({ type, ...facts }) => resultOf(type, facts)),
      ...left.map(({ type, reason }) => resultOf(type, { reason })),
      ...unknown.map((name) => ({
        name,
        verdict: "skipped" as const,
        reason: "discovery lists no such type",
      })),
    ],
  };
}

/**
 * Tries the verbs that a target does not list for the types of the specification. Types
 * whose status a controller writes are left out. Returns nothing if it serves them all: the checks
 * report what else is wrong.
 */
export async function surveySpecification(
  target: Target,
  scopes: Scopes,
): Promise<SurveyedTypes | undefined> {
  const types: ResourceType[] = [];
  const results: TypeResult[] = [];
  const leftOut: Record<string, string> = {};
  const listedTypes = target.contact?.types ?? [];
  // Collections that cannot be deleted at once violate the specification: where that is so of some
  // types, the checks report it. Where it is so of all, it is a part that the target lacks.
  const isNowhere = listedTypes.length > 0 &&
    listedTypes.every(({ verbs }) => verbs.length > 0 && !verbs.includes("deletecollection"));
  for (const type of RESOURCE_TYPES) {
    const listed = listedTypes.find((each) => builtInOf(each, target) === type);
    if (listed === undefined) {
      types.push(type);
      continue;
    }
    await scopes.survey(async (scope) => {
      const unserved = await unservedVerbs(scope, type, listed);
      const isPartial = unserved.some((verb) => isNowhere || verb !== "deletecollection");
      const reason = await controllerOf(scope, type);
      if (reason === undefined) types.push(isPartial ? { ...type, unserved } : type);
      else leftOut[type.resource] = reason;
      const facts = { from: "specification" as const, ...(isPartial && { unserved }) };
      results.push(resultOf(listed, { ...facts, ...(reason !== undefined && { reason }) }));
    });
  }
  const isWhole = types.length === RESOURCE_TYPES.length &&
    types.every(({ unserved }) => unserved === undefined);
  return isWhole ? undefined : { types, results, leftOut };
}

/** Returns the type of the specification that a listed type is. */
function builtInOf(
  { resource, group, version }: ServedType,
  { dialect }: Pick<Target, "dialect">,
): ResourceType | undefined {
  return RESOURCE_TYPES.find((each) =>
    each.resource === resource && each.group(dialect) === group && each.version === version
  );
}

/** Returns another type that has the plural name before this one; inputs name types by it. */
function firstNamed(
  type: ServedType,
  chosen: readonly ServedType[],
  target: Pick<Target, "dialect">,
): ServedType | undefined {
  const named = chosen.filter(({ resource }) => resource === type.resource);
  const first = named.find((each) => builtInOf(each, target) !== undefined) ?? named[0];
  return first === type ? undefined : first;
}

function resultOf(
  type: ServedType,
  { usable, isDisturbed: _, ...facts }: Surveyed,
): TypeResult {
  return {
    name: groupedName(type),
    version: type.version,
    scope: type.namespaced ? "namespace" : "cluster",
    verdict: facts.reason === undefined ? "covered" : "skipped",
    ...(usable?.plural !== undefined && { resource: usable.resource }),
    ...facts,
  };
}

interface SurveyContext {
  readonly scopes: Scopes;
  readonly schemas: SchemaReader;
  readonly selection: TypeSelection;
  readonly chosen: readonly ServedType[];
}

function surveyType(type: ServedType, context: SurveyContext): Promise<Surveyed> {
  const { scopes, schemas, selection: { examples = [] } } = context;
  return scopes.survey<Surveyed>(async (scope) => {
    const builtIn = builtInOf(type, scope.target);
    const example = examples.find((each) => isOf(each, type));
    if (builtIn !== undefined && example === undefined) {
      const from = "specification";
      const unserved = await unservedVerbs(scope, builtIn, type);
      const usable = unserved.length > 0 ? { ...builtIn, unserved } : builtIn;
      const isReadOnly = unserved.includes("create") || unserved.includes("delete");
      const reason = isReadOnly
        ? undefined
        : await trialRefusal(scope, builtIn) ?? await controllerOf(scope, builtIn);
      return reason === undefined
        ? { usable, from, ...(unserved.length > 0 && { unserved }) }
        : { reason, from };
    }
    const first = firstNamed(type, context.chosen, scope.target);
    // Types of one kind may be of the same objects, whose names must differ.
    const objectName = nameFormOf(example?.name ?? "") ??
      (first?.kind === type.kind ? withEnding(`.${type.group}`) : undefined);
    const schema = await schemas.schemaOf(type);
    const probe = new TypeProbe(scope, type, {
      schema,
      isSecond: first !== undefined,
      objectName,
    });
    return await probe.run(example);
  }, ({ message }) => ({ reason: message }));
}
