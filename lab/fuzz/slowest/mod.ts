/**
 * Searches for the slowest request of a size: requests that cost much are changed at random, and the
 * slower ones go on. What a request leaves behind counts, too: the requests that follow it.
 *
 * @module
 */
import { createServer } from "@plumbline/reference";
import { ADMIN, ADMIN_TOKEN, type Target, targetIn } from "../../client/target.ts";
import { Random } from "../../program/random.ts";
import { measure, sendRaw } from "../time/measure.ts";
import { PROBES } from "../time/mod.ts";
import type { Probe, SizedRequest } from "../time/probe.ts";
import { type Value, varyText, varyValue } from "./vary.ts";

/** The size of a request in bytes: of its body, or of its path. */
const SIZE_LIMIT = 64 * 1024;

/** Milliseconds that no request may hold the event loop. */
const HELD_LIMIT = 100;

/** The requests that go on. */
const SURVIVORS = 40;

/** Times a request is measured that seems to be slow: the shortest counts. */
const TRIES = 4;

/** A request with what was sent before it. */
export interface Candidate {
  /** The kind of request that it was made from. */
  readonly name: string;
  readonly before: readonly SizedRequest[];
  readonly request: SizedRequest;
}

/** A candidate with the milliseconds that it held the event loop, and the part that did. */
interface Measured extends Candidate {
  readonly held: number;
  readonly by: string;
  readonly status: number;
}

const sizeOf = ({ path, body = "" }: SizedRequest) => Math.max(path.length, body.length);

/**
 * Returns the kinds of requests in their largest size within the limit.
 *
 * @param filter only kinds whose name contains this text
 */
export function firstCandidates(filter = ""): Candidate[] {
  return PROBES.filter(({ name }) => name.includes(filter)).flatMap((probe) => {
    const size = largest(probe);
    if (size === undefined) return [];
    return [{
      name: probe.name,
      before: probe.before?.(size) ?? [],
      request: probe.request(size),
    }];
  });
}

/** Returns the largest power of two that a kind of request fits with; undefined if none does. */
function largest({ request, to = Infinity }: Probe): number | undefined {
  for (let size = 2 ** 16; size >= 1; size /= 2) {
    if (size <= to && sizeOf(request(size)) <= SIZE_LIMIT) return size;
  }
  return undefined;
}

/** Returns a candidate that is changed in one place; undefined if it gets too large. */
export function varied(
  candidate: Candidate,
  others: readonly Candidate[],
  random: Random,
): Candidate | undefined {
  const { request } = candidate;
  const next = request.body === undefined
    ? { ...request, path: varyPath(request.path, random) }
    : { ...request, body: varyBody(request.body, others, random) };
  return sizeOf(next) <= SIZE_LIMIT ? { ...candidate, request: next } : undefined;
}

function varyPath(path: string, random: Random): string {
  const mark = path.indexOf("?");
  // Without its first slash a path would be a part of the host.
  if (mark < 0) return path.slice(0, 1) + varyText(path.slice(1), random);
  return path.slice(0, mark + 1) + varyText(path.slice(mark + 1), random);
}

function varyBody(body: string, others: readonly Candidate[], random: Random): string {
  const value = parsed(body);
  // Now and then a body that is no JSON, or is none any more.
  if (value === undefined || random.below(8) === 0) return varyText(body, random);
  const values = others.flatMap(({ request }) => parsed(request.body) ?? []);
  try {
    const other = values.length > 0 ? [random.of(values)] : [value];
    return JSON.stringify(varyValue(value, other, random));
  } catch (error) {
    // A value that is nested too deep to be copied.
    if (error instanceof RangeError) return varyText(body, random);
    throw error;
  }
}

function parsed(text: string | undefined): Value | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The requests after a candidate, which look at what it left: as administrator and as a user. */
const FOLLOWING: readonly SizedRequest[] = [
  { method: "GET", path: "/api/v1/namespaces/default/configmaps?labelSelector=a" },
  { method: "GET", path: "/api/v1/secrets", user: "probe" },
  { method: "GET", path: "/metrics", user: "probe" },
];

