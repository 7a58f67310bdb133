/**
 * Finds out which behaviour explains failures: repeats their cases without it. What passes then, belongs
 * to it.
 *
 * @module
 */
import type { AlikeFailures, ExplainedCause } from "@plumbline/reports/events";
import type { Check } from "../../check.ts";
import { mapFewAtOnce } from "../../cleanup/few_at_once.ts";
import { metadataOf, resourceVersionOf } from "../../model/object.ts";
import { namedByAcceptance } from "./accepted_forms.ts";
import { alikeIn } from "./alike.ts";
import type { Behaviour, Seen } from "./behaviour.ts";
import { passingInForm } from "./form_trials.ts";
import { causeOf, failureKey, failuresOf, typesAsked } from "./explained_causes.ts";
import { namedByForms } from "./fault_forms.ts";
import { namedByMalformedEvents } from "./malformed_events.ts";
import { REJECTION, withIgnored } from "./ignored_parameters.ts";
import { PassingTraits } from "./passing_traits.ts";
import { type FailedCase, passesWithout, type RepeatOptions } from "./repeat.ts";
import { shownInForms, withoutExplained } from "./shown_in_forms.ts";
import { substituted } from "./substitution.ts";
import { namedByBehaviours, samplesOf } from "./samples.ts";
import { withoutServerFields } from "./server_fields.ts";
import { suspectsIn } from "./suspects.ts";
import { BEHAVIOURS } from "./table.ts";
import { violatedTogether } from "./together.ts";
import { hasOtherStatus, missesDeleted, placesOfViolation } from "./violated_at.ts";
import { traitsOf } from "./traits.ts";

/** What experiments showed. */
export interface Explained {
  readonly causes: readonly ExplainedCause[];
  /** Pairs of requirements that one behaviour violates. */
  readonly together: readonly (readonly [string, string])[];
  /** Failures whose cases show the same, which no case that passes shows. */
  readonly alike: readonly AlikeFailures[];
  /** True if not everything was tried. */
  readonly isOutOfTime?: true;
}

/** Options of experiments. */
export interface ExplainOptions extends RepeatOptions {
  /** The behaviours to try. @default {those of the table} */
  readonly behaviours?: readonly Behaviour[];
  /**
   * Returns cases that cannot be repeated beside others: only what they state or rest on explains them. It
   * is called once nothing is repeated any more: their checks may change what all depend on.
   *
   * @default {none}
   */
  readonly alone?: (() => Promise<readonly FailedCase[]>) | undefined;
  /** What cases that pass show. @default {nothing} */
  readonly passing?: PassingTraits | undefined;
  /** The features that the target does not have, or ignores. @default {none} */
  readonly absent?: readonly string[] | undefined;
  /** Milliseconds for all experiments. */
  readonly time: number;
  /** Cases that run at the same time. @default {4} */
  readonly atOnce?: number | undefined;
}

/** Cases that run at the same time, if nothing else is asked for. */
const AT_ONCE = 4;

/** Cases of an area in a row that a behaviour does not explain, after which no other is tried. */
const MISSES = 5;

/** The part of all failures that show an effect at the violation, from which on it explains them best. */
const EVIDENT = 0.3;

/** The part of the time after the trials of behaviours that is left for those that are tried last. */
const REST = 0.4;

/** The failures of forms that show an effect from which on it is no chance. */
const SEVERAL = 3;

/** The part of the failures of a form of request that show an effect, above which that explains them. */
const MOST = 0.5;

/**
 * Returns the failures of a check without those that do not occur but for a part of the API that the
 * target is declared to lack.
 */
export async function withoutLacks<Failed extends Omit<FailedCase, "check" | "violated">>(
  failures: readonly Failed[],
  check: Check,
  options: Omit<ExplainOptions, "time">,
): Promise<readonly Failed[]> {
  const { target: { without = [] }, behaviours = BEHAVIOURS } = options;
  const lacking = behaviours.filter(({ feature }) => without.some((name) => name === feature));
  if (lacking.length === 0) return failures;
  const left: Failed[] = [];
  for (const failure of failures) {
    const failed = { ...failure, check };
    let isLack = false;
    for (const behaviour of lacking) {
      if (isLack || behaviour.shows(failure.seen).length === 0) continue;
      isLack = await passesWithout(behaviour, failed, options);
    }
    if (!isLack) left.push(failure);
  }
  return left;
}

