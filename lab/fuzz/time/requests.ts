/**
 * Large URLs and headers, roles, reviews and custom resources.
 *
 * @module
 */
import { joined, type Probe, type ProbeRequest } from "./probe.ts";

const ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
const BINDINGS = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
const SECRETS = "/api/v1/secrets";
const WORDS = (letter: string, size: number) => joined(size, (at) => `"${letter}${at}"`);

/** Permits user `probe` to create roles and bindings, and nothing else. */
const ROLE_AUTHOR: readonly ProbeRequest[] = [
  {
    method: "POST",
    path: ROLES,
    body: `{"metadata":{"name":"author"},"rules":[{"apiGroups":["*"],"resources":["clusterroles",` +
      `"clusterrolebindings"],"verbs":["create"]}]}`,
  },
  {
    method: "POST",
    path: BINDINGS,
    body: `{"metadata":{"name":"author"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",` +
      `"kind":"ClusterRole","name":"author"},"subjects":[{"apiGroup":"rbac.authorization.k8s.io",` +
      `"kind":"User","name":"probe"}]}`,
  },
];

const role = (name: string, rulesOf: (size: number) => string, isAuthor = true): Probe => ({
  name: `ClusterRole: ${name}`,
  before: () => isAuthor ? ROLE_AUTHOR : [],
  request: (size) => ({
    method: "POST",
    path: ROLES,
    body: `{"metadata":{"name":"probe"},"rules":[${rulesOf(size)}]}`,
    ...(isAuthor && { token: "probe-token" }),
  }),
});

const get = (name: string, pathOf: (size: number) => string, rest: Partial<Probe> = {}): Probe => ({
  name,
  request: (size) => ({ method: "GET", path: pathOf(size) }),
  from: 100,
  to: 100_000,
  ...rest,
});

const header = (name: string, headersOf: (size: number) => Record<string, string>): Probe => ({
  name: `header: ${name}`,
  request: (size) => ({ method: "GET", path: SECRETS, headers: headersOf(size) }),
  from: 100,
  to: 100_000,
});

const review = (name: string, specOf: (size: number) => string): Probe => ({
  name: `SubjectAccessReview: ${name}`,
  request: (size) => ({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    body: `{"spec":{"resourceAttributes":{"verb":"get","resource":"pods"},${specOf(size)}}}`,
  }),
});

const definition = (name: string, schemaOf: (size: number) => string): Probe => ({
  name: `CustomResourceDefinition: ${name}`,
  request: (size) => ({ method: "POST", path: DEFINITIONS, body: customResource(schemaOf(size)) }),
});

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const customResource = (schema: string) =>
  `{"metadata":{"name":"probes.acme.example"},"spec":{"group":"acme.example","scope":"Namespaced",` +
  `"names":{"plural":"probes","kind":"Probe"},"versions":[{"name":"v1","served":true,` +
  `"storage":true,"schema":{"openAPIV3Schema":${schema}}}]}}`;

const custom = (name: string, schema: string, bodyOf: (size: number) => string): Probe => ({
  name: `custom resource: ${name}`,
  before: () => [{ method: "POST", path: DEFINITIONS, body: customResource(schema) }],
  request: (size) => ({
    method: "POST",
    path: "/apis/acme.example/v1/namespaces/default/probes",
    body: `{"apiVersion":"acme.example/v1","kind":"Probe","metadata":{"name":"probe"},${
      bodyOf(size)
    }}`,
  }),
});

const properties = (spec: string) => `{"type":"object","properties":{"spec":${spec}}}`;

