/**
 * Watches without a resourceVersion, or from `0`.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import type { WatchDocument, WatchStream } from "../../client/http_client.ts";
import { asObject, resourceVersionOf, uidOf } from "../../model/object.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import { typeNamed, typesOf } from "../../resources/mod.ts";
import { Session } from "../../session/session.ts";
import { expectStatus } from "../../session/violation.ts";
import { firstEvent } from "./followed_watch.ts";

interface InitialCase {
  readonly resource: string;
  readonly resourceVersion: "0" | "" | undefined;
}

/** Checks of the events with which a watch begins. */
export const INITIAL_EVENTS: readonly Check[] = [
  property<InitialCase>({
    id: "watch/initial-events",
    title: "A watch from `0` or no resourceVersion sends existing objects, then the changes",
    requirements: ["watch.initial-events"],
    ...enumerated((target) =>
      combinations<InitialCase>({
        resource: typesOf(target).map(({ resource }) => resource),
        resourceVersion: ["0", "", undefined],
      }, 0)
    ),
    run: async (scope, { resource, resourceVersion }) => {
      const session = new Session(scope, typeNamed(scope.target, resource));
      await session.writer.create(0);
      const first = session.writer.known(0);
      if (first === undefined) throw new Discard("the object could not be created");
      const { stream, event: added } = await firstEvent(
        await open(session, resourceVersion),
        () => open(session, resourceVersion),
        ({ object }) => uidOf(object) === uidOf(first),
      );
      const fail = (expected: string): never => {
        const actual = describeEvents(stream.documents) || "no events";
        throw new Violation("watch.initial-events", { expected, actual });
      };
      expectInTime(stream.documents[0]);
      if (added?.type !== "ADDED") return fail("ADDED for the object that exists");
      await session.writer.create(1);
      const second = session.writer.known(1);
      if (second === undefined) throw new Discard("the second object could not be created");
      const isSecond = ({ object }: WatchDocument) => uidOf(object) === uidOf(second);
      const next = await stream.waitFor(isSecond) ??
        // A server may end a watch at any time.
        (stream.ended ? await resume(session, added, isSecond) : undefined);
      if (next?.type !== "ADDED") return fail("ADDED for the object that was created later");
      const version = resourceVersionOf(second);
      const isCreated = ({ object }: WatchDocument) => resourceVersionOf(object) === version;
      // The create returns after further writes to the new object.
      const isThere = isCreated(next) || stream.ended ||
        session.at.type.adaptation !== undefined && await stream.waitFor(isCreated);
      if (!isThere) fail(`the object at ${version}`);
      await stream.close();
    },
  }),
];

/**
 * Kube-apiserver 1.36 under load ends a watch from the newest version like that: "Too large resource
 * version".
 *
 * @throws {Discard} if the server did not reach the newest version in time, and asks to try later
 */
function expectInTime(first: WatchDocument | undefined): void {
  const { code, details } = asObject(first?.object) ?? {};
  const { retryAfterSeconds } = asObject(details) ?? {};
  if (first?.type !== "ERROR" || code !== 504 || typeof retryAfterSeconds !== "number") return;
  throw new Discard("the server asks to try again later: it has not seen the newest version yet");
}

async function open(session: Session, resourceVersion: string | undefined): Promise<WatchStream> {
  const { path, query } = session.at.listRequest(session.at.widest());
  const stream = await session.at.scope.watch({
    path,
    query: { ...query, watch: "1", timeoutSeconds: "10", resourceVersion },
  });
  expectStatus("watch.initial-events", stream.response, 200);
  return stream;
}

/** Waits for an event in a watch from the last event that was received. */
async function resume(
  session: Session,
  { object }: WatchDocument,
  test: (document: WatchDocument) => boolean,
): Promise<WatchDocument | undefined> {
  const stream = await open(session, resourceVersionOf(object));
  const found = await stream.waitFor(test);
  await stream.close();
  return found;
}
