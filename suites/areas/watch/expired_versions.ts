/**
 * Watches from resourceVersions that are no longer in the target's history.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { resourceVersionOf } from "../../model/object.ts";
import { separateTypesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { outlive } from "../../session/expiry.ts";
import { isGone } from "../../session/watch_recorder.ts";
import { Session } from "../../session/session.ts";
import { expectError } from "../../session/violation.ts";
import { recordViolation } from "../../verify.ts";

/** Checks of expired resourceVersions. */
export const EXPIRED_STARTS: readonly Check[] = [
  example({
    id: "watch/too-old-gone",
    title:
      "A watch from an old resourceVersion misses nothing or fails with 410, and a new list and watch then work",
    requirements: ["watch.too-old-gone", "watch.relists-after-gone", "watch.nothing-lost"],
    needs: ["history expiry"],
    alone: true,
    run: expireWatches,
  }),
];

/** A resourceVersion to watch from, and that of the first change after it. */
interface WatchStart {
  readonly session: Session;
  readonly version: string;
  readonly next: string;
  gone: boolean;
}

async function expireWatches(scope: Scope): Promise<void> {
  const starts: WatchStart[] = [];
  for (const type of separateTypesOf(scope.target)) {
    const session = new Session(scope, type);
    await session.writer.create(0);
    const version = writtenVersion(session);
    await session.writer.mergePatch(0);
    starts.push({ session, version, next: writtenVersion(session), gone: false });
  }
  const left = await outlive(starts.map(({ session }) => session), async () => {
    await Promise.all(starts.filter(({ gone }) => !gone).map((start) => watchFrom(start)));
    return starts.filter(({ gone }) => !gone).length;
  });
  const gone = starts.filter((start) => start.gone);
  await Promise.all(gone.flatMap((start) => WAYS.map((query) => watchFrom(start, query))));
  for (const { session } of gone) await relist(session);
  if (left === starts.length) {
    throw new Discard("no resourceVersion expired while the check waited");
  }
}

function writtenVersion(session: Session): string {
  const object = session.writer.known(0);
  const version = object && resourceVersionOf(object);
  if (version === undefined) throw new Discard("an object could not be created");
  return version;
}

/** Other ways to watch from the same resourceVersion: it is as old for them. */
const WAYS = [
  { allowWatchBookmarks: "true" },
  { fieldSelector: "metadata.name!=plumbline-none" },
] as const;

/** Watches from an old resourceVersion: the next change must come first, or the answer is 410. */
async function watchFrom(
  start: WatchStart,
  way: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { at } = start.session;
  const { path, query } = at.listRequest(at.widest());
  const started = performance.now();
  const stream = await at.scope.watch({
    path,
    query: { ...query, ...way, resourceVersion: start.version, timeoutSeconds: "5" },
  });
  if (stream.response.status !== 200) {
    expectError("watch.too-old-gone", stream.response, { only: 410 });
    start.gone = true;
    return;
  }
  const first = await stream.waitFor(({ type }) => type !== "BOOKMARK");
  const endedEarly = first === undefined && performance.now() - started < 4_000;
  await stream.close();
  // A server may end a stream at any time; that alone violates nothing.
  if (endedEarly) return;
  if (first?.type === "ERROR" && isGone(first.object)) {
    start.gone = true;
  } else if (first === undefined || resourceVersionOf(first.object) !== start.next) {
    recordViolation("watch.too-old-gone", {
      expected: `the change to resourceVersion ${start.next} first, or 410`,
      actual: first === undefined ? "no event" : `${first.type} ${resourceVersionOf(first.object)}`,
    });
  }
}

/** Lists again and watches from the new list's resourceVersion. */
async function relist(session: Session): Promise<void> {
  const { pages: [page] } = await session.reader.list();
  if (page!.version === undefined) throw new Discard("the list has no resourceVersion");
  const { recorder } = await session.watch({ kind: "version", version: page!.version });
  await session.writer.mergePatch(0);
  const version = writtenVersion(session);
  if (await recorder.waitFor(({ object }) => resourceVersionOf(object) === version)) return;
  recordViolation("watch.relists-after-gone", {
    expected: `an event with resourceVersion ${version}`,
    actual: "none",
  });
}
