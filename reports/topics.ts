/**
 * Requirements that are about one thing, which their ids begin with.
 *
 * @module
 */
import type { Failure, RequirementSummary } from "./events.ts";
import { isOfAccess, typeOf } from "./likeness.ts";

/** What violates a requirement. */
interface Failed {
  readonly requirement: string;
  readonly failure: Failure;
}

/** The most requirements that are about one thing. */
const OF_TOPIC = 12;

/** The ends of words of one stem. */
const SUFFIX = /(?<=\w{6})(ed|ion|ions|ing|es|s)$/;

/**
 * Returns the failures of requirements that are about one thing, which few are about and no other area is,
 * on one type: what a server does with it is one piece of code.
 */
export function ofTopics<One extends Failed>(
  failed: readonly One[],
  requirements: readonly Pick<RequirementSummary, "id">[] = [],
): (readonly One[])[] {
  // An aggregated role and aggregation are one thing.
  const topicOf = (id: string) => (/^[\w-]+?\.\w+/.exec(id)?.[0] ?? id).replace(SUFFIX, "");
  const wordOf = (id: string) => topicOf(id).split(".")[1]!;
  const areas = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { id } of requirements) {
    const [area] = id.split(".");
    areas.set(wordOf(id), (areas.get(wordOf(id)) ?? new Set()).add(area!));
    counts.set(topicOf(id), (counts.get(topicOf(id)) ?? 0) + 1);
  }
  const isSpecific = (id: string) =>
    areas.get(wordOf(id))?.size === 1 && (counts.get(topicOf(id)) ?? 0) <= OF_TOPIC;
  const about = failed.filter(({ requirement }) => isSpecific(requirement));
  return [
    ...Map.groupBy(
      about,
      ({ requirement, failure: { exchange } }) =>
        // A decision shows on whatever is requested.
        [topicOf(requirement), ...isOfAccess(requirement) ? [] : exchange.slice(-1).map(typeOf)]
          .join(" "),
    ).values(),
  ];
}
