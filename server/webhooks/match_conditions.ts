/**
 * What expressions about a write refer to, and the match conditions of webhooks.
 *
 * @module
 */
import { forbidden } from "../api_error.ts";
import { type Activation, evaluateConditions } from "../cel/admission_expression.ts";
import { dynamic } from "../cel/dynamic.ts";
import type { ApiObject } from "../object.ts";
import type { Registry, WriteAttributes } from "../registry/contracts.ts";
import { shownAs } from "../registry/resource.ts";
import type { Webhook } from "./configuration.ts";
import { reviewRequest } from "./review.ts";

/** Returns the object, the old object and the request of a write, for expressions. */
export function activationOf(
  write: WriteAttributes,
  { dialect, sources }: Pick<Registry, "dialect" | "sources">,
): Activation {
  const { conversion } = write.definition;
  const shown = (object: ApiObject | undefined) =>
    object ? dynamic(shownAs(object, conversion)) : null;
  const { object: _, oldObject: __, ...request } = reviewRequest(write, {
    dialect,
    uid: () => sources.uid(),
  });
  return { object: shown(write.object), oldObject: shown(write.old), request: dynamic(request) };
}

/**
 * Returns true if the match conditions of a webhook are true.
 *
 * @throws {ApiError} Forbidden if one has no value, none is false, and failures are not ignored
 */
export function meetsConditions(
  { matchConditions = [], failurePolicy }: Webhook,
  write: WriteAttributes,
  registry: Registry,
): boolean {
  const { matches, error } = evaluateConditions(matchConditions, activationOf(write, registry));
  if (error === undefined || failurePolicy === "Ignore") return matches;
  throw forbidden(write.definition, write.name, error);
}
