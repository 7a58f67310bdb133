/**
 * Watches without a resourceVersion, or from `0`.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import type { WatchDocument } from "../../client/http_client.ts";
import { resourceVersionOf, uidOf } from "../../model/object.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import { typeNamed, typesOf } from "../../resources/mod.ts";
import { Session } from "../../session/session.ts";
import { expectStatus } from "../../session/violation.ts";

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
      const { path, query } = session.at.listRequest(session.at.widest());
      const stream = await scope.watch({
        path,
        query: { ...query, watch: "1", timeoutSeconds: "10", resourceVersion },
      });
      expectStatus("watch.initial-events", stream.response, 200);
      const fail = (expected: string): never => {
        const actual = describeEvents(stream.documents) || "no events";
        throw new Violation("watch.initial-events", { expected, actual });
      };
      const added = await stream.waitFor(({ object }) => uidOf(object) === uidOf(first));
      if (added?.type !== "ADDED") return fail("ADDED for the object that exists");
      await session.writer.create(1);
      const second = session.writer.known(1);
      if (second === undefined) throw new Discard("the second object could not be created");
      const next = await stream.waitFor(({ object }) => uidOf(object) === uidOf(second));
      if (next?.type !== "ADDED") return fail("ADDED for the object that was created later");
      const version = resourceVersionOf(second);
      const isSecond = ({ object }: WatchDocument) => resourceVersionOf(object) === version;
      // The create returns after further writes to the new object.
      const isThere = isSecond(next) ||
        session.at.type.adaptation !== undefined && await stream.waitFor(isSecond);
      if (!isThere) fail(`the object at ${version}`);
      await stream.close();
    },
  }),
];
