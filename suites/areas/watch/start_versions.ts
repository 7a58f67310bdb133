/**
 * Watches from each resourceVersion of a small history: each receives exactly the later changes.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import {
  type Population,
  population,
  takeTurns,
  type Turn,
  turns,
} from "../../arbitraries/population.ts";
import { several } from "../../arbitraries/several.ts";
import { resolveView, wideView } from "../../arbitraries/view.ts";
import type { GeneratedView } from "../../arbitraries/view.ts";
import { type Check, Discard, property } from "../../check.ts";
import { describeEvents } from "../../model/watch_oracle.ts";
import { type TypedTarget, typeNamed, typesOf } from "../../resources/mod.ts";
import { contentOf } from "../../model/content.ts";
import { asObject, keyOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Selection } from "../../model/selection.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { Session } from "../../session/session.ts";
import { verify } from "../../verify.ts";
import { firstEvent } from "./followed_watch.ts";

interface StartCase {
  readonly past: Population;
  readonly later: readonly Turn[];
  /** Several, as each costs fewer requests than the history. */
  readonly views: readonly GeneratedView[];
}

const startCase = (target: TypedTarget, views: number) =>
  fc.record({
    // Enough changes that some watches start far behind the current state.
    past: population({ target, least: 1, most: 3, changes: 6 }),
    later: turns(3),
    // With selectors, changes make objects match or no longer match.
    views: several(wideView(), views),
  });

/** Checks of start versions. */
export const START_VERSIONS: readonly Check[] = [
  property<StartCase>({
    id: "watch/from-every-version",
    share: 0.3,
    title: "A watch from any resourceVersion receives exactly the changes after it",
    requirements: [
      "watch.starts-after-version",
      "watch.resumes-from-last",
      "watch.nothing-lost",
      "watch.nothing-twice",
      "watch.history-lives",
    ],
    arbitrary: (target) => startCase(target, 2),
    run: async (scope, { past, later, views }) => {
      const session = await Session.record(scope, typeNamed(scope.target, past.resource));
      const selections = views.map((view) => resolveView(session.at, view));
      const versions: string[] = [];
      for (const [slot, labels] of past.objects.entries()) {
        await session.writer.create(slot, { labels });
        recordVersion(session, versions);
      }
      for (const turn of past.changes) {
        await takeTurns(session, [turn], past.objects.length);
        recordVersion(session, versions);
      }
      for (const version of new Set(versions)) {
        for (const selection of selections) {
          await session.watch({ kind: "version", version }, {
            selection,
            gap: "watch.resumes-from-last",
          });
        }
      }
      await takeTurns(session, later, past.objects.length);
      await session.verify("must");
    },
  }),
  property<StartCase>({
    id: "watch/list-then-watch",
    share: 0.2,
    title: "A list updated with the events from its resourceVersion equals a later list",
    requirements: ["watch.list-then-watch", "watch.nothing-lost"],
    arbitrary: (target) => startCase(target, 3),
    run: followLists,
  }),
  property<{ resource: string; spelling: string }>({
    id: "watch/one-or-true",
    title: "`watch=1` and `watch=true` both return a stream of events",
    requirements: ["watch.one-or-true", "watch.streams-events"],
    arbitrary: (target) =>
      fc.record({
        resource: population({ target }).map(({ resource }) => resource),
        spelling: fc.constantFrom("1", "true"),
      }),
    run: async (scope, { resource, spelling }) => {
      const session = new Session(scope, typeNamed(scope.target, resource));
      const { pages: [page] } = await session.reader.list();
      const { path, query } = session.at.listRequest(session.at.widest());
      const open = () =>
        scope.watch({
          path,
          query: { ...query, watch: spelling, resourceVersion: page!.version },
        });
      const opened = await open();
      await session.writer.create(0);
      const created = session.writer.known(0);
      if (created === undefined) throw new Discard("the object could not be created");
      const { stream, event } = await firstEvent(
        opened,
        open,
        ({ object }) => uidOf(object) === uidOf(created),
      );
      verify("watch.one-or-true", {
        holds: event?.type === "ADDED",
        expected: `200 and ADDED ${keyOf(created)}`,
        actual: `${stream.response.status}, ${describeEvents(stream.documents) || "no events"}`,
      });
    },
  }),
  property<{ resource: string; spelling: string }>({
    id: "watch/zero-or-false",
    title: "`watch=0` and `watch=false` return a list",
    requirements: ["watch.zero-or-false"],
    ...enumerated((target) =>
      combinations({
        resource: typesOf(target).map(({ resource }) => resource),
        spelling: ["0", "false"],
      }, 0)
    ),
    run: async (scope, { resource, spelling }) => {
      const type = typeNamed(scope.target, resource);
      const { at } = new Session(scope, type);
      const { path, query } = at.listRequest(at.widest());
      // A server that takes it for a watch ends the stream after a second.
      const limited = { ...query, watch: spelling, timeoutSeconds: "1" };
      const { status, json, text } = await scope.send({ method: "GET", path, query: limited });
      const kind = asObject(json)?.kind;
      verify("watch.zero-or-false", {
        holds: status === 200 && kind === `${type.kind}List`,
        expected: `200 and a ${type.kind}List`,
        actual: `${status} ${text.slice(0, 200)}`,
      });
    },
  }),
];

function recordVersion(session: Session, versions: string[]): void {
  const { object } = session.writer.writes.at(-1)!;
  const version = object && resourceVersionOf(object);
  if (version !== undefined) versions.push(version);
}

/** Does what informers do: list, watch, apply the events; a later list must be the same. */
async function followLists(scope: Scope, { past, later, views }: StartCase): Promise<void> {
  const session = new Session(scope, typeNamed(scope.target, past.resource));
  for (const [slot, labels] of past.objects.entries()) {
    await session.writer.create(slot, { labels });
  }
  // The lists are compared with events, which are whole objects.
  const selections = views.map((view) => ({ ...resolveView(session.at, view), form: undefined }));
  const followed = [];
  for (const each of selections) followed.push(await follow(session, each));
  await takeTurns(session, [...past.changes, ...later], past.objects.length);
  for (const each of followed) await each.expectLater();
}

/** Lists and watches, and returns how to compare a later list. */
async function follow(
  session: Session,
  selection: Selection,
): Promise<{ expectLater(): Promise<void> }> {
  const { pages: [first] } = await session.reader.list(selection);
  if (first!.version === undefined) throw new Discard("the list has no resourceVersion");
  const { recorder } = await session.watch({ kind: "version", version: first!.version }, {
    selection,
  });
  const followed = () => {
    const objects = new Map(first!.items.map((object) => [keyOf(object), object]));
    for (const { type, object } of recorder.documents) {
      if (type === "DELETED") objects.delete(keyOf(object));
      else if (type !== "BOOKMARK" && type !== "ERROR") objects.set(keyOf(object), object);
    }
    return contents([...objects.values()]);
  };
  return {
    async expectLater() {
      const { pages: [second] } = await session.reader.list(selection);
      const expected = contents(second!.items);
      if (followed() === expected) return;
      verify("watch.list-then-watch", {
        holds: await recorder.waitFor(() => followed() === expected),
        expected,
        actual: followed(),
      });
    },
  };
}

function contents(objects: readonly JsonObject[]): string {
  return objects.map(contentOf).sort().join("\n");
}
