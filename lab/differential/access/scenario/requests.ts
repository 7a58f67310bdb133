/**
 * Requests that are allowed to some users and forbidden to others.
 *
 * @module
 */
import type { Case } from "./case.ts";
import { NAMESPACE } from "./policy.ts";

const get = (name: string, path: string, user = "alice"): Case => ({
  name,
  method: "GET",
  path,
  user,
});

const SECRETS = `/api/v1/namespaces/${NAMESPACE}/secrets`;

/** Requests by name, by selector and by path. */
export const requests: readonly Case[] = [
  get("a name that is allowed", `${SECRETS}/one`),
  get("a name that is not allowed", `${SECRETS}/two`),
  get("a list", SECRETS),
  get("a list of one name", `${SECRETS}?fieldSelector=metadata.name%3Done`),
  get("a list of one name, given twice", `${SECRETS}?fieldSelector=metadata.name%3D%3Done`),
  get(
    "a list of one name and more",
    `${SECRETS}?fieldSelector=metadata.namespace%3D${NAMESPACE},metadata.name%3Done`,
  ),
  get("a list of another name", `${SECRETS}?fieldSelector=metadata.name%3Dtwo`),
  get("a list of all but one name", `${SECRETS}?fieldSelector=metadata.name!%3Done`),
  get("a list with an invalid selector", `${SECRETS}?fieldSelector=metadata.name`),
  {
    name: "a deletion of one name of a collection",
    method: "DELETE",
    path: `${SECRETS}?fieldSelector=metadata.name%3Done`,
    user: "alice",
  },
  {
    name: "a create with a name that is allowed",
    method: "POST",
    path: SECRETS,
    user: "alice",
    body: { metadata: { name: "one" } },
  },
  get("the namespace in which a role is bound", `/api/v1/namespaces/${NAMESPACE}`),
  get("another namespace", "/api/v1/namespaces/default"),
  get("all namespaces", "/api/v1/namespaces"),
  get("the version", "/version", "bob"),
  get("the groups", "/apis", "bob"),
  get("one API version of a group", "/apis/apps/v1", "bob"),
  get("another path", "/metrics"),
];
