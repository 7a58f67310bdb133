/**
 * Computes the minimal failing sequences of the site, and stores them: `deno task site --record`.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { mutantThread, startMutated } from "@plumbline/mutants/embedded";
import { parseFoundBy } from "@plumbline/mutants/found_by";
import type { Failure, RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { readSequences, type Sequence, writeSequences } from "./sequences.ts";
import { shortened, stepsOf } from "./steps.ts";

const FOUND_BY = new URL("../../../mutants/matrix/found_by.txt", import.meta.url);

/**
 * How a bug is looked for: with few cases first, then with more of another seed, at last with the time
 * that cases need that wait.
 */
const ATTEMPTS = [
  { seed: 1, runs: 40, checkTime: 10_000, caseTime: 10_000 },
  { seed: 2, runs: 200, checkTime: 30_000, caseTime: 10_000 },
  { seed: 3, runs: 150, checkTime: 120_000, caseTime: 120_000 },
] as const;

/** The seed, the number of cases and the times of an attempt. */
type Attempt = typeof ATTEMPTS[number];

/** Enough for small sequences. */
const LIMITS = {
  shrinkTime: 800,
  shrinkExecutions: 40,
  confirmations: 0,
  explainTime: 0,
};

/** The bugs to try for a requirement, before it is left without a sequence. */
const TRIES = 4;

/**
 * Records a sequence for each requirement that has none: a server with a seeded bug that violates it
 * is checked by all checks that verify it, and by the one that found the bug last. Stored sequences
 * stay as long as their bugs and checks exist. `progress` gets a line for each bug.
 */
export async function recordSequences(progress: (line: string) => void): Promise<void> {
  const { sequences } = await readSequences();
  const stored = sequences.filter((sequence) => isCurrent(sequence));
  const found = new Map(stored.map((sequence) => [sequence.requirement, sequence]));
  const foundBy = parseFoundBy(await Deno.readTextFile(FOUND_BY));
  const isKnown = ({ id }: { readonly id: string }) => Number(foundBy.has(id));
  // A bug that some check found before comes first.
  const bugs = mutants.filter(({ replicas = 1 }) => replicas === 1)
    .toSorted((one, other) => isKnown(other) - isKnown(one));
  const thread = mutantThread();
  let runs = 0;
  for (const requirement of new Set(CHECKS.flatMap(({ requirements }) => requirements))) {
    const breaking = bugs.filter(({ breaks }) => breaks.includes(requirement));
    const tries = ATTEMPTS.flatMap((attempt) =>
      breaking.slice(0, TRIES).map(({ id }) => ({ id, attempt }))
    );
    for (const { id, attempt } of tries) {
      if (found.has(requirement)) break;
      for (
        const sequence of await sequencesOf(
          { bug: id, requirement, finder: foundBy.get(id) },
          attempt,
          thread,
        )
      ) {
        if (!found.has(sequence.requirement)) found.set(sequence.requirement, sequence);
      }
      runs++;
      if (runs % 20 === 0) await store(found);
      progress(`${requirement} by ${id}: ${found.has(requirement) ? "found" : "not found"}`);
    }
  }
  thread.end();
  await store(found);
}

const isCurrent = ({ requirement, reportedAs = requirement, bug, check }: Sequence): boolean =>
  mutants.some(({ id, breaks }) => id === bug && breaks.includes(requirement)) &&
  CHECKS.some(({ id, requirements }) => id === check && requirements.includes(reportedAs));

async function store(found: ReadonlyMap<string, Sequence>): Promise<void> {
  await writeSequences({
    recorded: new Date().toISOString().slice(0, 10),
    sequences: [...found.values()].sort((one, other) =>
      one.requirement < other.requirement ? -1 : 1
    ),
  });
}

/** Checks a server with the bug, and returns a sequence for each requirement that it violates. */
async function sequencesOf(
  { bug, requirement, finder }: {
    readonly bug: string;
    readonly requirement: string;
    /** The check that found the bug last, which may verify another requirement. */
    readonly finder: string | undefined;
  },
  { seed, runs, checkTime, caseTime }: Attempt,
  thread: ReturnType<typeof mutantThread>,
): Promise<readonly Sequence[]> {
  const checks = CHECKS.filter(({ id, requirements }) =>
    id === finder || requirements.includes(requirement)
  );
  await using target = await startMutated({ mutants: [bug], dialect: "kubernetes", thread });
  const events: RunEvent[] = [];
  const shown = new AbortController();
  await runChecks({
    ...{ target, checks, seed, areas: AREAS, limits: { ...LIMITS, checkTime, caseTime }, runs },
    signal: shown.signal,
    emit(event) {
      events.push(event);
      if (event.type !== "check finished") return;
      if (event.result.failures.some((failure) => failure.requirement === requirement)) {
        shown.abort();
      }
    },
  });
  const breaks: readonly string[] = mutants.find(({ id }) => id === bug)?.breaks ?? [];
  const admin = target.identities[0].name;
  const sequences = reportOf(events).checks.flatMap(({ id: check, failures }) =>
    failures.filter(({ exchange }) => exchange.length > 0)
      .map((failure) => sequenceOf(failure, { bug, check, seed }, admin))
  );
  const direct = sequences.filter((sequence) => breaks.includes(sequence.requirement));
  if (direct.some((sequence) => sequence.requirement === requirement)) return direct;
  // A check that verifies the requirement saw the bug, and reports what it saw as another one.
  const [other] = [...direct, ...sequences];
  if (other === undefined) return [];
  return [...direct, { ...other, requirement, reportedAs: other.requirement }];
}

function sequenceOf(
  failure: Failure,
  found: Pick<Sequence, "bug" | "check" | "seed">,
  admin: string,
): Sequence {
  const { requirement, expected, actual } = failure;
  return {
    requirement,
    ...found,
    expected: shortened(expected),
    actual: shortened(actual),
    ...stepsOf(failure, admin),
  };
}
