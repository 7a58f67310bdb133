/**
 * The requirements with what belongs to each: checks, seeded bugs, a failing sequence.
 *
 * @module
 */
import { type Mutant, mutants } from "@plumbline/mutants";
import { parseFoundBy } from "@plumbline/mutants/found_by";
import { UNBREAKABLE } from "@plumbline/mutants/unbreakable";
import { requirementsOf } from "@plumbline/suites/area";
import { AREAS, OPTIONAL_AREAS } from "@plumbline/suites/areas";
import type { CatalogueEntry } from "@plumbline/suites/area";
import { readSequences, type Sequence } from "./sequences.ts";

/** A seeded bug that violates a requirement. */
export interface BreakingBug {
  readonly id: string;
  readonly description: string;
  readonly reason: string;
  /** The check that found it last, where one did. */
  readonly foundBy?: string;
  /** False for a bug that shows on one of several replicas only. */
  readonly isInPlayground: boolean;
}

/** A requirement as its page shows it. */
export interface RequirementFacts extends CatalogueEntry {
  readonly id: string;
  readonly area: string;
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  readonly bugs: readonly BreakingBug[];
  readonly sequence?: Sequence;
  /** Why a requirement that checks verify has no sequence. */
  readonly withoutSequence?: string;
}

/** All requirements, and the day on which their sequences were computed. */
export interface AllRequirements {
  readonly requirements: readonly RequirementFacts[];
  readonly recorded: string;
}

const FOUND_BY = new URL("../../../mutants/matrix/found_by.txt", import.meta.url);

/** Reads the requirements in the order of the areas. */
export async function readRequirements(): Promise<AllRequirements> {
  const areas = [...AREAS, ...OPTIONAL_AREAS];
  const foundBy = parseFoundBy(await Deno.readTextFile(FOUND_BY));
  const { sequences, recorded } = await readSequences();
  const sequenceOf = new Map(sequences.map((sequence) => [sequence.requirement, sequence]));
  const checks = areas.flatMap(({ checks }) => checks);
  const requirements = Object.entries(requirementsOf(areas)).map(([id, entry]) => {
    const sequence = sequenceOf.get(id);
    const verifying = checks.filter(({ requirements }) => requirements.includes(id));
    const breaking = mutants.filter(({ breaks }) => breaks.includes(id));
    return {
      ...entry,
      id,
      area: id.slice(0, id.indexOf(".")),
      checks: verifying.map(({ id, title }) => ({ id, title })),
      bugs: breaking.map((bug) => {
        const found = foundBy.get(bug.id);
        return {
          id: bug.id,
          description: bug.description,
          reason: bug.reason,
          isInPlayground: (bug.replicas ?? 1) === 1,
          ...(found !== undefined && { foundBy: found }),
        };
      }),
      ...(sequence !== undefined && { sequence }),
      ...(sequence === undefined && verifying.length > 0 && {
        withoutSequence: reasonWithout(id, breaking),
      }),
    };
  });
  return { requirements, recorded };
}

/** Returns why no failing sequence is stored, judging by the seeded bugs. */
function reasonWithout(id: string, bugs: readonly Pick<Mutant, "replicas">[]): string {
  if (bugs.length === 0) {
    const why = UNBREAKABLE[id];
    return `No seeded bug breaks it${why === undefined ? "" : `: ${why}`}.`;
  }
  if (bugs.every(({ replicas = 1 }) => replicas > 1)) {
    return "Its seeded bugs show on one of several replicas, and a sequence is of one server.";
  }
  return "The search for one ran at most 200 cases of each check against a server with a seeded " +
    "bug, and no case failed within its time.";
}
