/**
 * Steps that read: lists, gets and the pages of a list.
 *
 * @module
 */
import fc from "fast-check";
import { SLOTS } from "../../session/collection.ts";
import type { ReadExpectation } from "../../session/reader.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type GeneratedLimit, limit, resolveLimit } from "../limit.ts";
import { type GeneratedView, resolveView, view, wideView } from "../view.ts";
import { keepSlots, type Stage, type Step, step } from "./step.ts";

const WANTS = ["most recent", "any", "not older than", "exact"] as const;

/** The requested freshness of a read. */
export type Want = typeof WANTS[number];

const always = () => true;
const remembered = () => fc.nat({ max: 30 });

/** A list with any selection and freshness. */
export function listObjects(): fc.Arbitrary<
  Step<{ view: GeneratedView; want: Want; version: number }>
> {
  const want = fc.constantFrom<Want>("most recent", "most recent", ...WANTS);
  return step("list", fc.record({ view: wideView(), want, version: remembered() }), {
    ready: always,
    act: async ({ session }, { view, want, version }) => {
      const named = session.remembered(version, { passed: want === "not older than" });
      // Another check covers an exact list by name, as real servers differ there.
      const byName = want === "exact" && view.nameOf !== undefined;
      const selection = resolveView(session.at, byName ? {} : view);
      const { options, expectation } = listParameters(
        named === undefined ? "most recent" : want,
        named,
      );
      const { pages: [page] } = await session.reader.list(selection, options, expectation);
      if (want === "most recent") session.remember(page!.version);
    },
    after: keepSlots,
  });
}

/** Returns the query parameters of a list and the expectation. */
function listParameters(want: Want, version: string | undefined): {
  options: { version?: string; match?: string };
  expectation: ReadExpectation;
} {
  const cell = (id: RequirementId) => id;
  switch (want) {
    case "most recent":
      return {
        options: {},
        expectation: {
          freshness: { kind: want },
          cell: cell("resource-versions.list-plain-whole-unset"),
        },
      };
    case "any":
      return {
        options: { version: "0" },
        expectation: {
          freshness: { kind: want },
          cell: cell("resource-versions.list-plain-whole-zero"),
        },
      };
    case "not older than":
      return {
        options: { version: version! },
        expectation: {
          freshness: { kind: want, version: version! },
          cell: cell("resource-versions.list-plain-whole-other"),
        },
      };
    case "exact":
      return {
        options: { version: version!, match: "Exact" },
        expectation: {
          freshness: { kind: want, version: version! },
          cell: cell("resource-versions.list-exact-whole-other"),
        },
      };
  }
}

/** A get of any slot and freshness. */
export function get(): fc.Arbitrary<Step<{ slot: number; want: Want; version: number }>> {
  const data = fc.record({
    slot: fc.nat({ max: SLOTS - 1 }),
    want: fc.constantFrom<Want>("most recent", "any", "not older than"),
    version: remembered(),
  });
  return step("get", data, {
    ready: always,
    act: async ({ session }, { slot, want, version }) => {
      const named = session.remembered(version, { passed: true });
      await session.reader.get(slot, ...getParameters(want, named));
    },
    after: keepSlots,
  });
}

function getParameters(want: Want, version: string | undefined): [string?, ReadExpectation?] {
  if (want === "any") {
    return ["0", { freshness: { kind: "any" }, cell: "resource-versions.get-zero-any" }];
  }
  if (want === "not older than" && version !== undefined) {
    const freshness = { kind: "not older than", version } as const;
    return [version, { freshness, cell: "resource-versions.get-other-not-older" }];
  }
  return [];
}

/** The first page of a list. */
export function firstPage(): fc.Arbitrary<Step<{ view: GeneratedView; limit: GeneratedLimit }>> {
  return step("walk", fc.record({ view: view(), limit: limit() }), {
    ready: (model) => model.size > 1,
    act: async (stage, { view, limit }, model) => {
      const { reader, at } = stage.session;
      const selection = resolveView(at, view);
      const pagedList = await reader.list(selection, { limit: resolveLimit(limit, model.size) }, {
        freshness: { kind: "most recent" },
        cell: "resource-versions.list-plain-first-unset",
      });
      stage.pagedLists.push({ pagedList, selection });
    },
    after: (model) => {
      model.pagedLists++;
    },
  });
}

/** The next page of a list. */
export function nextPage(): fc.Arbitrary<Step<{ pagedList: number }>> {
  return step("page", fc.record({ pagedList: fc.nat({ max: 9 }) }), {
    ready: (model) => model.pagedLists > 0,
    act: async (stage, data) => {
      const { pagedList, selection } = stage.pagedLists[data.pagedList % stage.pagedLists.length]!;
      await stage.session.reader.next(pagedList, selection);
    },
    after: keepSlots,
  });
}

/** Requests the remaining pages of every list, after the last step. */
export async function finishPagedLists({ pagedLists, session }: Stage): Promise<void> {
  for (const { pagedList, selection } of pagedLists) {
    await session.reader.finish(pagedList, selection);
  }
}
