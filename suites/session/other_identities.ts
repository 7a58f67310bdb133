/**
 * Who else may ask.
 *
 * @module
 */
import type { Scope } from "../scope.ts";
import type { HttpRequest } from "../client/http_client.ts";

/**
 * How to ask as somebody else: as each identity that was given beside who acts, or, where there is
 * none, by impersonating somebody nobody knows. For checks that need
 * `another identity or impersonation`.
 */
export function otherIdentities(
  scope: Scope,
): readonly Pick<HttpRequest, "identity" | "headers">[] {
  const given = scope.target.identities.slice(1).map(({ name }) => ({ identity: name }));
  if (given.length > 0) return given;
  return [{ headers: { "impersonate-user": `plumbline:${scope.id}` } }];
}
