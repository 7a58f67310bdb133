/**
 * Deletecollection requests in a session, recorded as deletions of the objects that they select.
 *
 * @module
 */
import { Discard, Violation } from "../check.ts";
import type { JsonObject } from "../client/http_client.ts";
import { contentOf } from "../model/content.ts";
import { asObject, describe, keyOf, metadataOf, uidOf } from "../model/object.ts";
import { type FieldRequirement, type Selection, selects } from "../model/selection.ts";
import { objectPath } from "../resources/mod.ts";
import { untilGone } from "./accepted_deletion.ts";
import { hasOperation } from "./operations.ts";
import type { Session } from "./session.ts";
import { verify } from "../verify.ts";
import { describeResponse } from "./violation.ts";

/** The objects to delete, and how. */
export interface CollectionDeletion {
  /** The requirements on names. */
  readonly fields: readonly FieldRequirement[];
  /** The `limit` of each request; the requests are repeated with their `continue` tokens. */
  readonly limit: number | undefined;
}

/** The number of requests after which tokens are taken to be endless. */
const REQUESTS = 20;

/**
 * Deletes the selected objects of a session in all its namespaces, and compares the lists before and
 * after. Nothing else may be written meanwhile. Where the target serves no deletecollection, it deletes
 * them one by one.
 *
 * An object that is left although it should be gone, or the other way round, is a violation.
 *
 * @throws {Discard} if the caller may not delete collections, or the target does so later
 */
export async function deleteCollection(
  session: Session,
  { fields, limit }: CollectionDeletion,
): Promise<void> {
  const { at, reader, writer } = session;
  const { lacks = [] } = at.scope.target;
  const isTogether = hasOperation(at.type, "deletecollection") &&
    !lacks.includes("deletecollection");
  const { pages: [before] } = await reader.list();
  const removals: {
    readonly object: JsonObject;
    readonly began: number;
    readonly ended: number;
  }[] = [];
  for (const namespace of at.namespaces.length > 0 ? at.namespaces : [undefined]) {
    const selection: Selection = { ...(namespace !== undefined && { namespace }), fields };
    const selected = before!.items.filter((object) => selects(selection, object));
    const span = isTogether
      ? await sendAll(session, selection, limit)
      : await removeEach(session, selected);
    for (const object of selected) removals.push({ object, ...span });
  }
  const { pages: [after] } = await reader.list();
  const left = new Map(after!.items.map((object) => [uidOf(object), object]));
  for (const { object, ...span } of removals) {
    const isDeleted = verifyDeleted(object, left.get(uidOf(object)), isTogether);
    // The deletion of an object that waits for its finalizers is no change.
    if (isDeleted && !isTerminating(object)) writer.recordRemoval(object, span);
  }
  for (const object of before!.items) {
    if (removals.some((removal) => removal.object === object)) continue;
    const now = left.get(uidOf(object));
    verify("paging.deletecollection-selector", {
      holds: now !== undefined && contentOf(now) === contentOf(object),
      expected: `${describe(object)} unchanged, as it was not selected`,
      actual: now === undefined ? "gone" : describe(now),
    });
  }
}

/** Deletes the objects of a type without deletecollection one by one; returns when that began and ended. */
async function removeEach(
  { at, writer }: Session,
  objects: readonly JsonObject[],
): Promise<{ readonly began: number; readonly ended: number }> {
  const { scope, type } = at;
  const { began, ended } = await writer.during(async () => {
    // The collections of which a deletion was accepted.
    const accepted = new Set<string>();
    for (const object of objects) {
      const { name, namespace } = metadataOf(object);
      const path = objectPath(type, scope.target.dialect, {
        name: String(name),
        ...(typeof namespace === "string" && { namespace }),
      });
      const response = await scope.send({ method: "DELETE", path });
      if (response.status === 202) accepted.add(path.slice(0, path.lastIndexOf("/")));
      verify("lifecycle.delete-answers-success", {
        holds: response.status === 200 || response.status === 202,
        expected: "200 or 202",
        actual: describeResponse(response),
      });
    }
    const uids = new Set(objects.map(uidOf));
    for (const path of accepted) {
      await untilGone(scope, { path }, (object) => uids.has(uidOf(object)));
    }
  });
  return { began, ended };
}

/** Sends requests until no token is returned, and returns when they began and ended. */
async function sendAll(
  { at, writer }: Session,
  selection: Selection,
  limit: number | undefined,
): Promise<{ readonly began: number; readonly ended: number }> {
  const { path, query } = at.listRequest(selection);
  const { began, ended } = await writer.during(async () => {
    let token: string | undefined;
    let isAccepted = false;
    for (let count = 0; count < REQUESTS; count++) {
      const response = await at.scope.send({
        method: "DELETE",
        path,
        query: {
          ...query,
          // In namespaces of its own, too: never the objects of others.
          labelSelector: at.scope.selector,
          limit: limit?.toString(),
          continue: token,
        },
      });
      if (response.status === 403) {
        throw new Discard("the current identity may not delete collections");
      }
      isAccepted ||= response.status === 202;
      if (response.status !== 200 && response.status !== 202) {
        const facts = { expected: "200 or 202", actual: describeResponse(response) };
        throw new Violation("lifecycle.collection-deletes-many", facts);
      }
      const next = metadataOf(asObject(response.json) ?? {}).continue;
      token = typeof next === "string" && next !== "" ? next : undefined;
      if (token !== undefined) continue;
      if (isAccepted) {
        await untilGone(at.scope, { path }, (object) => selects(selection, object));
      }
      return;
    }
    throw new Violation("paging.deletecollection-continues", {
      expected: `no continue token after ${REQUESTS} requests`,
      actual: "another token",
    });
  });
  return { began, ended };
}

function isTerminating(object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined;
}

/** Verifies that an object is gone, or waits for its finalizers. */
function verifyDeleted(
  before: JsonObject,
  now: JsonObject | undefined,
  isTogether: boolean,
): boolean {
  const { finalizers } = metadataOf(before);
  const waits = Array.isArray(finalizers) && finalizers.length > 0;
  const alone = waits
    ? "lifecycle.delete-sets-deletion-timestamp"
    : "lifecycle.delete-without-finalizers-removes";
  return verify(isTogether ? "lifecycle.collection-deletes-many" : alone, {
    holds: waits ? now !== undefined && isTerminating(now) : now === undefined,
    expected: `${keyOf(before)} ${waits ? "being deleted" : "gone"}`,
    actual: now === undefined ? "gone" : describe(now),
  });
}
