/**
 * Decisions about who may do what that are wrong for one verb, whatever rule, subject and type they follow
 * from.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Failure } from "./events.ts";
import { membersOf } from "./json.ts";
import { DECIDED, isOfAccess } from "./likeness.ts";
import { verbOf } from "./request_words.ts";

/** What violates a requirement. */
interface Failed {
  readonly requirement: string;
  readonly failure: Failure;
}

/** The requirements on whatever verb from which on one verb is why decisions about it are wrong. */
const SEVERAL = 3;

/** The verb that small cases ask about, whatever is wrong. */
const USUAL = "get";

/** The part of decisions that are about the verb, if that is why they are wrong. */
const HALF = 0.5;

/**
 * Returns the failures of decisions about one verb, if most decisions that are wrong are about it, and few
 * cases would ask about it for another reason.
 */
export function ofDecidedVerbs<One extends Failed>(failed: readonly One[]): (readonly One[])[] {
  const verbs = Map.groupBy(failed, ({ failure }) => decidedVerb(failure));
  const decided = failed.length - (verbs.get(undefined)?.length ?? 0);
  return [...verbs].flatMap(([verb, each]) =>
    verb !== undefined && verb !== USUAL && isSeveral(each, verb) && each.length > HALF * decided
      ? [each]
      : []
  );
}

/** The part of the failures of a cause that are decisions about one verb, if it is named by that. */
const MOST = 0.75;

/** Returns what is wrong with decisions, if most are about one verb, and none about another one. */
export function decisionTitle(members: readonly Failed[]): string | undefined {
  const decided = members.filter(({ failure }) => decidedVerb(failure) !== undefined);
  const [verb, ...others] = new Set(decided.map(({ failure }) => decidedVerb(failure)));
  if (verb === undefined || verb === USUAL || others.length > 0) return undefined;
  if (decided.length < MOST * members.length || !isSeveral(decided, verb)) return undefined;
  const denied = decided.filter(({ failure }) => DENIED.test(failure.actual));
  const words = denied.length === decided.length
    ? "is not permitted where a rule grants it"
    : denied.length === 0
    ? "is permitted where no rule grants it"
    : "is permitted where no rule grants it, and not where one does";
  return `The verb \`${verb}\` ${words}`;
}

/** What says that a user may not do something. */
const DENIED = /^(?:review: |request: )?(?:[\w ]+: )?(?:403\b|\{"allowed": ?false)/;

/** Returns true for failures of several requirements, without those that are about a verb themselves. */
function isSeveral(each: readonly Failed[], verb: string): boolean {
  const requirements = new Set(each.map(({ requirement }) => requirement));
  const isOfVerb = (id: string) => /\.(verb|apply)-/.test(id) || id.includes(verb);
  return [...requirements].filter((id) => !isOfVerb(id)).length >= SEVERAL;
}

/** Returns the verb of the decision that a failure is about; undefined for another failure. */
function decidedVerb({ requirement, expected, exchange }: Failure): string | undefined {
  const last = exchange.at(-1);
  // Rules of paths are looked up by themselves.
  const isOfType = isOfAccess(requirement) && !requirement.includes("path");
  if (last === undefined || !isOfType || !DECIDED.test(expected)) return undefined;
  if (!REVIEWS.test(last.path)) {
    const verb = verbOf(last);
    return verb === "apply" ? "patch" : verb;
  }
  const [body] = documentsOf(last.requestBody ?? "");
  const { resourceAttributes, nonResourceAttributes } = membersOf(body?.spec) ?? {};
  const { verb } = membersOf(resourceAttributes ?? nonResourceAttributes) ?? {};
  return typeof verb === "string" ? verb : undefined;
}

/** The paths of reviews of one request. */
const REVIEWS = /\/[a-z]+accessreviews(?:\?|$)/;
