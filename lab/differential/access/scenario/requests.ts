/**
 * Requests that are allowed to some users and forbidden to others.
 *
 * @module
 */
import { getOf } from "../../../requests/writes.ts";
import type { AccessCase, Cases } from "./case.ts";
import { SCENARIO_NAMESPACE } from "./policy.ts";

const get = (path: string, user = "alice"): AccessCase => ({ ...getOf(path), user });

const SECRETS = `/api/v1/namespaces/${SCENARIO_NAMESPACE}/secrets`;

/** Requests by name, by selector and by path. */
export const requests: Cases = {
  "a name that is allowed": get(`${SECRETS}/one`),
  "a name that is not allowed": get(`${SECRETS}/two`),
  "a list": get(SECRETS),
  "a list of one name": get(`${SECRETS}?fieldSelector=metadata.name%3Done`),
  "a list of one name, given twice": get(`${SECRETS}?fieldSelector=metadata.name%3D%3Done`),
  "a list of one name and more": get(
    `${SECRETS}?fieldSelector=metadata.namespace%3D${SCENARIO_NAMESPACE},metadata.name%3Done`,
  ),
  "a list of another name": get(`${SECRETS}?fieldSelector=metadata.name%3Dtwo`),
  "a list of all but one name": get(`${SECRETS}?fieldSelector=metadata.name!%3Done`),
  "a list with an invalid selector": get(`${SECRETS}?fieldSelector=metadata.name`),
  "a deletion of one name of a collection": {
    method: "DELETE",
    path: `${SECRETS}?fieldSelector=metadata.name%3Done`,
    user: "alice",
  },
  "a create with a name that is allowed": {
    method: "POST",
    path: SECRETS,
    user: "alice",
    body: { metadata: { name: "one" } },
  },
  "the namespace in which a role is bound": get(`/api/v1/namespaces/${SCENARIO_NAMESPACE}`),
  "another namespace": get("/api/v1/namespaces/default"),
  "all namespaces": get("/api/v1/namespaces"),
  "the version": get("/version", "bob"),
  "the groups": get("/apis", "bob"),
  "one API version of a group": get("/apis/apps/v1", "bob"),
  "another path": get("/metrics"),
};
