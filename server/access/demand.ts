/**
 * Refuses what is not allowed.
 *
 * @module
 */
import { forbidden } from "../api_error.ts";
import type { Attributes } from "./attributes.ts";
import type { Authorizer } from "./rbac.ts";

/** Returns if somebody may do something. @throws {ApiError} Forbidden otherwise, saying what */
export async function demand(authorizer: Authorizer, attributes: Attributes): Promise<void> {
  const { allowed, reason } = await authorizer.decide(attributes);
  if (allowed) return;
  const { user, group, resource, name } = attributes;
  const why = `User "${user.name}" cannot ${describe(attributes)}${reason && `: ${reason}`}`;
  throw forbidden({ group, resource }, name, why);
}

function describe(attributes: Attributes): string {
  const { verb, isResource, group, resource, subresource, namespace, path } = attributes;
  if (!isResource) return `${verb} path "${path}"`;
  const what = subresource ? `${resource}/${subresource}` : resource;
  const where = namespace ? `in the namespace "${namespace}"` : "at the cluster scope";
  return `${verb || "do that to"} resource "${what}" in API group "${group}" ${where}`;
}
