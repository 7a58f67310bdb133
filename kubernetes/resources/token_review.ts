/**
 * TokenReviews: whose token it is. A review is answered when it is created, and never stored.
 *
 * @module
 */
import { badRequest, type Dialect, type JsonObject, type User } from "@plumbline/server/api";
import { audiencesOf, SERVER_AUDIENCE } from "../access/token_audiences.ts";
import { at, type ResourceDefinition, textAt } from "@plumbline/server/resources";

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
    const token = textAt(review, "spec.token");
    if (token === "") throw badRequest("token is required for TokenReview in authentication");
    const named = at(review, "spec.audiences");
    const wanted = Array.isArray(named) && named.length > 0 ? named.map(String) : [SERVER_AUDIENCE];
    const status = statusOf(userOf(token), audiencesOf(token), wanted);
    return Promise.resolve({ ...review, status });
  },
});

/** A token for other audiences than the wanted ones is not authenticated. */
function statusOf(
  user: User | undefined,
  audiences: readonly string[],
  wanted: readonly string[],
): JsonObject {
  if (user === undefined) return { user: {}, error: "the token is not known here" };
  const common = wanted.filter((each) => audiences.includes(each));
  if (common.length > 0) return { authenticated: true, user: described(user), audiences: common };
  const [has, wants] = [audiences, wanted].map((list) => `[${list.map(quoted).join(" ")}]`);
  return {
    user: {},
    error: `token audiences ${has} is invalid for the target audiences ${wants}`,
  };
}

const quoted = (text: string): string => JSON.stringify(text);

const described = ({ name, uid, groups, extra }: User): JsonObject => ({
  username: name,
  ...(uid && { uid }),
  ...(groups.length > 0 && { groups: [...groups] }),
  ...(Object.keys(extra).length > 0 && { extra: structuredClone(extra) as JsonObject }),
});
