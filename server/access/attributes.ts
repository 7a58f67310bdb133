/**
 * What is decided upon: who wants to do what.
 *
 * @module
 */
import type { RequestContext, User } from "../context.ts";
import { selectedName } from "../registry/selector.ts";

/** What somebody wants to do. */
export interface Attributes {
  readonly user: User;
  readonly verb: string;
  /** True for API resources, false for paths such as `/readyz`. */
  readonly isResource: boolean;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
  readonly path: string;
}

/** What a request wants to do, as the verb given. */
export function attributesOf({ info, user, query }: RequestContext, verb: string): Attributes {
  const { isResource, group, resource, subresource, name, path } = info;
  // A namespace object counts as part of its own namespace, so that a binding there reaches it.
  const namespace = resource === "namespaces" && group === "" ? name : info.namespace;
  // Who may read one object by its name may also list and watch that one.
  const named = name === "" && (verb === "list" || verb === "watch") ? selectedName(query) : name;
  return { user, verb, isResource, group, resource, subresource, namespace, name: named, path };
}
