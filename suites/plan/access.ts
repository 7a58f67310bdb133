/**
 * The permissions that a request needs: verbs and resources.
 *
 * @module
 */
import type { Dialect } from "../client/dialect.ts";
import type { HttpRequest } from "../client/http_client.ts";
import { placeOf } from "../client/request_place.ts";

/** A permission: a verb on a resource or path. */
export interface Access {
  /** The API verb; for a URL that is no resource's the method in small letters. */
  readonly verb: string;
  /**
   * The plural name, with the subresource and the API group behind a dot; `SUFFIX` stands for the
   * dialect's in it. A path, from its slash on, where no resource is meant.
   */
  readonly resource: string;
}

/** Stands for the dialect's suffix in the name of a group. */
export const SUFFIX = "SUFFIX";

const VERBS: Readonly<Record<HttpRequest["method"], readonly [one: string, many: string]>> = {
  GET: ["get", "list"],
  POST: ["create", "create"],
  PUT: ["update", "update"],
  PATCH: ["patch", "patch"],
  DELETE: ["delete", "deletecollection"],
};

/**
 * Returns the permissions that a request needs (specification, "Path shapes" and "Verbs").
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { DIALECTS } from "../client/dialect.ts";
 * import { accessesOf } from "./access.ts";
 *
 * const path = "/apis/apps/v1/namespaces/one/deployments/two/status";
 * const ask = { method: "PUT", path } as const;
 * assertEquals(accessesOf(ask, DIALECTS.svc), [
 *   { verb: "update", resource: "deployments/status.apps" },
 * ]);
 * ```
 */
export function accessesOf(
  request: Pick<HttpRequest, "method" | "path" | "query" | "headers">,
  dialect: Dialect,
): Access[] {
  const impersonated = impersonations(request.headers ?? {});
  // An impersonated request needs no other permission of the current identity.
  return impersonated.length > 0 ? impersonated : [ownAccess(request, dialect)];
}

function ownAccess(
  { method, path: pathAndQuery, query }: Pick<HttpRequest, "method" | "path" | "query">,
  dialect: Dialect,
): Access {
  const path = pathAndQuery.split("?")[0]!;
  const place = placeOf(path);
  if (place === undefined) return { verb: method.toLowerCase(), resource: urlOf(path) };
  const { group, resource: type, name, subresource } = place;
  const watching = method === "GET" && /^(1|true)$/i.test(query?.watch ?? "");
  const [one, many] = VERBS[method];
  const resource = subresource === "" ? type : `${type}/${subresource}`;
  return {
    verb: watching ? "watch" : name === "" ? many : one,
    resource: group === "" ? resource : `${resource}.${group.replace(dialect.suffix, SUFFIX)}`,
  };
}

/** Returns the permissions that impersonation headers need. */
function impersonations(headers: NonNullable<HttpRequest["headers"]>): Access[] {
  return Object.entries(headers).flatMap(([header, value]) => {
    const [, what, key] = /^impersonate-(user|group|uid|extra-(.+))$/i.exec(header) ?? [];
    if (what === undefined) return [];
    const resource = key !== undefined
      ? `userextras/${decodeURIComponent(key.toLowerCase())}.authentication.${SUFFIX}`
      : what.toLowerCase() === "uid"
      ? `uids.authentication.${SUFFIX}`
      : String(value).startsWith("system:serviceaccount:")
      ? "serviceaccounts"
      : `${what.toLowerCase()}s`;
    return [{ verb: "impersonate", resource }];
  });
}

/**
 * The URL as rules name it: which parts a health endpoint has, and which groups there are, is the
 * target's affair.
 */
function urlOf(path: string): string {
  return path.replace(/^\/(api|apis|healthz|livez|readyz)\/.*$/, "/$1/*");
}
