/**
 * Holds what a patch was answered against what it had to do.
 *
 * @module
 */
import { type Check, Violation } from "../../check.ts";
import { asObject, metadataOf } from "../../model/object.ts";
import { sameJson, withoutEmpty } from "./model/same_json.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer } from "../../session/violation.ts";
import type { HttpResponse, Json, JsonObject } from "../../client/http_client.ts";

/** The area's checks, so that lists of them need one import. */
export type Checks = readonly Check[];

/** What of an object patches are held to: not what the server counts and notes. */
function essence(object: Json | undefined): Json | undefined {
  const { metadata: _metadata, status: _status, ...content } = asObject(object) ?? {};
  const { annotations, finalizers, labels, name, namespace, uid } = metadataOf(
    asObject(object) ?? {},
  );
  return withoutEmpty({
    ...content,
    metadata: Object.fromEntries(
      Object.entries({ annotations, finalizers, labels, name, namespace, uid })
        .filter((entry): entry is [string, Json] => entry[1] !== undefined),
    ),
  });
}

/**
 * The object a patch was answered with, which must be as it had to become.
 *
 * @throws {Violation}
 */
export function expectPatched(
  requirement: RequirementId,
  answer: HttpResponse,
  due: Json | undefined,
): JsonObject {
  const patched = asObject(answer.json);
  if (!succeeded(answer) || patched === undefined) {
    throw new Violation(requirement, { expected: "200", actual: describeAnswer(answer) });
  }
  if (answer.status !== 200 && answer.status !== 201) {
    const facts = { expected: "200 or 201", actual: describeAnswer(answer) };
    throw new Violation("patch.answers-the-object", facts);
  }
  const [expected, actual] = [essence(due), essence(patched)];
  if (sameJson(expected, actual)) return patched;
  throw new Violation(requirement, {
    expected: JSON.stringify(expected),
    actual: JSON.stringify(actual),
  });
}

/**
 * Reads the object, which must be as it was, to its version.
 *
 * @throws {Violation}
 */
export async function expectUntouched(
  requirement: RequirementId,
  objects: Objects,
  before: JsonObject,
): Promise<void> {
  const after = await objects.read(before);
  if (sameJson(after, before)) return;
  throw new Violation(requirement, {
    expected: JSON.stringify(before),
    actual: JSON.stringify(after ?? "no object"),
  });
}
