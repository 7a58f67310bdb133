/**
 * Finds the form of request for which cases fail: they pass where another form replaces it.
 *
 * @module
 */
import type { Behaviour, Seen } from "./behaviour.ts";
import { isAtViolation, partsOf, requestsOf } from "./form_parts.ts";
import { type FailedCase, passesWithout, type RepeatOptions } from "./repeat.ts";
import { SUBSTITUTES } from "./substitutes.ts";
import { placesOfViolation } from "./violated_at.ts";

/** A form of request, and the failures that do not occur without it. */
export interface Substituted {
  readonly form: Behaviour;
  readonly own: readonly FailedCase[];
  /** The requests of this form in their cases. */
  readonly requests: readonly Seen[];
}

/** How trials are run. */
export interface TrialOptions extends RepeatOptions {
  /** The features that the target does not have, or ignores. @default {none} */
  readonly absent?: readonly string[] | undefined;
  /** True if no further trial is to begin. */
  readonly isOver: () => boolean;
  /** Acts on all values, on a few at the same time. */
  readonly each: <Value>(
    values: readonly Value[],
    act: (value: Value) => Promise<void>,
  ) => Promise<void>;
}

/** Cases of a form in a row that fail without it, after which no other is tried. */
const MISSES = 20;

/**
 * Repeats cases with each form of request replaced, and returns the forms without which several of them
 * pass. Where a case passes without any of several forms, it counts for the one without which most cases
 * pass.
 */
export async function substituted(
  cases: readonly FailedCase[],
  options: TrialOptions,
): Promise<Substituted[]> {
  const passed = new Map<Behaviour, FailedCase[]>();
  const lacking: readonly string[] = [...options.target.without ?? [], ...options.absent ?? []];
  const forms = SUBSTITUTES.filter(({ needs = [] }) =>
    !needs.some((name) => lacking.includes(name))
  ).map((form) => {
    const using = cases.filter((one) => mayExplain(form, one));
    return { form, using, direct: new Set(using.filter((one) => isAtViolation(form, one))) };
  });
  // If there is no time for all, those of most violations are tried.
  for (const { form, using, direct } of forms.sort((a, b) => b.direct.size - a.direct.size)) {
    const own: FailedCase[] = [];
    let misses = 0;
    // The shortest cases have the least that could fail for other reasons.
    using.sort((a, b) =>
      Number(direct.has(b)) - Number(direct.has(a)) || a.seen.length - b.seen.length
    );
    await options.each(using, async (one) => {
      if (options.isOver() || misses >= MISSES) return;
      const isOwn = await passesWithout(form, one, options);
      misses = isOwn ? 0 : misses + 1;
      if (isOwn) own.push(one);
    });
    passed.set(form, own);
  }
  return distributed(cases, withSums(withUnited(passed)));
}

/**
 * Returns true if a case has a request of a form that may explain its violation. A watch does not change
 * what a write is answered, or what a read shows: without it, a race only runs otherwise.
 */
function mayExplain(form: Behaviour, one: FailedCase): boolean {
  const requests = requestsOf(form, one);
  const { violatedAt, isNamed } = placesOfViolation(one);
  const places = [...violatedAt].flatMap((at) => one.seen[at] ?? []);
  const isOfOthers = isNamed
    ? places.every(({ verb }) => verb !== "watch")
    : places.every(({ method }) => method !== "GET");
  return requests.length > 0 && !(isOfOthers && requests.every(({ verb }) => verb === "watch"));
}

/** Patches of several forms for which cases fail with one requirement. */
const PATCHES = {
  id: "patches",
  name: "A patch does not do what an update with the same changes does",
};

/** Two forms have one cause if they share this part of the requirements of the one that has fewer. */
const SHARED = 0.5;

