/**
 * Chooses the bugs of the servers of an examination.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { grossMutants, grossVariants } from "@plumbline/mutants/gross";
import { Random } from "../program/random.ts";
import { CHECKS } from "@plumbline/suites/areas";

/** A bug of a server. */
export interface SeededBug {
  readonly id: string;
  /** The requirements that it breaks; none for what is allowed. */
  readonly breaks: readonly string[];
}

/** What can stand beside small bugs in nearly every check: gross bugs, and what is allowed. */
export const LARGE: readonly SeededBug[] = [
  ...grossMutants,
  ...grossVariants.map(({ id }) => ({ id, breaks: [] })),
];

/** Requirements that a default run verifies. */
const VERIFIED = new Set<string>(CHECKS.flatMap(({ requirements }) => requirements));

/** The bugs that one server can have beside others and that a default run can observe. */
const CANDIDATES = mutants.filter(({ area, breaks, replicas = 1 }) =>
  // Those of large collections show with --scale only.
  area !== "scale" && replicas === 1 && breaks.some((id) => VERIFIED.has(id))
);

/** The requirements and bugs that cannot be observed beside a gross bug: no such request succeeds. */
const HIDDEN: Readonly<Record<string, RegExp>> = {
  "gross/apply-fails": /apply/,
  "gross/dry-run-ignored": /^dry-run\./,
  "gross/limit-ignored": /^paging\.|-(first|next)-|continue/,
  "gross/field-selectors-ignored": /^selectors\.field/,
  "gross/finalizers-ignored": /finaliz|deletion-time|propagation/,
};

/** True if a bug shows in such requests only: its name says so, or each requirement that it breaks. */
function isHidden({ id, breaks }: SeededBug, hidden: RegExp | undefined): boolean {
  return hidden !== undefined && (hidden.test(id) || breaks.every((each) => hidden.test(each)));
}

/**
 * Returns bugs for one server. No two of them break the same requirement, as a failure would not
 * say which of them it is about.
 *
 * @param beside Bugs that the server has already.
 */
export function chooseBugs(
  seed: number,
  count: number,
  beside: readonly SeededBug[] = [],
): readonly SeededBug[] {
  const random = new Random(seed);
  const left = [...CANDIDATES];
  const chosen: SeededBug[] = [];
  const taken = new Set(beside.flatMap(({ breaks }) => breaks));
  while (chosen.length < count && left.length > 0) {
    const [bug] = left.splice(random.below(left.length), 1);
    if (bug!.breaks.some((id) => taken.has(id))) continue;
    if (beside.some((large) => isHidden(bug!, HIDDEN[large.id]))) continue;
    chosen.push(bug!);
    for (const id of bug!.breaks) taken.add(id);
  }
  return chosen;
}
