/**
 * Valid and invalid access reviews.
 *
 * @module
 */
import type { JsonObject } from "@plumbline/server/api";
import { type AccessCase, type Cases, post } from "./case.ts";
import { IDENTITY } from "./impersonation.ts";
import { SCENARIO_NAMESPACE } from "./policy.ts";

const REVIEWS = "/apis/authorization.k8s.io/v1";
const LOCAL_REVIEWS = `${REVIEWS}/namespaces/default/localsubjectaccessreviews`;
const secret = { verb: "get", resource: "secrets", namespace: "default" };
const path = { verb: "get", path: "/metrics" };
const access = (spec: object, rest?: Partial<AccessCase>) =>
  post(`${REVIEWS}/subjectaccessreviews`, { spec }, rest);
const local = (spec: object, rest?: Partial<AccessCase>) => post(LOCAL_REVIEWS, { spec }, rest);
const own = (spec: object, rest?: Partial<AccessCase>) =>
  post(`${REVIEWS}/selfsubjectaccessreviews`, { spec }, { user: "alice", ...rest });
const rules = (spec: object, rest?: Partial<AccessCase>) =>
  post(`${REVIEWS}/selfsubjectrulesreviews`, { spec }, { user: "alice", ...rest });

/** The requests. */
export const reviews: Cases = {
  "a review with an empty spec": access({}),
  "a review without a spec": post(`${REVIEWS}/subjectaccessreviews`, {}),
  "a review with both kinds of attributes": access({
    user: "alice",
    resourceAttributes: secret,
    nonResourceAttributes: path,
  }),
  "a review without a user": access({ resourceAttributes: secret }),
  "a review of groups without a user": access({
    groups: ["developers"],
    resourceAttributes: secret,
  }),
  "a review of a user": access({ user: "alice", resourceAttributes: secret }),
  "a review with all fields": access({
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
  "a user without groups is not authenticated": access({
    user: "alice",
    nonResourceAttributes: path,
  }),
  "a user is in the given groups": access({
    user: "another-user",
    groups: ["system:authenticated"],
    nonResourceAttributes: { verb: "get", path: "/version" },
  }),
  "a superuser may do everything": access({
    user: "another-user",
    groups: ["system:masters"],
    resourceAttributes: {},
  }),
  "a wildcard stands for everything": access({
    user: "alice",
    resourceAttributes: { ...secret, verb: "*" },
  }),
  "an unresolvable role": access({ user: "bob", resourceAttributes: secret }, {
    differs: {
      why: "the specification makes it an evaluation error; real servers put it into the reason",
      answer: () => ({ status: 201, content: { allowed: false, evaluationError: true } }),
    },
  }),
  "a user with a namespace": access({ user: "carol", resourceAttributes: secret }, {
    differs: {
      why: "the specification makes it an evaluation error; real servers ignore the namespace",
      answer: () => ({ status: 201, content: { allowed: true, evaluationError: true } }),
    },
  }),
  "a review with a name": post(`${REVIEWS}/subjectaccessreviews`, {
    metadata: { name: "a" },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  "a review with labels": post(`${REVIEWS}/selfsubjectaccessreviews`, {
    metadata: { labels: { a: "b" } },
    spec: { resourceAttributes: secret },
  }),
  "a review with managedFields": post(`${REVIEWS}/subjectaccessreviews`, {
    metadata: { managedFields: [{ manager: "a", operation: "Update", apiVersion: "v1" }] },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  "a cluster-scoped review with a namespace": post(`${REVIEWS}/subjectaccessreviews`, {
    metadata: { namespace: "default" },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  "a review with a status": post(`${REVIEWS}/subjectaccessreviews`, {
    spec: { user: "nobody", resourceAttributes: secret },
    status: { allowed: true },
  }),
  "a review of another kind": post(`${REVIEWS}/subjectaccessreviews`, {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: secret },
  }),
  "a review with a wrong type": access({ user: 1, resourceAttributes: secret }),
  "a dry run of a review": post(`${REVIEWS}/subjectaccessreviews?dryRun=All`, {
    spec: { user: "alice", resourceAttributes: secret },
  }),
  "a review with another dryRun": post(`${REVIEWS}/subjectaccessreviews?dryRun=Some`, {
    spec: { user: "alice", resourceAttributes: secret },
  }),
  "a review that is not allowed": access({ user: "bob", resourceAttributes: secret }, {
    user: "bob",
  }),
  "a local review": local({ user: "alice", resourceAttributes: secret }),
  "a local review of another namespace": local({
    user: "alice",
    resourceAttributes: { ...secret, namespace: SCENARIO_NAMESPACE },
  }),
  "a local review of no namespace": local({
    user: "alice",
    resourceAttributes: { ...secret, namespace: "" },
  }, {
    differs: {
      why: "the specification defaults the namespace; real servers reject the review",
      answer: () => ({ status: 201, content: { allowed: true } }),
    },
  }),
  "a local review of a path": local({ user: "alice", nonResourceAttributes: path }),
  "a local review without a user": local({ resourceAttributes: secret }),
  "a local review with a name": post(LOCAL_REVIEWS, {
    metadata: { name: "a" },
    spec: { user: "alice", resourceAttributes: secret },
  }),
  "a local review in no namespace": post(`${REVIEWS}/localsubjectaccessreviews`, { spec: {} }),
  "a local review in a namespace that does not exist": post(
    `${REVIEWS}/namespaces/none/localsubjectaccessreviews`,
    { spec: { user: "alice", resourceAttributes: { ...secret, namespace: "none" } } },
  ),
  "the caller's access": own({ resourceAttributes: secret }),
  "the caller's access to all namespaces": own({
    resourceAttributes: { verb: "get", resource: "secrets" },
  }),
  "the caller's access to a path": own({
    nonResourceAttributes: { verb: "get", path: "/apis/apps/v1" },
  }),
  "a binding in a namespace grants no path": own({ nonResourceAttributes: path }),
  "the caller's access, with a user": own({ user: "admin", resourceAttributes: secret }),
  "the caller's access, with an empty spec": own({}),
  "the caller's rules without a namespace": rules({}),
  "the caller's rules": rules({ namespace: "default" }, {
    differs: {
      why: "real servers list paths of a role bound in a namespace, although they forbid them",
      answer: ({ status, content }) => {
        const { nonResourceRules, ...rest } = content as JsonObject;
        const trusted = (nonResourceRules as JsonObject[]).slice(0, -1);
        return { status: status!, content: { ...rest, nonResourceRules: trusted } };
      },
    },
  }),
  "the caller's rules in a namespace without bindings": rules({ namespace: "none" }, {
    user: "bob",
  }),
  "the caller's identity": post(IDENTITY, {}, { user: "alice" }),
  "the caller's identity, with a status in the request": post(IDENTITY, {
    metadata: { name: "a" },
    status: { userInfo: { username: "root" } },
  }, { user: "alice" }),
  "a list of reviews": { method: "GET", path: `${REVIEWS}/selfsubjectaccessreviews` },
  "one review": { method: "GET", path: `${REVIEWS}/selfsubjectaccessreviews/a` },
  "a review's deletion": { method: "DELETE", path: `${REVIEWS}/subjectaccessreviews/a` },
};
