/**
 * Verifies the recorder's watch: every acknowledged write has exactly one event with the object of
 * its response; rejected writes and dry runs have none. Only then can other reads and watches be
 * compared with it.
 *
 * @module
 */
import type { MissingEvent } from "../check.ts";
import { contentOf, lastContentOf } from "./content.ts";
import { type Discrepancy, discrepancy, withExchanges } from "./discrepancy.ts";
import type { History } from "./history.ts";
import { describe, keyOf, metadataOf, resourceVersionOf, uidOf, unversioned } from "./object.ts";
import { changesOf, markOf, tookEffect, type Write } from "./write.ts";

/** Verifies a recording against the writes. */
export function verifyRecording(history: History, writes: readonly Write[]): Discrepancy[] {
  return [
    ...verifyChains(history),
    ...verifyVersions(history),
    ...writes.flatMap((write) => withExchanges(verifyWrite(history, write), write.exchange)),
    ...verifySilence(history, writes),
    ...verifyRealTime(history, writes),
  ];
}

/** Verifies that each object is added, modified any number of times, and deleted. */
function verifyChains(history: History): Discrepancy[] {
  return history.changes.flatMap((change, index) => {
    const before = history.objectAt(index, keyOf(change.object));
    const what = `${change.type} ${describe(change.object)}`;
    if (before === undefined && change.type === "MODIFIED") {
      return [discrepancy("watch.created-is-added", "ADDED, as the object did not exist", what)];
    }
    if (before === undefined && change.type === "DELETED") {
      return [
        discrepancy(
          "watch.no-invented-events",
          "no DELETED event of an object that does not exist",
          what,
        ),
      ];
    }
    if (before !== undefined && change.type === "ADDED") {
      return [discrepancy("watch.changed-is-modified", "MODIFIED, as the object existed", what)];
    }
    if (before !== undefined && change.type === "DELETED") {
      const [expected, actual] = [lastContentOf(before), lastContentOf(change.object)];
      return expected === actual
        ? []
        : [discrepancy("watch.deleted-carries-last-content", expected, actual)];
    }
    return [];
  });
}

/** Verifies that versions and uids are unique and that every event reports a change. */
function verifyVersions(history: History): Discrepancy[] {
  const discrepancies: Discrepancy[] = [];
  const versions = new Set<string>();
  const uids = new Set<string>();
  history.changes.forEach((change, index) => {
    const { object, type } = change;
    const version = resourceVersionOf(object) ?? "none";
    const before = history.objectAt(index, keyOf(object));
    const lastContent = type === "DELETED" && before !== undefined &&
      resourceVersionOf(before) === version;
    if (versions.has(version) && !lastContent) {
      const again = before !== undefined && resourceVersionOf(before) === version &&
        contentOf(before) === contentOf(object);
      const requirement = again
        ? "watch.nothing-twice"
        : "resource-versions.change-gives-new-version";
      discrepancies.push(
        discrepancy(requirement, "a version not used before", `${type} ${describe(object)}`),
      );
    } else if (
      type === "MODIFIED" && before !== undefined &&
      contentOf(unversioned(before)) === contentOf(unversioned(object))
    ) {
      const expected = "no event, as nothing but the version changed";
      discrepancies.push(
        discrepancy("watch.no-op-write-is-silent", expected, `MODIFIED ${describe(object)}`),
      );
    }
    versions.add(version);
    const uid = uidOf(object);
    if (type === "ADDED" && uid !== undefined) {
      if (uids.has(uid)) {
        const actual = `uid ${uid} again`;
        discrepancies.push(
          discrepancy("resource-versions.recreated-object-is-new", "a uid not used before", actual),
        );
      }
      uids.add(uid);
    }
  });
  return discrepancies;
}

