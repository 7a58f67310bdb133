/**
 * Finds out which parts of the API a target does not serve at all, although the specification demands
 * them: each is one failure of the run, and no check asks for it.
 *
 * @module
 */
import type { FeatureResult } from "@plumbline/reports/events";
import type { Check } from "../check.ts";
import type { CatalogueEntry } from "../area.ts";
import { DEMANDED_FEATURES, type DemandedFeature, type DemandedName } from "../features.ts";
import type { Target } from "../client/target.ts";
import type { ServedType } from "../client/contact.ts";
import { type ResourceType, typesOf } from "../resources/mod.ts";
import type { Scopes } from "./scopes.ts";
import { shown, trialPath } from "./trial_requests.ts";
import { unservedVerbs } from "./verb_trial.ts";

/** What a survey needs. */
export interface PartSurvey {
  readonly target: Target;
  readonly scopes: Scopes;
  readonly requirements: Readonly<Record<string, CatalogueEntry>>;
  readonly checks: readonly Check[];
}

/** Statuses with which a target rejects a form of patch that it does not know. */
const UNKNOWN_FORM: readonly number[] = [404, 405, 415, 501];

/** The label that a patch sets, in each form. */
const PATCHES = {
  "merge-patch": { metadata: { labels: { probe: "yes" } } },
  "json-patch": [{ op: "add", path: "/metadata/labels/probe", value: "yes" }],
};

/** Returns the parts that no type of the target has. Nothing is tried that discovery lists. */
export async function surveyParts(survey: PartSurvey): Promise<FeatureResult[]> {
  const { target } = survey;
  if (target.contact === undefined || target.types?.length === 0) return [];
  const types = await withUnserved(survey);
  const results: FeatureResult[] = [];
  const lacks = (verb: "deletecollection" | "patch" | "update" | "watch") =>
    types.every(({ unserved = [] }) => unserved.includes(verb));
  const add = (feature: DemandedName, seen: string) => {
    if (target.without?.includes(feature)) return;
    results.push(...absent(feature, seen, survey));
  };
  if (target.needsCertificate && !target.without?.includes("authentication")) {
    // Whom it serves is decided before there is a request, so none is answered with 401.
    const seen = "no connection is accepted without the client certificate";
    results.push(
      ...absent("authentication", seen, survey).map((each) => ({
        ...each,
        verdict: "unsupported" as const,
      })),
    );
  }
  if (lacks("watch")) add("watch", "discovery lists no watch, and `watch=1` starts none");
  if (lacks("deletecollection")) add("deletecollection", "discovery lists it for no type");
  if (lacks("update")) add("update", "discovery lists no update, and a PUT is rejected");
  for (const form of ["merge-patch", "json-patch"] as const) {
    const seen = lacks("patch")
      ? "discovery lists no patch, and a PATCH is rejected"
      : await rejectionOf(form, types, survey);
    if (seen !== undefined) add(form, seen);
  }
  return results;
}

/** Returns the types with the verbs that the target does not serve for them. */
async function withUnserved(
  { target, scopes }: PartSurvey,
): Promise<readonly ResourceType[]> {
  if (target.types !== undefined) return target.types;
  const types: ResourceType[] = [];
  for (const type of typesOf(target)) {
    const group = type.group(target.dialect);
    const listed = target.contact?.types.find((each: ServedType) =>
      each.resource === type.resource && each.group === group && each.version === type.version
    );
    const unserved = await scopes.survey(async (scope) =>
      listed === undefined ? [] : await unservedVerbs(scope, type, listed)
    );
    types.push({ ...type, unserved });
  }
  return types;
}

/** Returns how the target rejects a form of patch for the first type that has patches. */
async function rejectionOf(
  form: keyof typeof PATCHES,
  types: readonly ResourceType[],
  { scopes }: PartSurvey,
): Promise<string | undefined> {
  const type = types.find(({ unserved = [] }) =>
    !unserved.includes("patch") && !unserved.includes("create") && !unserved.includes("delete")
  );
  if (type === undefined) return undefined;
  return await scopes.survey(async (scope) => {
    const created = await scope.create(type, scope.newObject(type, { name: "probe" }));
    if (created.status >= 300) return undefined;
    const media = `application/${form}+json`;
    const response = await scope.send({
      method: "PATCH",
      path: trialPath(scope, type),
      headers: { "content-type": media },
      body: PATCHES[form],
    });
    if (!UNKNOWN_FORM.includes(response.status)) return undefined;
    return `${shown(response).trim()} for a PATCH with ${media}`;
  });
}

/** Returns the result for a part, if the selected checks are about it. */
function absent(
  feature: DemandedName,
  seen: string,
  { requirements, checks }: PartSurvey,
): FeatureResult[] {
  const { about, allowedBy, requirements: own }: DemandedFeature = DEMANDED_FEATURES[feature];
  const skipped = Object.keys(requirements).filter((id) => own.test(id));
  const selected = new Set(checks.flatMap((check) => check.requirements));
  const isSelected = skipped.some((id) => selected.has(id));
  return [{
    feature,
    about,
    found: "absent",
    seen,
    verdict: allowedBy === undefined && isSelected ? "fail" : "unsupported",
    skippedRequirements: skipped,
  }];
}
