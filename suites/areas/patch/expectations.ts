/**
 * Compares patched objects with the expected ones.
 *
 * @module
 */
import { Violation } from "../../check.ts";
import { withoutComputed } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { sameJson, withoutEmpty } from "./model/same_json.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Objects, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { contentOf, type PatchTarget } from "./targets.ts";

/**
 * Returns the object in the response to a patch, which must equal the expected one.
 *
 * @throws {Violation}
 */
export function expectPatched(
  requirement: RequirementId,
  response: HttpResponse,
  target: PatchTarget,
  expectedObject: JsonObject,
): JsonObject {
  const patched = asObject(response.json);
  if (!succeeded(response) || patched === undefined) {
    throw new Violation(requirement, { expected: "200", actual: describeResponse(response) });
  }
  if (response.status !== 200 && response.status !== 201) {
    const facts = { expected: "200 or 201", actual: describeResponse(response) };
    throw new Violation("patch.returns-the-object", facts);
  }
  const [expected, actual] = [expectedObject, patched]
    .map((object) => withoutEmpty(contentOf(target, withoutComputed(object))));
  if (sameJson(expected, actual)) return patched;
  throw new Violation(requirement, {
    expected: JSON.stringify(expected),
    actual: JSON.stringify(actual),
  });
}

/**
 * Reads the object, which must be unchanged including its resourceVersion.
 *
 * @throws {Violation}
 */
export async function expectUnchanged(
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
