/**
 * Watches with `timeoutSeconds`, and the bookmarks a server may send before it ends them. They run
 * at the same time, so that the seconds they take pass only once.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Discrepancy } from "../../model/discrepancy.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import { type ResourceType, separateTypesOf, typesServing } from "../../resources/mod.ts";
import { apiVersion } from "../../resources/mod.ts";
import { verifyBookmarks } from "../../model/bookmark_oracle.ts";
import { History } from "../../model/history.ts";
import { Session } from "../../session/session.ts";
import type { WatchDocument, WatchStream } from "../../client/http_client.ts";
import { verify, verifyAll } from "../../verify.ts";

/** The longest time that a stream may last beyond its timeout, in milliseconds. */
const GRACE = 15_000;

/** More seconds than the milliseconds of a timer of 32 bits. */
const WEEKS = "2592000";

/** Parameters of watches with timeouts, beside each of the others that a watch may have. */
const TIMED: readonly Readonly<Record<string, string>>[] = [
  { timeoutSeconds: "1" },
  { timeoutSeconds: "2" },
  { timeoutSeconds: "2", allowWatchBookmarks: "true" },
  { timeoutSeconds: "2", resourceVersion: "0" },
];

/** Checks of timeouts and bookmarks. */
export const TIMEOUTS_AND_BOOKMARKS: readonly Check[] = [
  example({
    id: "watch/timeout-ends-stream",
    version: 4,
    title: "The server ends a watch after `timeoutSeconds`, and not before because they are many",
    requirements: ["watch.timeout-ends-stream", "watch.long-timeout-holds"],
    early: true,
    run: async (scope) => {
      const types = typesServing(scope.target, "watch");
      const watch = (type: ResourceType, parameters: Readonly<Record<string, string>>) => {
        const { at } = new Session(scope, type);
        const { path, query } = at.listRequest(at.widest());
        return scope.watch({ path, query: { ...query, ...parameters } });
      };
      const long = await watch(types[0]!, { timeoutSeconds: WEEKS });
      const untimed = await watch(types[0]!, {});
      const streams = await Promise.all(
        types.flatMap((type) => TIMED.map((parameters) => watch(type, parameters))),
      );
      const ended = await Promise.all(streams.map((stream) => stream.waitForEnd(2_000 + GRACE)));
      // A server may end any watch early.
      const endsAnyway = await untimed.waitForEnd(1);
      verify("watch.long-timeout-holds", {
        holds: endsAnyway || long.response.status >= 300 || !await long.waitForEnd(1),
        expected: `an open stream with timeoutSeconds=${WEEKS}, as without timeoutSeconds`,
        actual: "its end within some seconds",
      });
      await long.close();
      await untimed.close();
      const open = ended.filter((each) => !each).length;
      verify("watch.timeout-ends-stream", {
        holds: open === 0,
        expected: "all streams ended",
        actual: `${open} of ${ended.length} open`,
      });
    },
  }),
  example({
    id: "watch/bookmarks",
    title:
      "A `BOOKMARK` carries only a resourceVersion that covers all sent events, and a watch can resume from it",
    requirements: [
      "watch.bookmark-only-on-request",
      "watch.bookmark-carries-only-version",
      "watch.bookmark-covers-what-was-sent",
      "watch.resumes-from-bookmark",
    ],
    run: async (scope) => {
      const discrepancies = await Promise.all(
        separateTypesOf(scope.target).map((type) => watchWithBookmarks(new Session(scope, type))),
      );
      verifyAll(discrepancies.flat());
    },
  }),
];

/** The longest watch in seconds, on a target that is too slow for shorter ones. */
const LONGEST = 64;

/**
 * Watches one type with and without bookmarks until the timeout, then resumes from the bookmarks.
 *
 * @param seconds by default, enough for real servers, which send a bookmark about two seconds
 *   before the end, if at all
 */