/** Returns the behaviours that explain failures, each with what it was seen on. */
export async function explain(
  cases: readonly FailedCase[],
  options: ExplainOptions,
): Promise<Explained> {
  const { behaviours = BEHAVIOURS, time, signal, atOnce = AT_ONCE } = options;
  const concurrently = async <Value>(
    values: readonly Value[],
    act: (value: Value) => Promise<void>,
  ) => void await mapFewAtOnce(values, act, atOnce);
  const until = performance.now() + time;
  const isOver = () => signal.aborted || performance.now() > until;
  let isOutOfTime: true | undefined;
  let open = cases;
  const causes: ExplainedCause[] = [];
  const candidates = behaviours.filter(({ needs = [] }) =>
    !needs.some((name) => options.target.without?.includes(name))
  ).map((behaviour) => ({
    behaviour,
    count: cases.filter((one) => showsIn(behaviour, one).length > 0 || isStatedBy(behaviour, one))
      .length,
  })).filter(({ count }) => count > 0).sort((a, b) =>
    // What is so now and then is not always so.
    Number(b.behaviour.refusal !== undefined) - Number(a.behaviour.refusal !== undefined) ||
    b.count - a.count
  );
  const explained = new Map<Behaviour, FailedCase[]>();
  const tryIn = async (behaviour: Behaviour, some: readonly FailedCase[]) => {
    // The shortest cases have the least that could fail for other reasons.
    const others = candidates.map((each) => each.behaviour).filter((each) => each !== behaviour);
    const shown = candidatesFor(behaviour, some, options)
      .filter((one) => !isStatedByOther(behaviour, one, others))
      .sort((a, b) => a.seen.length - b.seen.length);
    // What it does not explain in one area, it may in another.
    const misses = new Map<string, number>();
    const tried = new Set<FailedCase>();
    await concurrently(shown, async (one) => {
      const area = areaOf(one);
      if (isOver()) isOutOfTime = true;
      if (isOutOfTime || (misses.get(area) ?? 0) >= MISSES) return;
      const isExplained = violatesAlways(behaviour, one) ||
        await passesWithout(behaviour, one, options);
      tried.add(one);
      misses.set(area, isExplained ? 0 : (misses.get(area) ?? 0) + 1);
      if (isExplained) explained.set(behaviour, [...explained.get(behaviour) ?? [], one]);
    });
    const own = explained.get(behaviour) ?? [];
    // What was not tried violates the same by a request that shows the same.
    const requirements = new Set(own.map(({ requirement }) => requirement));
    const same = some.filter((one) =>
      !tried.has(one) && requirements.has(one.requirement) && showsAtViolation(behaviour, one)
    );
    const all = [...own, ...same];
    if (all.length > 0) {
      const rest = open.filter((one) => !all.includes(one));
      all.push(...await passingInForm(behaviour, rest, { ...options, isOver, each: concurrently }));
      explained.set(behaviour, all);
    }
    open = open.filter((one) => !explained.get(behaviour)?.includes(one));
  };
  const unsure = candidates.map(({ behaviour }) => behaviour).filter((behaviour) =>
    behaviour.isOfEffect === true &&
    (behaviour.yields || partWith(behaviour, cases) < EVIDENT)
  );
  for (const { behaviour } of candidates) {
    if (!unsure.includes(behaviour)) await tryIn(behaviour, open);
  }
  // What is tried after the forms has its part of the time.
  const rest = unsure.length > 0 ? REST * Math.max(0, until - performance.now()) : 0;
  let isCut: true | undefined;
  const ends = () => {
    if (isOver()) isOutOfTime = true;
    if (isOutOfTime || performance.now() > until - rest) isCut = true;
    return isCut === true;
  };
  // Other forms of requests avoid the effects of other bugs, which a case that ends there avoids, too.
  const ended = samplesOf(explained);
  const found = await substituted([...open, ...ended.keys()], {
    ...options,
    isOver: ends,
    each: concurrently,
  });
  const named = namedByBehaviours(found, ended)
    .filter(({ own }) =>
      unsure.every((behaviour) => behaviour.yields || partWith(behaviour, own) <= MOST)
    );
  // What shows on requests of a form says more of them than the form, which avoids it, too.
  for (const behaviour of unsure.filter((each) => each.yields !== true)) {
    const shown = shownInForms(behaviour, named);
    if (shown.length < SEVERAL) continue;
    await tryIn(behaviour, shown);
    const stated = shown.filter((one) => isStatedBy(behaviour, one) && open.includes(one));
    if (!explained.has(behaviour) || stated.length === 0) continue;
    explained.set(behaviour, [...explained.get(behaviour)!, ...stated]);
    open = open.filter((one) => !stated.includes(one));
  }
  const forms = withoutExplained(named, new Set([...explained.values()].flat()))
    .map(namedByAcceptance).map(namedByMalformedEvents);
  const formed = new Set(forms.flatMap(({ own }) => own));
  for (const behaviour of unsure) await tryIn(behaviour, open.filter((one) => !formed.has(one)));
  const alone = await options.alone?.() ?? [];
  for (const { behaviour } of candidates) {
    const own = explained.get(behaviour) ?? [];
    const taken = new Set([...explained.values()].flat());
    const rest = [
      ...open.filter((one) => !formed.has(one)),
      ...alone.filter((one) => own.length > 0 && !taken.has(one)),
    ];
    const isHidden = (one: FailedCase) =>
      (one.failsIn === 0 || alone.includes(one)) && isHiddenOf(behaviour, one);
    const said = rest.filter((one) =>
      isStatedBy(behaviour, one) || own.length > 0 && isHidden(one)
    );
    // What only requirements of several areas say may have several reasons.
    const isShown = own.length > 0 || said.some((one) => showsIn(behaviour, one).length > 0);
    const ofEvents = rest.filter((one) =>
      isShown && !said.includes(one) && behaviour.statesOfEvents?.test(one.requirement) === true
    );
    const stated = isShown ? [...said, ...ofEvents] : largest(Map.groupBy(said, areaOf));
    // One failure alone is named by its requirement.
    if (stated.length === 0 || own.length + stated.length < 2) continue;
    explained.set(behaviour, [...own, ...stated]);
    open = open.filter((one) => !stated.includes(one));
  }
  const ids = new Set([...explained.keys()].map(({ id }) => id));
  const idOf = ({ id, partOf = id }: Behaviour) => ids.has(partOf) ? partOf : id;
  for (const some of Map.groupBy(explained, ([behaviour]) => idOf(behaviour)).values()) {
    // The one that is the whole names them.
    const same = some.toSorted(([a], [b]) =>
      Number(a.partOf !== undefined) - Number(b.partOf !== undefined)
    );
    causes.push(
      causeOf(same.map(([behaviour]) => behaviour), same.flatMap(([, some]) => some), cases),
    );
  }
  return {
    causes,
    together: violatedTogether(open, cases),
    alike: [
      ...forms.map(({ form, own, requests }) => ({
        // What has no such request, or fails without it, has another cause.
        id: form.id,
        title: form.name,
        failures: failuresOf(own),
        ...typesAsked(
          requests,
          cases.flatMap(({ seen }) => seen.filter((one) => form.concerns!(one))),
        ),
      })),
      ...namedByForms(
        alikeOf(open, options, causes.map(({ title }) => title)).map((each) =>
          isOfBehaviour(each) ? without(each, formed) : each
        ),
        forms,
      ),
      ...suspectsOf(cases, [
        ...causes,
        ...forms.map(({ form, own }) => ({ title: form.name, failures: failuresOf(own) })),
      ], options).map((each) => {
        const form = forms.find(({ form }) => form.name === each.title)?.form;
        return form === undefined ? each : { ...each, id: form.id };
      }),
    ],
    ...((isOutOfTime ?? isCut) && { isOutOfTime: true as const }),
  };
}

