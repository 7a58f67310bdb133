/**
 * Other identities to send requests as.
 *
 * @module
 */
import type { Scope } from "../scope.ts";
import type { HttpRequest } from "../client/http_client.ts";

/**
 * Returns how to send a request as another identity: each one given besides the current one, or, if there is
 * none, by impersonating an unknown user. For checks that need
 * `another identity or impersonation`.
 */
export function otherIdentities(
  scope: Scope,
): readonly Pick<HttpRequest, "identity" | "headers">[] {
  const given = scope.target.identities.slice(1).map(({ name }) => ({ identity: name }));
  if (given.length > 0) return given;
  return [{ headers: { "impersonate-user": `plumbline:${scope.id}` } }];
}
