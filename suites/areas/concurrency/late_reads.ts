/**
 * Reads that are sent right after a write was acknowledged.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { type LateRead, lateReads } from "../../session/late_reads.ts";
import { recordViolation } from "../../verify.ts";

/** Checks of the time after which reads show a write. */
export const LATE_READS: readonly Check[] = [
  example({
    id: "concurrency/reads-after-writes",
    title: "A read that is sent after a write was acknowledged shows it",
    requirements: ["concurrency.reads-show-acknowledged"],
    early: true,
    run: async (scope) => {
      const late = await lateReads(scope);
      if (late.length === 0) return;
      const { reads: stated } = scope.target.waits;
      const longer = late.filter(({ shownAfter = Infinity }) => shownAfter > (stated ?? 0));
      if (longer.length === 0) {
        throw new Discard(`${describe(late)}: not more than is stated with --wait reads`);
      }
      recordViolation("concurrency.reads-show-acknowledged", {
        expected: "reads that show each write that was acknowledged before they were sent",
        actual: describe(longer),
        exchanges: longer.toSorted(byTime)[0]!.exchanges,
      });
    },
  }),
];

/** Returns how late reads are, of which types, and after which writes. */
function describe(late: readonly LateRead[]): string {
  const [worst] = late.toSorted(byTime);
  const all = (word: (read: LateRead) => string) => [...new Set(late.map(word))].sort().join(", ");
  const after = worst!.shownAfter === undefined
    ? `not within ${(worst!.late / 1_000).toFixed(1)} s`
    : `${Math.round(worst!.shownAfter)} ms later`;
  return `${all(({ read }) => read === "GET" ? "GETs" : "lists")} of ${
    all(({ resource }) => resource)
  } show a ${all(({ write }) => write)} late, at most ${after}; at first, ${worst!.actual}`;
}

function byTime(one: LateRead, other: LateRead): number {
  return (other.shownAfter ?? Infinity) - (one.shownAfter ?? Infinity);
}