/**
 * Returns the requests of a case on which a behaviour shows. A case that ran without it failed for
 * something else, or violates what no such request can meet.
 */
function showsIn(behaviour: Behaviour, one: FailedCase): readonly Seen[] {
  const { seen, without = [] } = one;
  return without.includes(behaviour) && !violatesAlways(behaviour, one)
    ? []
    : behaviour.shows(seen);
}

/** Returns true if a case violates what a request on which the behaviour shows cannot meet. */
function violatesAlways({ shows, violates }: Behaviour, one: FailedCase): boolean {
  if (violates?.test(one.requirement) !== true || hasOtherStatus(one)) return false;
  return someViolate(shows(one.seen), one);
}

/** Returns true if a case violates a requirement which says that a target does not behave so. */
function isStatedBy({ states, concerns = () => true }: Behaviour, one: FailedCase): boolean {
  if (states?.test(one.requirement) !== true) return false;
  const last = Math.max(...placesOfViolation(one).violatedAt);
  return one.seen.slice(0, last + 1).some((each) => each.status < 300 && concerns(each));
}

/** Returns true if a case that fails once violates what a behaviour always does, or rests on it. */
function isHiddenOf(behaviour: Behaviour, one: FailedCase): boolean {
  return behaviour.violates?.test(one.requirement) === true || restsOn(behaviour, one);
}

