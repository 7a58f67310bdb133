/**
 * Failures of requests with a parameter that the target is known to ignore: malformed values of it are
 * accepted, too, and what is seen of requests with it is no cause of its own.
 *
 * @module
 */
import type { ExplainedCause } from "@plumbline/reports/events";
import { ANY, type Verb } from "@plumbline/reports/request_words";
import { isOwnSelector } from "@plumbline/reports/text";
import type { Behaviour, Seen } from "./behaviour.ts";
import { failureKey } from "./explained_causes.ts";
import type { FailedCase } from "./repeat.ts";
import { placesOfViolation } from "./violated_at.ts";

type Failures = ExplainedCause["failures"];

/** Failures that show the same. */
interface Together {
  readonly text: string;
  readonly failures: Failures;
}

/** Words of what is expected of a request that must not succeed. */
export const REJECTION = /\berror\b|\breject|\b4xx\b|\brefus|\b4\d\d\b/i;

/**
 * Returns the failures that show the same, with those of requests with an ignored parameter as one.
 *
 * @param names the names of the behaviours that are known
 */
export function withIgnored(
  found: readonly Together[],
  open: readonly FailedCase[],
  { behaviours, names }: {
    readonly behaviours: readonly Behaviour[];
    readonly names: readonly string[];
  },
): readonly Together[] {
  const ignored = behaviours.filter(({ parameter, name }) =>
    parameter !== undefined &&
    (names.includes(name) || found.some(({ text }) => isOf(text, name)))
  );
  return ignored.reduce((all, { name, parameter, parameterOf }) => {
    const begin = parameterOf === undefined ? "\\b" : `^${ANY[parameterOf as Verb]} .*\\b`;
    const isWith = new RegExp(`${begin}with (empty )?${parameter}\\b`);
    // What requests without the parameter violate, too, has another cause.
    const elsewhere = new Set(open.filter((one) => isWithout(parameter!, one)).map(requirementOf));
    const own = all.filter(({ text, failures }) =>
      isOf(text, name) ||
      (isWith.test(text) && !failures.some((failure) => elsewhere.has(requirementOf(failure))))
    );
    const unselected = all.filter(({ text }) => UNSELECTED.test(text))
      .flatMap(({ failures }) => failures).filter((failure) =>
        open.some((one) => isCaseOf(one, failure) && isReadWith(parameter!, one))
      );
    const isUnselected = (failure: Failures[number]) => unselected.includes(failure);
    const grouped = new Set(all.flatMap(({ failures }) => failures.map(failureKey)));
    const malformed = open.filter((one) => acceptsWith(parameter!, one, parameterOf))
      .map(({ check, requirement }) => ({ check: check.id, requirement }))
      .filter((failure) => !grouped.has(failureKey(failure)));
    const failures = [
      ...own.flatMap((each) => each.failures),
      ...unselected.filter((one) => !own.some((each) => each.failures.includes(one))),
      ...malformed,
    ];
    if (failures.length === 0) return all;
    const others = all.filter((each) => !own.includes(each)).map((each) => ({
      ...each,
      failures: each.failures.filter((one) => !isUnselected(one)),
    }));
    return [...others.filter((each) => each.failures.length > 0), { text: name, failures }];
  }, found);
}

const isOf = (text: string, name: string): boolean => text === name || text.startsWith(`${name}: `);

const requirementOf = ({ requirement }: { readonly requirement: string }): string => requirement;

/** Returns true if no request that violates the requirement of a case has a parameter. */
function isWithout(parameter: string, one: FailedCase): boolean {
  return [...placesOfViolation(one).violatedAt].every((at) => !one.seen[at]?.query.has(parameter));
}

/** What a response shows if its selectors, or one of them, are ignored. */
const UNSELECTED = /has an item that its selectors do not select/;

function isCaseOf({ check, requirement }: FailedCase, failure: Failures[number]): boolean {
  return check.id === failure.check && requirement === failure.requirement;
}

/** Returns true if a case fails for what a read with a selector shows, be it valid or not. */
function isReadWith(parameter: string, one: FailedCase): boolean {
  const { requirement, violated, seen } = one;
  const own = violated.find(({ violation }) => violation.requirement === requirement)?.violation;
  return /Selector$/.test(parameter) && !REJECTION.test(own?.expected ?? "") &&
    [...placesOfViolation(one).violatedAt].some((at) => seen[at]?.query.has(parameter));
}

/** Words of a rejection for the credentials, or for the form of the response. */
const OF_OTHERS = /\b40[136]\b|\bcaller\b/;

/** What an error is expected for. */
const REASON = /\bbecause of: (.*)/;

/**
 * Returns true if a case fails as a request, of a verb, with a parameter is accepted, and not for what else
 * it has.
 */
function acceptsWith(parameter: string, one: FailedCase, of?: string): boolean {
  const { requirement, violated, seen } = one;
  const own = violated.find(({ violation }) => violation.requirement === requirement)?.violation;
  if (own === undefined || !REJECTION.test(own.expected) || OF_OTHERS.test(own.expected)) {
    return false;
  }
  const [, reason] = REASON.exec(own.expected) ?? [];
  const name = parameter.replace(/^.*(?=Selector$)/, "").toLowerCase();
  if (reason !== undefined && !reason.toLowerCase().includes(name)) return false;
  const isAccepted = ({ status, query, verb }: Seen) =>
    status < 300 && (of === undefined || verb === of) && query.has(parameter) &&
    !isOwnSelector(query.get(parameter)!);
  return [...placesOfViolation(one).violatedAt].some((at) => seen[at] && isAccepted(seen[at]));
}
