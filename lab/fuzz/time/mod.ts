/**
 * Looks for requests that hold the event loop: each kind of request grows by doubling up to the
 * largest size that the server takes, and its time is measured.
 *
 * @module
 */
import { createServer } from "@plumbline/reference";
import { ADMIN, ADMIN_TOKEN, type Target, targetIn } from "../../client/target.ts";
import { HELD_LIMIT, judgeTimes, type Sample } from "./judge.ts";
import { measure, sendRaw, type TimedRequest } from "./measure.ts";
import { OBJECT_PROBES } from "./objects.ts";
import { PATCH_PROBES } from "./patches.ts";
import { BODY_LIMIT, type Probe } from "./probe.ts";
import { REQUEST_PROBES } from "./requests.ts";
import { YAML_PROBES } from "./yaml.ts";

/** All kinds of requests. */
export const PROBES: readonly Probe[] = [
  ...OBJECT_PROBES,
  ...YAML_PROBES,
  ...PATCH_PROBES,
  ...REQUEST_PROBES,
];

/** Longer times are not worth a larger size, in milliseconds. */
const ENOUGH = 1_500;

/** Times a slow request is measured; the shortest counts, as other programs make it longer. */
const TRIES = 3;

/** The samples of a kind of request, and the last status. */
export interface Grown {
  readonly samples: readonly Sample[];
  readonly status: number;
}

/** Sends requests of one kind, each twice as large as the one before. */
async function grow(probe: Probe): Promise<Grown> {
  const samples: Sample[] = [];
  let status = 0;
  for (const size of sizesOf(probe)) {
    const measured = await shortest(probe, size);
    status = measured.status;
    samples.push({ size, held: measured.held });
    if (measured.held > ENOUGH) break;
  }
  return { samples, status };
}

/** Returns the sizes from the smallest to the largest that fits into a body. */
function* sizesOf({ from = 1_000, to = Infinity, request }: Probe): Iterable<number> {
  const fits = (size: number) => (request(size).body?.length ?? 0) <= BODY_LIMIT;
  let size = from;
  while (size < to && fits(size)) {
    yield size;
    size *= 2;
  }
  if (Number.isFinite(to) && fits(to)) return yield to;
  // The largest size that fits, to within a sixteenth.
  for (let step = size / 4, largest = size / 2; step >= largest / 16; step /= 2) {
    if (!fits(largest + Math.floor(step))) continue;
    largest += Math.floor(step);
    if (step / 2 < largest / 16) yield largest;
  }
}

async function shortest(probe: Probe, size: number): Promise<TimedRequest> {
  let best: TimedRequest | undefined;
  for (let count = 0; count < TRIES; count++) {
    const target = await freshServer();
    for (const request of probe.before?.(size) ?? []) await sendRaw(target, request);
    const measured = await measure(target, probe.request(size));
    if (!best || measured.held < best.held) best = measured;
    if (best.held < HELD_LIMIT / 5 || best.held > ENOUGH) break;
  }
  return best!;
}

async function freshServer(): Promise<Target> {
  const probe = { name: "probe", token: "probe-token" };
  const server = await createServer({ dialect: "kubernetes", identities: [ADMIN, probe] });
  return targetIn(server, { admin: ADMIN_TOKEN, probe: probe.token });
}

/**
 * Measures all kinds of requests whose name contains a text. Returns the exit code.
 *
 * @param print receives lines
 */
export async function fuzzTime(filter: string, print: (line: string) => void): Promise<number> {
  const probes = PROBES.filter(({ name }) => name.includes(filter));
  // The first requests compile the server's code.
  if (probes[0]) await grow({ ...probes[0], to: 2_000 });
  let found = 0;
  for (const probe of probes) {
    const { samples, status } = await grow(probe);
    const problem = judgeTimes(samples);
    if (problem) found++;
    const { size, held } = samples.at(-1)!;
    const last = `${held.toFixed(0).padStart(6)} ms at ${size}, status ${status}`;
    print(`${problem ? "SLOW" : "ok  "} ${probe.name.padEnd(60)} ${last}`);
    if (problem) print(`     ${problem}`);
  }
  print(`${probes.length} kinds of requests, ${found} slow`);
  return found > 0 ? 1 : 0;
}
