/**
 * When the response to a watch begins.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import { everyType } from "../../session/every_type.ts";
import { type ResourceType, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Session } from "../../session/session.ts";
import { recordViolation } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

/** The milliseconds without a response after which an event is caused. */
const PATIENCE = 5_000;

/** Checks of the beginning of responses. */
export const RESPONSE_HEADS: readonly Check[] = [
  example({
    id: "watch/answered-before-events",
    title: "The response to a watch begins before its first event",
    requirements: ["watch.answered-before-events"],
    run: async (scope) => {
      // Together, as a type that is late takes some time.
      const found = await Promise.allSettled(
        typesOf(scope.target).map((type) =>
          everyType(scope, [type], (type) => verifyBegin(scope, type))
        ),
      );
      const reasons = found.flatMap((each) => each.status === "rejected" ? [each.reason] : []);
      const worst = reasons.find((reason) => !(reason instanceof Discard));
      if (worst !== undefined) throw worst;
      if (reasons.length === typesOf(scope.target).length) throw reasons[0];
    },
  }),
];

/** Opens a watch without events, and causes one if the response does not begin. */
async function verifyBegin(scope: Scope, type: ResourceType): Promise<void> {
  const session = new Session(scope, type);
  const { pages: [page] } = await session.reader.list();
  const { path, query } = session.at.listRequest(session.at.widest());
  const sent = performance.now();
  const stream = await scope.watch({ path, query: { ...query, resourceVersion: page!.version } });
  if (!stream.begun) await stream.waitForEnd(PATIENCE);
  if (stream.begun) return;
  const response = await session.writer.create(0, { name: "event" });
  if (response.status >= 300) throw rejected(response, `a ${type.kind} could not be created`);
  await stream.waitFor(() => true);
  const seconds = ((performance.now() - sent) / 1_000).toFixed(1);
  recordViolation("watch.answered-before-events", {
    expected: `the status and headers of a watch of ${type.resource} before its first event`,
    actual: stream.begun
      ? `the response to the watch began only with the first event, after ${seconds} s`
      : `no response to the watch within ${seconds} s`,
  });
}
