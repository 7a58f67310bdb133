/**
 * Large URLs and headers, roles, reviews and custom resources.
 *
 * @module
 */
import { creates, creating, type Growing, grown, type Probe, type SizedRequest } from "./probe.ts";

const GROUP = "rbac.authorization.k8s.io";
const ROLES = `/apis/${GROUP}/v1/clusterroles`;
const BINDINGS = `/apis/${GROUP}/v1/clusterrolebindings`;
const SECRETS = "/api/v1/secrets";

const binding = (name: string, role: string, subjects: string) =>
  `{"metadata":{"name":"${name}"},"roleRef":{"apiGroup":"${GROUP}","kind":"ClusterRole",` +
  `"name":"${role}"},"subjects":[${subjects}]}`;
const user = (name: string) => `{"apiGroup":"${GROUP}","kind":"User","name":"${name}"}`;

/** Permits user `probe` to create roles and bindings, and nothing else. */
const ROLE_AUTHOR: readonly SizedRequest[] = [
  creating(
    ROLES,
    `{"metadata":{"name":"author"},"rules":[{"apiGroups":["*"],"resources":["clusterroles",` +
      `"clusterrolebindings"],"verbs":["create"]}]}`,
  ),
  creating(BINDINGS, binding("author", "author", user("probe"))),
];

const role = (name: string, rules: string, isAuthor = true): Probe => ({
  name: `ClusterRole: ${name}`,
  before: () => isAuthor ? ROLE_AUTHOR : [],
  request: (size) => ({
    ...creating(ROLES, `{"metadata":{"name":"probe"},"rules":[${grown(rules, size)}]}`),
    ...(isAuthor && { user: "probe" }),
  }),
});

/** The sizes of paths and headers. */
const SIZES = { from: 100, to: 100_000 };

const get = (name: string, path: string): Probe => ({
  name,
  request: (size) => ({ method: "GET", path: grown(path, size) }),
  ...SIZES,
});

const header = (name: string, headers: Readonly<Record<string, string>>): Probe => ({
  name: `header: ${name}`,
  request: (size) => ({
    method: "GET",
    path: SECRETS,
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, grown(value, size)]),
    ),
  }),
  ...SIZES,
});

const review = (spec: string) =>
  `{"spec":{"resourceAttributes":{"verb":"get","resource":"pods"},${spec}}}`;

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A definition whose objects have a `spec` of a schema. */
const definition = (spec: string) =>
  `{"metadata":{"name":"probes.acme.example"},"spec":{"group":"acme.example","scope":"Namespaced",` +
  `"names":{"plural":"probes","kind":"Probe"},"versions":[{"name":"v1","served":true,` +
  `"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":${spec}}}}}]}}`;

const custom = (
  name: string,
  schema: string,
  spec: Growing,
  sizes: Pick<Probe, "from" | "to"> = {},
): Probe => ({
  name: `custom resource: ${name}`,
  before: () => [creating(DEFINITIONS, definition(schema))],
  request: (size) =>
    creating(
      "/apis/acme.example/v1/namespaces/default/probes",
      `{"apiVersion":"acme.example/v1","kind":"Probe","metadata":{"name":"probe"},` +
        `"spec":${grown(spec, size)}}`,
    ),
  ...sizes,
});

const RESOURCES = `"verbs":[«"v@"»],"apiGroups":[«"g@"»],"resources":[«"r@"»]`;
const RULES = `«{"verbs":["get"],"apiGroups":[""],"resources":["r@"]}»`;

/** Requests with other large parts. */
export const REQUEST_PROBES: readonly Probe[] = [
  role("verbs, groups and resources", `{${RESOURCES}}`),
  role("names as well", `{${RESOURCES},"resourceNames":[«"n@"»]}`),
  role("rules", RULES),
  role("rules of an administrator", RULES, false),
  role("paths", `{"verbs":["get"],"nonResourceURLs":[«"/p@"»]}`),
  ...creates("ClusterRoleBinding", BINDINGS, {
    "subjects": binding("probe", "view", `«${user("u@")}»`),
  }),
  get("labelSelector: terms", `${SECRETS}?labelSelector=«k@»`),
  get("labelSelector: values", `${SECRETS}?labelSelector=a+in+(«v@»)`),
  get("labelSelector: white space", `${SECRETS}?labelSelector=a‹+›b`),
  get("labelSelector: parentheses", `${SECRETS}?labelSelector=‹(›`),
  get("labelSelector: a long key", `${SECRETS}?labelSelector=‹a-›`),
  get("fieldSelector: terms", `${SECRETS}?fieldSelector=«metadata.name!=a@»`),
  get("fieldSelector: backslashes", `${SECRETS}?fieldSelector=metadata.name=‹\\›`),
  get("query parameters", `${SECRETS}?a=1‹&p@=1›`),
  get("continue token", `${SECRETS}?continue=‹A›`),
  get("segments of a path", `/api/v1‹/a›`),
  get("escapes of a path", `/api/v1/namespaces/‹%61›/secrets`),
  get("resourceVersion", `${SECRETS}?resourceVersion=‹1›`),
  header("Accept", { accept: "«application/x@»" }),
  header("Accept parameters", { accept: "application/json‹;p@=1›" }),
  header("Authorization", { authorization: "Bearer ‹a›" }),
  header("Impersonate-Group", { "impersonate-user": "a", "impersonate-group": "«g@»" }),
  header("Impersonate-Extra", { "impersonate-user": "a", "impersonate-extra-a": "«v@»" }),
  header("Content-Type", { "content-type": "application/json‹;›" }),
  ...creates("SubjectAccessReview", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
    "groups": review(`"user":"a","groups":[«"g@"»]`),
    "extra": review(`"user":"a","extra":{«"k@":["v"]»}`),
  }),
  ...creates("CustomResourceDefinition", DEFINITIONS, {
    "properties": definition(`{"type":"object","properties":{«"p@":{"type":"string"}»}}`),
    "nesting": definition(`‹{"type":"object","properties":{"a":›{"type":"string"}‹}}›`),
    "rules": definition(
      `{"type":"object","x-kubernetes-validations":[«{"rule":"@ > 0"}»],` +
        `"properties":{"a":{"type":"string"}}}`,
    ),
  }),
  custom(
    "items of a set",
    `{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}`,
    `[«"s@"»]`,
  ),
  custom(
    "items of a map",
    `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],` +
      `"items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}`,
    `[«{"name":"n@"}»]`,
  ),
  custom("a pattern", `{"type":"string","pattern":"^[a-z]+$"}`, `"‹a›"`),
  custom(
    "a pattern that repeats a repetition",
    `{"type":"string","pattern":"^(a+)+$"}`,
    `"‹a›b"`,
    { from: 8, to: 64 },
  ),
  custom(
    "a rule over all pairs",
    `{"type":"array","items":{"type":"string"},"x-kubernetes-validations":[` +
      `{"rule":"self.all(a, self.exists_one(b, a == b))"}]}`,
    `[«"s@"»]`,
  ),
  custom(
    "unknown fields",
    `{"type":"object","x-kubernetes-preserve-unknown-fields":true}`,
    `{«"k@":{}»}`,
  ),
  custom("pruned fields", `{"type":"object"}`, `{«"k@":{}»}`),
];
