/**
 * What is wrong with an answer: its status, what it shows, a warning that is missing. That another form of
 * requests is answered rightly says which requests fail, and not that they fail for one reason.
 *
 * @module
 */
import { changedFields } from "./differences.ts";
import type { AlikeFailures, Failure } from "./events.ts";
import { demandsRejection, isOfAccess, isOfIdentity, UNDECIDED } from "./likeness.ts";

/** What violates a requirement. */
interface Failed {
  readonly failure: Failure;
}

/** The fault of requests that show, or store, what is not due. */
const CONTENT = "content";

/** The fault of invalid requests that are accepted. */
export const ACCEPTED = "accepted";

/** The fault of writes that lack a warning, or have one too many. */
const WARNING = "warning";

/** The fault of requests that are let in. */
const IDENTITY = "identity";

/** What is expected of a status of success. */
const OF_SUCCESS = /^(\w+: )?(status )?2\d\d\b/;

/** Fields that the server writes, and that do not follow from what is sent, as generations do. */
const OF_SERVER = /^metadata\.(deletion|uid|creation)/;

/** Statuses of valid requests that follow from what is stored. */
const OF_STATE: readonly (string | undefined)[] = ["404", "409"];

/**
 * Returns the failures of one form of requests that have another fault than most of them: a status of its
 * own, or a validation that is missing. None if no fault is the usual one.
 */
export function withOtherFault<One extends Failed>(failed: readonly One[]): readonly One[] {
  const faults = new Map(failed.map((one) => [one, faultOf(one.failure)]));
  // What is not validated gets no warning; else an invalid request may be changed into a valid one.
  const accepted = [...faults.values()].includes(WARNING) ? WARNING : CONTENT;
  const classes = [
    ...Map.groupBy(failed, (one) => {
      const fault = faults.get(one)!;
      return fault === ACCEPTED ? accepted : fault;
    }).values(),
  ].sort((a, b) => b.length - a.length);
  const [usual, ...others] = classes;
  return usual?.length === others[0]?.length ? [] : others.flat();
}

/** Returns what is wrong with the answer of a failure. */
export function faultOf(failure: Failure): string {
  const { requirement, expected, actual } = failure;
  // What an identity may do follows from what is stored, but not that nothing is decided.
  if (isOfAccess(requirement)) return UNDECIDED.exec(actual)?.[1] ?? CONTENT;
  if (isOfIdentity(failure)) return IDENTITY;
  const [status] = /^4\d\d\b/.exec(actual) ?? [];
  const success = otherSuccess(failure);
  if (success !== undefined) return success;
  const isInvalid = demandsRejection(failure);
  if (status !== undefined && (isInvalid || !OF_STATE.includes(status))) return status;
  if (isInvalid) return /^(2\d\d\b|accepted|success)/.test(actual) ? ACCEPTED : CONTENT;
  if (/\bwarnings?\b/i.test(expected)) return WARNING;
  const fields = new Set(
    changedFields(failure).map(({ path }) => OF_SERVER.exec(path)?.[0] ?? CONTENT),
  );
  const [field, ...others] = fields;
  return field === undefined || others.length > 0 ? CONTENT : field;
}

/** Returns the status of success that a request is answered with in place of another one. */
export function otherSuccess({ expected, actual }: Failure): string | undefined {
  const [success] = /^2\d\d\b/.exec(actual) ?? [];
  const isOther = success !== undefined && OF_SUCCESS.test(expected) && !expected.includes(success);
  return isOther ? success : undefined;
}

/** An answer with a status of success, as what failures show alike. */
const ANSWERED = / is answered with (2\d\d)\b/;

/**
 * Returns what failures show alike: of a status of success with which all requests of a form are answered
 * only those that say that it is the wrong one, if any does. The others violate something else, too.
 */
export function ofWrongAnswers(
  alike: readonly AlikeFailures[],
  failureOf: (key: AlikeFailures["failures"][number]) => Failure | undefined,
): AlikeFailures[] {
  return alike.map((each) => {
    const [, status] = ANSWERED.exec(each.title) ?? [];
    const saying = each.failures.filter((key) => {
      const failure = status === undefined ? undefined : failureOf(key);
      return failure !== undefined && otherSuccess(failure) === status;
    });
    return saying.length === 0 ? each : { ...each, failures: saying };
  });
}
