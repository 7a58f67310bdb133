/**
 * Acting as somebody else (interface, "Authentication" 6). How it is asked for and what it takes is
 * not shown; both follow what servers of this interface do.
 *
 * @module
 */
import { badRequest } from "../api_error.ts";
import type { User } from "../context.ts";
import type { Attributes } from "./attributes.ts";
import { demand } from "./demand.ts";
import { AUTHENTICATED, type Authorizer } from "./rbac.ts";
import { serviceAccountGroups, splitServiceAccount } from "./service_account.ts";

const EXTRA = "impersonate-extra-";
const ANONYMOUS = "system:anonymous";
const UNAUTHENTICATED = "system:unauthenticated";

/** Who is to be acted as, as the headers have it. */
interface Wish {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * The user a request acts as: the caller, unless its headers ask for somebody else. Each part of
 * the other identity must be allowed to the caller by the verb `impersonate`.
 *
 * @param suffix the brand-bearing suffix of group names, from the dialect
 * @throws {ApiError} Forbidden; BadRequest for groups or a uid without a user
 */
export async function impersonate(
  headers: Headers,
  caller: User,
  authorizer: Authorizer,
  suffix: string,
): Promise<User> {
  const wish = readWish(headers);
  if (!wish) return caller;
  for (const part of partsOf(wish, `authentication.${suffix}`)) {
    await demand(authorizer, { ...NOTHING, ...part, user: caller, verb: "impersonate" });
  }
  const account = splitServiceAccount(wish.name);
  const asked = wish.groups.length === 0 && account
    ? serviceAccountGroups(account.namespace)
    : wish.groups;
  return { ...wish, groups: [...asked, ...impliedGroups(wish.name, asked)] };
}

/**
 * Reads the headers. Extras are looked for only beside another header, as going through the names
 * of all headers would slow down every request.
 */
function readWish(headers: Headers): Wish | undefined {
  const name = headers.get("impersonate-user") ?? "";
  const uid = headers.get("impersonate-uid") ?? "";
  const groups = valuesOf(headers.get("impersonate-group"));
  if (!name) {
    if (!uid && groups.length === 0) return undefined;
    throw badRequest("Cannot impersonate a group or uid without a user: set Impersonate-User");
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

const NOTHING = {
  isResource: true,
  group: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  path: "",
};

/** What must be allowed, part by part. */
function partsOf({ name, uid, groups, extra }: Wish, identityGroup: string): Partial<Part>[] {
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

/** Everybody is in one of two groups, and says so unless the groups asked for say it already. */
function impliedGroups(name: string, groups: readonly string[]): string[] {
  if (groups.includes(UNAUTHENTICATED)) return [];
  if (name === ANONYMOUS) return [UNAUTHENTICATED];
  return groups.includes(AUTHENTICATED) ? [] : [AUTHENTICATED];
}
