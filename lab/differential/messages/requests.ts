/**
 * Requests that fail or warn, one for each message that clients compare or search.
 *
 * @module
 */

/** A request, sent after those before it. */
export interface MessageRequest {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** Content type of the body; JSON where absent. */
  readonly type?: string;
  readonly accept?: string;
  /** The name of the user; `admin` where absent, `nobody` for a request without credentials. */
  readonly user?: "alice" | "bob" | "stranger" | "nobody";
  /** The body as text or as a value that is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The namespace in which the objects are created; it exists already. */
export const NAMESPACE = "messages";

const core = `/api/v1/namespaces/${NAMESPACE}`;
const SECRETS = `${core}/secrets`;
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const ROLES = `${RBAC}/namespaces/${NAMESPACE}/roles`;
const BINDINGS = `${RBAC}/namespaces/${NAMESPACE}/rolebindings`;
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

const MERGE = "application/merge-patch+json";
const APPLY = "application/apply-patch+yaml";
const JSON_PATCH = "application/json-patch+json";
const OTHER_UID = "11111111-1111-4111-8111-111111111111";

/** The requests in their order. */
export const REQUESTS: readonly MessageRequest[] = [
  { title: "create", method: "POST", path: SECRETS, body: secret("a", { data: { a: "MQ==" } }) },
  { title: "create again", method: "POST", path: SECRETS, body: secret("a") },
  { title: "get of a missing object", method: "GET", path: `${SECRETS}/missing` },
  {
    title: "update of a missing object",
    method: "PUT",
    path: `${SECRETS}/missing`,
    body: secret("missing"),
  },
  {
    title: "patch of a missing object",
    method: "PATCH",
    path: `${SECRETS}/missing`,
    type: MERGE,
    body: {},
  },
  { title: "delete of a missing object", method: "DELETE", path: `${SECRETS}/missing` },
  {
    title: "update with a stale resourceVersion",
    method: "PUT",
    path: `${SECRETS}/a`,
    body: { ...secret("a"), metadata: { name: "a", resourceVersion: "1" } },
  },
  {
    title: "update with a resourceVersion that is no number",
    method: "PUT",
    path: `${SECRETS}/a`,
    body: { ...secret("a"), metadata: { name: "a", resourceVersion: "x" } },
  },
  {
    title: "update with another uid",
    method: "PUT",
    path: `${SECRETS}/a`,
    body: { ...secret("a"), metadata: { name: "a", uid: OTHER_UID } },
  },
  { title: "update with another name", method: "PUT", path: `${SECRETS}/a`, body: secret("b") },
  {
    title: "update in another namespace",
    method: "PUT",
    path: `${SECRETS}/a`,
    body: { ...secret("a"), metadata: { name: "a", namespace: "default" } },
  },
  {
    title: "create in another namespace",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), metadata: { name: "b", namespace: "default" } },
  },
  {
    title: "create in a missing namespace",
    method: "POST",
    path: "/api/v1/namespaces/no-such/secrets",
    body: secret("b"),
  },
  {
    title: "create with a resourceVersion",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), metadata: { name: "b", resourceVersion: "5" } },
  },
  {
    title: "create of another kind",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), kind: "ConfigMap" },
  },
  {
    title: "create of another apiVersion",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), apiVersion: "v2" },
  },
  {
    title: "create without a name",
    method: "POST",
    path: SECRETS,
    body: { ...secret(""), metadata: {} },
  },
  { title: "create with an invalid name", method: "POST", path: SECRETS, body: secret("A_b") },
  {
    title: "create with an invalid label",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), metadata: { name: "b", labels: { "a b": "c", d: "e f" } } },
  },
  {
    title: "create with an invalid annotation",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), metadata: { name: "b", annotations: { "a b": "c" } } },
  },
  {
    title: "create with an invalid finalizer",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), metadata: { name: "b", finalizers: ["a b"] } },
  },
  {
    title: "create with an incomplete owner",
    method: "POST",
    path: SECRETS,
    body: {
      ...secret("b"),
      metadata: {
        name: "b",
        ownerReferences: [{ apiVersion: "v1", kind: "Secret", name: "", uid: "" }],
      },
    },
  },
  {
    title: "create with an invalid key",
    method: "POST",
    path: SECRETS,
    body: secret("b", { data: { "a/b": "MQ==" } }),
  },
  {
    title: "create with data that is not base64",
    method: "POST",
    path: SECRETS,
    body: secret("b", { data: { a: "%" } }),
  },
  {
    title: "create of a TLS secret without its keys",
    method: "POST",
    path: SECRETS,
    body: secret("b", { type: "kubernetes.io/tls" }),
  },
  {
    title: "create with a field of a wrong type",
    method: "POST",
    path: SECRETS,
    body: secret("b", { type: 5 }),
  },
  {
    title: "create with metadata of a wrong type",
    method: "POST",
    path: SECRETS,
    body: { ...secret("b"), metadata: { name: "b", labels: [] } },
  },
  { title: "create with broken JSON", method: "POST", path: SECRETS, body: '{"kind": "Secret"' },
  { title: "create with a list", method: "POST", path: SECRETS, body: [] },
  { title: "create with an empty body", method: "POST", path: SECRETS, body: "" },
  {
    title: "create with broken YAML",
    method: "POST",
    path: SECRETS,
    type: "application/yaml",
    body: "a: b: c",
  },
  { title: "create as text", method: "POST", path: SECRETS, type: "text/plain", body: "x" },
  {
    title: "create without kind",
    method: "POST",
    path: SECRETS,
    body: { apiVersion: "v1", metadata: { name: "k" } },
  },
  {
    title: "create with unknown and duplicate fields",
    method: "POST",
    path: `${SECRETS}?dryRun=All`,
    body:
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"u","foo":1},"type":"a","type":"b","spec":{}}',
  },
  {
    title: "create with unknown and duplicate fields, strictly",
    method: "POST",
    path: `${SECRETS}?dryRun=All&fieldValidation=Strict`,
    body:
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"u","foo":1},"type":"a","type":"b","spec":{}}',
  },
  {
    title: "create of YAML with a duplicate key, strictly",
    method: "POST",
    path: `${SECRETS}?dryRun=All&fieldValidation=Strict`,
    type: "application/yaml",
    body: "apiVersion: v1\nkind: Secret\nmetadata: {name: u}\ntype: a\ntype: b\n",
  },
  {
    title: "create with an unknown fieldValidation",
    method: "POST",
    path: `${SECRETS}?fieldValidation=Loud`,
    body: secret("u"),
  },
  {
    title: "create with an unknown dryRun",
    method: "POST",
    path: `${SECRETS}?dryRun=Some`,
    body: secret("u"),
  },
  {
    title: "create with a manager's name too long",
    method: "POST",
    path: `${SECRETS}?fieldManager=${"m".repeat(129)}`,
    body: secret("u"),
  },
  {
    title: "change of an immutable type",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: MERGE,
    body: { type: "other" },
  },
  {
    title: "create an immutable secret",
    method: "POST",
    path: SECRETS,
    body: secret("fixed", { immutable: true, data: { a: "MQ==" } }),
  },
  {
    title: "change of immutable data",
    method: "PATCH",
    path: `${SECRETS}/fixed`,
    type: MERGE,
    body: { data: { a: "Mg==" } },
  },
  {
    title: "unset immutable",
    method: "PATCH",
    path: `${SECRETS}/fixed`,
    type: MERGE,
    body: { immutable: false },
  },
  {
    title: "patch of an unknown type",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: "application/json",
    body: {},
  },
  { title: "patch that is broken", method: "PATCH", path: `${SECRETS}/a`, type: MERGE, body: "{" },
  {
    title: "JSON patch that is no list",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: JSON_PATCH,
    body: {},
  },
  {
    title: "JSON patch with an unknown operation",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: JSON_PATCH,
    body: [{ op: "x", path: "/data" }],
  },
  {
    title: "JSON patch with a test that fails",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: JSON_PATCH,
    body: [{ op: "test", path: "/type", value: "x" }],
  },
  {
    title: "JSON patch that removes a missing key",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: JSON_PATCH,
    body: [{ op: "remove", path: "/data/none" }],
  },
  {
    title: "merge patch with a stale resourceVersion",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: MERGE,
    body: { metadata: { resourceVersion: "1" } },
  },
  {
    title: "merge patch of the name",
    method: "PATCH",
    path: `${SECRETS}/a`,
    type: MERGE,
    body: { metadata: { name: "b" } },
  },
  {
    title: "apply",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=one`,
    type: APPLY,
    body: secret("applied", { data: { a: "MQ==", b: "MQ==" } }),
  },
  {
    title: "apply with one conflict",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=two`,
    type: APPLY,
    body: secret("applied", { data: { a: "Mg==" } }),
  },
  {
    title: "apply with two conflicts",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=two`,
    type: APPLY,
    body: secret("applied", { data: { a: "Mg==", b: "Mg==" } }),
  },
  {
    title: "apply without a manager",
    method: "PATCH",
    path: `${SECRETS}/applied`,
    type: APPLY,
    body: secret("applied"),
  },
  {
    title: "apply with managedFields",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=one`,
    type: APPLY,
    body: { ...secret("applied"), metadata: { name: "applied", managedFields: [{}] } },
  },
  {
    title: "apply with broken YAML",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=one`,
    type: APPLY,
    body: "a: b: c",
  },
  {
    title: "apply with an unknown field, strictly",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=one&fieldValidation=Strict`,
    type: APPLY,
    body: secret("applied", { foo: 1 }),
  },
  {
    title: "apply without kind",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=one`,
    type: APPLY,
    body: { metadata: { name: "applied" } },
  },
  {
    title: "apply of another name",
    method: "PATCH",
    path: `${SECRETS}/applied?fieldManager=one`,
    type: APPLY,
    body: secret("x"),
  },
  {
    title: "force in another patch",
    method: "PATCH",
    path: `${SECRETS}/a?force=true`,
    type: MERGE,
    body: {},
  },
  {
    title: "list with an invalid label selector",
    method: "GET",
    path: `${SECRETS}?labelSelector=a==b==c`,
  },
  {
    title: "list with an invalid field selector",
    method: "GET",
    path: `${SECRETS}?fieldSelector=metadata.name`,
  },
  {
    title: "list with an unknown field in the selector",
    method: "GET",
    path: `${SECRETS}?fieldSelector=spec.x=1`,
  },
  { title: "list with a negative limit", method: "GET", path: `${SECRETS}?limit=-1` },
  { title: "list with a limit that is no number", method: "GET", path: `${SECRETS}?limit=x` },
  { title: "list with an invalid continue token", method: "GET", path: `${SECRETS}?continue=x` },
  {
    title: "list with an invalid resourceVersion",
    method: "GET",
    path: `${SECRETS}?resourceVersion=x`,
  },
  {
    title: "list with a match and no resourceVersion",
    method: "GET",
    path: `${SECRETS}?resourceVersionMatch=Exact`,
  },
  {
    title: "list with an unknown match",
    method: "GET",
    path: `${SECRETS}?resourceVersionMatch=Newest&resourceVersion=1`,
  },
  {
    title: "list with match Exact at 0",
    method: "GET",
    path: `${SECRETS}?resourceVersionMatch=Exact&resourceVersion=0`,
  },
  {
    title: "list not older than the future",
    method: "GET",
    path: `${SECRETS}?resourceVersionMatch=NotOlderThan&resourceVersion=999999999`,
  },
  {
    title: "list with continue and a resourceVersion",
    method: "GET",
    path: `${SECRETS}?continue=x&resourceVersion=5`,
  },
  {
    title: "watch with an invalid resourceVersion",
    method: "GET",
    path: `${SECRETS}?watch=true&resourceVersion=x`,
  },
  {
    title: "watch with a match",
    method: "GET",
    path: `${SECRETS}?watch=true&resourceVersionMatch=Exact`,
  },
  {
    title: "delete with another uid",
    method: "DELETE",
    path: `${SECRETS}/a`,
    body: { preconditions: { uid: OTHER_UID } },
  },
  {
    title: "delete with another resourceVersion",
    method: "DELETE",
    path: `${SECRETS}/a`,
    body: { preconditions: { resourceVersion: "1" } },
  },
  {
    title: "delete with an unknown propagation policy",
    method: "DELETE",
    path: `${SECRETS}/a?propagationPolicy=Never`,
  },
  { title: "delete with an unknown dryRun", method: "DELETE", path: `${SECRETS}/a?dryRun=Some` },
  { title: "unknown resource", method: "GET", path: `${core}/none` },
  { title: "unknown group", method: "GET", path: "/apis/none.example/v1/things" },
  { title: "unknown path", method: "GET", path: "/none" },
  { title: "update of a collection", method: "PUT", path: SECRETS, body: secret("a") },
  { title: "create at a name", method: "POST", path: `${SECRETS}/a`, body: secret("a") },
  { title: "unknown subresource", method: "GET", path: `${SECRETS}/a/none` },
  {
    title: "an answer that is not offered",
    method: "GET",
    path: `${SECRETS}/a`,
    accept: "text/html",
  },
  { title: "request without credentials", method: "GET", path: SECRETS, user: "nobody" },
  { title: "request with an unknown token", method: "GET", path: SECRETS, user: "stranger" },
  { title: "forbidden list", method: "GET", path: SECRETS, user: "bob" },
  {
    title: "forbidden list of all namespaces",
    method: "GET",
    path: "/api/v1/secrets",
    user: "bob",
  },
  { title: "forbidden get", method: "GET", path: `${SECRETS}/a`, user: "bob" },
  {
    title: "forbidden create",
    method: "POST",
    path: DEPLOYMENTS,
    user: "bob",
    body: deployment("d", spec()),
  },
  { title: "forbidden status", method: "GET", path: `${DEPLOYMENTS}/d/status`, user: "bob" },
  { title: "forbidden path", method: "GET", path: "/metrics", user: "bob" },
  {
    title: "forbidden impersonation",
    method: "GET",
    path: SECRETS,
    user: "bob",
    headers: { "impersonate-user": "alice" },
  },
  {
    title: "impersonation of a group without a user",
    method: "GET",
    path: SECRETS,
    headers: { "impersonate-group": "g" },
  },
  {
    title: "deployment without selector",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", { template: pod() }),
  },
  {
    title: "deployment with another selector",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ selector: { matchLabels: { app: "b" } } })),
  },
  {
    title: "deployment without containers",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ template: { metadata: { labels: { app: "a" } }, spec: {} } })),
  },
  {
    title: "deployment with negative replicas",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ replicas: -1 })),
  },
  {
    title: "deployment with replicas of a wrong type",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ replicas: "two" })),
  },
  {
    title: "deployment with an unknown strategy",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ strategy: { type: "None" } })),
  },
  {
    title: "deployment with an unknown pull policy",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ template: pod({ imagePullPolicy: "Often" }) })),
  },
  {
    title: "deployment with an invalid port",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ template: pod({ ports: [{ containerPort: 70000 }] }) })),
  },
  {
    title: "deployment with an invalid quantity",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec({ template: pod({ resources: { limits: { cpu: "x" } } }) })),
  },
  {
    title: "deployment with unknown fields",
    method: "POST",
    path: `${DEPLOYMENTS}?dryRun=All`,
    body: deployment("d", spec({ foo: 1, template: { ...pod(), bar: 1 } })),
  },
  {
    title: "create a deployment",
    method: "POST",
    path: DEPLOYMENTS,
    body: deployment("d", spec()),
  },
  {
    title: "change of a selector",
    method: "PATCH",
    path: `${DEPLOYMENTS}/d`,
    type: MERGE,
    body: {
      spec: {
        selector: { matchLabels: { app: "b" } },
        template: { metadata: { labels: { app: "b" } } },
      },
    },
  },
  {
    title: "role without verbs",
    method: "POST",
    path: ROLES,
    body: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "r" },
      rules: [{ apiGroups: [""], resources: ["secrets"], verbs: [] }],
    },
  },
  {
    title: "binding without a role",
    method: "POST",
    path: BINDINGS,
    body: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "b" },
      subjects: [],
    },
  },
  {
    title: "binding with an unknown subject",
    method: "POST",
    path: BINDINGS,
    body: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "b" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
      subjects: [{ kind: "Robot", name: "x" }],
    },
  },
  {
    title: "create a binding",
    method: "POST",
    path: BINDINGS,
    body: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "b" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    },
  },
  {
    title: "change of a role reference",
    method: "PATCH",
    path: `${BINDINGS}/b`,
    type: MERGE,
    body: { roleRef: { name: "s" } },
  },
  {
    title: "access review without attributes",
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body: { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec: {} },
  },
  {
    title: "access review without a user",
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { resourceAttributes: { verb: "get" } },
    },
  },
  {
    title: "priority level without a type",
    method: "POST",
    path: `${FLOW}/prioritylevelconfigurations`,
    body: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3",
      kind: "PriorityLevelConfiguration",
      metadata: { name: "p" },
      spec: { type: "None" },
    },
  },
  {
    title: "flow schema without a priority level",
    method: "POST",
    path: `${FLOW}/flowschemas`,
    body: {
      apiVersion: "flowcontrol.apiserver.k8s.io/v1beta3",
      kind: "FlowSchema",
      metadata: { name: "f" },
      spec: { matchingPrecedence: 20000, priorityLevelConfiguration: { name: "" } },
    },
  },
  {
    title: "deprecated API version",
    method: "GET",
    path: "/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas?limit=1",
  },
  { title: "deletion of a system namespace", method: "DELETE", path: "/api/v1/namespaces/default" },
];
