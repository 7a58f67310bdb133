/**
 * Forms of requests that some types have apart: what an apply of secrets and one of deployments do wrong in
 * the same way is what an apply does.
 *
 * @module
 */
import { type Failed, keyOf } from "./cause_of.ts";
import type { AlikeFailures, ExplainedCause } from "./events.ts";
import { faultOf } from "./fault_of.ts";

/** The failures of a form of requests of some types from which on it is the form, and not the types. */
const ENOUGH = 3;

/** The part of failures that are nearly all. */
const NEARLY_ALL = 0.9;

/** The types in the id of a form of requests; objects and lists are of any type. */
const OF_TYPES = / of (?!objects$|lists$)[a-z]+(, [a-z]+)*$/;

/** Returns, for ids of forms of requests of some types that all fail with one fault, the id of the form. */
export function formsOfTypes(
  ids: ReadonlyMap<Failed, string | undefined>,
): ReadonlyMap<string, string> {
  const named = Map.groupBy(ids.keys(), (one) => ids.get(one));
  const forms = [...named].flatMap(([id, own]) => {
    if (id === undefined || id.includes(".") || own.length < ENOUGH || !OF_TYPES.test(id)) {
      return [];
    }
    const form = id.replace(OF_TYPES, "");
    const fault = onlyFault(own);
    return fault === undefined || named.has(form) ? [] : [{ id, form, fault }];
  });
  const several = [...Map.groupBy(forms, ({ form, fault }) => `${form} ${fault}`).values()]
    .filter(({ length }) => length > 1);
  return new Map(several.flat().map(({ id, form }) => [id, form]));
}

/** Forms of writes, by the verb that they are of. */
const OF_VERBS: readonly (readonly [RegExp, string])[] = [
  [/^updates\b/, "update"],
  [/^((JSON|strategic merge|merge) )?patches\b/, "patch"],
  [/^applies\b/, "apply"],
  [/^creates\b/, "create"],
];

/** Tried behaviours that say what the answers of writes show. */
const OF_ANSWERS =
  /^(the uid changes|no resourceVersion of objects|a write is answered with another resourceVersion)$/;

/**
 * Returns, for ids of forms of writes of one verb, the only tried behaviour that the answers of this verb
 * alone show: it says what such a write does otherwise than another one.
 */
export function formsOfTried(
  ids: ReadonlySet<string | undefined>,
  explained: readonly ExplainedCause[],
): ReadonlyMap<string, string> {
  const tried = explained.filter(({ id }) => OF_ANSWERS.test(id));
  return new Map([...ids].flatMap((id): [string, string][] => {
    const verb = id === undefined ? undefined : OF_VERBS.find(([form]) => form.test(id))?.[1];
    const [one, ...others] = tried.filter(({ seen }) =>
      seen.length > 0 && seen.every((each) => each.split(" ")[0] === verb)
    );
    return one === undefined || others.length > 0 ? [] : [[id!, one.id]];
  }));
}

/** Returns what failures show alike, with each form in place of those of some types. */
export function withForms(
  alike: readonly AlikeFailures[],
  forms: ReadonlyMap<string, string>,
): AlikeFailures[] {
  const merged = Map.groupBy(alike, ({ id }) => forms.get(id ?? ""));
  return [...merged].flatMap(([form, same]) => {
    const [first] = same;
    if (form === undefined || first === undefined) return same;
    const [types = ""] = OF_TYPES.exec(first.id ?? "") ?? [];
    const failures = new Map(same.flatMap((one) => one.failures).map((key) => [keyOf(key), key]));
    const seen = [...new Set(same.flatMap((one) => one.seen))];
    return [{
      ...first,
      id: form,
      title: first.title.replace(types, ""),
      failures: [...failures.values()],
      seen,
      unseen: first.unseen.filter((each) => !seen.includes(each)),
    }];
  });
}

/** Returns the fault that nearly all of some failures have. */
function onlyFault(failed: readonly Failed[]): string | undefined {
  const faults = Map.groupBy(failed, ({ failure }) => faultOf(failure));
  return [...faults].find(([, own]) => own.length >= NEARLY_ALL * failed.length)?.[0];
}
