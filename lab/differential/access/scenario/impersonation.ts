/**
 * Requests that impersonate other users, allowed and forbidden.
 *
 * @module
 */
import { type AccessCase, type Cases, post } from "./case.ts";

/** The path of SelfSubjectReview. */
export const IDENTITY = "/apis/authentication.k8s.io/v1alpha1/selfsubjectreviews";

const as = (headers: Record<string, string>, user = "admin"): AccessCase =>
  post(IDENTITY, {}, { headers, user });

const withoutUser = {
  why: "real servers answer with an internal error",
  answer: () => ({ status: 400, reason: "BadRequest", causes: [] }),
};

/** The requests. */
export const impersonation: Cases = {
  "a user": as({ "impersonate-user": "jane" }),
  "a user in a group": as({ "impersonate-user": "jane", "impersonate-group": "a" }),
  "a user with groups on the server": as({
    "impersonate-user": "jane",
    "impersonate-group": "system:authenticated",
  }),
  "a user unknown to the server": as({
    "impersonate-user": "jane",
    "impersonate-group": "system:unauthenticated",
  }),
  "nobody": as({ "impersonate-user": "system:anonymous" }),
  "a service account": as({ "impersonate-user": "system:serviceaccount:default:robot" }),
  "a service account with given groups": as({
    "impersonate-user": "system:serviceaccount:default:robot",
    "impersonate-group": "a",
  }),
  "a user whose name resembles that of a service account": as({
    "impersonate-user": "system:serviceaccount:default:",
  }),
  "a user with a uid and extras": as({
    "impersonate-user": "jane",
    "impersonate-uid": "u1",
    "Impersonate-Extra-Scopes": "view",
    "Impersonate-Extra-acme.com%2FProject": "p%20q",
    "Impersonate-Extra-a%25": "b",
  }),
  "an empty user": as({ "impersonate-user": "" }),
  "a group without a user": { ...as({ "impersonate-group": "a" }), differs: withoutUser },
  "a uid without a user": { ...as({ "impersonate-uid": "u1" }), differs: withoutUser },
  "a user who is allowed": as({ "impersonate-user": "jane" }, "bob"),
  "a user who is not allowed": as({ "impersonate-user": "joe" }, "bob"),
  "oneself": as({ "impersonate-user": "bob" }, "bob"),
  "a group that is allowed": as({ "impersonate-user": "jane", "impersonate-group": "a" }, "bob"),
  "a group that is not allowed": as(
    { "impersonate-user": "jane", "impersonate-group": "b" },
    "bob",
  ),
  "a service account that is allowed": as({
    "impersonate-user": "system:serviceaccount:default:robot",
  }, "bob"),
  "a uid that is allowed": as({ "impersonate-user": "jane", "impersonate-uid": "u1" }, "bob"),
  "a uid that is not allowed": as({ "impersonate-user": "jane", "impersonate-uid": "u2" }, "bob"),
  "an extra that is allowed": as(
    { "impersonate-user": "jane", "impersonate-extra-scopes": "view" },
    "bob",
  ),
  "an extra that is not allowed": as({
    "impersonate-user": "jane",
    "impersonate-extra-scopes": "edit",
  }, "bob"),
  "an extra of another key": as(
    { "impersonate-user": "jane", "impersonate-extra-other": "view" },
    "bob",
  ),
  "permissions of the caller that the impersonated user does not have": {
    method: "GET",
    path: "/api/v1/namespaces/default/secrets",
    headers: { "impersonate-user": "jane" },
  },
  "permissions of the impersonated user that the caller does not have": {
    method: "GET",
    path: "/api/v1/namespaces/default/secrets/none",
    headers: { "impersonate-user": "alice" },
  },
};
