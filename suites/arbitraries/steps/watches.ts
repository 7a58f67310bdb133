/**
 * Steps that open, close and resume watches.
 *
 * @module
 */
import fc from "fast-check";
import { resourceVersionOf } from "../../model/object.ts";
import type { From } from "../../session/session.ts";
import { type GeneratedView, resolveView, wideView } from "../view.ts";
import { keepSlots, type Step, step } from "./step.ts";

const STARTS = ["list", "list", "remembered", "zero", "unset"] as const;

/** The start of a watch: a new list, an earlier resourceVersion, 0, or none. */
export type GeneratedStart = typeof STARTS[number];

/** The maximum number of watches per case, as each is a connection. */
const WATCHES = 4;

/** Opens a watch. */
export function startWatch(): fc.Arbitrary<
  Step<{ view: GeneratedView; from: GeneratedStart; version: number; bookmarks: string }>
> {
  const data = fc.record({
    view: wideView(),
    from: fc.constantFrom(...STARTS),
    version: fc.nat({ max: 30 }),
    bookmarks: fc.constantFrom("true", "true", "false", "absent"),
  });
  return step("watch", data, {
    ready: (model) => model.watches < WATCHES,
    act: async ({ session }, { view, from, version, bookmarks }) => {
      const selection = resolveView(session.at, view);
      let start: From = { kind: from === "zero" || from === "unset" ? from : "unset" };
      if (from === "list") {
        const { pages: [page] } = await session.reader.list(selection);
        if (page?.version !== undefined) start = { kind: "version", version: page.version };
      }
      const named = session.remembered(version);
      if (from === "remembered" && named !== undefined) start = { kind: "version", version: named };
      await session.watch(start, {
        selection,
        ...(bookmarks !== "absent" && { bookmarks: bookmarks === "true" }),
        ...(from === "list" && { gap: "watch.list-then-watch" }),
      });
    },
    after: (model) => {
      model.watches++;
    },
  });
}

/** Closes a watch. */
export function closeWatch(): fc.Arbitrary<Step<{ watch: number }>> {
  return step("close watch", fc.record({ watch: fc.nat({ max: WATCHES - 1 }) }), {
    ready: (model) => model.watches > 0,
    act: async ({ session }, { watch }) => {
      await session.watches[watch % session.watches.length]!.recorder.close();
    },
    after: keepSlots,
  });
}

/** Opens a watch from the last event or bookmark of another one. */
export function resume(): fc.Arbitrary<Step<{ watch: number }>> {
  return step("resume", fc.record({ watch: fc.nat({ max: WATCHES - 1 }) }), {
    ready: (model) => model.watches > 0 && model.watches < WATCHES,
    act: async ({ session }, data) => {
      const watch = session.watches[data.watch % session.watches.length]!;
      const documents = watch.recorder.documents.length;
      const last = watch.recorder.documents.at(-1);
      // An ERROR event has no version to resume from.
      if (last !== undefined && resourceVersionOf(last.object) === undefined) return;
      await session.watch({ kind: "resume", watch, documents }, {
        selection: watch.recorder.selection,
        gap: last?.type === "BOOKMARK" ? "watch.resumes-from-bookmark" : "watch.resumes-from-last",
      });
    },
    after: (model) => {
      model.watches++;
    },
  });
}
