/**
 * What a reader is told of the census.
 *
 * @module
 */
import type { ResourceCount } from "./events.ts";
import type { Report } from "./model.ts";
import { oneLine } from "./text.ts";

/** How much of a long line is shown; the report has it all. */
const SHOWN = 2_000;

/** What lay on the target, in a line; what is not the run's and changed, by its paths. */
export function censusLines({ census }: Report): string[] {
  if (census === undefined) return [];
  const { before, after, others } = census;
  const sum = (counts: readonly ResourceCount[], whose: "own" | "earlier" | "others") =>
    counts.reduce((total, count) => total + count[whose], 0);
  const unseen = before.filter(({ seen }) => seen !== "all").map(({ resource }) => resource);
  const facts = [
    after === undefined ? "not counted after" : `${sum(after, "own")} objects of this run left`,
    `${sum(before, "others")} of others before`,
    ...after === undefined ? [] : [`${sum(after, "others")} after`],
    ...sum(before, "earlier") > 0
      ? [`${sum(before, "earlier")} of other runs (see the command cleanup)`]
      : [],
    ...unseen.length > 0 ? [`not all could be listed of ${unseen.join(", ")}`] : [],
  ];
  const became = (["appeared", "changed", "disappeared"] as const)
    .filter((what) => others !== undefined && others[what].length > 0)
    .map((what) => `  ${what} meanwhile, not made by a run: ${others![what].join(", ")}`);
  return [`census: ${facts.join(", ")}`, ...became.map((line) => oneLine(line, SHOWN))];
}
