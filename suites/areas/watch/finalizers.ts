/**
 * The two events of a deletion that meets finalizers.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { metadataOf, uidOf } from "../../model/object.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { Follower } from "../../session/follower.ts";
import { Session } from "../../session/session.ts";
import type { WatchDocument } from "../../client/http_client.ts";

/** Deletions in two steps. */
export const FINALIZERS: readonly Check[] = [
  property<{ resource: string }>({
    id: "watch/finalizing-is-modified",
    title: "Asking to delete an object with finalizers is told as MODIFIED",
    requirements: ["watch.finalizing-is-modified"],
    level: "must",
    arbitrary: () => fc.record({ resource: resourceName() }),
    run: async (scope, { resource }) => {
      await deleteHeld(scope, resource);
    },
  }),
  property<{ resource: string }>({
    id: "watch/finalized-is-deleted",
    title: "Emptying the finalizers of a deleted object is told as DELETED",
    requirements: ["watch.finalized-is-deleted"],
    level: "convention",
    arbitrary: () => fc.record({ resource: resourceName() }),
    run: async (scope, { resource }) => {
      const { session, follower } = await deleteHeld(scope, resource);
      const { status } = await session.writer.finalize(0);
      if (status >= 300) throw new Discard("the finalizers could not be emptied");
      await expectEvent(
        session,
        follower,
        "watch.finalized-is-deleted",
        ({ type }) => type === "DELETED",
      );
    },
  }),
];

async function deleteHeld(
  scope: Scope,
  resource: string,
): Promise<{ session: Session; follower: Follower }> {
  const session = new Session(scope, resourceType(resource));
  await session.writer.create(0, { finalizer: true });
  const { pages: [page] } = await session.reader.list();
  if (session.writer.known(0) === undefined || page!.version === undefined) {
    throw new Discard("the object could not be made");
  }
  const start = { kind: "version", version: page!.version } as const;
  const { follower } = await session.watch(start);
  const { status } = await session.writer.remove(0);
  if (status >= 300) throw new Discard("the deletion was refused");
  await expectEvent(
    session,
    follower,
    "watch.finalizing-is-modified",
    ({ type, object }) => type === "MODIFIED" && metadataOf(object).deletionTimestamp !== undefined,
  );
  return { session, follower };
}

/** Waits for an event of the object in slot 0; any other kind of event of it is a violation. */
async function expectEvent(
  session: Session,
  follower: Follower,
  requirement: RequirementId,
  test: (document: WatchDocument) => boolean,
): Promise<void> {
  const uid = uidOf(session.writer.known(0)!);
  const told = follower.documents.length;
  if (await follower.waitFor((document) => uidOf(document.object) === uid && test(document))) {
    return;
  }
  const actual = describeEvents(follower.documents.slice(Math.max(0, told - 1))) || "no event";
  throw new Violation(requirement, { expected: "an event of the object", actual });
}
