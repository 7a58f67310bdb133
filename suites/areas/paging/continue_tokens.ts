/**
 * Valid and invalid `continue` tokens and limits.
 *
 * @module
 */
import fc from "fast-check";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { populate, type Population, population } from "../../arbitraries/population.ts";
import { shuffled } from "../../arbitraries/combinations.ts";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { several } from "../../arbitraries/several.ts";
import { type Check, Discard, property } from "../../check.ts";
import { contentOf } from "../../model/content.ts";
import { describeAll } from "../../model/list_oracle.ts";
import { uidOf } from "../../model/object.ts";
import { namesOf, type TypedTarget, typeNamed, typesOf } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { OpenPagedList } from "../../session/reader.ts";
import { Session } from "../../session/session.ts";
import { TypeInScope } from "../../session/collection.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { recordViolation, verify } from "../../verify.ts";

const severalObjects = (target: TypedTarget) =>
  population({ target, least: 3, most: 5, changes: 0 });

/** The largest integer of 64 bits. */
const LARGEST = "9223372036854775807";

/** Texts that are no integers in any notation. */
const NO_INTEGERS: readonly string[] = ["abc", "1.5", "one", "true", "1 0", "1,000"];

/** Integers in other notations than the usual one, and one of more than 64 bits. */
const OTHER_SPELLINGS: readonly string[] = ["2.0", "1e3", "0x10", `${BigInt(LARGEST) + 1n}`];

/** The first pages that a case reads of its objects. */
const PER_CASE = 3;

/** Ways to derive an invalid token from a valid one. */
const INVALID_FORMS = ["invented", "cut in half", "reversed", "doubled"] as const;

/** Checks of tokens and limits. */
export const CONTINUE_TOKENS: readonly Check[] = [
  property<
    { past: Population; tokens: readonly { readonly write: boolean; readonly other: number }[] }
  >({
    id: "paging/token-repeats-its-page",
    share: 0.2,
    version: 2,
    title:
      "A `continue` token returns the same page twice, and shows no objects of its collection elsewhere",
    requirements: ["paging.token-repeats-its-page", "paging.token-stays-in-collection"],
    arbitrary: (target) =>
      fc.record({
        past: severalObjects(target),
        tokens: several(fc.record({ write: fc.boolean(), other: fc.nat({ max: 6 }) }), PER_CASE),
      }),
    run: async (scope, { past, tokens }) => {
      const session = await populate(scope, past);
      for (const { write, other } of tokens) await repeatPage(session, write, other);
    },
  }),
  property<{ past: Population; limits: readonly ChangedLimit[] }>({
    id: "paging/limit-may-change",
    share: 0.2,
    title: "A `continue` token works with a different `limit`",
    requirements: ["paging.limit-may-change"],
    arbitrary: (target) =>
      fc.record({
        past: severalObjects(target),
        limits: several(
          fc.record({
            first: fc.constantFrom(1, 2),
            limit: fc.constantFrom(1, 2, 3, 10, undefined),
          }),
          PER_CASE,
        ),
      }),
    run: async (scope, { past, limits }) => {
      const session = await populate(scope, past);
      for (const each of limits) await changeLimit(session, each);
    },
  }),
  property<{ past: Population; hows: readonly typeof INVALID_FORMS[number][] }>({
    id: "paging/invalid-token-rejected",
    title: "An invalid `continue` token is rejected with a 4xx Status",
    requirements: ["paging.altered-token-rejected"],
    share: 0.25,
    arbitrary: (target) =>
      leavingOut(
        fc.record({
          past: population({ target, least: 2, most: 3, changes: 0 }),
          hows: fc.shuffledSubarray([...INVALID_FORMS], { minLength: 1 }),
        }),
        "hows",
      ),
    cases: (seed, target) =>
      shuffled(namesOf(target), seed).map((resource) => ({
        past: { resource, objects: [{}, {}], changes: [] },
        hows: INVALID_FORMS,
      })),
    run: async (scope, { past, hows }) => {
      const { session, token } = await readFirstPage(scope, past);
      for (const how of hows) {
        scope.note(how);
        await expectTokenRejected(session, invalidToken(token, how));
      }
    },
  }),
  property<{ past: Population; alterations: readonly Alteration[] }>({
    id: "paging/altered-token-rejected",
    title: "A `continue` token with one character changed is rejected with a 4xx Status",
    requirements: ["paging.altered-token-rejected"],
    share: 0.25,
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 2, most: 3, changes: 0 }),
        alterations: several(
          fc.record({ at: fc.nat({ max: 99 }), other: fc.constantFrom("A", "x", "7", "B") }),
          4,
        ),
      }),
    run: async (scope, { past, alterations }) => {
      const { session, token } = await readFirstPage(scope, past);
      for (const each of alterations) await expectTokenRejected(session, altered(token, each));
    },
  }),
  property<{ past: Population; queries: readonly Readonly<Record<string, string>>[] }>({
    id: "paging/zero-limit-is-none",
    share: 0.25,
    version: 2,
    title:
      "A list with `limit=0`, with a very large `limit` or with empty parameters returns the whole collection",
    requirements: [
      "paging.zero-limit-is-none",
      "paging.large-limit-returns-all",
      "paging.empty-parameters-are-none",
    ],
    arbitrary: (target) =>
      fc.record({
        past: population({ target, least: 1, most: 4, changes: 0 }),
        queries: several(
          fc.oneof(
            fc.constantFrom({ limit: "0" }, { limit: LARGEST }),
            fc.subarray(["continue", "resourceVersion", "resourceVersionMatch", "fieldSelector"], {
              minLength: 1,
            }).map((names) => Object.fromEntries(names.map((name) => [name, ""]))),
          ),
          4,
        ),
      }),
    run: async (scope, { past, queries }) => {
      const { at } = await populate(scope, past);
      for (const query of queries) await expectWhole(at, query, past.objects.length);
    },
  }),
  property<{ resource: string; limit: string }>({
    id: "paging/malformed-limit-rejected",
    title: "A `limit` that is not an integer is rejected with a 4xx Status",
    requirements: ["operations.integer-parameters", "paging.malformed-limit-rejected"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        limit: fc.constantFrom(...NO_INTEGERS, ...NO_INTEGERS, ...OTHER_SPELLINGS),
      }),
    run: async (scope, { resource, limit }) => {
      const { at } = new Session(scope, typeNamed(scope.target, resource));
      const { path, query } = at.listRequest(at.widest());
      const response = await scope.send({ method: "GET", path, query: { ...query, limit } });
      const id = NO_INTEGERS.includes(limit)
        ? "operations.integer-parameters"
        : "paging.malformed-limit-rejected";
      expectError(id, response);
    },
  }),
];

