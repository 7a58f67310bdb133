/**
 * Forms of requests that some types have apart: what an apply of secrets and one of deployments do wrong in
 * the same way is what an apply does.
 *
 * @module
 */
import { type Failed, keyOf } from "./cause_of.ts";
import type { AlikeFailures } from "./events.ts";
import { faultOf } from "./fault_of.ts";

/** The failures of a form of requests of some types from which on it is the form, and not the types. */
const ENOUGH = 3;

/** The part of failures that are nearly all. */
const NEARLY_ALL = 0.9;

/** The types in the id of a form of requests. */
const OF_TYPES = / of [a-z]+(, [a-z]+)*$/;

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
