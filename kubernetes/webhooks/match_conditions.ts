/**
 * What expressions about a write refer to, and the match conditions of webhooks.
 *
 * @module
 */
import { type ApiObject, forbidden, type User } from "@plumbline/server/api";
import { type Activation, evaluateConditions } from "../cel/admission_expression.ts";
import { AccessQuestions, AuthorizerValue, type Decide } from "../cel/authorizer.ts";
import { dynamic } from "../cel/dynamic.ts";
import type { Registry, WriteAttributes } from "@plumbline/server/parts";
import { shownAs } from "@plumbline/server/resources";
import type { Webhook } from "./configuration.ts";
import { reviewRequest } from "./review.ts";

/** The user of writes of the server's own. */
const SERVER: User = { name: "system:apiserver", uid: "", groups: ["system:masters"], extra: {} };

/**
 * Returns what expressions about a write refer to: the object, the old object, the request, and what
 * its user may do.
 */
export function activationOf(
  write: WriteAttributes,
  { dialect, sources }: Pick<Registry, "dialect" | "sources">,
  questions: AccessQuestions,
): Activation {
  const { conversion } = write.definition;
  const shown = (object: ApiObject | undefined) =>
    object ? dynamic(shownAs(object, conversion)) : null;
  const { object: _, oldObject: __, ...request } = reviewRequest(write, {
    dialect,
    uid: () => sources.uid(),
  });
  const { namespace, name, subresource = "", definition: { group, resource } } = write;
  const requested = { group, resource, subresource, namespace, name };
  return {
    object: shown(write.object),
    oldObject: shown(write.old),
    request: dynamic(request),
    authorizer: new AuthorizerValue(questions, write.user ?? SERVER, requested),
  };
}

/**
 * Returns true if the match conditions of a webhook are true.
 *
 * @throws {ApiError} Forbidden if one has no value, none is false, and failures are not ignored
 */
export async function meetsConditions(
  { matchConditions = [], failurePolicy }: Webhook,
  write: WriteAttributes,
  { registry, decide }: { readonly registry: Registry; readonly decide: Decide },
): Promise<boolean> {
  const questions = new AccessQuestions(decide);
  const activation = activationOf(write, registry, questions);
  const { matches, error } = await questions.evaluate(() =>
    evaluateConditions(matchConditions, activation)
  );
  if (error === undefined || failurePolicy === "Ignore") return matches;
  throw forbidden(write.definition, write.name, error);
}