/** Grants user `probe` what a candidate creates, if it is a role. */
const BINDING: SizedRequest = {
  method: "POST",
  path: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  contentType: "application/json",
  body: JSON.stringify({
    metadata: { name: "bound" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "probe" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "probe" }],
  }),
};

async function measureOnce(candidate: Candidate): Promise<Measured> {
  const probe = { name: "probe", token: "probe-token" };
  await using server = await createServer({
    ...{ dialect: "kubernetes", identities: [ADMIN, probe], onInternalError: () => {} },
  });
  const target: Target = targetIn(server, { admin: ADMIN_TOKEN, probe: probe.token });
  for (const request of candidate.before) await sendRaw(target, request);
  const own = await measure(target, candidate.request);
  let worst = { held: own.held, by: "itself" };
  if (own.status < 300 && candidate.request.path.includes("/clusterroles")) {
    await sendRaw(target, BINDING);
  }
  for (const request of own.status < 300 ? FOLLOWING : []) {
    const { held } = await measure(target, request);
    if (held > worst.held) worst = { held, by: `${request.method} ${request.path} after it` };
  }
  return { ...candidate, ...worst, status: own.status };
}

async function measured(candidate: Candidate, least: number): Promise<Measured> {
  let best = await measureOnce(candidate);
  for (let count = 1; count < TRIES && best.held > least; count++) {
    const again = await measureOnce(candidate);
    if (again.held < best.held) best = again;
  }
  return best;
}

/** The number of kinds that are printed. */
const PRINTED = 12;

/**
 * Searches for a number of seconds. Returns the exit code: 1 if a request holds the event loop for
 * longer than 100 ms.
 *
 * @param filter only requests made of kinds whose name contains this text
 */
export async function searchSlowest(
  { seconds, seed, filter }: {
    readonly seconds: number;
    readonly seed: number;
    readonly filter: string;
  },
  print: (line: string) => void,
): Promise<number> {
  const random = new Random(seed);
  const first = firstCandidates(filter);
  // The first requests compile the server's code.
  for (const candidate of first.slice(0, 5)) await measureOnce(candidate);
  const end = performance.now() + 1_000 * seconds;
  let slowest: Measured[] = [];
  let count = 0;
  const add = async (candidate: Candidate) => {
    count++;
    const least = slowest.length < SURVIVORS ? 0 : slowest.at(-1)!.held;
    const one = await measured(candidate, least);
    if (slowest.length >= SURVIVORS && one.held <= least) return;
    if (one.held > Math.max(HELD_LIMIT, slowest[0]?.held ?? 0)) print(described(one));
    // At most a few of a kind, so that the search does not end in one corner.
    const alike = slowest.filter(({ name }) => name === one.name);
    const last = alike.length >= 4 ? alike.at(-1) : undefined;
    if (last && last.held >= one.held) return;
    slowest = [...slowest.filter((known) => known !== last), one]
      .sort((a, b) => b.held - a.held).slice(0, SURVIVORS);
  };
  for (const candidate of first) {
    if (count === 0 || performance.now() < end) await add(candidate);
  }
  while (performance.now() < end) {
    const from = random.below(4) === 0 ? random.of(first) : random.of(slowest);
    const next = varied(from, first, random);
    if (next) await add(next);
  }
  const named = new Set<string>();
  for (const one of slowest) {
    if (named.has(one.name) || named.size >= PRINTED) continue;
    named.add(one.name);
    print(described(one));
  }
  const found = slowest.filter(({ held }) => held > HELD_LIMIT).length;
  print(`seed ${seed}: ${count} requests of at most 64 KiB, ${found} slower than ${HELD_LIMIT} ms`);
  return found > 0 ? 1 : 0;
}

const described = ({ name, held, by, status, request }: Measured): string =>
  `${held.toFixed(0).padStart(6)} ms, status ${status}, by ${by}: from ${name}\n` +
  `       ${request.method} ${request.path.slice(0, 80)} ${summary(request.body)}`;

/** Returns the begin and the end of a body. */
const summary = (body = ""): string =>
  body.length <= 240 ? body : `${body.slice(0, 160)} … ${body.slice(-60)} (${body.length})`;
