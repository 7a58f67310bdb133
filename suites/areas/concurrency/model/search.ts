/**
 * A slow and simple linearizability check to test the sweep with: it tries every order that real time
 * allows (Wing and Gong), but no set of requests in the same state twice (Lowe). Only for small
 * histories.
 *
 * @module
 */
import type { RegisterObservation } from "./register.ts";

/** Returns true if some order of the requests explains every response. */
export function hasExplainingOrder(observations: readonly RegisterObservation[]): boolean {
  const open = observations.filter(({ outcome, mark }) =>
    outcome === "accepted" || (outcome === "unknown" && mark !== undefined)
  );
  return search(open, new Set(), new Set());
}

function search(
  open: readonly RegisterObservation[],
  state: ReadonlySet<string>,
  tried: Set<string>,
): boolean {
  // A write with an unknown outcome may never have taken effect.
  if (open.every(({ outcome }) => outcome === "unknown")) return true;
  const here = `${open.map(({ title }) => title).join()}|${[...state].sort().join()}`;
  if (tried.has(here)) return false;
  tried.add(here);
  const earliestEnd = Math.min(
    ...open.map(({ ended, outcome }) => outcome === "unknown" ? Infinity : ended),
  );
  return open.some((next) => {
    // Another request ended before this one was sent: that one comes first.
    if (next.began > earliestEnd) return false;
    const after = next.mark === undefined ? state : new Set([...state, next.mark]);
    const explained = next.outcome === "unknown" || sameMarks(after, next.marks!);
    return explained && search(open.filter((each) => each !== next), after, tried);
  });
}

function sameMarks(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((mark) => b.has(mark));
}
