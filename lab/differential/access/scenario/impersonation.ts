/**
 * Requests that impersonate other users, allowed and forbidden.
 *
 * @module
 */
import { type Case, post } from "./case.ts";

/** The path of SelfSubjectReview. */
export const IDENTITY = "/apis/authentication.k8s.io/v1alpha1/selfsubjectreviews";

const as = (name: string, headers: Record<string, string>, user = "admin"): Case =>
  post(name, IDENTITY, {}, { headers, user });

const withoutUser = {
  why: "real servers answer with an internal error",
  answer: () => ({ status: 400, reason: "BadRequest", causes: [] }),
};

/** The requests. */
export const impersonation: readonly Case[] = [
  as("a user", { "impersonate-user": "jane" }),
  as("a user in a group", { "impersonate-user": "jane", "impersonate-group": "a" }),
  as("a user with groups on the server", {
    "impersonate-user": "jane",
    "impersonate-group": "system:authenticated",
  }),
  as("a user unknown to the server", {
    "impersonate-user": "jane",
    "impersonate-group": "system:unauthenticated",
  }),
  as("nobody", { "impersonate-user": "system:anonymous" }),
  as("a service account", { "impersonate-user": "system:serviceaccount:default:robot" }),
  as("a service account with given groups", {
    "impersonate-user": "system:serviceaccount:default:robot",
    "impersonate-group": "a",
  }),
  as("a user whose name resembles that of a service account", {
    "impersonate-user": "system:serviceaccount:default:",
  }),
  as("a user with a uid and extras", {
    "impersonate-user": "jane",
    "impersonate-uid": "u1",
    "Impersonate-Extra-Scopes": "view",
    "Impersonate-Extra-acme.com%2FProject": "p%20q",
    "Impersonate-Extra-a%25": "b",
  }),
  as("an empty user", { "impersonate-user": "" }),
  { ...as("a group without a user", { "impersonate-group": "a" }), differs: withoutUser },
  { ...as("a uid without a user", { "impersonate-uid": "u1" }), differs: withoutUser },
  as("a user who is allowed", { "impersonate-user": "jane" }, "bob"),
  as("a user who is not allowed", { "impersonate-user": "joe" }, "bob"),
  as("oneself", { "impersonate-user": "bob" }, "bob"),
  as(
    "a group that is allowed",
    { "impersonate-user": "jane", "impersonate-group": "a" },
    "bob",
  ),
  as(
    "a group that is not allowed",
    { "impersonate-user": "jane", "impersonate-group": "b" },
    "bob",
  ),
  as(
    "a service account that is allowed",
    { "impersonate-user": "system:serviceaccount:default:robot" },
    "bob",
  ),
  as("a uid that is allowed", { "impersonate-user": "jane", "impersonate-uid": "u1" }, "bob"),
  as(
    "a uid that is not allowed",
    { "impersonate-user": "jane", "impersonate-uid": "u2" },
    "bob",
  ),
  as(
    "an extra that is allowed",
    { "impersonate-user": "jane", "impersonate-extra-scopes": "view" },
    "bob",
  ),
  as(
    "an extra that is not allowed",
    { "impersonate-user": "jane", "impersonate-extra-scopes": "edit" },
    "bob",
  ),
  as(
    "an extra of another key",
    { "impersonate-user": "jane", "impersonate-extra-other": "view" },
    "bob",
  ),
  {
    name: "permissions of the caller that the impersonated user does not have",
    method: "GET",
    path: "/api/v1/namespaces/default/secrets",
    headers: { "impersonate-user": "jane" },
  },
  {
    name: "permissions of the impersonated user that the caller does not have",
    method: "GET",
    path: "/api/v1/namespaces/default/secrets/none",
    headers: { "impersonate-user": "alice" },
  },
];
