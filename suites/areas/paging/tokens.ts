/**
 * Continue tokens and limits as requests use and misuse them.
 *
 * @module
 */
import fc from "fast-check";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { contentOf } from "../../model/content.ts";
import { describeAll } from "../../model/list_oracle.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { OpenWalk } from "../../session/reader.ts";
import { Session } from "../../session/session.ts";
import { expectRefusal } from "../../session/violation.ts";

const several = () => population({ least: 3, most: 5, changes: 0 });

/** What is sent instead of a token. */
const MADE_UP = ["made up", "cut", "backwards", "doubled"] as const;

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
  property<{ past: Population; first: number; limit: number | undefined }>({
    id: "paging/limit-may-change",
    title: "A token goes on from its place whatever limit is asked for then",
    requirements: ["paging.limit-may-change"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        past: several(),
        first: fc.constantFrom(1, 2),
        limit: fc.constantFrom(1, 2, 3, 10, undefined),
      }),
    run: async (scope, { past, first, limit }) => {
      const { session, walk } = await begin(scope, past, first);
      const { reader } = session;
      await reader.next(walk, session.at.widest(), { limit });
      const { length } = walk.pages[1]!.items;
      if (limit !== undefined && length > limit) {
        const facts = { expected: `at most ${limit} more`, actual: `${length}` };
        throw new Violation("paging.limit-may-change", facts);
      }
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
  property<{ past: Population; how: typeof MADE_UP[number] }>({
    id: "paging/made-up-token-refused",
    title: "A text that is no token is refused, however like one it looks",
    requirements: ["paging.altered-token-refused"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        past: population({ least: 2, most: 3, changes: 0 }),
        how: fc.constantFrom(...MADE_UP),
      }),
    run: async (scope, { past, how }) => {
      scope.note(how);
      await expectTokenRefused(scope, past, (token) => madeUp(token, how));
    },
  }),
  property<{ past: Population; at: number; other: string }>({
    id: "paging/altered-token-refused",
    title: "A token is refused when one character of it is another",
    requirements: ["paging.altered-token-refused"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        past: population({ least: 2, most: 3, changes: 0 }),
        at: fc.nat({ max: 99 }),
        other: fc.constantFrom("A", "x", "7", "B"),
      }),
    run: (scope, { past, at, other }) =>
      expectTokenRefused(scope, past, (token) => {
        const place = Math.floor(at * token.length / 100);
        const character = token[place] === other ? "C" : other;
        return token.slice(0, place) + character + token.slice(place + 1);
      }),
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

async function begin(scope: Scope, past: Population, limit = 1): Promise<
  { session: Session; walk: OpenWalk; token: string }
> {
  const session = await populate(scope, past);
  const walk = await session.reader.list(session.at.widest(), { limit });
  const { token } = walk.pages[0]!;
  if (token === undefined) throw new Discard("the collection was one page");
  return { session, walk, token };
}

async function expectTokenRefused(
  scope: Scope,
  past: Population,
  alter: (token: string) => string,
): Promise<void> {
  const { session, token } = await begin(scope, past);
  const { reader, at } = session;
  const answer = await reader.ask(at.widest(), { token: alter(token), limit: 1 });
  expectRefusal("paging.altered-token-refused", answer);
}

function madeUp(token: string, how: typeof MADE_UP[number]): string {
  switch (how) {
    case "made up":
      return "made-up";
    case "cut":
      return token.slice(0, Math.ceil(token.length / 2));
    case "backwards":
      return [...token].reverse().join("");
    case "doubled":
      return token + token;
  }
}
