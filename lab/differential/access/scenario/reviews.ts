/**
 * Valid and invalid access reviews.
 *
 * @module
 */
import type { JsonObject } from "../../../../server/object.ts";
import { type Case, post } from "./case.ts";
import { IDENTITY } from "./impersonation.ts";
import { NAMESPACE } from "./policy.ts";

const REVIEWS = "/apis/authorization.k8s.io/v1";
const LOCAL_REVIEWS = `${REVIEWS}/namespaces/default/localsubjectaccessreviews`;
const secret = { verb: "get", resource: "secrets", namespace: "default" };
const path = { verb: "get", path: "/metrics" };
const access = (name: string, spec: object, rest?: Partial<Case>) =>
  post(name, `${REVIEWS}/subjectaccessreviews`, { spec }, rest);
const local = (name: string, spec: object, rest?: Partial<Case>) =>
  post(name, LOCAL_REVIEWS, { spec }, rest);
const own = (name: string, spec: object, rest?: Partial<Case>) =>
  post(name, `${REVIEWS}/selfsubjectaccessreviews`, { spec }, { user: "alice", ...rest });
const rules = (name: string, spec: object, rest?: Partial<Case>) =>
  post(name, `${REVIEWS}/selfsubjectrulesreviews`, { spec }, { user: "alice", ...rest });

/** The requests. */
export const reviews: readonly Case[] = [
  access("a review with an empty spec", {}),
  post("a review without a spec", `${REVIEWS}/subjectaccessreviews`, {}),
  access("a review with both kinds of attributes", {
    user: "alice",
    resourceAttributes: secret,
    nonResourceAttributes: path,
  }),
  access("a review without a user", { resourceAttributes: secret }),
  access("a review of groups without a user", {
    groups: ["developers"],
    resourceAttributes: secret,
  }),
  access("a review of a user", { user: "alice", resourceAttributes: secret }),
  access("a review with all fields", {
    user: "alice",
    uid: "1",
    groups: ["a"],
    extra: { scopes: ["view"] },
    resourceAttributes: {
      ...secret,
      name: "one",
      subresource: "status",
      group: "apps",
      version: "v1",
    },
  }),
  access("a user without groups is not authenticated", {
    user: "alice",
    nonResourceAttributes: path,
  }),
  access("a user is in the given groups", {
    user: "another-user",
    groups: ["system:authenticated"],
    nonResourceAttributes: { verb: "get", path: "/version" },
  }),
  access("a superuser may do everything", {
    user: "another-user",
    groups: ["system:masters"],
    resourceAttributes: {},
  }),
  access("a wildcard stands for everything", {
    user: "alice",
    resourceAttributes: { ...secret, verb: "*" },
  }),
  access("an unresolvable role", { user: "bob", resourceAttributes: secret }, {
    differs: {
      why: "the specification makes it an evaluation error; real servers put it into the reason",
      answer: () => ({ status: 201, content: { allowed: false, evaluationError: true } }),
    },
  }),
  access("a user with a namespace", { user: "carol", resourceAttributes: secret }, {
    differs: {
      why: "the specification makes it an evaluation error; real servers ignore the namespace",
      answer: () => ({ status: 201, content: { allowed: true, evaluationError: true } }),
    },
  }),
  post("a review with a name", `${REVIEWS}/subjectaccessreviews`, {
    metadata: { name: "a" },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  post("a review with labels", `${REVIEWS}/selfsubjectaccessreviews`, {
    metadata: { labels: { a: "b" } },
    spec: { resourceAttributes: secret },
  }),
  post("a review with managedFields", `${REVIEWS}/subjectaccessreviews`, {
    metadata: { managedFields: [{ manager: "a", operation: "Update", apiVersion: "v1" }] },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  post("a cluster-scoped review with a namespace", `${REVIEWS}/subjectaccessreviews`, {
    metadata: { namespace: "default" },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  post("a review with a status", `${REVIEWS}/subjectaccessreviews`, {
    spec: { user: "nobody", resourceAttributes: secret },
    status: { allowed: true },
  }),
  post("a review of another kind", `${REVIEWS}/subjectaccessreviews`, {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: secret },
  }),
  access("a review with a wrong type", { user: 1, resourceAttributes: secret }),
  post("a dry run of a review", `${REVIEWS}/subjectaccessreviews?dryRun=All`, {
    spec: { user: "alice", resourceAttributes: secret },
  }),
  post("a review with another dryRun", `${REVIEWS}/subjectaccessreviews?dryRun=Some`, {
    spec: { user: "alice", resourceAttributes: secret },
  }),
  access("a review that is not allowed", { user: "bob", resourceAttributes: secret }, {
    user: "bob",
  }),
  local("a local review", { user: "alice", resourceAttributes: secret }),
  local("a local review of another namespace", {
    user: "alice",
    resourceAttributes: { ...secret, namespace: NAMESPACE },
  }),
  local("a local review of no namespace", {
    user: "alice",
    resourceAttributes: { ...secret, namespace: "" },
  }, {
    differs: {
      why: "the specification defaults the namespace; real servers reject the review",
      answer: () => ({ status: 201, content: { allowed: true } }),
    },
  }),
  local("a local review of a path", { user: "alice", nonResourceAttributes: path }),
  local("a local review without a user", { resourceAttributes: secret }),
  post("a local review with a name", LOCAL_REVIEWS, {
    metadata: { name: "a" },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  post("a local review in no namespace", `${REVIEWS}/localsubjectaccessreviews`, { spec: {} }),
  post(
    "a local review in a namespace that does not exist",
    `${REVIEWS}/namespaces/none/localsubjectaccessreviews`,
    { spec: { user: "alice", resourceAttributes: { ...secret, namespace: "none" } } },
  ),
  own("the caller's access", { resourceAttributes: secret }),
  own("the caller's access to all namespaces", {
    resourceAttributes: { verb: "get", resource: "secrets" },
  }),
  own("the caller's access to a path", {
    nonResourceAttributes: { verb: "get", path: "/apis/apps/v1" },
  }),
  own("a binding in a namespace grants no path", { nonResourceAttributes: path }),
  own("the caller's access, with a user", { user: "admin", resourceAttributes: secret }),
  own("the caller's access, with an empty spec", {}),
  rules("the caller's rules without a namespace", {}),
  rules("the caller's rules", { namespace: "default" }, {
    differs: {
      why: "real servers list paths of a role bound in a namespace, although they forbid them",
      answer: ({ status, content }) => {
        const { nonResourceRules, ...rest } = content as JsonObject;
        const trusted = (nonResourceRules as JsonObject[]).slice(0, -1);
        return { status: status!, content: { ...rest, nonResourceRules: trusted } };
      },
    },
  }),
  rules("the caller's rules in a namespace without bindings", { namespace: "none" }, {
    user: "bob",
  }),
  post("the caller's identity", IDENTITY, {}, { user: "alice" }),
  post("the caller's identity, with a status in the request", IDENTITY, {
    metadata: { name: "a" },
    status: { userInfo: { username: "root" } },
  }, { user: "alice" }),
  { name: "a list of reviews", method: "GET", path: `${REVIEWS}/selfsubjectaccessreviews` },
  { name: "one review", method: "GET", path: `${REVIEWS}/selfsubjectaccessreviews/a` },
  { name: "a review's deletion", method: "DELETE", path: `${REVIEWS}/subjectaccessreviews/a` },
];
