/**
 * Revokes the tokens of a ServiceAccount when it is removed.
 *
 * @module
 */
import type { IssuedTokens } from "../access/issued_tokens.ts";
import type { AdmissionPlugin } from "@plumbline/server/extension";

/**
 * Returns the plugin.
 *
 * @param tokens the tokens that the server has issued
 */
export const accountTokens = (tokens: Pick<IssuedTokens, "revoke">): AdmissionPlugin => ({
  resources: ["/serviceaccounts"],
  removed(_definition, { metadata: { uid } }) {
    tokens.revoke(uid);
    return Promise.resolve();
  },
});
