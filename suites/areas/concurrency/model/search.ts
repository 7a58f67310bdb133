/**
 * The slow and plain way to decide what the sweep decides: try every order that real time allows,
 * after Wing and Gong, without trying a set of requests in the same state twice, after Lowe. For
 * small histories, to test the sweep.
 *
 * @module
 */
import type { Observation } from "./register.ts";

/** Whether some order of the requests explains every answer. */
export function isLinearizable(observations: readonly Observation[]): boolean {
  const open = observations.filter(({ outcome, mark }) =>
    outcome === "accepted" || (outcome === "unknown" && mark !== undefined)
  );
  return search(open, new Set(), new Set());
}

function search(
  open: readonly Observation[],
  state: ReadonlySet<string>,
  tried: Set<string>,
): boolean {
  // What is unknown need never have happened.
  if (open.every(({ outcome }) => outcome === "unknown")) return true;
  const here = `${open.map(({ title }) => title).join()}|${[...state].sort().join()}`;
  if (tried.has(here)) return false;
  tried.add(here);
  const earliestEnd = Math.min(
    ...open.map(({ ended, outcome }) => outcome === "unknown" ? Infinity : ended),
  );
  return open.some((next) => {
    // Something else had ended before this was sent: that one comes first.
    if (next.began > earliestEnd) return false;
    const after = next.mark === undefined ? state : new Set([...state, next.mark]);
    const explained = next.outcome === "unknown" || sameMarks(after, next.marks!);
    return explained && search(open.filter((each) => each !== next), after, tried);
  });
}

function sameMarks(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((mark) => b.has(mark));
}
