/**
 * Deletecollection requests with `limit` and `continue`.
 *
 * @module
 */
import { namesOf, type TypedTarget, typeNamed } from "../../resources/mod.ts";
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type GeneratedLimit, limit, resolveLimit } from "../../arbitraries/limit.ts";
import {
  manyObjects,
  populate,
  type Population,
  population,
} from "../../arbitraries/population.ts";
import { labelRequirement } from "../../arbitraries/labels.ts";
import { type Check, Discard, property } from "../../check.ts";
import { describeAll } from "../../model/list_oracle.ts";
import { asObject, keyOf, metadataOf, resourceVersionOf } from "../../model/object.ts";
import { type LabelRequirement, type Selection, selects } from "../../model/selection.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { untilGone } from "../../session/accepted_deletion.ts";
import { SLOTS } from "../../session/collection.ts";
import { expectExpired } from "../../session/history_age.ts";
import { Session } from "../../session/session.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import { stopUnless, verify } from "../../verify.ts";

/** Objects to create, and a deletecollection of all of them or of a selection. */
interface DeletionCase {
  readonly past: Population;
  readonly limit: GeneratedLimit;
  readonly labels: readonly LabelRequirement[];
  /** True to delete with `limit=1` where a selector is used. */
  readonly inPages: boolean;
}

/** A deletecollection at the version of an object. */
interface VersionCase {
  readonly resource: string;
  readonly match: "Exact" | "NotOlderThan" | "none";
  readonly inPages: boolean;
}

const deletionCase = (target: TypedTarget, labels: fc.Arbitrary<LabelRequirement[]>) =>
  fc.record({
    past: fc.oneof(
      { weight: 15, arbitrary: population({ target, least: 3, most: SLOTS, changes: 0 }) },
      { weight: 1, arbitrary: manyObjects(target) },
    ),
    limit: limit(),
    labels,
    inPages: fc.nat(3).map((number) => number > 0),
  });

/** Parameters that a list rejects, the selectors beside that of the scope. */
const REJECTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a match without a version": { resourceVersionMatch: "NotOlderThan" },
  "an exact match without a version": { resourceVersionMatch: "Exact" },
  "an exact match of version 0": { resourceVersionMatch: "Exact", resourceVersion: "0" },
  "an unknown match": { resourceVersionMatch: "Newest", resourceVersion: "0" },
  "a malformed label selector": { labelSelector: "a in" },
  "a malformed field selector": { fieldSelector: "metadata.name" },
  "an unknown field": { fieldSelector: "spec.nowhere=1" },
  "a token that was not issued": { continue: "never-issued" },
  // Words in angle brackets stand for what a list returns.
  "a token beside a version": { limit: "1", continue: "<token>", resourceVersion: "<version>" },
  "a token beside a match": {
    limit: "1",
    continue: "<token>",
    resourceVersion: "<version>",
    resourceVersionMatch: "NotOlderThan",
  },
};

/** Checks of deletecollection. */
export const DELETE_COLLECTION: readonly Check[] = [
  property<DeletionCase>({
    id: "paging/deletecollection",
    share: 0.5,
    title:
      "A deletecollection request deletes at most `limit` objects, and repeating it with `continue` deletes all",
    requirements: [
      "paging.deletecollection-limit",
      "paging.deletecollection-continues",
      "paging.token-lives",
    ],
    arbitrary: (target) => deletionCase(target, fc.constant([])),
    run: deleteByPages,
  }),
  property<DeletionCase>({
    id: "paging/deletecollection-selector",
    share: 0.4,
    version: 2,
    title: "A deletecollection request with a selector leaves other objects alone",
    requirements: ["paging.deletecollection-selector"],
    arbitrary: (target) =>
      deletionCase(target, fc.array(labelRequirement(), { minLength: 1, maxLength: 2 })),
    run: deleteSelected,
  }),
  property<VersionCase>({
    id: "paging/deletecollection-at-version",
    title: "A deletecollection request at a resourceVersion deletes the objects of that version",
    requirements: ["paging.deletecollection-at-version"],
    ...enumerated((target) =>
      combinations<VersionCase>({
        resource: namesOf(target),
        match: ["Exact", "NotOlderThan", "none"],
        inPages: [true, false],
      }, 0)
    ),
    run: deleteAtVersion,
  }),
  property<string>({
    id: "paging/deletecollection-rejects-as-list",
    title: "A deletecollection request with parameters that a list rejects is rejected",
    requirements: ["paging.deletecollection-rejects-as-list"],
    ...enumerated((target) => namesOf(target)),
    run: async (scope, resource) => {
      const session = new Session(scope, typeNamed(scope.target, resource));
      // Of two objects in one namespace one is on a next page.
      for (const slot of [0, 2]) await session.writer.create(slot);
      let before = await remaining(session);
      for (const parameters of Object.values(REJECTED)) {
        before = await deleteAsRejected(session, parameters, before);
      }
    },
  }),
];

