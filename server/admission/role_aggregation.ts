/**
 * Aggregates ClusterRoles (specification, "ClusterRole", `aggregationRule`): the server sets the rules
 * of an aggregated role, and updates them whenever a role that it selects changes.
 *
 * @module
 */
import { type ApiObject, equal, type Json } from "../object.ts";
import type { Registry, WriteAttributes } from "../registry/contracts.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import {
  type ObjectKey,
  StorageError,
  type StorageEvent,
  type StoredVersion,
  type WatchCursor,
} from "../storage/storage.ts";
import { AggregatedRoles } from "./aggregated_roles.ts";
import type { AdmissionPlugin } from "./chain.ts";

/**
 * Returns the plugin that keeps the rules of aggregated roles up to date. It lists the roles once,
 * and follows their changes from then on.
 *
 * @param registry returns the registry, which exists by the time of the first request
 * @param rbacGroup the API group of roles
 */
export function roleAggregation(
  registry: () => Registry,
  rbacGroup: string,
): Required<Pick<AdmissionPlugin, "resources" | "admit" | "written" | "removed">> {
  const resource = `${rbacGroup}/clusterroles`;
  const roles = new AggregatedRoles();
  const revisions = new Map<string, number>();
  let cursor: WatchCursor | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs one step after the other, so that none stores rules that a later change made obsolete. */
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const turn = last.then(step, step);
    last = turn;
    return turn;
  }

  /** Overwrites the rules that a client sends, before the role is stored. */
  async function admit({ object }: WriteAttributes): Promise<void> {
    if (!object?.aggregationRule) return;
    await inTurn(async () => {
      await readChanges();
      object.rules = roles.rulesWith(object.metadata.name, object);
    });
  }

  const follow = (_: ResourceDefinition, { metadata: { name } }: ApiObject): Promise<void> =>
    inTurn(async () => {
      await readChanges();
      // A cursor may lag behind a write that was acknowledged.
      const key = { resource, namespace: "", name };
      apply(key, await registry().storage.get(key));
      for (const [name, rules] of roles.outdated()) await store(name, rules);
    });

  /** Stores the rules of an aggregated role, if they are others than those it has. */
  async function store(name: string, rules: Json[]): Promise<void> {
    const object = roles.get(name)!;
    if (equal(rules, object.rules)) return;
    const key = { resource, namespace: "", name };
    const write = { expected: revisions.get(name)!, object: { ...object, rules } };
    try {
      apply(key, await registry().storage.transact(key, write));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // A concurrent change of the role causes an update of its own.
      roles.markOutdated(name);
    }
  }

  function apply({ name }: Pick<ObjectKey, "name">, version: StoredVersion | undefined): void {
    if (version && (revisions.get(name) ?? 0) >= version.revision) return;
    if (version) revisions.set(name, version.revision);
    else revisions.delete(name);
    roles.set(name, version?.object);
  }

  /** Reads what changed since the last call, in whatever way; lists all roles the first time. */
  async function readChanges(): Promise<void> {
    if (!cursor) return await readAll();
    try {
      for (let events = await available(cursor); events.length > 0;) {
        for (const { type, version } of events) {
          apply(version.key, type === "deleted" ? undefined : version);
        }
        events = await available(cursor);
      }
    } catch {
      // The history does not reach back so far.
      await readAll();
    }
  }

  async function readAll(): Promise<void> {
    const { storage } = registry();
    cursor = undefined;
    const { versions, revision } = await storage.list({ resource });
    roles.clear();
    revisions.clear();
    for (const version of versions) apply(version.key, version);
    cursor = storage.watch({ resource }, revision);
  }

  return {
    resources: [resource],
    admit,
    written: follow,
    removed: follow,
  };
}

/** Returns the events that a cursor has already, without waiting for more. */
function available(cursor: WatchCursor): Promise<readonly StorageEvent[]> {
  const waiting = new AbortController();
  const events = cursor.next(waiting.signal);
  // Without a reason, one with a stack trace would be made.
  waiting.abort("not to wait");
  return events;
}
