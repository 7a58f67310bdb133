/**
 * Behaviours that explain a few failures, none of which says anything of them: these cases passed without
 * the behaviour for another reason.
 *
 * @module
 */
import type { ExplainedCause, Failure } from "./events.ts";
import { faultOf } from "./fault_of.ts";
import { requirementOf } from "./likeness.ts";

/** The failures from which on it is no chance that all pass without a behaviour. */
const MANY = 9;

/** Behaviours that show by what exists after a request, which another one may have changed. */
const OF_EFFECT = /^(dryRun|preconditions|finalizers|deletions)\b/;

/** Words of the ids of behaviours that say what they do, and not what they concern. */
const GENERAL =
  /^(a|an|and|another|answered|apart|are|by|change|changes|does|earlier|effect|has|have|ignored|is|kept|list|lists|names|no|not|objects|of|other|path|request|same|status|than|that|the|used|with|without|write|writes)$/;

/** The number of characters of a text that are compared: it is a target's, and may be long. */
const MAX_TEXT = 200;

/** A status of success with which a method is answered: most of what follows it has another reason. */
const SUCCESS = /^[A-Z]+ is answered with (2\d\d)$/;

/** What a status of success says nothing of. */
const OF_STATUS = /\b(status|answers?)\b/;

/**
 * Returns a tried behaviour with the failures that it may explain: those of a status of success are about
 * the status; undefined if nothing is left of it, or if it is one of a few failures that do not mention it.
 */
export function saidCause(
  cause: ExplainedCause,
  failureOf: (key: ExplainedCause["failures"][number]) => Failure | undefined,
): ExplainedCause | undefined {
  const [, status] = SUCCESS.exec(cause.id) ?? [];
  const failures = status === undefined ? cause.failures : cause.failures.filter((key) => {
    const failure = failureOf(key);
    return failure !== undefined &&
      (OF_STATUS.test(failure.requirement.replaceAll("-", " ")) || faultOf(failure) === status);
  });
  if (failures.length === 0) return undefined;
  const isSaid = !OF_EFFECT.test(cause.id) || failures.length >= MANY ||
    failures.some((key) => {
      const failure = failureOf(key);
      return failure === undefined || mentions(failure, cause);
    });
  return isSaid ? { ...cause, failures } : undefined;
}

/** Returns true for a failure whose requirement, or what it expects, has a word of what a behaviour does. */
export function mentions(
  { requirement, statement, expected }: Failure,
  cause: Pick<ExplainedCause, "id">,
): boolean {
  const said = new Set(
    wordsOf(`${requirement} ${statement} ${expected.slice(0, MAX_TEXT)}`).map(stemOf),
  );
  return wordsOfCause(cause).some((word) => said.has(stemOf(word)));
}

/** Returns the words of the id of a behaviour that say what it concerns. */
function wordsOfCause({ id }: Pick<ExplainedCause, "id">): string[] {
  return wordsOf(id).filter((word) => !GENERAL.test(word));
}

/** Returns the words of a text, and those within names: `dryRun` is two. */
function wordsOf(text: string): string[] {
  return text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase().match(/[a-z]{3,}/g) ?? [];
}

function stemOf(word: string): string {
  return word.replace(/(?<=\w{3})(ed|ions?|ing|es|s|e)$/, "");
}

/** Behaviours that no right server shows, whatever is violated. */
const EVIDENT = /^no resourceVersion\b/;

/**
 * Returns what is true of a failure that no trial explains, and that shows a tried behaviour by the way, if
 * it is of the behaviour: it mentions it, or fails as a failure does that a trial explains.
 */
export function faultsOfTried(
  causes: readonly ExplainedCause[],
  failureOf: (key: ExplainedCause["failures"][number]) => Failure | undefined,
): (cause: ExplainedCause, key: ExplainedCause["failures"][number]) => boolean {
  const known = new Map(
    causes.map((cause) => [
      cause,
      new Set(cause.failures.flatMap((key) => failureOf(key) ?? []).map(ruleAndFault)),
    ]),
  );
  return (cause, key) => {
    if (EVIDENT.test(cause.id)) return true;
    const failure = failureOf(key);
    return failure !== undefined &&
      (known.get(cause)?.has(ruleAndFault(failure)) !== false || mentions(failure, cause));
  };
}

/** Returns the area of what a failure violates, or the requirement if it holds of every exchange, and its fault. */
function ruleAndFault(failure: Failure): string {
  const { requirement } = failure;
  const isOfAll = requirementOf(failure) !== requirement;
  return `${isOfAll ? requirement : requirement.split(".")[0]} ${faultOf(failure)}`;
}