/** Sends a deletion that a list would be rejected like; returns the objects that are left: all. */
async function deleteAsRejected(
  session: Session,
  parameters: Readonly<Record<string, string>>,
  before: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const { scope } = session.at;
  // No path deletes over all namespaces: there each request is rejected.
  const { path } = session.at.listRequest(collectionOf(session));
  const filled = await filledIn(scope, path, parameters);
  if (filled === undefined) return before;
  const { labelSelector, ...others } = filled;
  const selector = [scope.selector, ...(labelSelector === undefined ? [] : [labelSelector])];
  const query = { labelSelector: selector.join(), ...others };
  // A server that knows no match or no pages ignores these; selectors must be heeded.
  if ("resourceVersionMatch" in others || "continue" in others) {
    const listed = await scope.send({ method: "GET", path, query });
    if (listed.status < 400 || listed.status >= 500) {
      scope.note("a list is not rejected");
      return before;
    }
  }
  expectError(
    "paging.deletecollection-rejects-as-list",
    await scope.send({
      method: "DELETE",
      path,
      query,
    }),
  );
  const after = await remaining(session);
  const left = after.map(keyOf).sort().join();
  const kept = before.map(keyOf).sort().join();
  const isKept = verify("paging.deletecollection-rejects-as-list", {
    holds: left === kept,
    expected: `${kept} left with ${JSON.stringify(parameters)}`,
    actual: left || "nothing left",
  });
  stopUnless(isKept, "further parameters");
  return after;
}

/**
 * Returns parameters with the token and the version of a first page in the place of their words;
 * undefined where a server has no pages.
 */
async function filledIn(
  scope: Scope,
  path: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (parameters.continue !== "<token>") return parameters;
  const query = { labelSelector: scope.selector, limit: "1" };
  const { json } = await scope.send({ method: "GET", path, query });
  const { continue: token, resourceVersion } = metadataOf(asObject(json) ?? {});
  if (typeof token !== "string" || token === "" || typeof resourceVersion !== "string") {
    scope.note("a list with a limit has no token");
    return undefined;
  }
  return {
    ...parameters,
    continue: token,
    resourceVersion,
  };
}

async function deleteAtVersion(
  scope: Scope,
  { resource, match, inPages }: VersionCase,
): Promise<void> {
  const session = new Session(scope, typeNamed(scope.target, resource));
  // Real servers take the version for one that each object must have: here both are true.
  await session.writer.create(0);
  const id = "paging.deletecollection-at-version";
  const before = await remaining(session);
  // The version of an object: that of a list may be newer than all that some servers know of a type.
  const newest = session.writer.writes.findLast(({ object }) => object !== undefined)?.object;
  const version = newest && resourceVersionOf(newest);
  if (version === undefined) throw new Discard("no object could be created");
  const selection = collectionOf(session);
  const { path, query } = session.at.listRequest(selection);
  const response = await scope.send({
    method: "DELETE",
    path,
    query: {
      ...query,
      labelSelector: scope.selector,
      resourceVersion: version,
      resourceVersionMatch: match === "none" ? undefined : match,
      limit: inPages ? "10" : undefined,
    },
  });
  scope.note(`match ${match}`);
  stopUnless(
    verify(id, {
      holds: response.status === 200 || response.status === 202,
      expected: "200 or 202",
      actual: describeResponse(response),
    }),
    "what the request deletes",
  );
  if (response.status === 202) await untilSelectedGone(session, selection);
  const expected = before.filter((object) => !selects(selection, object)).map(keyOf).sort().join();
  const left = await remaining(session);
  verify(id, {
    holds: left.map(keyOf).sort().join() === expected,
    expected: `${expected || "nothing"} left`,
    actual: describeAll(left),
  });
}