/** A limit for the pages after the first, other than the first page's. */
interface ChangedLimit {
  readonly first: number;
  readonly limit: number | undefined;
}

/** Which character of a token is changed, in hundredths of its length, and to what. */
interface Alteration {
  readonly at: number;
  readonly other: string;
}

/** Reads the second page twice; meanwhile sends the token elsewhere, and perhaps writes. */
async function repeatPage(session: Session, write: boolean, other: number): Promise<void> {
  const { reader } = session;
  const { pagination, token } = await firstPageOf(session);
  await sendElsewhere(session, token, other);
  await reader.next(pagination);
  if (write) await session.writer.mergePatch(1);
  const repeated: OpenPagedList = { ...pagination, pages: [{ ...pagination.pages[0]!, token }] };
  await reader.next(repeated);
  const [first, second] = [pagination.pages[1]!, repeated.pages[1]!];
  const same = first.items.map(contentOf).join() === second.items.map(contentOf).join() &&
    first.version === second.version;
  verify("paging.token-repeats-its-page", {
    holds: same,
    expected: `${describeAll(first.items)} at resourceVersion ${first.version}`,
    actual: `${describeAll(second.items)} at resourceVersion ${second.version}`,
  });
}

/** Reads all pages, those after the first with another limit. */
async function changeLimit(session: Session, { first, limit }: ChangedLimit): Promise<void> {
  const { reader } = session;
  const { pagination } = await firstPageOf(session, first);
  await reader.next(pagination, session.at.widest(), { limit });
  const { length } = pagination.pages[1]!.items;
  verify("paging.limit-may-change", {
    holds: limit === undefined || length <= limit,
    expected: `at most ${limit} items on the second page`,
    actual: `${length}`,
  });
  await reader.finish(pagination);
  const listed = pagination.pages.flatMap(({ items }) => items.map(contentOf)).sort();
  const written = session.writer.writes.flatMap(({ object }) => object ? [contentOf(object)] : []);
  verify("paging.limit-may-change", {
    holds: listed.join("\n") === written.sort().join("\n"),
    expected: `all ${written.length} objects`,
    actual: describeAll(pagination.pages.flatMap(({ items }) => items)),
  });
}