/** Returns true if a case begins a watch, reads, or goes on at the wrong version of a list. */
function restsOn(behaviour: Behaviour, one: FailedCase): boolean {
  if (behaviour.givesVersions !== true) return false;
  const lists = showsIn(behaviour, one).filter(({ verb }) => verb === "list")
    .flatMap(({ answer }) => answer === undefined ? [] : [answer]);
  const versions = new Set(lists.map((list) => resourceVersionOf(list)));
  const tokens = new Set(lists.map((list) => String(metadataOf(list).continue)));
  return one.seen.some(({ query }) =>
    versions.has(query.get("resourceVersion") ?? "") || tokens.has(query.get("continue") ?? "")
  );
}

/** Returns true if the violated requirement says that another behaviour, which shows there, is wrong. */
export function isStatedByOther(
  { states }: Behaviour,
  one: FailedCase,
  others: readonly Behaviour[],
): boolean {
  if (states?.test(one.requirement) === true) return false;
  return others.some((other) =>
    other.states?.test(one.requirement) === true && showsAtViolation(other, one)
  );
}

/**
 * Returns the cases that a behaviour may explain. A case that ends where it shows passes in any case, so
 * it must show at the violation, or before it if it lasts; or the same requirement, or most of the
 * area, is violated so.
 */
function candidatesFor(
  behaviour: Behaviour,
  open: readonly FailedCase[],
  options: Pick<ExplainOptions, "passing">,
): FailedCase[] {
  if (behaviour.isStatedOnly) return open.filter((one) => violatesAlways(behaviour, one));
  const shown = open.filter((one) => showsIn(behaviour, one).length > 0);
  if (behaviour.isOfAnswer) return shown.filter((one) => showsAtViolation(behaviour, one));
  if (behaviour.relieve !== undefined) return shown;
  const direct = new Set(shown.filter((one) => showsAtViolation(behaviour, one)));
  const requirements = new Set([...direct].map(({ requirement }) => requirement));
  const { passing = new PassingTraits() } = options;
  const harmed = areasHarmed(behaviour, open, passing);
  const areas = new Set(
    [...Map.groupBy(open, areaOf)]
      .filter(([, each]) => 2 * each.filter((one) => direct.has(one)).length > each.length)
      .map(([area]) => area).filter((area) => harmed.has(area)),
  );
  return shown.filter((one) =>
    requirements.has(one.requirement) || areas.has(areaOf(one)) ||
    // A check that passes with it fails for something else, but for an object that it removed.
    (behaviour.lasts === true && showsBeforeViolation(behaviour, one) &&
      (missesDeleted(showsIn(behaviour, one), one) ||
        !passing.hasPassedWith(behaviour, one.check.id)))
  );
}

/** Returns the areas in which more checks fail with a behaviour than pass with it. */
function areasHarmed(
  behaviour: Behaviour,
  open: readonly FailedCase[],
  passing: PassingTraits,
): ReadonlySet<string> {
  const shown = open.filter((one) => showsIn(behaviour, one).length > 0);
  const harmed = [...Map.groupBy(shown, areaOf)].filter(([area, each]) => {
    const failing = new Set<string>(each.map(({ check }) => check.id));
    const passed = passing.checksWith(behaviour, area).filter((id) => !failing.has(id));
    return failing.size > passed.length;
  });
  return new Set(harmed.map(([area]) => area));
}