async function deleteByPages(scope: Scope, { past, limit }: DeletionCase): Promise<void> {
  const session = await populate(scope, past);
  const selection = collectionOf(session);
  const before = await remaining(session);
  let objects = before;
  const outside = objects.filter((object) => !selects(selection, object)).length;
  const bound = resolveLimit(limit, objects.length - outside);
  let token: string | undefined;
  let isAccepted = false;
  // A page may delete one object, or none.
  const most = 20 + objects.length;
  for (let requests = 0; requests < most; requests++) {
    const page = await deletePage(session, selection, { limit: `${bound}`, continue: token });
    token = page.token;
    isAccepted ||= page.isAccepted;
    const now = await remaining(session);
    // What was accepted may be deleted after the next request.
    const [most, deleted] = isAccepted
      ? [bound * (requests + 1), before.length - now.length]
      : [bound, objects.length - now.length];
    verify("paging.deletecollection-limit", {
      holds: deleted <= most,
      expected: `at most ${most} objects deleted`,
      actual: `${deleted} deleted`,
    });
    objects = now;
    if (token === undefined) break;
  }
  if (isAccepted && token === undefined) {
    await untilSelectedGone(session, selection);
    objects = await remaining(session);
  }
  verify("paging.deletecollection-continues", {
    holds: objects.length === outside,
    expected: "no object left once no continue token is returned",
    actual: describeAll(objects),
  });
}

async function deleteSelected(
  scope: Scope,
  { past, labels, inPages }: DeletionCase,
): Promise<void> {
  const session = await populate(scope, past);
  const selection = { ...collectionOf(session), labels };
  const before = await remaining(session);
  const bound = inPages ? "1" : undefined;
  let token: string | undefined;
  let isAccepted = false;
  for (let requests = 0; requests < 20; requests++) {
    const page = await deletePage(session, selection, { limit: bound, continue: token });
    token = page.token;
    isAccepted ||= page.isAccepted;
    if (token === undefined) break;
  }
  if (isAccepted && !inPages) await untilSelectedGone(session, selection);
  const expected = before.filter((object) => !selects(selection, object)).map(keyOf).sort();
  // Whether the pages reach the end is covered by paging/deletecollection.
  const left = (await remaining(session)).filter((object) =>
    !inPages || !selects(selection, object)
  );
  verify("paging.deletecollection-selector", {
    holds: left.map(keyOf).sort().join() === expected.join(),
    expected: `${expected.join(", ") || "nothing"} left`,
    actual: describeAll(left),
  });
}

/** Returns the collection to delete: in one namespace, as no path deletes over all of them. */
function collectionOf(session: Session): Selection {
  const namespace = session.at.namespaceOf(0);
  return namespace === undefined ? {} : { namespace };
}

/** Sends one deletecollection request; returns the token for the next one, and whether it was answered 202. */
async function deletePage(
  { at }: Session,
  selection: Selection,
  options: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly token: string | undefined; readonly isAccepted: boolean }> {
  const { path, query } = at.listRequest(selection);
  // Select the scope's own objects even in its own namespaces, so as never to delete others' objects.
  const labelSelector = at.isExclusive(selection)
    ? [query.labelSelector, at.scope.selector].filter((each) => each !== undefined).join()
    : query.labelSelector;
  const response = await at.scope.send({
    method: "DELETE",
    path,
    query: { ...query, ...options, labelSelector },
  });
  if (response.status === 410) expectExpired("paging.token-lives", at, response);
  const isDone = verify("paging.deletecollection-continues", {
    holds: response.status === 200 || response.status === 202,
    expected: "200 or 202",
    actual: describeResponse(response),
  });
  stopUnless(isDone, "the next pages");
  const token = asObject(asObject(response.json)?.metadata)?.continue;
  return {
    token: typeof token === "string" && token !== "" ? token : undefined,
    isAccepted: response.status === 202,
  };
}

/** Waits until the objects are gone that an accepted deletion selects. */
async function untilSelectedGone({ at }: Session, selection: Selection): Promise<void> {
  const { path } = at.listRequest(selection);
  await untilGone(at.scope, { path }, (object) => selects(selection, object));
}

async function remaining({ reader, at }: Session): Promise<readonly JsonObject[]> {
  const { pages: [page] } = await reader.list(at.widest());
  return page!.items;
}
