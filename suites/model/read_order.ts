/**
 * Verifies that most recent reads never go back: no read may show an older state than a read that
 * ended before it began. As the history fixes the order of the writes, this is linearizability.
 *
 * @module
 */
import { type Discrepancy, discrepancy, withExchanges } from "./discrepancy.ts";
import type { Span } from "./timeline.ts";

/** A read that is correct by itself. */
export interface PlacedRead extends Span {
  /** The name of the request in a discrepancy. */
  readonly title: string;
  /** True if it had to show the most recent state. */
  readonly mostRecent: boolean;
  /** The positions it may have shown, at least one. */
  readonly positions: readonly number[];
}

/** Verifies the order of the reads of one scope. */
export function verifyReadOrder(reads: readonly PlacedRead[]): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  for (const read of reads.filter((each) => each.mostRecent)) {
    const newest = Math.max(...read.positions);
    const overtaken = reads.find((other) =>
      other.ended < read.began && Math.min(...other.positions) > newest
    );
    if (overtaken === undefined) continue;
    const floor = Math.min(...overtaken.positions);
    const contradiction = discrepancy(
      "resource-versions.reads-never-go-back",
      `${read.title} to show change ${floor} of the case, which ${overtaken.title} showed before it`,
      `the state after change ${newest}`,
    );
    discrepancies.push(...withExchanges([contradiction], overtaken.exchange, read.exchange));
  }
  return discrepancies;
}
