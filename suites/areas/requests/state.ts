/**
 * Brings an object into the state that a row of the model names.
 *
 * @module
 */
import { Violation } from "../../check.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { asObject, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { RequestRow } from "../../model/outcomes/facets.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Objects } from "../../session/objects.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";

/** A finalizer that no controller removes. */
export const FINALIZER = "plumbline.invalid/hold";

/** An object in its state, and what is known of its past. */
export interface Prepared {
  readonly objects: Objects;
  /** The object as it was sent first, or would be. */
  readonly original: JsonObject;
  /** The object before the request, if there is one. */
  readonly before: JsonObject | undefined;
  /** A resourceVersion that it no longer has. */
  readonly staleVersion: string;
  /** The uid of an earlier object of the same name. */
  readonly earlierUid: string | undefined;
}

/** Brings the object of rows, which have the same type and state, into that state. */
export async function prepare(
  scope: Scope,
  rows: readonly RequestRow[],
): Promise<Prepared> {
  const { resource, state } = rows[0]!;
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const original = objects.newObject("object", {
    labels: { written: "first" },
    annotations: { "plumbline.invalid/kept": "beside" },
  });
  const holds = state === "held" || state === "terminating";
  const sent = holds
    ? { ...original, metadata: { ...asObject(original.metadata), finalizers: [FINALIZER] } }
    : original;
  if (state === "absent") {
    return { objects, original, before: undefined, staleVersion: "1", earlierUid: undefined };
  }
  let before: JsonObject | undefined = expectDone(await objects.post(sent));
  const staleVersion = resourceVersionOf(before) ?? "";
  let earlierUid: string | undefined;
  if (state === "removed" || state === "recreated") {
    earlierUid = uidOf(before);
    expectDone(await objects.remove(original));
    before = state === "recreated" ? expectDone(await objects.post(original)) : undefined;
  } else if (state === "terminating") {
    expectDone(await objects.remove(original));
    before = await objects.read(original);
  } else if (rows.some(({ flaw }) => flaw === "stale version")) {
    before = expectDone(
      await objects.patch(original, { metadata: { labels: { written: "second" } } }),
    );
  }
  return { objects, original, before, staleVersion, earlierUid };
}

/**
 * Returns the object of a success.
 *
 * @throws {Violation} for other responses: a valid request must succeed
 */
export function expectDone(response: HttpResponse): JsonObject {
  const object = asObject(response.json);
  if (response.status < 300 && object !== undefined) return object;
  const facts = { expected: "success", actual: describeResponse(response) };
  throw new Violation("requests.accepted", facts);
}