/** Expects a list with parameters that limit nothing to have all objects. */
async function expectWhole(
  at: TypeInScope,
  query: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const { path, query: selectors } = at.listRequest(at.widest());
  at.scope.note("limit" in query ? "limit" : "empty");
  const isLargest = query.limit === LARGEST;
  // A page has up to `limit` items: a server may return a large limit's collection in several.
  const mostPages = isLargest ? count : 1;
  const items: unknown[] = [];
  let token: string | undefined;
  let response: Awaited<ReturnType<Scope["send"]>>;
  let list: ReturnType<typeof at.read>;
  let pages = 0;
  do {
    response = await at.scope.send({
      method: "GET",
      path,
      query: { ...selectors, ...query, ...(token !== undefined && { continue: token }) },
    });
    list = response.status === 200 ? at.read(response.json) : undefined;
    items.push(...list?.items ?? []);
    token = list?.token;
    pages++;
  } while (token !== undefined && pages < mostPages);
  if (list !== undefined && items.length === count && token === undefined) return;
  const requirement = query.limit === "0"
    ? "paging.zero-limit-is-none"
    : isLargest
    ? "paging.large-limit-returns-all"
    : "paging.empty-parameters-are-none";
  recordViolation(requirement, {
    expected: `all ${count} objects ${
      isLargest ? `on at most ${mostPages} pages` : "and no continue token"
    }, with ${JSON.stringify(query)}`,
    actual: list === undefined
      ? describeResponse(response)
      : `${items.length} objects on ${pages} ${pages === 1 ? "page" : "pages"}${
        token === undefined ? "" : " and a continue token"
      }`,
  });
}

async function readFirstPage(scope: Scope, past: Population): Promise<
  { session: Session; token: string }
> {
  const session = await populate(scope, past);
  return { session, token: (await firstPageOf(session)).token };
}

/** Reads the first page, of one object unless another limit is given. */
async function firstPageOf(session: Session, limit = 1): Promise<
  { pagination: OpenPagedList; token: string }
> {
  const pagination = await session.reader.list(session.at.widest(), { limit });
  const { token } = pagination.pages[0]!;
  if (token === undefined) throw new Discard("the collection fits on one page");
  return { pagination, token };
}

/**
 * Sends a token to another collection. A server may reject it, or take it for the place where to
 * continue there.
 */
async function sendElsewhere({ at, writer }: Session, token: string, other: number): Promise<void> {
  const { scope, type } = at;
  const types = typesOf(scope.target).filter((each) => each !== type);
  // The last number is for an empty namespace, where the type has several.
  const elsewhere = types[other] ? new TypeInScope(scope, types[other]) : at;
  const namespace = elsewhere.type.namespaced ? scope.namespaces[2] ?? "plumbline-none" : undefined;
  if (elsewhere === at && namespace === undefined) return;
  const { path, query } = elsewhere.listRequest(namespace === undefined ? {} : { namespace });
  const response = await scope.send({
    method: "GET",
    path,
    query: { ...query, limit: "2", continue: token },
  });
  if (response.status !== 200) return;
  const written = writer.writes.flatMap(({ object }) => object ? [uidOf(object)] : []);
  const items = elsewhere.read(response.json)?.items ?? [];
  const shown = items.filter((item) => written.includes(uidOf(item)));
  verify("paging.token-stays-in-collection", {
    holds: shown.length === 0,
    expected: `no ${type.resource} at ${path}`,
    actual: describeAll(shown),
  });
}

async function expectTokenRejected({ reader, at }: Session, token: string): Promise<void> {
  const response = await reader.send(at.widest(), { token, limit: 1 });
  expectError("paging.altered-token-rejected", response);
}

/** Returns the token with one character changed. */
function altered(token: string, { at, other }: Alteration): string {
  const index = Math.floor(at * token.length / 100);
  const character = token[index] === other ? "C" : other;
  return token.slice(0, index) + character + token.slice(index + 1);
}

function invalidToken(token: string, how: typeof INVALID_FORMS[number]): string {
  switch (how) {
    case "invented":
      return "invented-token";
    case "cut in half":
      return token.slice(0, Math.ceil(token.length / 2));
    case "reversed":
      return [...token].reverse().join("");
    case "doubled":
      return token + token;
  }
}
