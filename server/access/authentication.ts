/**
 * Who is asking: bearer tokens.
 *
 * @module
 */
import { unauthorized } from "../api_error.ts";
import type { User } from "../context.ts";
import { AUTHENTICATED } from "./rbac.ts";
import { serviceAccountGroups, splitServiceAccount } from "./service_account.ts";

/** Somebody the server knows. */
export interface Identity {
  /** The user name; `system:serviceaccount:<namespace>:<name>` for a service account. */
  readonly name: string;
  /** The bearer token that proves it. */
  readonly token: string;
  /** Groups beside those of a service account and `system:authenticated`, which all known are in. */
  readonly groups?: readonly string[];
  /** The uid; `<name>-uid` where absent. */
  readonly uid?: string;
  /** What authentication knows besides, by keys of its own. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Tells who is asking, or throws. */
export type Authenticator = (request: Request) => User;

/**
 * Knows the given identities by their tokens.
 *
 * @throws {ApiError} Unauthorized, from the function returned, without a known token
 *   (interface, "Authentication" 1)
 */
export function tokenAuthenticator(identities: readonly Identity[]): Authenticator {
  const users = new Map<string, User>();
  for (const { name, token, groups = [], uid = `${name}-uid`, extra = {} } of identities) {
    users.set(token, { name, uid, groups: allGroups(name, groups), extra });
  }
  return (request) => {
    const header = request.headers.get("authorization");
    if (!header) throw unauthorized("Cannot tell who is asking as there is no bearer token");
    // The scheme's name is in any case (RFC 9110 section 11.1).
    const user = users.get(/^bearer +(.*)$/i.exec(header)?.[1] ?? "");
    if (!user) throw unauthorized("Cannot tell who is asking as the credentials are unknown");
    return user;
  };
}

/** The groups somebody is in without being put there come last, and nobody is in one twice. */
function allGroups(name: string, groups: readonly string[]): readonly string[] {
  const account = splitServiceAccount(name);
  const implied = account ? serviceAccountGroups(account.namespace) : [];
  return [...new Set([...groups, ...implied, AUTHENTICATED])];
}
