/**
 * Watches from versions the target no longer keeps.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { versionOf } from "../../model/object.ts";
import { RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { outlive } from "../../session/expiry.ts";
import { isGone } from "../../session/follower.ts";
import { Session } from "../../session/session.ts";
import { expectRefusal } from "../../session/violation.ts";

/** The past, when it is gone. */
export const WATCH_EXPIRY: readonly Check[] = [
  example({
    id: "watch/too-old-gone",
    title: "A watch from an old version misses nothing or fails with 410, and a new list goes on",
    requirements: ["watch.too-old-gone", "watch.relists-after-gone", "watch.nothing-lost"],
    level: "must",
    needs: ["history expiry"],
    alone: true,
    run: outliveWatches,
  }),
];

/** A version, and the version of the first change after it. */
interface Held {
  readonly session: Session;
  readonly version: string;
  readonly next: string;
  gone: boolean;
}

async function outliveWatches(scope: Scope): Promise<void> {
  const held: Held[] = [];
  for (const type of RESOURCE_TYPES) {
    const session = new Session(scope, type);
    await session.writer.create(0);
    const version = written(session);
    await session.writer.mergePatch(0);
    held.push({ session, version, next: written(session), gone: false });
  }
  const left = await outlive(held.map(({ session }) => session), async () => {
    await Promise.all(held.filter(({ gone }) => !gone).map(look));
    return held.filter(({ gone }) => !gone).length;
  });
  for (const { session } of held.filter(({ gone }) => gone)) await startOver(session);
  if (left === held.length) {
    throw new Discard("the target kept its history for as long as was waited");
  }
}

function written(session: Session): string {
  const object = session.writer.known(0);
  const version = object && versionOf(object);
  if (version === undefined) throw new Discard("an object could not be made");
  return version;
}

/** A watch from an old version starts with the very next change, or says that it is gone. */
async function look(held: Held): Promise<void> {
  const { at } = held.session;
  const { path, query } = at.ask(at.widest());
  const started = performance.now();
  const stream = await at.scope.watch({
    path,
    query: { ...query, resourceVersion: held.version, timeoutSeconds: "5" },
  });
  if (stream.answer.status !== 200) {
    expectRefusal("watch.too-old-gone", stream.answer, { only: 410 });
    held.gone = true;
    return;
  }
  const first = await stream.waitFor(({ type }) => type !== "BOOKMARK");
  const cut = first === undefined && performance.now() - started < 4_000;
  await stream.close();
  // A server may end a stream at any time: then nothing can be told.
  if (cut) return;
  if (first?.type === "ERROR" && isGone(first.object)) {
    held.gone = true;
  } else if (first === undefined || versionOf(first.object) !== held.next) {
    throw new Violation("watch.too-old-gone", {
      expected: `the change to version ${held.next} first, or 410`,
      actual: first === undefined ? "no event" : `${first.type} ${versionOf(first.object)}`,
    });
  }
}

/** A new list, and a watch from its version. */
async function startOver(session: Session): Promise<void> {
  const { pages: [page] } = await session.reader.list();
  if (page!.version === undefined) throw new Discard("the list bore no version");
  const { follower } = await session.watch({ kind: "version", version: page!.version });
  await session.writer.mergePatch(0);
  const version = written(session);
  if (await follower.waitFor(({ object }) => versionOf(object) === version)) return;
  const facts = { expected: `an event of version ${version}`, actual: "none" };
  throw new Violation("watch.relists-after-gone", facts);
}
