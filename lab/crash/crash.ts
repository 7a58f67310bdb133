/**
 * Kills a server at random moments, and judges what the next one has kept.
 *
 * @module
 */
import { demand, list, NAMESPACE, OBJECTS, send, watch } from "./client.ts";
import { judge, type Write } from "./judge.ts";
import { Random } from "./random.ts";
import { startCrashServer } from "./server.ts";
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
  const servers = Array.from({ length: options.servers }, () => startCrashServer(store));
  const areSeveral = servers.length > 1;
  try {
    const urls = await Promise.all(servers.map(({ url }) => url));
    await demand(urls[0]!, "/api/v1/namespaces", "POST", { metadata: { name: NAMESPACE } });
    while (figures.kills < kills) {
      const period = figures.kills + 1;
      const victim = areSeveral ? random.below(servers.length) : 0;
      const before = (await list(urls[victim]!))!;
      const first = await demand(urls[victim]!, `${OBJECTS}?limit=5`);
      const stop = new AbortController();
      const working = urls.map((url, at) =>
        work({
          ...{ url, writers, version: before.version, random: random.split() },
          prefix: areSeveral ? `kill-${period}-${at}` : `kill-${period}`,
          ...(at !== victim && { stopped: stop.signal }),
        })
      );
      await delay(random.fraction() * longest);
      await servers[victim]!.kill();
      figures.kills++;
      await working[victim];
      // The others go on meanwhile.
      if (areSeveral) await delay(random.fraction() * 200);
      stop.abort();
      const all = await Promise.all(working);
      servers[victim] = startCrashServer(store);
      // One in five is killed while it starts.
      while (random.below(5) === 0) {
        await delay(random.fraction() * 500);
        await servers[victim]!.kill();
        figures.kills++;
        figures.killsAtStart++;
        servers[victim] = startCrashServer(store);
      }
      const url = urls[victim] = await servers[victim]!.url;

      const done = joined(all);
      const afters = await Promise.all(urls.map(async (url) => (await list(url))!));
      const fence = { metadata: { name: "fence" } };
      await demand(url, OBJECTS, "POST", fence);
      const watches = urls.map((url) => watch(url, before.version, { last: "fence" }));
      const histories = await Promise.all(watches);
      await demand(url, `${OBJECTS}/fence`, "DELETE");
      const resumed = histories[victim];
      const wrong = all.flatMap(({ watched }, at) =>
        judge({
          ...{ before: before.objects, version: before.version, ...done, watched },
          ...{ resumed: histories[at], after: afters[at]!.objects },
          versionAfter: afters[at]!.version,
        })
      );
      wrong.push(...done.wrong, ...await judgeNamespaces(url, done.deletedNamespaces));
      if (first.metadata.continue) {
        const page = await send(url, `${OBJECTS}?limit=500&continue=${first.metadata.continue}`);
        wrong.push(...judgePage(page, before, first.items!.length));
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
    await Promise.all(servers.map((server) => server.kill()));
  }
}

/** Returns what all workloads did, without their watches. */
const joined = (all: readonly Done[]): Omit<Done, "watched"> => ({
  writes: all.flatMap(({ writes }) => writes),
  reads: all.flatMap(({ reads }) => reads),
  deletedNamespaces: new Map(all.flatMap(({ deletedNamespaces }) => [...deletedNamespaces])),
  wrong: all.flatMap(({ wrong }) => wrong),
});

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Judges the deletion of namespaces: each is there as before or gone, with its objects. */
async function judgeNamespaces(
  url: string,
  deleted: ReadonlyMap<string, Write["outcome"]>,
): Promise<string[]> {
  const { items: namespaces = [] } = await demand(url, "/api/v1/namespaces");
  const { items: objects = [] } = await demand(url, "/api/v1/configmaps");
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

function judgePage(
  page: Awaited<ReturnType<typeof send>>,
  before: NonNullable<Awaited<ReturnType<typeof list>>>,
  start: number,
): string[] {
  if (page?.status === 410) return [];
  const items = (page?.body.items ?? []).map(({ metadata }) => metadata.resourceVersion);
  const expected = before.objects.slice(start).map(({ version }) => version);
  const version = page?.body.metadata.resourceVersion;
  if (page?.status === 200 && version === before.version && items.join() === expected.join()) {
    return [];
  }
  return [`a page was continued with ${page?.status} at ${version} and the objects ${items}`];
}
