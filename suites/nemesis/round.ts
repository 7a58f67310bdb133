/**
 * One round: clients write, read and watch objects while the target is hurt and healed; then
 * everything that they saw is judged.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import { verifyObjects } from "../model/failures/object_oracle.ts";
import type { ListRead, RecordContradiction, Round } from "../model/failures/operation.ts";
import { verifyWatchRuns } from "../model/failures/watch_run_oracle.ts";
import type { ResourceType } from "../resources/mod.ts";
import type { Scopes } from "../engine/scopes.ts";
import { verifyEarlierVersions } from "./earlier_versions.ts";
import { Follower, type Random, writeAndRead } from "./clients.ts";
import type { NemesisConfiguration } from "./configuration.ts";
import { type Nemesis, sleep } from "./nemesis.ts";
import { Recorder } from "./recorder.ts";

/** The number of objects of each type that the clients write. */
const SLOTS = 4;

/** The number of watches of each type. */
const FOLLOWERS = 2;

/** Milliseconds in which watches must have sent everything, and be open, once the target is healthy. */
const PATIENCE = 15_000;

/** The number of times that the last requests of a round are sent if they fail. */
const ATTEMPTS = 20;

/** The result of a round. */
export interface RoundResult {
  readonly round: Round;
  readonly objects: readonly RecordContradiction[];
  readonly watches: readonly RecordContradiction[];
  /** The keys of objects whose requests were too many to decide. */
  readonly undecided: readonly string[];
  /** The exchanges, in the order they were sent. */
  readonly exchanges: readonly Exchange[];
  /** Subtracted from a time of `performance.now`, gives that of an exchange. */
  readonly clock: number;
}

/** Options of a round. */
export interface RoundOptions {
  readonly scopes: Scopes;
  readonly nemesis: Nemesis;
  readonly configuration: NemesisConfiguration;
  readonly types: readonly ResourceType[];
  readonly random: Random;
  /** Ends the round early; what was seen is still judged. */
  readonly signal: AbortSignal;
}

/**
 * Runs a round on a target that is healthy.
 *
 * @throws {NemesisFailed} if a command fails or the target does not become healthy again
 */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { scopes, nemesis, configuration, types, random, signal } = options;
  const scope = await scopes.open();
  const recorder = new Recorder(scope, types, SLOTS);
  const begun = performance.now();
  const stopping = new AbortController();
  const wasHurtSince = (time: number) =>
    nemesis.isHurt || nemesis.injuries.some(({ to }) => to + configuration.calm > time);
  const followers = types.flatMap((type) =>
    Array.from({ length: FOLLOWERS }, (_, index) => {
      const client = `watcher ${index + 1} of ${type.resource}`;
      return new Follower(recorder, { client, type, wasHurtSince });
    })
  );
  const following = followers.map((follower) => follower.run());
  const writing = Array.from(
    { length: configuration.clients },
    (_, index) =>
      writeAndRead(recorder, {
        client: `client ${index + 1}`,
        types,
        slots: SLOTS,
        random,
        signal: stopping.signal,
      }),
  );
  let lateWatches: readonly RecordContradiction[] = [];
  let earlier: readonly RecordContradiction[] = [];
  try {
    await hurt(options, begun + configuration.round);
    stopping.abort();
    await Promise.all(writing);
    await nemesis.waitForHealth();
    // A round that is interrupted is judged by what was seen until then.
    if (!signal.aborted) {
      const lists = await lastLists(recorder, types, signal);
      const patience = Math.min(PATIENCE, configuration.recovery);
      lateWatches = await settle(followers, lists, { patience, signal });
      const injuries = nemesis.injuries.filter(({ from }) => from >= begun);
      earlier = await verifyEarlierVersions(recorder, { types, lists, injuries, signal });
    }
  } finally {
    stopping.abort();
    await Promise.allSettled(writing);
    await Promise.all(followers.map((follower) => follower.stop()));
    await Promise.all(following);
  }
  const { round } = recorder;
  const exchanges = [...scope.exchanges];
  const { contradictions, undecided } = verifyObjects(round);
  const result = {
    round,
    objects: contradictions,
    watches: [...verifyWatchRuns(round), ...lateWatches, ...earlier],
    undecided,
    exchanges,
    clock: clockOf(recorder, exchanges),
  };
  await scopes.close(scope);
  return result;
}

/** Hurts and heals the target until the round is over. */
async function hurt(
  { nemesis, configuration, random, signal }: RoundOptions,
  until: number,
): Promise<void> {
  const { interval, actions } = configuration;
  while (!signal.aborted) {
    await sleep(Math.min(interval, until - performance.now()), signal);
    if (performance.now() >= until || signal.aborted) return;
    await nemesis.act(actions[Math.floor(random() * actions.length)]!, signal);
  }
}

/** Creates a last object of each type and lists all. */
async function lastLists(
  recorder: Recorder,
  types: readonly ResourceType[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ListRead>> {
  const client = "client 1";
  const lists = new Map<string, ListRead>();
  for (const type of types) {
    for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt++) {
      if (await recorder.fence(client, type) !== undefined) break;
      await sleep(250);
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const list = await recorder.list(client, type);
      if (list !== undefined) lists.set(type.resource, list);
      if (list !== undefined || signal.aborted) break;
      await sleep(250);
    }
  }
  return lists;
}

/** Waits until the watches have sent everything; returns a contradiction if one is not even open. */
async function settle(
  followers: readonly Follower[],
  lists: ReadonlyMap<string, ListRead>,
  { patience, signal }: { readonly patience: number; readonly signal: AbortSignal },
): Promise<RecordContradiction[]> {
  const until = performance.now() + patience;
  const agree = (follower: Follower) =>
    [...lists.values()].some((list) =>
      list.type === follower.resource && follower.agreesWith(list)
    );
  while (performance.now() < until && !followers.every(agree) && !signal.aborted) await sleep(50);
  const open = await Promise.all(followers.map((follower) => follower.stop()));
  if (signal.aborted) return [];
  return followers.filter((_, index) => !open[index]).map(({ resource }): RecordContradiction => ({
    requirement: "watch.streams-events",
    expected: `a watch of ${resource} that is open ${
      PATIENCE / 1_000
    } s after the target is healthy`,
    actual: "none",
    exchanges: [],
  }));
}

/** Returns the difference between the clock of the operations and that of the exchanges. */
function clockOf({ operations, lists }: Recorder, exchanges: readonly Exchange[]): number {
  const one = [...operations, ...lists].find(({ number }) => exchanges[number - 1] !== undefined);
  return one === undefined ? 0 : one.began - exchanges[one.number - 1]!.sentAt;
}
