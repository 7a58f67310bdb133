/**
 * The audiences of tokens: the services that a token is meant for.
 *
 * @module
 */

/** The audience of this server, which tokens have if they name no other. */
export const SERVER_AUDIENCE = "https://kubernetes.default.svc";

/** Returns the audiences that a token names, or that of this server for a token that names none. */
export function audiencesOf(token: string): readonly string[] {
  const [, claims, signature] = token.split(".");
  if (claims === undefined || signature === undefined) return [SERVER_AUDIENCE];
  try {
    const bytes = Uint8Array.fromBase64(claims, { alphabet: "base64url" });
    const { aud } = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(aud) ? aud.map(String) : [SERVER_AUDIENCE];
  } catch {
    return [SERVER_AUDIENCE];
  }
}
