/**
 * Lists of what was not judged: each reason once, with the names of all that it holds for.
 *
 * @module
 */
import { pluralize } from "./text.ts";

/** The columns of a list if its width is not known. */
const COLUMNS = 100;

/** The names that are shown at least, however long the reason is. */
const FEWEST = 2;

/** The numbers of cases before a reason, which differ from check to check. */
const COUNTS =
  /^(?:only \d+ of \d+ cases were decided, most were discarded|the case was discarded): /;

/** What is said of a reason in place of these numbers. */
const DISCARDED = "most cases were discarded";

const UNKNOWN = "unknown reason";

/** Things that have one reason. */
export interface ReasonGroup<Thing> {
  readonly reason: string;
  readonly things: readonly Thing[];
}

/**
 * Returns things by reason, the most frequent one first. A thing with several is listed with the most
 * frequent of them: to meet one of them is enough. Where nothing differs but the numbers of cases that a
 * reason holds for, these are left out.
 */
export function byReason<Thing>(
  things: readonly Thing[],
  reasonsOf: (thing: Thing) => readonly string[],
): ReasonGroup<Thing>[] {
  const listed = things.map((thing) => {
    const given = new Map(reasonsOf(thing).map((reason) => [reason.replace(COUNTS, ""), reason]));
    return { thing, given: given.size > 0 ? given : new Map([[UNKNOWN, UNKNOWN]]) };
  });
  const counts = new Map<string, number>();
  for (const word of listed.flatMap(({ given }) => [...given.keys()])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const usual = (given: ReadonlyMap<string, string>) =>
    [...given.keys()].reduce((one, other) => counts.get(other)! > counts.get(one)! ? other : one);
  return [...Map.groupBy(listed, ({ given }) => usual(given))].map(([words, own]) => {
    const [first, ...others] = new Set(own.map(({ given }) => given.get(words)!));
    return {
      reason: others.length === 0 ? first! : `${DISCARDED}: ${words}`,
      things: own.map(({ thing }) => thing),
    };
  }).sort((a, b) => b.things.length - a.things.length);
}

/** Returns what makes a group of things one of their names. */
export function namedBy<Name extends string>(
  name: Name,
): (group: ReasonGroup<Readonly<Record<Name, string>>>) => ReasonGroup<string> {
  return ({ reason, things }) => ({ reason, things: things.map((one) => one[name]) });
}

/**
 * Returns one line for a reason: how many things it holds for, the reason, and their names, as many as fit
 * the last of the lines that the text is wrapped to. One thing alone is named first.
 */
export function reasonLine(
  { reason, things }: ReasonGroup<string>,
  noun: string,
  columns = COLUMNS,
): string {
  if (things.length === 1) return `${things[0]}: ${reason}`;
  const words = `${pluralize(things.length, noun)}: ${reason}`;
  const lineOf = (count: number) => `${words} (${firstOf(things, count)})`;
  // The list is indented.
  const width = Math.max(columns - 2, 1);
  const room = Math.ceil(lineOf(FEWEST).length / width) * width;
  let count = things.length;
  while (count > FEWEST && lineOf(count).length > room) count--;
  return lineOf(count);
}

/** Returns the first of some names, and how many others there are. */
export function firstOf(names: readonly string[], count: number): string {
  const more = names.length - count;
  return names.slice(0, count).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
