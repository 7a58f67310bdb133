/**
 * Continue tokens and limits as requests use and misuse them.
 *
 * @module
 */
import fc from "fast-check";
import { populate, type Population, population } from "../arbitraries/population.ts";
import { resourceName } from "../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../check.ts";
import { contentOf } from "../model/content.ts";
import { describeAll } from "../model/list_oracle.ts";
import { resourceType } from "../resources/mod.ts";
import type { Scope } from "../runner/scope.ts";
import type { OpenWalk } from "../session/reader.ts";
import { Session } from "../session/session.ts";
import { expectRefusal } from "../session/violation.ts";

const several = () => population({ least: 3, most: 5, changes: 0 });

/** What is done to a token before it is sent back. */
interface Alteration {
  readonly past: Population;
  readonly how: "other character" | "cut" | "longer" | "made up";
  /** Where, as a share of its length. */
  readonly at: number;
}

/** Tokens and limits. */
export const TOKENS: readonly Check[] = [
  property<{ past: Population; write: boolean }>({
    id: "paging/token-repeats-its-page",
    title: "The same token asked again gives the same page again",
    requirements: ["paging.token-repeats-its-page"],
    level: "convention",
    arbitrary: () => fc.record({ past: several(), write: fc.boolean() }),
    run: async (scope, { past, write }) => {
      const { session, walk, token } = await begin(scope, past);
      const { reader } = session;
      await reader.next(walk);
      if (write) await session.writer.mergePatch(1);
      const again: OpenWalk = { ...walk, pages: [{ ...walk.pages[0]!, token }] };
      await reader.next(again);
      const [due, told] = [walk.pages[1]!, again.pages[1]!];
      const same = due.items.map(contentOf).join() === told.items.map(contentOf).join() &&
        due.version === told.version;
      if (same) return;
      throw new Violation("paging.token-repeats-its-page", {
        expected: `${describeAll(due.items)} at ${due.version}`,
        actual: `${describeAll(told.items)} at ${told.version}`,
      });
    },
  }),
  property<{ past: Population; limit: number | undefined }>({
    id: "paging/limit-may-change",
    title: "A token goes on from its place whatever limit is asked for then",
    requirements: ["paging.limit-may-change"],
    level: "convention",
    arbitrary: () => fc.record({ past: several(), limit: fc.constantFrom(1, 2, 3, 10, undefined) }),
    run: async (scope, { past, limit }) => {
      const { session, walk } = await begin(scope, past);
      const { reader } = session;
      await reader.next(walk, session.at.widest(), { limit });
      await reader.finish(walk);
      const told = walk.pages.flatMap(({ items }) => items.map(contentOf)).sort();
      const due = session.writer.writes.flatMap(({ object }) => object ? [contentOf(object)] : []);
      if (told.join("\n") === due.sort().join("\n")) return;
      throw new Violation("paging.limit-may-change", {
        expected: `all ${due.length} objects`,
        actual: describeAll(walk.pages.flatMap(({ items }) => items)),
      });
    },
  }),
  property<Alteration>({
    id: "paging/altered-token-refused",
    title: "A token nobody issued is refused",
    requirements: ["paging.altered-token-refused"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        past: population({ least: 2, most: 3, changes: 0 }),
        how: fc.constantFrom("other character", "cut", "longer", "made up"),
        at: fc.nat({ max: 99 }),
      }),
    run: async (scope, { past, how, at }) => {
      const { session, token } = await begin(scope, past);
      const altered = alter(token, how, at);
      scope.note(how);
      const answer = await session.reader.ask(session.at.widest(), { token: altered, limit: 1 });
      expectRefusal("paging.altered-token-refused", answer);
    },
  }),
  property<{ past: Population }>({
    id: "paging/zero-limit-is-none",
    title: "A limit of 0 asks for no limit",
    requirements: ["paging.zero-limit-is-none"],
    level: "convention",
    arbitrary: () => fc.record({ past: population({ least: 1, most: 4, changes: 0 }) }),
    run: async (scope, { past }) => {
      const session = await populate(scope, past);
      const walk = await session.reader.list(session.at.widest(), { limit: 0 });
      const { items, token } = walk.pages[0]!;
      if (items.length === past.objects.length && token === undefined) return;
      throw new Violation("paging.zero-limit-is-none", {
        expected: `all ${past.objects.length} objects and no token`,
        actual: `${describeAll(items)}${token === undefined ? "" : " and a token"}`,
      });
    },
  }),
  property<{ resource: string; limit: string }>({
    id: "paging/malformed-limit-refused",
    title: "A limit that is no integer is refused",
    requirements: ["paging.malformed-limit-refused"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        limit: fc.constantFrom("abc", "1.5", "one", "1e3", "0x10", "true"),
      }),
    run: async (scope, { resource, limit }) => {
      const { at } = new Session(scope, resourceType(resource));
      const { path, query } = at.ask(at.widest());
      const answer = await scope.ask({ method: "GET", path, query: { ...query, limit } });
      expectRefusal("paging.malformed-limit-refused", answer);
    },
  }),
];

async function begin(scope: Scope, past: Population): Promise<
  { session: Session; walk: OpenWalk; token: string }
> {
  const session = await populate(scope, past);
  const walk = await session.reader.list(session.at.widest(), { limit: 1 });
  const { token } = walk.pages[0]!;
  if (token === undefined) throw new Discard("the collection was one page");
  return { session, walk, token };
}

function alter(token: string, how: Alteration["how"], at: number): string {
  const place = Math.floor(at * token.length / 100);
  switch (how) {
    case "other character":
      return token.slice(0, place) + (token[place] === "A" ? "B" : "A") + token.slice(place + 1);
    case "cut":
      return token.slice(0, Math.max(1, place));
    case "longer":
      return `${token.slice(0, place)}AAAA${token.slice(place)}`;
    case "made up":
      return `made-up-${at}`;
  }
}
