/**
 * Kills a server at random moments, and judges what the next one has kept.
 *
 * @module
 */
import { demand, type JsonAnswer, trySend } from "../client/send.ts";
import { ADMIN_TOKEN, type Target, targetAt } from "../client/target.ts";
import { type Process, startProcess } from "../program/process.ts";
import { Random } from "../program/random.ts";
import { createOf, listOf, removeOf } from "../requests/writes.ts";
import { judgePeriod, type Write } from "./judge.ts";
import { CRASH_NAMESPACE, CRASH_OBJECTS, list, type State, stateOf, watch } from "./objects.ts";
import { type Done, work } from "./workload.ts";

/** Options of {@linkcode crash}. */
export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  /** The number of concurrent writers of each server. */
  readonly writers: number;
  /** The longest time under load before a kill, in milliseconds. */
  readonly longest: number;
  /** The options of `serve` that say where the objects are. */
  readonly store: readonly string[];
  /** The number of servers of the store, of which one is killed at a time. */
  readonly servers: number;
  /** Runs after each kill. */
  readonly onKill?: (figures: CrashFigures) => void;
}

/** What happened so far. */
export interface CrashFigures {
  readonly kills: number;
  /** The kills of a server that did not answer yet. */
  readonly killsAtStart: number;
  readonly writes: Readonly<Record<Write["outcome"], number>>;
  /** The unknown writes that the next server had. */
  readonly unknownKept: number;
  /** The objects that were read under load, and compared with what the next server had. */
  readonly reads: number;
  /** Watches that were resumed, and those that got 410. */
  readonly watches: { readonly resumed: number; readonly events: number; readonly gone: number };
  /** Pages that were continued, and those that got 410. */
  readonly pages: { readonly continued: number; readonly gone: number };
  readonly namespacesDeleted: number;
  /** What was wrong, one sentence each. */
  readonly violations: readonly string[];
}

/** Kills and restarts servers, and returns what happened. */
export async function crash(options: CrashOptions): Promise<CrashFigures> {
  const { kills, seed, writers, longest, store } = options;
  const random = new Random(seed);
  const figures = {
    ...{ kills: 0, killsAtStart: 0, unknownKept: 0, reads: 0, namespacesDeleted: 0 },
    writes: { acknowledged: 0, rejected: 0, unknown: 0 },
    watches: { resumed: 0, events: 0, gone: 0 },
    pages: { continued: 0, gone: 0 },
    violations: [] as string[],
  };
  const servers = Array.from({ length: options.servers }, () => startServe(store));
  const areSeveral = servers.length > 1;
  try {
    const targets = await Promise.all(servers.map(targetOf));
    const namespace = { metadata: { name: CRASH_NAMESPACE } };
    await demand(targets[0]!, createOf("/api/v1/namespaces", namespace));
    while (figures.kills < kills) {
      const period = figures.kills + 1;
      const victim = areSeveral ? random.below(servers.length) : 0;
      const before = (await list(targets[victim]!))!;
      const first = await demand(targets[victim]!, listOf(CRASH_OBJECTS, { limit: "5" }));
      const stop = new AbortController();
      const working = targets.map((target, at) =>
        work({
          ...{ target, writers, version: before.version, random: random.split() },
          prefix: areSeveral ? `kill-${period}-${at}` : `kill-${period}`,
          ...(at !== victim && { stopped: stop.signal }),
        })
      );
      await delay(random.fraction() * longest);
      await servers[victim]!.end("SIGKILL");
      figures.kills++;
      await working[victim];
      // The others go on meanwhile.
      if (areSeveral) await delay(random.fraction() * 200);
      stop.abort();
      const all = await Promise.all(working);
      servers[victim] = startServe(store);
      // One in five is killed while it starts.
      while (random.below(5) === 0) {
        await delay(random.fraction() * 500);
        await servers[victim]!.end("SIGKILL");
        figures.kills++;
        figures.killsAtStart++;
        servers[victim] = startServe(store);
      }
      const target = targets[victim] = await targetOf(servers[victim]!);

      const done = joined(all);
      const afters = await Promise.all(targets.map(async (each) => (await list(each))!));
      await demand(target, createOf(CRASH_OBJECTS, { metadata: { name: "fence" } }));
      const watches = targets.map((each) => watch(each, before.version, { last: "fence" }));
      const histories = await Promise.all(watches);
      await demand(target, removeOf(`${CRASH_OBJECTS}/fence`));
      const resumed = histories[victim];
      const wrong = all.flatMap(({ watched }, at) =>
        judgePeriod({
          ...{ before: before.objects, version: before.version, ...done, watched },
          ...{ resumed: histories[at], after: afters[at]!.objects },
          versionAfter: afters[at]!.version,
        })
      );
      wrong.push(...done.wrong, ...await judgeNamespaces(target, done.deletedNamespaces));
      const token = first.metadata.continue;
      if (token) {
        const page = await trySend(
          target,
          listOf(CRASH_OBJECTS, { limit: "500", continue: token }),
        );
        wrong.push(...judgePage(page, before, first.items.length));
        if (page?.status === 410) figures.pages.gone++;
        else figures.pages.continued++;
      }
      figures.violations.push(...wrong.map((text) => `kill ${period}: ${text}`));
      for (const { outcome } of done.writes) figures.writes[outcome]++;
      const keyOf = (isDeletion: boolean, content: string) => `${isDeletion} ${content}`;
      const kept = new Set(resumed?.map(({ type, content }) => keyOf(type === "DELETED", content)));
      figures.unknownKept += done.writes.filter(({ outcome, verb, content }) =>
        outcome === "unknown" && kept.has(keyOf(verb === "delete", content))
      ).length;
      figures.reads += done.reads.length;
      if (resumed) {
        figures.watches.resumed++;
      } else figures.watches.gone++;
      figures.watches.events += resumed?.length ?? 0;
      figures.namespacesDeleted += done.deletedNamespaces.size;
      options.onKill?.(figures);
    }
    return figures;
  } finally {
    await Promise.all(servers.map((server) => server.end("SIGKILL")));
  }
}