/** Puts together the forms of a family for which cases violate the same requirements. */
function withUnited(
  passed: ReadonlyMap<Behaviour, readonly FailedCase[]>,
): ReadonlyMap<Behaviour, readonly FailedCase[]> {
  const united: [Behaviour, readonly FailedCase[]][] = [];
  for (const [form, own] of passed) {
    const like = united.filter(([{ family }, other]) =>
      family !== undefined && family === form.family && shareRequirements(own, other)
    );
    const forms = [...like.map(([each]) => each), form];
    const all = [...new Set([...like.flatMap(([, each]) => each), ...own])];
    for (const each of like) united.splice(united.indexOf(each), 1);
    united.push([like.length === 0 ? form : unitedOf(forms), all]);
  }
  return new Map(united);
}

/** Returns true if two forms violate the same requirements: a part of those of one, or several. */
function shareRequirements(
  one: readonly FailedCase[],
  other: readonly FailedCase[],
  several = Infinity,
): boolean {
  const [own, others] = [one, other].map((cases) =>
    new Set(cases.map(({ requirement }) => requirement))
  );
  const least = Math.min(own!.size, others!.size);
  const shared = own!.intersection(others!).size;
  return least > 0 && (shared >= SHARED * least || shared >= several);
}

/** Returns several forms as one, which has the name of their common form if they have one. */
function unitedOf(forms: readonly Behaviour[]): Behaviour {
  const [{ id, name, family }] = forms.toSorted((a, b) => a.id.length - b.id.length) as [Behaviour];
  const isOne = forms.every((form) => form.id.startsWith(id));
  return {
    ...(isOne ? { id, name } : PATCHES),
    ...(family !== undefined && { family }),
    shows: () => [],
    concerns: (one) => forms.some(({ concerns }) => concerns!(one)),
  };
}

/** The requirements that a form and a part of it both violate from which on they have one cause. */
const SEVERAL = 2;

/** Returns the area of the requirement that a case violates. */
const areaOf = ({ requirement }: FailedCase): string => requirement.split(".")[0]!;

/**
 * Returns forms; of the sum of others, what none of them explains alone, and the parts that violate the
 * same requirements, or some of the same areas alone.
 */
function withSums(
  passed: ReadonlyMap<Behaviour, readonly FailedCase[]>,
): ReadonlyMap<Behaviour, readonly FailedCase[]> {
  return new Map([...passed].map(([form, own]) => {
    const { parts } = form;
    if (parts === undefined) return [form, own];
    const ofParts = [...passed].filter(([part, some]) =>
      part !== form && parts.includes(part.id) && some.length > 0
    ).map(([, some]) => some);
    const others = new Set(ofParts.flat());
    const more = own.filter((one) => !others.has(one));
    const areas = new Set(more.map(areaOf));
    const like = ofParts.filter((some) =>
      shareRequirements(more, some, SEVERAL) || some.every((one) => areas.has(areaOf(one)))
    );
    return [form, more.length === 0 ? [] : [...new Set([...more, ...like.flat()])]];
  }));
}

/** Counts each case for one form only, that of most cases, and returns the forms that have several. */
function distributed(
  cases: readonly FailedCase[],
  passed: ReadonlyMap<Behaviour, readonly FailedCase[]>,
): Substituted[] {
  const found: Substituted[] = [];
  const left = new Set(cases);
  const size = (own: readonly FailedCase[]) => own.filter((one) => left.has(one)).length;
  for (const [form, all] of [...passed].sort(([, a], [, b]) => b.length - a.length)) {
    if (size(all) < 2) continue;
    const own = cases.filter((one) => all.includes(one) && left.delete(one));
    const parts = partsOf(form, own);
    // What no part has may be of another form.
    const ofParts = new Set(parts.flatMap(([, some]) => some));
    for (const one of own) if (!ofParts.has(one)) left.add(one);
    for (const [part, some] of parts) {
      found.push({ form: part, own: some, requests: some.flatMap((one) => requestsOf(form, one)) });
    }
  }
  return found;
}