async function watchWithBookmarks(
  session: Session,
  seconds = session.at.scope.target.advanceClock === undefined ? 4 : 1,
): Promise<Discrepancy[]> {
  const { at, writer, reader } = session;
  const { type, scope } = at;
  const { pages: [page] } = await reader.list();
  const version = page!.version;
  if (version === undefined) throw new Discard("the list has no resourceVersion");
  const { path, query } = at.listRequest(at.widest());
  const common = { ...query, resourceVersion: version, timeoutSeconds: `${seconds}` };
  const started = performance.now();
  const [requested, ...unrequested] = await Promise.all(
    ["true", "false", undefined].map((allowWatchBookmarks) =>
      scope.watch({ path, query: { ...common, allowWatchBookmarks } })
    ) as [Promise<WatchStream>, ...Promise<WatchStream>[]],
  );
  await writer.create(0);
  await writer.create(1);
  await writer.mergePatch(0);
  await writer.remove(1);
  if (performance.now() - started > 700 * seconds) {
    // The watches may have ended before the last of the writes.
    if (seconds >= LONGEST) throw new Discard(`the writes took longer than ${seconds} s`);
    await Promise.all([requested, ...unrequested].map((each) => each.close()));
    await writer.remove(0);
    return await watchWithBookmarks(new Session(scope, type), 4 * seconds);
  }
  const facts = { kind: type.kind, apiVersion: apiVersion(type, scope.target.dialect) };
  await Promise.all(
    [requested, ...unrequested].map((each) => each.waitForEnd(seconds * 1_000 + GRACE)),
  );
  const history = historyOf(requested.documents, version);
  await writer.mergePatch(0);
  return [
    ...verifyBookmarks(history, { ...facts, bookmarks: true, documents: requested.documents }, 0),
    ...unrequested.flatMap(({ documents }) =>
      verifyBookmarks(history, { ...facts, bookmarks: false, documents }, 0)
    ),
    ...await resumeFromBookmarks(session, requested),
  ];
}

function historyOf(documents: readonly WatchDocument[], version: string): History {
  return new History(
    { version, objects: [] },
    documents.flatMap(({ type, object }) =>
      type === "ADDED" || type === "MODIFIED" || type === "DELETED" ? [{ type, object }] : []
    ),
  );
}

/** Watches from each bookmark; each watch must receive exactly the later events. */
async function resumeFromBookmarks(session: Session, stream: WatchStream): Promise<Discrepancy[]> {
  const { at, writer } = session;
  const known = writer.known(0);
  // A server may have refused to create it.
  if (known === undefined) return [];
  const last = resourceVersionOf(known);
  const discrepancies: Discrepancy[] = [];
  for (const [index, { type, object }] of stream.documents.entries()) {
    if (type !== "BOOKMARK") continue;
    at.scope.note("bookmark");
    const later = stream.documents.slice(index + 1).filter((each) => each.type !== "BOOKMARK");
    const { path, query } = at.listRequest(at.widest());
    const resumed = await at.scope.watch({
      path,
      query: { ...query, resourceVersion: resourceVersionOf(object) },
    });
    const found = await resumed.waitFor((each) => resourceVersionOf(each.object) === last);
    const wasEnded = resumed.ended;
    await resumed.close();
    const received = resumed.documents.filter((each) => each.type !== "BOOKMARK").map(eventOf);
    const expected = [...later.map(eventOf), `MODIFIED ${uidOf(known)} ${last}`];
    if (received.join() === expected.join()) continue;
    // A server may end a watch at any time; the events until then must be right.
    const isCut = !found && received.join() === expected.slice(0, received.length).join();
    const { status } = resumed.response;
    // A version may be compacted as soon as it is sent. Another refusal is no end of a watch.
    const isRefused = status >= 400 && status < 500 && status !== 410;
    if (isCut && wasEnded && !isRefused) continue;
    discrepancies.push({
      requirement: "watch.resumes-from-bookmark",
      expected: expected.join(", "),
      actual: isRefused ? `${status}` : describeEvents(resumed.documents) || "no events",
    });
  }
  return discrepancies;
}

function eventOf({ type, object }: WatchDocument): string {
  return `${type} ${uidOf(object)} ${resourceVersionOf(object)}`;
}
