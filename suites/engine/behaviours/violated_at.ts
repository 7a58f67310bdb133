/**
 * Where in a case a requirement is violated.
 *
 * @module
 */
import type { FoundViolation } from "../decision.ts";
import type { Seen } from "./behaviour.ts";

/** A case that violated a requirement. */
interface ViolatingCase {
  readonly requirement: string;
  readonly seen: readonly Seen[];
  /** The requirements that it violates. */
  readonly violated: readonly FoundViolation[];
}

/** The exchanges that matter for a violation, as indices. */
export interface ViolationPlaces {
  /** Those that show it. */
  readonly violatedAt: ReadonlySet<number>;
  /** The last write before them, whose effect they may show; -1 if there is none. */
  readonly writtenAt: number;
  /** True if the violation names its exchanges. */
  readonly isNamed: boolean;
}

/**
 * Returns the exchanges that show the violation of a case: those that it names, the one whose response is
 * wrong by itself, or the last before it.
 */
export function placesOfViolation(
  { requirement, seen, violated }: ViolatingCase,
): ViolationPlaces {
  const own = violated.find(({ violation }) => violation.requirement === requirement);
  // After a response that is wrong by itself, more may be read.
  const last = Math.min(own?.violation.judged ?? own?.requests ?? Infinity, seen.length) - 1;
  const named = (own?.violation.exchanges ?? []).map((number) => number - 1)
    .filter((at) => at >= 0 && at < seen.length);
  const violatedAt = new Set(named.length > 0 ? named : [last]);
  const isWritten = ({ method }: Seen) => method !== "GET";
  const isRead = seen[last] !== undefined && !isWritten(seen[last]!);
  const isNamed = named.length > 0;
  return {
    violatedAt,
    isNamed,
    writtenAt: isRead ? seen.slice(0, last).findLastIndex(isWritten) : -1,
  };
}

/** The status of an error that is due, or was observed. */
const STATUS = /^(?:an error: )?(?:status )?([45]\d\d)\b/;

/** Returns true if the violation of a case is that an error has another status than the one that is due. */
export function hasOtherStatus({ requirement, violated }: Omit<ViolatingCase, "seen">): boolean {
  const own = violated.find(({ violation }) => violation.requirement === requirement)?.violation;
  const [due, found] = [own?.expected, own?.actual].map((text) => STATUS.exec(text ?? "")?.[1]);
  return due !== undefined && found !== undefined && due !== found;
}

/** Returns true if the violation of a case is that an object is missing which one of these deletions is of. */
export function missesDeleted(shown: readonly Seen[], one: ViolatingCase): boolean {
  const missed = [...placesOfViolation(one).violatedAt].flatMap((at) => one.seen[at] ?? [])
    .filter(({ status }) => status === 404);
  return shown.some(({ method, place }) =>
    method === "DELETE" &&
    missed.some((each) =>
      each.place?.resource === place?.resource && each.place?.namespace === place?.namespace &&
      ["", each.place?.name].includes(place?.name)
    )
  );
}
