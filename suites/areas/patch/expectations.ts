/**
 * Compares patched objects with the expected ones.
 *
 * @module
 */
import { withoutComputed } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import { sameJson, withoutEmpty } from "../../model/patches/same_json.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type Objects, succeeded } from "../../session/objects.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { patchedContent, type PatchTarget } from "./targets.ts";
import { stopUnless, verify } from "../../verify.ts";

/**
 * Returns the object in the response to a patch, which must equal the expected one.
 * If not, the case ends.
 */
export function expectPatched(
  requirement: RequirementId,
  response: HttpResponse,
  target: PatchTarget,
  expectedObject: JsonObject,
): JsonObject {
  const patched = asObject(response.json);
  const isObject = verify(requirement, {
    holds: succeeded(response) && patched !== undefined,
    expected: "200",
    actual: describeResponse(response),
  });
  stopUnless(isObject && patched !== undefined, "the patched object");
  verify("patch.returns-the-object", {
    holds: response.status === 200 || response.status === 201,
    expected: "200 or 201",
    actual: describeResponse(response),
  });
  const [expected, actual] = [expectedObject, patched]
    .map((object) => withoutEmpty(patchedContent(target, withoutComputed(object))));
  const isSame = verify(requirement, {
    holds: sameJson(expected, actual),
    expected: JSON.stringify(expected),
    actual: JSON.stringify(actual),
  });
  stopUnless(isSame, "later patches of the object");
  return patched;
}

/**
 * Reads the object, which must be unchanged including its resourceVersion.
 */
export async function expectUnchanged(
  requirement: RequirementId,
  objects: Objects,
  before: JsonObject,
): Promise<void> {
  const after = await objects.read(before);
  verify(requirement, {
    holds: sameJson(after, before),
    expected: JSON.stringify(before),
    actual: JSON.stringify(after ?? "no object"),
  });
}
