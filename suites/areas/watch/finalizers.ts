/**
 * The two events of deleting an object that has finalizers.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { metadataOf, uidOf } from "../../model/object.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import type { RequirementId } from "../../catalogue.ts";
import { typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { WatchRecorder } from "../../session/watch_recorder.ts";
import { Session } from "../../session/session.ts";
import type { WatchDocument } from "../../client/http_client.ts";
import { recordViolation } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** Checks of these events. */
export const FINALIZER_EVENTS: readonly Check[] = [
  property<{ resource: string }>({
    id: "watch/delete-with-finalizers-is-modified",
    share: 0.6,
    title: "A delete request for an object with finalizers causes a `MODIFIED` event",
    requirements: ["watch.delete-with-finalizers-is-modified"],
    arbitrary: (target) => fc.record({ resource: resourceName(target) }),
    run: async (scope, { resource }) => {
      await deleteWithFinalizer(scope, resource);
    },
  }),
  property<{ resource: string }>({
    id: "watch/removed-after-finalizers-is-deleted",
    share: 0.5,
    title: "Removing the last finalizer of an object being deleted causes a `DELETED` event",
    requirements: ["watch.removed-after-finalizers-is-deleted"],
    arbitrary: (target) => fc.record({ resource: resourceName(target) }),
    run: async (scope, { resource }) => {
      const { session, recorder } = await deleteWithFinalizer(scope, resource);
      const response = await session.writer.finalize(0);
      if (response.status >= 300) throw rejected(response, "the finalizer could not be removed");
      await expectEvent(
        session,
        recorder,
        "watch.removed-after-finalizers-is-deleted",
        ({ type }) => type === "DELETED",
      );
    },
  }),
];

async function deleteWithFinalizer(
  scope: Scope,
  resource: string,
): Promise<{ session: Session; recorder: WatchRecorder }> {
  const session = new Session(scope, typeNamed(scope.target, resource));
  await session.writer.create(0, { finalizer: true });
  const { pages: [page] } = await session.reader.list();
  if (session.writer.known(0) === undefined || page!.version === undefined) {
    throw new Discard("the object could not be created");
  }
  const start = { kind: "version", version: page!.version } as const;
  const { recorder } = await session.watch(start);
  const response = await session.writer.remove(0);
  if (response.status >= 300) throw rejected(response, "the delete request was rejected");
  await expectEvent(
    session,
    recorder,
    "watch.delete-with-finalizers-is-modified",
    ({ type, object }) => type === "MODIFIED" && metadataOf(object).deletionTimestamp !== undefined,
  );
  return { session, recorder };
}

/** Waits for an event of the object in slot 0 that passes the test. */
async function expectEvent(
  session: Session,
  recorder: WatchRecorder,
  requirement: RequirementId,
  test: (document: WatchDocument) => boolean,
): Promise<void> {
  const uid = uidOf(session.writer.known(0)!);
  const received = recorder.documents.length;
  if (await recorder.waitFor((document) => uidOf(document.object) === uid && test(document))) {
    return;
  }
  const actual = describeEvents(recorder.documents.slice(Math.max(0, received - 1))) || "no event";
  recordViolation(requirement, { expected: "an event of the object", actual });
}