const startServe = (store: readonly string[]): Process =>
  startProcess("cli.ts", [
    ...["serve", "--port", "0", ...store],
    ...["--identity", `admin=${ADMIN_TOKEN},system:masters`],
  ]);

/** Returns the server once it answers. */
async function targetOf(server: Process): Promise<Target> {
  const url = await server.match(/^Serving (.*)/);
  // The last line but that of a token.
  await server.match(/^Kubeconfig /);
  return targetAt(url);
}

/** Returns what all workloads did, without their watches. */
const joined = (all: readonly Done[]): Omit<Done, "watched"> => ({
  writes: all.flatMap(({ writes }) => writes),
  reads: all.flatMap(({ reads }) => reads),
  deletedNamespaces: new Map(all.flatMap(({ deletedNamespaces }) => [...deletedNamespaces])),
  wrong: all.flatMap(({ wrong }) => wrong),
});

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Listed {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly deletionTimestamp?: string;
  };
}

/** Judges the deletion of namespaces: each is there as before or gone, with its objects. */
async function judgeNamespaces(
  target: Target,
  deleted: ReadonlyMap<string, Write["outcome"]>,
): Promise<string[]> {
  const listed = async (path: string): Promise<readonly Listed[]> =>
    (await demand(target, listOf(path))).items ?? [];
  const namespaces = await listed("/api/v1/namespaces");
  const objects = await listed("/api/v1/configmaps");
  const names = new Set(namespaces.map(({ metadata }) => metadata.name));
  return [
    ...namespaces.filter(({ metadata }) => metadata.deletionTimestamp)
      .map(({ metadata }) => `the deletion of namespace ${metadata.name} does not go on`),
    ...[...deleted].filter(([name, outcome]) => outcome === "acknowledged" && names.has(name))
      .map(([name]) => `the deleted namespace ${name} is there`),
    ...objects.filter(({ metadata }) => !names.has(metadata.namespace ?? ""))
      .map(({ metadata }) => `there is an object in the missing namespace ${metadata.namespace}`),
  ];
}

function judgePage(page: JsonAnswer | undefined, before: State, start: number): string[] {
  if (page?.status === 410) return [];
  const { objects, version } = page ? stateOf(page) : { objects: [], version: "" };
  const items = objects.map(({ version }) => version);
  const expected = before.objects.slice(start).map(({ version }) => version);
  if (page?.status === 200 && version === before.version && items.join() === expected.join()) {
    return [];
  }
  return [`a page was continued with ${page?.status} at ${version} and the objects ${items}`];
}