function verifyWrite(history: History, write: Write): Discrepancy[] {
  if (!tookEffect(write)) return [];
  const changes = changesOf(history, write).map((index) => history.changes[index]!);
  const [change] = changes;
  if (change === undefined) {
    const expected = `an event of ${write.title}, which was acknowledged`;
    return [{
      ...discrepancy("watch.nothing-lost", expected, "none"),
      missing: [missingOf(write)],
    }];
  }
  if (changes.filter(({ type }) => type === change.type).length > 1) {
    const expected = `one event of ${write.title}`;
    return [discrepancy("watch.nothing-twice", expected, `${changes.length} events`)];
  }
  if (write.verb === "delete" || write.verb === "finalize") return [];
  if (write.object === undefined) return [];
  const before = history.objectAt(history.changes.indexOf(change), write.key);
  if (
    write.base !== undefined && before !== undefined && resourceVersionOf(before) !== write.base
  ) {
    const expected = `a conflict for ${write.title}, based on version ${write.base}`;
    const actual = `acknowledged when the object was at ${resourceVersionOf(before)}`;
    return [discrepancy("resource-versions.stale-write-conflicts", expected, actual)];
  }
  const [answered, stored] = [resourceVersionOf(write.object), resourceVersionOf(change.object)];
  if (answered !== undefined && answered !== stored) {
    const expected = `${write.title} as version ${answered}, as it was answered`;
    const actual = `${change.type} as version ${stored}`;
    return [discrepancy("resource-versions.answered-version", expected, actual)];
  }
  const [expected, actual] = [contentOf(write.object), contentOf(change.object)];
  return expected === actual ? [] : [discrepancy("watch.object-is-full", expected, actual)];
}

/** Returns the event that a write should have had. */
function missingOf({ verb, key, object }: Write): MissingEvent {
  const type = verb === "create" ? "ADDED" : verb === "delete" ? "DELETED" : "MODIFIED";
  const version = object === undefined ? undefined : resourceVersionOf(object);
  const name = key.split("/").at(-1)!;
  return { type, name, ...(version !== undefined && { version }) };
}

/** Verifies that rejected writes and dry runs have no events. */
function verifySilence(history: History, writes: readonly Write[]): Discrepancy[] {
  return writes.flatMap((write) => {
    if (write.verb === "delete" && write.intent === "dry run") {
      return withExchanges(verifyDryDeletion(history, writes, write), write.exchange);
    }
    const silent = write.mark !== undefined &&
      (write.intent === "dry run" || write.outcome === "rejected");
    if (!silent) return [];
    const trace = history.changes.find(({ object }) => markOf(object) === write.mark);
    if (trace === undefined) return [];
    const requirement = write.intent === "dry run"
      ? "watch.dry-run-is-silent"
      : "watch.rejected-write-is-silent";
    const expected = `no event of ${write.title}, which was ${
      write.intent === "dry run" ? "a dry run" : "rejected"
    }`;
    const actual = `${trace.type} ${describe(trace.object)}`;
    return withExchanges([discrepancy(requirement, expected, actual)], write.exchange);
  });
}

/** Verifies that an object that only dry runs deleted is not deleted. */
function verifyDryDeletion(
  history: History,
  writes: readonly Write[],
  dry: Write,
): Discrepancy[] {
  if (dry.uid === undefined) return [];
  const deleted = writes.some(({ verb, intent, key, outcome }) =>
    key === dry.key && verb === "delete" && intent === "change" && outcome !== "rejected"
  );
  const trace = deleted
    ? undefined
    : history.changes.find(({ type, object }) =>
      uidOf(object) === dry.uid &&
      (type === "DELETED" || metadataOf(object).deletionTimestamp !== undefined)
    );
  if (trace === undefined) return [];
  const expected = `no event of ${dry.title}, which was a dry run`;
  const actual = `${trace.type} ${describe(trace.object)}`;
  return [discrepancy("watch.dry-run-is-silent", expected, actual)];
}

/** Verifies that a write acknowledged before another was sent comes before it. */
function verifyRealTime(history: History, writes: readonly Write[]): Discrepancy[] {
  const placed = writes.filter(tookEffect).flatMap((write) => {
    const [index] = changesOf(history, write);
    return index === undefined ? [] : [{ write, index }];
  });
  for (const later of placed) {
    const overtaken = placed.find((earlier) =>
      earlier.write.ended < later.write.began && earlier.index > later.index
    );
    if (overtaken === undefined) continue;
    const same = overtaken.write.key === later.write.key;
    const contradiction = discrepancy(
      same ? "watch.object-order" : "watch.same-order-for-all",
      `${overtaken.write.title} before ${later.write.title}, which was sent after its response`,
      "after it",
    );
    return withExchanges([contradiction], overtaken.write.exchange, later.write.exchange);
  }
  return [];
}
