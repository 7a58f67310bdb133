/**
 * Authenticates requests by client certificate or bearer token, and applies impersonation headers (specification,
 * "Authentication" 1 and 6; headers and permissions of impersonation follow real servers).
 *
 * @module
 */
import { type Attributes, NO_RESOURCE } from "./policy_rule.ts";
import { badRequest, unauthorized } from "../api_error.ts";
import type { User } from "../context.ts";
import { AUTHENTICATED, type Authorizer, demand } from "./authorization.ts";
import { serviceAccountGroups, splitServiceAccount } from "./service_account.ts";
import { asksForWebSocket, bearerSubprotocol } from "../websocket.ts";

/** A user that the server authenticates by a token. */
export interface Identity {
  /** The user name; `system:serviceaccount:<namespace>:<name>` for a service account. */
  readonly name: string;
  /** The bearer token of the user. */
  readonly token: string;
  /** Groups in addition to those of a service account and `system:authenticated`. */
  readonly groups?: readonly string[];
  /** The uid; `<name>-uid` where absent. */
  readonly uid?: string;
  /** Extra fields of the user. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the user of a request, or throws.
 *
 * @internal
 */
export type Authenticator = (request: Request) => User;

/**
 * Returns an authenticator that recognizes identities by their tokens, and users of trusted client
 * certificates.
 *
 * @param suffix the brand-bearing suffix of group names, from the dialect
 * @param issuedTo returns the user of a token that the server has issued, undefined for another one
 * @throws {ApiError} Unauthorized, from the function returned, without a known token
 *   (specification, "Authentication" 1)
 */
export function tokenAuthenticator(
  identities: readonly Identity[],
  suffix: string,
  issuedTo: (token: string) => User | undefined = () => undefined,
): Authenticator {
  const users = new Map<string, User>();
  for (const { name, token, groups = [], uid = `${name}-uid`, extra = {} } of identities) {
    users.set(token, { name, uid, groups: allGroups(name, groups), extra });
  }
  return (request) => {
    const certificate = certificateOf(request);
    if (certificate?.trusted) return userOf(certificate);
    const token = tokenOf(request, suffix);
    const user = users.get(token) ?? issuedTo(token);
    if (!user) throw unauthorized("Unauthorized");
    return user;
  };
}

/** The subject of a client certificate. */
export interface ClientCertificate {
  /** The common name: the user. */
  readonly name: string;
  /** The organizations: the groups. */
  readonly groups: readonly string[];
  /** True if it is valid now, for clients, and signed by an authority that the server trusts. */
  readonly trusted: boolean;
}

const certificates = new WeakMap<Request, ClientCertificate>();

/** Notes the certificate of the connection that a request arrived on. */
export function presentCertificate(request: Request, certificate: ClientCertificate): void {
  certificates.set(request, certificate);
}

/** Returns the certificate of a request; undefined without one. */
const certificateOf = (request: Request): ClientCertificate | undefined =>
  certificates.get(request);

/** The scheme's name is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +(.*)$/i;

/** True if a request has a bearer token or a client certificate, valid or not. */
export const hasCredentials = (request: Request): boolean =>
  certificateOf(request) !== undefined ||
  Boolean(BEARER.exec(request.headers.get("authorization") ?? "")?.[1]);

/** Returns the user of a client certificate. Real servers give such a user no uid. */
const userOf = ({ name, groups }: ClientCertificate): User => ({
  name,
  uid: "",
  groups: allGroups(name, groups),
  extra: {},
});

/** Returns the bearer token of a request; empty without one. */
function tokenOf(request: Request, suffix: string): string {
  const header = request.headers.get("authorization");
  if (!header) {
    return asksForWebSocket(request) ? bearerSubprotocol(request.headers, suffix) ?? "" : "";
  }
  return BEARER.exec(header)?.[1] ?? "";
}

/** Returns the user of a bearer token, undefined if an authenticator does not know it. */
export function userOfToken(authenticate: Authenticator, token: string): User | undefined {
  try {
    return authenticate(
      new Request("http://localhost", { headers: { authorization: `Bearer ${token}` } }),
    );
  } catch {
    return undefined;
  }
}

/** Returns the groups of an identity without duplicates, the implied ones last. */
function allGroups(name: string, groups: readonly string[]): readonly string[] {
  const account = splitServiceAccount(name);
  const implied = account ? serviceAccountGroups(account.namespace) : [];
  return [...new Set([...groups, ...implied, AUTHENTICATED])];
}

const EXTRA = "impersonate-extra-";
const ANONYMOUS = "system:anonymous";
const UNAUTHENTICATED = "system:unauthenticated";

/** The identity to impersonate, from the headers. */
interface Impersonation {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the user of a request: the authenticated one, or the one that its headers impersonate. The
 * authenticated user needs the verb `impersonate` for each part of the other identity.
 *
 * @param suffix the brand-bearing suffix of group names, from the dialect
 * @throws {ApiError} Forbidden; BadRequest for groups or a uid without a user
 */
export function impersonate(
  headers: Headers,
  caller: User,
  authorizer: Authorizer,
  suffix: string,
): User | Promise<User> {
  const impersonation = readImpersonation(headers);
  return impersonation ? become(impersonation, caller, authorizer, suffix) : caller;
}

async function become(
  impersonation: Impersonation,
  caller: User,
  authorizer: Authorizer,
  suffix: string,
): Promise<User> {
  for (const part of partsOf(impersonation, `authentication.${suffix}`)) {
    await demand(authorizer, { ...NO_RESOURCE, ...part, user: caller, verb: "impersonate" });
  }
  const account = splitServiceAccount(impersonation.name);
  const asked = impersonation.groups.length === 0 && account
    ? serviceAccountGroups(account.namespace)
    : impersonation.groups;
  return { ...impersonation, groups: [...asked, ...impliedGroups(impersonation.name, asked)] };
}

/**
 * Reads the headers. Extras are looked for only beside another header, as going through the names
 * of all headers would slow down every request.
 */
function readImpersonation(headers: Headers): Impersonation | undefined {
  const name = headers.get("impersonate-user") ?? "";
  const uid = headers.get("impersonate-uid") ?? "";
  const groups = valuesOf(headers.get("impersonate-group"));
  if (!name) {
    if (!uid && groups.length === 0) return undefined;
    throw badRequest("requested a group or uid without impersonating a user");
  }
  const extra = new Map<string, string[]>();
  for (const [header, value] of headers) {
    if (!header.startsWith(EXTRA)) continue;
    const key = decodeKey(header.slice(EXTRA.length));
    extra.set(key, [...extra.get(key) ?? [], ...valuesOf(value)]);
  }
  return { name, uid, groups, extra: Object.fromEntries(extra) };
}

/** Repeated headers arrive as one, joined by a comma and a space. */
const valuesOf = (header: string | null) => header === null ? [] : header.split(", ");

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

type Part = Pick<Attributes, "group" | "resource" | "subresource" | "namespace" | "name">;

/** Returns the attributes to authorize, one for each part of the identity. */
function partsOf(
  { name, uid, groups, extra }: Impersonation,
  identityGroup: string,
): Partial<Part>[] {
  const account = splitServiceAccount(name);
  return [
    account ? { resource: "serviceaccounts", ...account } : { resource: "users", name },
    ...groups.map((name) => ({ resource: "groups", name })),
    ...Object.entries(extra).flatMap(([subresource, values]) =>
      values.map((name) => ({ group: identityGroup, resource: "userextras", subresource, name }))
    ),
    ...(uid ? [{ group: identityGroup, resource: "uids", name: uid }] : []),
  ];
}

/** Returns the groups of an identity with `system:authenticated` or `system:unauthenticated`. */
function impliedGroups(name: string, groups: readonly string[]): string[] {
  if (groups.includes(UNAUTHENTICATED)) return [];
  if (name === ANONYMOUS) return [UNAUTHENTICATED];
  return groups.includes(AUTHENTICATED) ? [] : [AUTHENTICATED];
}
