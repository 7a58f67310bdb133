/**
 * TokenReviews: whose token it is. A review is answered when it is created, and never stored.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { User } from "../context.ts";
import type { JsonObject } from "../object.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { textAt } from "./columns.ts";

/**
 * Returns the resource `tokenreviews`.
 *
 * @param userOf returns the user of a token, undefined for an unknown one
 */
export const tokenReviews = (
  { suffix }: Dialect,
  userOf: (token: string) => User | undefined,
): ResourceDefinition => ({
  group: `authentication.${suffix}`,
  version: "v1",
  kind: "TokenReview",
  resource: "tokenreviews",
  singular: "tokenreview",
  namespaced: false,
  strategy: {},
  answer(review) {
    const user = userOf(textAt(review, "spec.token"));
    const status: JsonObject = user
      ? { authenticated: true, user: described(user) }
      : { user: {}, error: "the token is not known here" };
    return Promise.resolve({ ...review, status });
  },
});

const described = ({ name, uid, groups, extra }: User): JsonObject => ({
  username: name,
  ...(uid && { uid }),
  ...(groups.length > 0 && { groups: [...groups] }),
  ...(Object.keys(extra).length > 0 && { extra: structuredClone(extra) as JsonObject }),
});
