/**
 * A watch whose client does not read: the requests and watches of other clients must not wait for it.
 *
 * @module
 */
import { asClient } from "../../client/current_client.ts";
import { type Check, Discard, example } from "../../check.ts";
import { typesServing } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects } from "../../session/objects.ts";
import { recordViolation, verify } from "../../verify.ts";
import { type Delay, Load, measureLoad, slowedIn } from "./load.ts";

/** Milliseconds of the requests with a client that reads, and with one that does not. */
const TIME = { read: 3_000, unread: 20_000 } as const;

/** Checks of watches that are not read. */
export const UNREAD: readonly Check[] = [
  example({
    id: "watch/unread",
    version: 2,
    title:
      "A watch whose client does not read delays no request or watch of other clients, and one from a version before hundreds of events sends them all",
    requirements: ["watch.unread-delays-nobody", "watch.nothing-lost"],
    early: true,
    disturbs: true,
    // A server that lets others wait does so for half a minute each time.
    repeatsItself: true,
    run: async (scope) => {
      const first = await compare(scope, "1");
      if (first === undefined) return;
      const expected = "requests and watches of other clients that take as long as before";
      if (first.isForGood) {
        recordViolation("watch.unread-delays-nobody", { expected, actual: first.words });
        return;
      }
      // A target that is busy with other clients may be slow once.
      const second = await compare(scope, "2");
      if (second === undefined) throw new Discard(`it did not happen again: ${first.words}`);
      recordViolation("watch.unread-delays-nobody", {
        expected,
        actual: `${first.words}; a second time, ${second.words}`,
      });
    },
  }),
];

/** What a watch that is not read delays. */
interface Effect {
  readonly words: string;
  /** True if the target did not go on once that watch was closed. */
  readonly isForGood?: boolean;
}

/**
 * Sends requests beside a watch that is read, then beside one that is not.
 *
 * @returns what the second one delays; undefined if nothing
 */
async function compare(scope: Scope, words: string): Promise<Effect | undefined> {
  const [type] = typesServing(scope.target, "create", "get", "list", "patch", "watch");
  if (type === undefined) throw new Discard("no type is served with the verbs of the load");
  const objects = new Objects(scope, type);
  const load = await Load.start(objects, words);
  const request = load.watchRequest();
  const read = await asClient("reading", () => scope.watch(request));
  const before = await measureLoad(load, {
    time: TIME.read,
    events: { large: 6, small: 100 },
  });
  await read.close();
  if (before.stalled !== undefined) {
    throw new Discard(`${before.stalled.what} takes more than ${2 * before.limit} ms in any case`);
  }
  const unread = await asClient("not reading", () => scope.watch({ ...request, unread: true }));
  if (unread.response.status !== 200) throw new Discard("the watch was rejected");
  const during = await measureLoad(load, { time: TIME.unread, before });
  await unread.close();
  if (during.stalled !== undefined) {
    const ended = await during.stalled.end();
    const isForGood = !Number.isFinite(ended) && await during.stalled.happensAgain();
    await load.end();
    return { words: describe(during.stalled, during.events, ended), isForGood };
  }
  const after = await measureLoad(load, { time: TIME.read, events: { large: 0, small: 100 } });
  await judgeBacklog(load);
  await load.end();
  const slowed = slowedIn(during, before, after);
  if (slowed !== undefined) return { words: describe(slowed, during.events) };
  if (during.missing > 0) {
    throw new Discard(`${during.missing} of the large events were not sent in time`);
  }
  return undefined;
}

/** Expects all events of a watch that begins before hundreds of them. */
async function judgeBacklog(load: Load): Promise<void> {
  const backlog = await load.backlog();
  if (backlog === undefined) return;
  const { due, sent } = backlog;
  const at = due.findIndex((version, index) => sent[index] !== version);
  verify("watch.nothing-lost", {
    holds: at < 0,
    expected: `${due.length} events after a version, the ${at + 1}. at ${due[at]}`,
    actual: `${sent.length} events, the ${at + 1}. at ${
      sent[at] ?? "no version, as there is none"
    }`,
  });
}

function describe(
  { what, before, time }: Delay,
  events: number,
  after?: number,
): string {
  const usual = `${Math.ceil(before)} ms before`;
  const since = `after ${events} events of a watch that is not read`;
  if (after === undefined) return `${what} took ${Math.round(time)} ms ${since}, ${usual}`;
  const end = Number.isFinite(after)
    ? `ended ${Math.round(after)} ms after that watch was closed`
    : "did not even end when that watch was closed";
  return `${what} took more than ${Math.round(time)} ms ${since}, ${usual}, and ${end}`;
}
