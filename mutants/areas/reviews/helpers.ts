/**
 * Helpers of review mutants.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { type Answer, asObject, type ResourceDefinition } from "@plumbline/server/resources";
import type { Install } from "../../vocabulary/on.ts";

/** Changes the definitions of the review resources with matching names. */
export function changingReviews(
  names: RegExp,
  change: (definition: ResourceDefinition & { answer: Answer }) => Partial<ResourceDefinition>,
): Install {
  return ({ resource }) =>
    resource((definition) => {
      const { answer } = definition;
      return answer && names.test(definition.resource) ? change({ ...definition, answer }) : {};
    });
}

/** Changes the status of reviews. */
export function changingStatus(
  names: RegExp,
  change: (status: JsonObject, object: JsonObject) => JsonObject,
): Install {
  return changingReviews(names, ({ answer }) => ({
    async answer(object, place) {
      const answered = await answer(object, place);
      return { ...answered, status: change(asObject(answered.status) ?? {}, answered) };
    },
  }));
}
