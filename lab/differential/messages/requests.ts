/**
 * Requests that fail or warn, one for each message that clients compare or search.
 *
 * @module
 */

import type { JsonRequest } from "../../client/send.ts";
import { createOf, getOf, mergeOf, patchOf, putOf, removeOf } from "../../requests/writes.ts";

/**
 * A request, sent after those before it. A body that is a string is sent as it is; the user `nobody`
 * has no credentials.
 */
export interface MessageRequest extends JsonRequest {
  readonly accept?: string;
}

/** The namespace in which the objects are created; it exists already. */
export const MESSAGES_NAMESPACE = "messages";

const core = `/api/v1/namespaces/${MESSAGES_NAMESPACE}`;
const SECRETS = `${core}/secrets`;
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${MESSAGES_NAMESPACE}/deployments`;
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ROLES = `${RBAC}/namespaces/${MESSAGES_NAMESPACE}/roles`;
const BINDINGS = `${RBAC}/namespaces/${MESSAGES_NAMESPACE}/rolebindings`;
const FLOW = "/apis/flowcontrol.apiserver.k8s.io/v1beta3";

const secret = (name: string, rest: Record<string, unknown> = {}) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name },
  ...rest,
});

const deployment = (name: string, spec: Record<string, unknown>) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec,
});

const pod = (container: Record<string, unknown> = {}) => ({
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "c", image: "nginx", ...container }] },
});

const spec = (rest: Record<string, unknown> = {}) => ({
  selector: { matchLabels: { app: "a" } },
  template: pod(),
  ...rest,
});

const OTHER_UID = "11111111-1111-4111-8111-111111111111";

/** The requests by title, in their order. */
export const REQUESTS: Readonly<Record<string, MessageRequest>> = {
  "create": createOf(SECRETS, secret("a", { data: { a: "MQ==" } })),
  "create again": createOf(SECRETS, secret("a")),
  "get of a missing object": getOf(`${SECRETS}/missing`),
  "update of a missing object": putOf(`${SECRETS}/missing`, secret("missing")),
  "patch of a missing object": mergeOf(`${SECRETS}/missing`, {}),
  "delete of a missing object": removeOf(`${SECRETS}/missing`),
  "update with a stale resourceVersion": putOf(`${SECRETS}/a`, {
    ...secret("a"),
    metadata: { name: "a", resourceVersion: "1" },
  }),
  "update with a resourceVersion that is no number": putOf(`${SECRETS}/a`, {
    ...secret("a"),
    metadata: { name: "a", resourceVersion: "x" },
  }),
  "update with another uid": putOf(`${SECRETS}/a`, {
    ...secret("a"),
    metadata: { name: "a", uid: OTHER_UID },
  }),
  "update with another name": putOf(`${SECRETS}/a`, secret("b")),
  "update in another namespace": putOf(`${SECRETS}/a`, {
    ...secret("a"),
    metadata: { name: "a", namespace: "default" },
  }),
  "create in another namespace": createOf(SECRETS, {
    ...secret("b"),
    metadata: { name: "b", namespace: "default" },
  }),
  "create in a missing namespace": createOf("/api/v1/namespaces/no-such/secrets", secret("b")),
  "create with a resourceVersion": createOf(SECRETS, {
    ...secret("b"),
    metadata: { name: "b", resourceVersion: "5" },
  }),
  "create of another kind": createOf(SECRETS, { ...secret("b"), kind: "ConfigMap" }),
  "create of another apiVersion": createOf(SECRETS, { ...secret("b"), apiVersion: "v2" }),
  "create without a name": createOf(SECRETS, { ...secret(""), metadata: {} }),
  "create with an invalid name": createOf(SECRETS, secret("A_b")),
  "create with an invalid label": createOf(SECRETS, {
    ...secret("b"),
    metadata: { name: "b", labels: { "a b": "c", d: "e f" } },
  }),
  "create with an invalid annotation": createOf(SECRETS, {
    ...secret("b"),
    metadata: { name: "b", annotations: { "a b": "c" } },
  }),
  "create with an invalid finalizer": createOf(SECRETS, {
    ...secret("b"),
    metadata: { name: "b", finalizers: ["a b"] },
  }),
  "create with an incomplete owner": createOf(SECRETS, {
    ...secret("b"),
    metadata: {
      name: "b",
      ownerReferences: [{ apiVersion: "v1", kind: "Secret", name: "", uid: "" }],
    },
  }),
  "create with an invalid key": createOf(SECRETS, secret("b", { data: { "a/b": "MQ==" } })),
  "create with data that is not base64": createOf(SECRETS, secret("b", { data: { a: "%" } })),
  "create of a TLS secret without its keys": createOf(
    SECRETS,
    secret("b", { type: "kubernetes.io/tls" }),
  ),
  "create with a field of a wrong type": createOf(SECRETS, secret("b", { type: 5 })),
  "create with metadata of a wrong type": createOf(SECRETS, {
    ...secret("b"),
    metadata: { name: "b", labels: [] },
  }),
  "create with broken JSON": createOf(SECRETS, '{"kind": "Secret"'),
  "create with a list": createOf(SECRETS, []),
  "create with an empty body": createOf(SECRETS, ""),
  "create with broken YAML": { ...createOf(SECRETS, "a: b: c"), contentType: "application/yaml" },
  "create as text": { ...createOf(SECRETS, "x"), contentType: "text/plain" },
  "create without kind": createOf(SECRETS, { apiVersion: "v1", metadata: { name: "k" } }),
  "create with unknown and duplicate fields": createOf(
    `${SECRETS}?dryRun=All`,
    '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"u","foo":1},"type":"a","type":"b","spec":{}}',
  ),
  "create with unknown and duplicate fields, strictly": createOf(
    `${SECRETS}?dryRun=All&fieldValidation=Strict`,
    '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"u","foo":1},"type":"a","type":"b","spec":{}}',
  ),
  "create of YAML with a duplicate key, strictly": {
    ...createOf(
      `${SECRETS}?dryRun=All&fieldValidation=Strict`,
      "apiVersion: v1\nkind: Secret\nmetadata: {name: u}\ntype: a\ntype: b\n",
    ),
    contentType: "application/yaml",
  },
  "create with an unknown fieldValidation": createOf(
    `${SECRETS}?fieldValidation=Loud`,
    secret("u"),
  ),
  "create with an unknown dryRun": createOf(`${SECRETS}?dryRun=Some`, secret("u")),
  "create with a manager's name too long": createOf(
    `${SECRETS}?fieldManager=${"m".repeat(129)}`,
    secret("u"),
  ),
  "change of an immutable type": mergeOf(`${SECRETS}/a`, { type: "other" }),
  "create an immutable secret": createOf(
    SECRETS,
    secret("fixed", { immutable: true, data: { a: "MQ==" } }),
  ),
  "change of immutable data": mergeOf(`${SECRETS}/fixed`, { data: { a: "Mg==" } }),
  "unset immutable": mergeOf(`${SECRETS}/fixed`, { immutable: false }),
  "patch of an unknown type": {
    method: "PATCH",
    path: `${SECRETS}/a`,
    contentType: "application/json",
    body: {},
  },
  "patch that is broken": mergeOf(`${SECRETS}/a`, "{"),
  "JSON patch that is no list": patchOf("json", `${SECRETS}/a`, {}),
  "JSON patch with an unknown operation": patchOf("json", `${SECRETS}/a`, [{
    op: "x",
    path: "/data",
  }]),
  "JSON patch with a test that fails": patchOf("json", `${SECRETS}/a`, [{
    op: "test",
    path: "/type",
    value: "x",
  }]),
  "JSON patch that removes a missing key": patchOf("json", `${SECRETS}/a`, [{
    op: "remove",
    path: "/data/none",
  }]),
  "merge patch with a stale resourceVersion": mergeOf(`${SECRETS}/a`, {
    metadata: { resourceVersion: "1" },
  }),
  "merge patch of the name": mergeOf(`${SECRETS}/a`, { metadata: { name: "b" } }),
  "apply": patchOf(
    "apply",
    `${SECRETS}/applied?fieldManager=one`,
    secret("applied", { data: { a: "MQ==", b: "MQ==" } }),
  ),
  "apply with one conflict": patchOf(
    "apply",
    `${SECRETS}/applied?fieldManager=two`,
    secret("applied", { data: { a: "Mg==" } }),
  ),
  "apply with two conflicts": patchOf(
    "apply",
    `${SECRETS}/applied?fieldManager=two`,
    secret("applied", { data: { a: "Mg==", b: "Mg==" } }),
  ),
  "apply without a manager": patchOf("apply", `${SECRETS}/applied`, secret("applied")),
  "apply with managedFields": patchOf("apply", `${SECRETS}/applied?fieldManager=one`, {
    ...secret("applied"),
    metadata: { name: "applied", managedFields: [{}] },
  }),
  "apply with broken YAML": patchOf("apply", `${SECRETS}/applied?fieldManager=one`, "a: b: c"),
  "apply with an unknown field, strictly": patchOf(
    "apply",
    `${SECRETS}/applied?fieldManager=one&fieldValidation=Strict`,
    secret("applied", { foo: 1 }),
  ),
  "apply without kind": patchOf("apply", `${SECRETS}/applied?fieldManager=one`, {
    metadata: { name: "applied" },
  }),
  "apply of another name": patchOf("apply", `${SECRETS}/applied?fieldManager=one`, secret("x")),
  "force in another patch": mergeOf(`${SECRETS}/a?force=true`, {}),
  "list with an invalid label selector": getOf(`${SECRETS}?labelSelector=a==b==c`),
  "list with an invalid field selector": getOf(`${SECRETS}?fieldSelector=metadata.name`),
  "list with an unknown field in the selector": getOf(`${SECRETS}?fieldSelector=spec.x=1`),
  "list with a negative limit": getOf(`${SECRETS}?limit=-1`),
  "list with a limit that is no number": getOf(`${SECRETS}?limit=x`),
  "list with an invalid continue token": getOf(`${SECRETS}?continue=x`),
  "list with an invalid resourceVersion": getOf(`${SECRETS}?resourceVersion=x`),
  "list with a match and no resourceVersion": getOf(`${SECRETS}?resourceVersionMatch=Exact`),
  "list with an unknown match": getOf(`${SECRETS}?resourceVersionMatch=Newest&resourceVersion=1`),
  "list with match Exact at 0": getOf(`${SECRETS}?resourceVersionMatch=Exact&resourceVersion=0`),
  "list not older than the future": getOf(
    `${SECRETS}?resourceVersionMatch=NotOlderThan&resourceVersion=999999999`,
  ),
  "list with continue and a resourceVersion": getOf(`${SECRETS}?continue=x&resourceVersion=5`),
  "watch with an invalid resourceVersion": getOf(`${SECRETS}?watch=true&resourceVersion=x`),
  "watch with a match": getOf(`${SECRETS}?watch=true&resourceVersionMatch=Exact`),
  "delete with another uid": removeOf(`${SECRETS}/a`, { preconditions: { uid: OTHER_UID } }),
  "delete with another resourceVersion": removeOf(`${SECRETS}/a`, {
    preconditions: { resourceVersion: "1" },
  }),
  "delete with an unknown propagation policy": removeOf(`${SECRETS}/a?propagationPolicy=Never`),
  "delete with an unknown dryRun": removeOf(`${SECRETS}/a?dryRun=Some`),
  "unknown resource": getOf(`${core}/none`),
  "unknown group": getOf("/apis/none.example/v1/things"),
  "unknown path": getOf("/none"),
  "update of a collection": putOf(SECRETS, secret("a")),
  "create at a name": createOf(`${SECRETS}/a`, secret("a")),
  "unknown subresource": getOf(`${SECRETS}/a/none`),
  "an answer that is not offered": { ...getOf(`${SECRETS}/a`), accept: "text/html" },
  "request without credentials": { ...getOf(SECRETS), user: "nobody" },
  "request with an unknown token": { ...getOf(SECRETS), user: "stranger" },
  "forbidden list": { ...getOf(SECRETS), user: "bob" },
  "forbidden list of all namespaces": { ...getOf("/api/v1/secrets"), user: "bob" },
  "forbidden get": { ...getOf(`${SECRETS}/a`), user: "bob" },
  "forbidden create": { ...createOf(DEPLOYMENTS, deployment("d", spec())), user: "bob" },
  "forbidden status": { ...getOf(`${DEPLOYMENTS}/d/status`), user: "bob" },
  "forbidden path": { ...getOf("/metrics"), user: "bob" },
  "forbidden impersonation": {
    ...getOf(SECRETS),
    user: "bob",
    headers: { "impersonate-user": "alice" },
  },
  "impersonation of a group without a user": {
    ...getOf(SECRETS),
    headers: { "impersonate-group": "g" },
  },
  "deployment without selector": createOf(DEPLOYMENTS, deployment("d", { template: pod() })),
  "deployment with another selector": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ selector: { matchLabels: { app: "b" } } })),
  ),
  "deployment without containers": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ template: { metadata: { labels: { app: "a" } }, spec: {} } })),
  ),
  "deployment with negative replicas": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ replicas: -1 })),
  ),
  "deployment with replicas of a wrong type": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ replicas: "two" })),
  ),
  "deployment with an unknown strategy": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ strategy: { type: "None" } })),
  ),
  "deployment with an unknown pull policy": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ template: pod({ imagePullPolicy: "Often" }) })),
  ),
  "deployment with an invalid port": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ template: pod({ ports: [{ containerPort: 70000 }] }) })),
  ),
  "deployment with an invalid quantity": createOf(
    DEPLOYMENTS,
    deployment("d", spec({ template: pod({ resources: { limits: { cpu: "x" } } }) })),
  ),
  "deployment with unknown fields": createOf(
    `${DEPLOYMENTS}?dryRun=All`,
    deployment("d", spec({ foo: 1, template: { ...pod(), bar: 1 } })),
  ),
  "create a deployment": createOf(DEPLOYMENTS, deployment("d", spec())),
  "change of a selector": mergeOf(`${DEPLOYMENTS}/d`, {
    spec: {
      selector: { matchLabels: { app: "b" } },
      template: { metadata: { labels: { app: "b" } } },
    },
  }),
  "role without verbs": createOf(ROLES, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    metadata: { name: "r" },
    rules: [{ apiGroups: [""], resources: ["secrets"], verbs: [] }],
  }),
  "binding without a role": createOf(BINDINGS, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "b" },
    subjects: [],
  }),
  "binding with an unknown subject": createOf(BINDINGS, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "b" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    subjects: [{ kind: "Robot", name: "x" }],
  }),
  "create a binding": createOf(BINDINGS, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "b" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
  }),
  "change of a role reference": mergeOf(`${BINDINGS}/b`, { roleRef: { name: "s" } }),
  "access review without attributes": createOf(
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: {} },
  ),
  "access review without a user": createOf("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { resourceAttributes: { verb: "get" } },
  }),
  "priority level without a type": createOf(`${FLOW}/prioritylevelconfigurations`, {
    apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3",
    kind: "PriorityLevelConfiguration",
    metadata: { name: "p" },
    spec: { type: "None" },
  }),
  "flow schema without a priority level": createOf(`${FLOW}/flowschemas`, {
    apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3",
    kind: "FlowSchema",
    metadata: { name: "f" },
    spec: { matchingPrecedence: 20000, priorityLevelConfiguration: { name: "" } },
  }),
  "deprecated API version": getOf("/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas?limit=1"),
  "deletion of a system namespace": removeOf("/api/v1/namespaces/default"),
};