/** Requests with other large parts. */
export const REQUEST_PROBES: readonly Probe[] = [
  role(
    "verbs, groups and resources",
    (size) =>
      `{"verbs":[${WORDS("v", size)}],"apiGroups":[${WORDS("g", size)}],"resources":[${
        WORDS("r", size)
      }]}`,
  ),
  role(
    "names as well",
    (size) =>
      `{"verbs":[${WORDS("v", size)}],"apiGroups":[${WORDS("g", size)}],"resources":[${
        WORDS("r", size)
      }],"resourceNames":[${WORDS("n", size)}]}`,
  ),
  role(
    "rules",
    (size) => joined(size, (at) => `{"verbs":["get"],"apiGroups":[""],"resources":["r${at}"]}`),
  ),
  role(
    "rules of an administrator",
    (size) => joined(size, (at) => `{"verbs":["get"],"apiGroups":[""],"resources":["r${at}"]}`),
    false,
  ),
  role(
    "paths",
    (size) => `{"verbs":["get"],"nonResourceURLs":[${joined(size, (at) => `"/p${at}"`)}]}`,
  ),
  {
    name: "ClusterRoleBinding: subjects",
    request: (size) => ({
      method: "POST",
      path: BINDINGS,
      body: `{"metadata":{"name":"probe"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",` +
        `"kind":"ClusterRole","name":"view"},"subjects":[${
          joined(size, (at) =>
            `{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"u${at}"}`)
        }]}`,
    }),
  },
  get(
    "labelSelector: terms",
    (size) => `${SECRETS}?labelSelector=${joined(size, (at) => `k${at}`)}`,
  ),
  get(
    "labelSelector: values",
    (size) => `${SECRETS}?labelSelector=a+in+(${joined(size, (at) => `v${at}`)})`,
  ),
  get("labelSelector: white space", (size) => `${SECRETS}?labelSelector=a${"+".repeat(size)}b`),
  get("labelSelector: parentheses", (size) => `${SECRETS}?labelSelector=${"(".repeat(size)}`),
  get("labelSelector: a long key", (size) => `${SECRETS}?labelSelector=${"a-".repeat(size)}`),
  get(
    "fieldSelector: terms",
    (size) => `${SECRETS}?fieldSelector=${joined(size, (at) => `metadata.name!=a${at}`)}`,
  ),
  get(
    "fieldSelector: backslashes",
    (size) => `${SECRETS}?fieldSelector=metadata.name=${"\\".repeat(size)}`,
  ),
  get("query parameters", (size) => `${SECRETS}?${joined(size, (at) => `p${at}=1`, "&")}`),
  get("continue token", (size) => `${SECRETS}?continue=${"A".repeat(size)}`),
  get("segments of a path", (size) => `/api/v1${"/a".repeat(size)}`),
  get("escapes of a path", (size) => `/api/v1/namespaces/${"%61".repeat(size)}/secrets`),
  get("resourceVersion", (size) => `${SECRETS}?resourceVersion=${"1".repeat(size)}`),
  header("Accept", (size) => ({ accept: joined(size, (at) => `application/x${at}`) })),
  header("Accept parameters", (size) => ({
    accept: `application/json${joined(size, (at) => `;p${at}=1`, "")}`,
  })),
  header("Authorization", (size) => ({ authorization: `Bearer ${"a".repeat(size)}` })),
  header("Impersonate-Group", (size) => ({
    "impersonate-user": "a",
    "impersonate-group": joined(size, (at) => `g${at}`),
  })),
  header("Impersonate-Extra", (size) => ({
    "impersonate-user": "a",
    "impersonate-extra-a": joined(size, (at) => `v${at}`),
  })),
  header("Content-Type", (size) => ({ "content-type": `application/json${";".repeat(size)}` })),
  review("groups", (size) => `"user":"a","groups":[${WORDS("g", size)}]`),
  review("extra", (size) => `"user":"a","extra":{${joined(size, (at) => `"k${at}":["v"]`)}}`),
  definition(
    "properties",
    (size) =>
      properties(
        `{"type":"object","properties":{${joined(size, (at) => `"p${at}":{"type":"string"}`)}}}`,
      ),
  ),
  definition(
    "nesting",
    (size) =>
      properties(
        `${`{"type":"object","properties":{"a":`.repeat(size)}{"type":"string"}${
          "}}".repeat(size)
        }`,
      ),
  ),
  definition(
    "rules",
    (size) =>
      properties(
        `{"type":"object","x-kubernetes-validations":[${
          joined(size, (at) => `{"rule":"${at} > 0"}`)
        }],"properties":{"a":{"type":"string"}}}`,
      ),
  ),
  custom(
    "items of a set",
    properties(`{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}`),
    (size) => `"spec":[${WORDS("s", size)}]`,
  ),
  custom(
    "items of a map",
    properties(
      `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],` +
        `"items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}`,
    ),
    (size) => `"spec":[${joined(size, (at) => `{"name":"n${at}"}`)}]`,
  ),
  custom(
    "a pattern",
    properties(`{"type":"string","pattern":"^[a-z]+$"}`),
    (size) => `"spec":"${"a".repeat(size)}"`,
  ),
  {
    ...custom(
      "a pattern that repeats a repetition",
      properties(`{"type":"string","pattern":"^(a+)+$"}`),
      (size) => `"spec":"${"a".repeat(size)}b"`,
    ),
    from: 8,
    to: 64,
  },
  custom(
    "a rule over all pairs",
    properties(
      `{"type":"array","items":{"type":"string"},"x-kubernetes-validations":[` +
        `{"rule":"self.all(a, self.exists_one(b, a == b))"}]}`,
    ),
    (size) => `"spec":[${WORDS("s", size)}]`,
  ),
  custom(
    "unknown fields",
    properties(`{"type":"object","x-kubernetes-preserve-unknown-fields":true}`),
    (size) => `"spec":{${joined(size, (at) => `"k${at}":{}`)}}`,
  ),
  custom(
    "pruned fields",
    properties(`{"type":"object"}`),
    (size) => `"spec":{${joined(size, (at) => `"k${at}":{}`)}}`,
  ),
];