/** Returns the largest of groups of cases. */
function largest(groups: ReadonlyMap<string, readonly FailedCase[]>): readonly FailedCase[] {
  return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Returns the area of the requirement that a case violates. */
function areaOf({ requirement }: FailedCase): string {
  return requirement.split(".")[0]!;
}

/**
 * Returns true if a behaviour shows before the violation of a case, on a request for the same type, or on
 * one of the namespace of the violation.
 */
function showsBeforeViolation(behaviour: Behaviour, one: FailedCase): boolean {
  const violatedAt = [...placesOfViolation(one).violatedAt];
  return showsIn(behaviour, one).some((each) => {
    const shown = one.seen.indexOf(each);
    return violatedAt.some((at) => {
      const place = one.seen[at]?.place;
      const isInside = each.place?.resource === "namespaces" && each.place.name !== "" &&
        place?.namespace === each.place.name;
      return at >= shown && (isInside || place?.resource === each.place?.resource);
    });
  });
}

/** Returns the part of cases on whose violation a behaviour shows. */
function partWith(behaviour: Behaviour, cases: readonly FailedCase[]): number {
  return cases.filter((one) => showsAtViolation(behaviour, one)).length / Math.max(1, cases.length);
}

/** Returns true if a behaviour shows on a request that violates the requirement of a case. */
function showsAtViolation(behaviour: Behaviour, one: FailedCase): boolean {
  return someViolate(showsIn(behaviour, one), one);
}

/** Returns true if one of some requests of a case violates its requirement. */
function someViolate(requests: readonly Seen[], one: FailedCase): boolean {
  const { violatedAt, writtenAt, isNamed } = placesOfViolation(one);
  return requests.some((each) => {
    const at = one.seen.indexOf(each);
    // The write before a read matters only if it is not known which requests do.
    return violatedAt.has(at) || (!isNamed && at === writtenAt);
  });
}

/** Returns the failures that cases show alike, with what these were seen on. */
export function alikeOf(
  open: readonly FailedCase[],
  { passing = new PassingTraits() }: Pick<ExplainOptions, "passing">,
  names: readonly string[],
): AlikeFailures[] {
  const cases = open.map((one) => ({
    one,
    failure: { check: one.check.id, requirement: one.requirement },
    words: wordsOf(one),
    traits: traitsOf(one.seen),
    ...placesOfViolation(one),
  }));
  const found = withIgnored(alikeIn(cases, passing), open, { behaviours: BEHAVIOURS, names });
  return found.map(({ text, failures }) => {
    const own = cases.filter(({ failure }) => failures.includes(failure));
    const on = own.flatMap(({ one: { seen }, traits }) =>
      traits.filter(({ texts }) => texts.includes(text)).map(({ at }) => seen[at]!)
    );
    const verbs = new Set(on.map(({ verb }) => verb));
    const asked = cases.flatMap(({ one: { seen } }) => seen.filter(({ verb }) => verbs.has(verb)));
    const id = BEHAVIOURS.find(({ name }) => name === text)?.id;
    return { ...(id && { id }), title: text, failures, ...typesAsked(on, asked) };
  });
}

/** Returns true for what belongs to a behaviour by its name. */
function isOfBehaviour({ id, title }: AlikeFailures): boolean {
  return id !== undefined || BEHAVIOURS.some(({ name }) => title.startsWith(`${name}: `));
}

/** Returns what failures show alike, without those of some cases. */
function without(alike: AlikeFailures, cases: ReadonlySet<FailedCase>): AlikeFailures {
  const others = new Set(
    [...cases].map(({ check, requirement }) => failureKey({ check: check.id, requirement })),
  );
  return { ...alike, failures: alike.failures.filter((one) => !others.has(failureKey(one))) };
}

/** Returns the failures that are not explained and whose requests have in common what others have not. */
export function suspectsOf(
  cases: readonly FailedCase[],
  causes: readonly Pick<ExplainedCause, "title" | "failures">[],
  { passing = new PassingTraits() }: Pick<ExplainOptions, "passing">,
): AlikeFailures[] {
  const causeOf = new Map(
    causes.flatMap(({ title, failures }) =>
      failures.map((one) => [failureKey(one), title] as const)
    ),
  );
  const suspects = cases.map((one) => {
    const failure = { check: one.check.id, requirement: one.requirement };
    const { violatedAt, writtenAt, isNamed } = placesOfViolation(one);
    // The write before a read matters only if it is not known which requests do.
    const places = [...violatedAt, ...isNamed ? [] : [writtenAt]];
    const requests = places.flatMap((at) => one.seen[at] ?? []);
    return { failure, requests, cause: causeOf.get(failureKey(failure)) };
  });
  return suspectsIn(suspects, passing).map(({ text, requests, ...more }) => ({
    title: text,
    ...more,
    ...typesAsked(requests, suspects.flatMap((one) => one.requests)),
  }));
}

/** Returns what a case violates, and what was observed. */
function wordsOf({ requirement, violated }: FailedCase): string {
  const own = violated.find(({ violation }) => violation.requirement === requirement)?.violation;
  // The object that is shown in place of an error has all fields, wrong ones and right ones.
  const actual = REJECTION.test(own?.expected ?? "") ? own?.actual.split("{")[0] : own?.actual;
  return [requirement, ...withoutServerFields(own?.expected ?? "", actual ?? "")].join(" ");
}
