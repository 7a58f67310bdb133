/**
 * Computes the minimal failing sequences of the site, and stores them: `deno task site --record`.
 * Takes some minutes.
 *
 * @module
 */
import { mutants } from "@plumbline/mutants";
import { mutantThread, startMutated } from "@plumbline/mutants/embedded";
import { parseFoundBy } from "@plumbline/mutants/found_by";
import type { Exchange, Failure, RunEvent } from "@plumbline/reports/events";
import { reportOf } from "@plumbline/reports/report";
import { AREAS, CHECKS } from "@plumbline/suites/areas";
import { runChecks } from "@plumbline/suites/engine/run";
import { type Sequence, type SequenceStep, writeSequences } from "./sequences.ts";

const FOUND_BY = new URL("../../../mutants/matrix/found_by.txt", import.meta.url);

/** The seed of all runs. */
const SEED = 1;

/** Enough for small sequences. */
const LIMITS = {
  shrinkTime: 800,
  shrinkExecutions: 40,
  confirmations: 0,
  caseTime: 10_000,
  checkTime: 10_000,
  explainTime: 0,
};

/** The bugs to try for a requirement, before it is left without a sequence. */
const TRIES = 2;

/** The most characters of a body. */
const MAX_BODY = 1_200;

/** The most requests of a sequence. */
const MAX_STEPS = 12;

/** Records sequences for all requirements that a seeded bug violates; `progress` gets a line each. */
export async function recordSequences(progress: (line: string) => void): Promise<void> {
  const foundBy = parseFoundBy(await Deno.readTextFile(FOUND_BY));
  const wanted = new Set(
    mutants.filter(({ id }) => foundBy.has(id)).flatMap(({ breaks }) => breaks),
  );
  const found = new Map<string, Sequence>();
  const tries = new Map<string, number>();
  const ran = new Set<string>();
  const thread = mutantThread();
  const bugs = mutants.filter(({ id, replicas = 1 }) => foundBy.has(id) && replicas === 1);
  for (const requirement of wanted) {
    for (const { id, breaks } of bugs) {
      if (found.has(requirement) || (tries.get(requirement) ?? 0) >= TRIES) break;
      if (!breaks.includes(requirement) || ran.has(id)) continue;
      ran.add(id);
      tries.set(requirement, (tries.get(requirement) ?? 0) + 1);
      for (const sequence of await sequencesOf(id, foundBy.get(id)!, thread)) {
        if (!found.has(sequence.requirement)) found.set(sequence.requirement, sequence);
      }
      if (ran.size % 40 === 0) await store(found);
      progress(`${found.size} of ${wanted.size}: ${requirement} by ${id}`);
    }
  }
  thread.end();
  await store(found);
}

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
  bug: string,
  check: string,
  thread: ReturnType<typeof mutantThread>,
): Promise<readonly Sequence[]> {
  const checks = CHECKS.filter(({ id }) => id === check);
  if (checks.length === 0) return [];
  await using target = await startMutated({ mutants: [bug], dialect: "kubernetes", thread });
  const events: RunEvent[] = [];
  await runChecks({
    ...{ target, checks, seed: SEED, areas: AREAS, limits: LIMITS, runs: 40 },
    emit: (event) => void events.push(event),
  });
  const breaks: readonly string[] = mutants.find(({ id }) => id === bug)?.breaks ?? [];
  return reportOf(events).checks.flatMap(({ failures }) => failures)
    .filter(({ requirement, exchange }) => breaks.includes(requirement) && exchange.length > 0)
    .map((failure) => sequenceOf(failure, bug, check, target.identities[0].name));
}

function sequenceOf(failure: Failure, bug: string, check: string, admin: string): Sequence {
  const { requirement, expected, actual, exchange, omittedExchanges = 0 } = failure;
  const needed = exchange.filter(({ needed }) => needed);
  const shown = (needed.length > 0 ? needed : exchange).slice(-MAX_STEPS);
  return {
    ...{ requirement, bug, check, seed: SEED },
    expected: shortened(expected),
    actual: shortened(actual),
    steps: shown.map((one) => stepOf(one, admin)),
    leftOut: omittedExchanges + exchange.length - shown.length,
  };
}

function stepOf(exchange: Exchange, admin: string): SequenceStep {
  const { method, path, requestBody, status, responseBody, identity } = exchange;
  const headers = Object.fromEntries(
    Object.entries(exchange.requestHeaders).filter(([name, value]) =>
      ["content-type", "accept", "impersonate-user", "accept-encoding"].includes(name) &&
      value !== "application/json"
    ),
  );
  return {
    ...{ method, path, status },
    response: shortened(responseBody),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(requestBody !== undefined && requestBody !== "" && { body: shortened(requestBody) }),
    ...(identity !== admin && { identity }),
  };
}

const shortened = (text: string): string =>
  text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : text;
