/**
 * The freshness that a read requests, and the positions it allows.
 *
 * @module
 */
import type { History } from "./history.ts";
import type { Span, WriteTimeline } from "./timeline.ts";

/** The freshness that a read requests. */
export type Freshness =
  | { readonly kind: "most recent" }
  | { readonly kind: "any" }
  | { readonly kind: "not older than"; readonly version: string }
  | { readonly kind: "exact"; readonly version: string };

/** Returns the positions that a read may show, oldest first. */
export function allowedPositions(
  history: History,
  timeline: WriteTimeline,
  read: Span & { readonly freshness: Freshness },
): number[] {
  const latest = timeline.latest(read);
  const { freshness } = read;
  switch (freshness.kind) {
    case "any":
      return range(0, latest);
    case "most recent":
      return range(timeline.earliest(read), latest);
    case "not older than": {
      const named = history.positionsOf(freshness.version) ?? [0];
      return range(Math.min(...named), latest);
    }
    case "exact":
      return [...history.positionsOf(freshness.version) ?? range(0, latest)];
  }
}

/** Returns a description of a freshness. */
export function describeFreshness(freshness: Freshness): string {
  return "version" in freshness ? `${freshness.kind} ${freshness.version}` : freshness.kind;
}

/** Returns the positions from one to another, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
