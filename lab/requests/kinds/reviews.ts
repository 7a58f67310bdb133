/**
 * The review types that are compared: a create is answered and nothing is stored.
 *
 * @module
 */
import type { ResourceKind } from "./kind.ts";
import type { Json } from "@plumbline/server/api";

const RESOURCE: Json = { verb: "get", group: "apps", resource: "deployments" };
const NON_RESOURCE: Json = { verb: "get", path: "/healthz" };

const ATTRIBUTES: ResourceKind["places"] = {
  "spec": [null, {}],
  "spec.resourceAttributes": [null, {}, RESOURCE],
  "spec.resourceAttributes.verb": ["list", "create", "*", "", null],
  "spec.resourceAttributes.group": ["apps", "", "*"],
  "spec.resourceAttributes.resource": ["deployments", "secrets", "*", ""],
  "spec.resourceAttributes.subresource": ["status", ""],
  "spec.resourceAttributes.name": ["a", ""],
  "spec.resourceAttributes.namespace": ["default", "other", ""],
  "spec.resourceAttributes.unknown": ["x"],
  "spec.nonResourceAttributes": [NON_RESOURCE, {}, null],
  "spec.nonResourceAttributes.path": ["/a/b", "/readyz", ""],
  "spec.unknown": ["x"],
  "status": [{ allowed: true }, { allowed: false }, null, {}],
};
const SUBJECT: ResourceKind["places"] = {
  "spec.user": ["bob", "admin", "nobody", "", null],
  "spec.groups": [["system:masters"], ["developers"], [], null],
  "spec.uid": ["u", ""],
  "spec.extra": [{ scope: ["a", "b"] }, {}, null],
};

const review = (
  kind: string,
  namespaced: boolean,
  body: ResourceKind["body"],
  places: ResourceKind["places"],
  apiVersion = "authorization.k8s.io/v1",
): ResourceKind => ({
  kind,
  apiVersion,
  resource: `${kind.toLowerCase()}s`,
  namespaced,
  body,
  places,
  isReview: true,
});

/** The reviews. */
export const REVIEW_TYPES: readonly ResourceKind[] = [
  review("SubjectAccessReview", false, {
    spec: { user: "bob", resourceAttributes: RESOURCE },
  }, { ...ATTRIBUTES, ...SUBJECT }),
  review("LocalSubjectAccessReview", true, {
    spec: { user: "bob", resourceAttributes: RESOURCE },
  }, { ...ATTRIBUTES, ...SUBJECT }),
  review("SelfSubjectAccessReview", false, {
    spec: { resourceAttributes: RESOURCE },
  }, { ...ATTRIBUTES, "spec.user": ["bob", ""] }),
  review("SelfSubjectRulesReview", false, { spec: { namespace: "default" } }, {
    "spec": [null, {}],
    "spec.namespace": ["default", "other", "", null, 1],
    "status": [{}, null],
  }),
  review(
    "SelfSubjectReview",
    false,
    {},
    { "status": [{}, null, { userInfo: { username: "x" } }], "spec": [{}] },
    "authentication.k8s.io/v1alpha1",
  ),
];
