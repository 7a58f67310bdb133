/**
 * The checks of access with corrupted requests and responses, as if the server had misread the
 * policy: each corruption must make its check fail with the requirement that it violates.
 */
import type { RequirementId } from "../catalogue.ts";
import type { Json } from "../client/http_client.ts";
import { testCorruption } from "./case.ts";
import type { Corruption } from "./client.ts";
import {
  asOneself,
  everywhere,
  instead,
  isProbe,
  isRealWrite,
  keepBindings,
  reading,
  withAttributes,
  withLateRole,
  withoutHeader,
  withoutReport,
  withPaths,
  withResources,
  withRules,
  withSpec,
  withSubjects,
  withUser,
} from "./policies.ts";

type JsonObject = { [key: string]: Json };

type Case = readonly [
  title: string,
  check: string,
  requirements: readonly RequirementId[],
  corruption: Corruption,
];

const CASES: readonly Case[] = [
  // What another rule lacks may be less than what the one without its names does.
  ["resource names are ignored", "access/policies", [
    "access.only-names-listed",
    "access.subresources-separate",
  ], { request: withRules(({ resourceNames: _names, ...rule }) => rule) }],
  ["API groups are ignored", "access/policies", [
    "access.only-groups-listed",
    "access.recreated-role-applies",
  ], {
    request: withRules((rule) => ({ ...rule, apiGroups: ["*"] })),
  }],
  ["verbs are ignored", "access/policies", ["access.only-verbs-listed"], {
    request: withRules((rule) => ({ ...rule, verbs: ["*"] })),
  }],
  ["resources are ignored", "access/policies", [
    "access.only-resources-listed",
    "access.only-groups-listed",
    "access.subresources-separate",
    "access.removed-binding-revokes",
  ], { request: withRules((rule) => ({ ...rule, resources: ["*"] })) }],
  [
    "subresources are authorized like their resources",
    "access/policies",
    [
      "access.subresources-separate",
      "access.subresource-granted",
      "access.self-review-agrees",
      "access.recreated-role-applies",
    ],
    { request: withRules((rule) => withResources(rule, (name) => name.split("/")[0]!)) },
  ],
  ["a star is one verb", "access/policies", [
    "access.wildcard-verb",
    "access.recreated-role-applies",
  ], {
    request: withRules((rule) => ({ ...rule, verbs: instead(rule.verbs, "*", "get") })),
  }],
  ["groups are users", "access/policies", ["access.group-bound", "access.only-those-bound"], {
    request: withSubjects((subject) =>
      subject.kind === "Group" ? { ...subject, kind: "User" } : subject
    ),
  }],
  ["accounts lose their namespace", "access/policies", ["access.service-account-bound"], {
    request: withSubjects((subject) =>
      subject.kind === "ServiceAccount" ? { ...subject, namespace: "nowhere" } : subject
    ),
  }],
  ["bindings of cluster roles reach everywhere", "access/policies", [
    "access.only-in-its-namespace",
    // Of two bindings that miss by a hair either may be named.
    "access.only-those-bound",
    // The response to a changed request is of another kind than the request asks for.
  ], { request: everywhere }],
  ["a binding that is gone still counts", "access/policies", [
    "access.removed-binding-revokes",
    // The binding also counts after a later change of another one.
    "access.changed-subjects-apply",
    "access.recreated-role-applies",
    "access.only-those-bound",
  ], {
    request: keepBindings,
  }],
  ["subject reviews allow everything", "access/policies", ["access.subject-review-agrees"], {
    body: (request, body) =>
      request.path.endsWith("/subjectaccessreviews") && !isProbe(request)
        ? { ...body, status: { allowed: true } }
        : body,
  }],
  ["local reviews allow nothing", "access/policies", ["access.local-review-agrees"], {
    body: (request, body) =>
      request.path.endsWith("/localsubjectaccessreviews")
        ? { ...body, status: { allowed: false } }
        : body,
  }],
  ["self reviews forget who is acted as", "access/policies", ["access.self-review-agrees"], {
    request: (request) =>
      request.path.endsWith("/selfsubjectaccessreviews") ? asOneself(request) : request,
  }],
  ["to list is to watch", "access/operations", ["access.verb-list", "access.verb-watch"], {
    request: withRules((rule) => ({
      ...rule,
      verbs: instead(rule.verbs, "list", "list", "watch"),
    })),
  }],
  ["to delete is to delete collections", "access/operations", [
    "access.verb-delete",
    "access.verb-deletecollection",
  ], {
    request: withRules((rule) => ({
      ...rule,
      verbs: instead(rule.verbs, "delete", "delete", "deletecollection"),
    })),
  }],
  ["to update is to create", "access/operations", [
    "access.put-that-creates-needs-create",
    "access.apply-that-creates-needs-create",
    "access.verb-create",
    "access.verb-update",
  ], {
    request: withRules((rule) => ({
      ...rule,
      verbs: instead(rule.verbs, "update", "update", "create"),
    })),
  }],
  ["to patch is to create", "access/operations", [
    "access.apply-that-creates-needs-create",
    "access.verb-create",
    "access.verb-patch",
  ], {
    request: withRules((rule) => ({
      ...rule,
      verbs: instead(rule.verbs, "patch", "patch", "create"),
    })),
  }],
  ["to create is to patch", "access/operations", [
    "access.apply-needs-patch",
    "access.verb-patch",
  ], {
    request: withRules((rule) => ({
      ...rule,
      verbs: instead(rule.verbs, "create", "create", "patch"),
    })),
  }],
  ["dry writes are for everybody", "access/operations", [
    "access.dry-run-authorized-alike",
  ], {
    request: (request) => request.query?.dryRun === "All" ? asOneself(request) : request,
  }],
  ["writes are refused too late", "access/operations", [
    "access.forbidden-changes-nothing",
  ], {
    request: (request) => isRealWrite(request) ? asOneself(request) : request,
    status: (request, status) => isRealWrite(request) ? 403 : status,
  }],
  ["rules are read once", "access/changed-rules", ["access.changed-rules-apply"], {
    request: (request) => request.method === "PATCH" ? reading(request) : request,
  }],
  ["missing roles are not reported", "access/unresolvable-role", [
    "access.unresolvable-role-reported",
  ], { body: withoutReport }],
  ["missing roles grant everything", "access/unresolvable-role", [
    "access.unresolvable-role-grants-nothing",
  ], {
    body: (request, body) =>
      request.path.endsWith("/subjectaccessreviews") && !isProbe(request)
        ? { ...body, status: { allowed: true } }
        : body,
  }],
  ["users with a namespace are not reported", "access/user-with-namespace", [
    "access.user-with-namespace-reported",
  ], { body: withoutReport }],
  [
    "a new role takes effect late, and users with a namespace are not reported",
    "access/user-with-namespace",
    [
      "access.user-with-namespace-reported",
    ],
    { body: withLateRole() },
  ],
  ["groups with a namespace are not reported", "access/group-with-namespace", [
    "access.group-with-namespace-reported",
  ], { body: withoutReport }],
  ["unknown subjects are passed over", "access/unknown-subject-kind", [
    "access.unknown-subject-reported",
  ], {
    request: withSubjects((subject) =>
      subject.kind === "Plumber" ? { ...subject, kind: "User" } : subject
    ),
    body: withoutReport,
  }],
  ["paths end at the star", "access/paths", ["access.path-prefix", "access.only-paths-listed"], {
    request: withRules((rule) => withPaths(rule, (path) => path.replace("/*", ""))),
  }],
  ["paths are all paths", "access/paths", ["access.only-paths-listed"], {
    request: withRules((rule) => withPaths(rule, () => "*")),
  }],
  ["methods are all methods", "access/paths", ["access.only-path-verbs-listed"], {
    request: withRules((rule) => ({ ...rule, verbs: ["*"] })),
  }],
  ["paths are granted in namespaces", "access/paths", [
    "access.paths-through-cluster-bindings-only",
  ], { request: everywhere }],
  ["all verbs are any verb", "access/review-wildcards", ["access.review-wildcard-verb"], {
    request: withAttributes((attributes) =>
      attributes.verb === "*" ? { ...attributes, verb: "get" } : attributes
    ),
  }],
  ["all namespaces are one", "access/review-wildcards", ["access.review-any-namespace"], {
    request: withAttributes((attributes, last) => ({
      ...attributes,
      namespace: attributes.namespace || last,
    })),
  }],
  ["reviews look at the resource alone", "access/review-wildcards", [
    "access.review-of-subresource",
    "access.review-any-version",
    "access.review-of-unserved-resources",
  ], { request: withAttributes((attributes) => ({ ...attributes, subresource: "" })) }],
  ["users are in a group of their own", "access/review-groups", [
    "access.review-of-groups",
    "access.review-without-groups",
  ], {
    request: withSpec((spec) => ({ ...spec, groups: [...spec.groups as Json[], `${spec.user}`] })),
  }],
  ["groups are not looked at", "access/review-groups", ["access.review-of-groups"], {
    request: withSpec((spec) => ({ ...spec, user: spec.user || "another-user", groups: [] })),
  }],
  ["what is forbidden is not there", "access/forbidden-status", ["access.forbidden-code"], {
    status: (_ask, status) => status === 403 ? 404 : status,
  }],
  ["acting as another is ignored", "access/impersonated-permissions", [
    "access.impersonation-replaces-permissions",
  ], {
    request: asOneself,
  }],
  ["groups of nobody are ignored", "access/group-without-user", [
    "access.impersonation-needs-user",
  ], {
    request: (request) =>
      request.headers?.["impersonate-user"] === undefined ? asOneself(request) : request,
  }],
  ["accounts are ordinary users", "access/implied-groups", ["access.service-account-groups"], {
    request: (request) =>
      `${request.headers?.["impersonate-user"]}`.startsWith("system:serviceaccount")
        ? { ...request, headers: { ...request.headers, "impersonate-user": "robot" } }
        : request,
  }],
  ["everybody may review everybody", "access/reviews-need-permission", [
    "access.review-of-others-needs-permission",
  ], {
    request: (request) =>
      request.path.endsWith("/subjectaccessreviews") ? asOneself(request) : request,
  }],
  ["what is lost is kept", "access/second-identity", [
    "access.removed-binding-revokes",
    // The binding also counts after a later change of another one.
    "access.changed-subjects-apply",
    "access.recreated-role-applies",
    "access.only-those-bound",
  ], {
    request: keepBindings,
  }],
  ["what is bound is not gained", "access/second-identity", [
    "access.binding-applies-to-identity",
  ], { request: withSubjects((subject) => ({ ...subject, name: "another-user" })) }],
  ["a permission to impersonate one user is one for all users", "access/impersonation", [
    "access.impersonation-of-user-needs-permission",
    "access.impersonation-of-group-needs-permission",
    "access.impersonation-of-extra-needs-permission",
  ], {
    request: withRules(({ resourceNames: _names, ...rule }) => ({
      ...rule,
      apiGroups: ["*"],
      resources: ["*"],
    })),
  }],
  ["uids are not looked at", "access/impersonation-of-uid", [
    "access.impersonation-of-uid-needs-permission",
  ], {
    request: (request) => ({ ...request, headers: withoutHeader(request, "impersonate-uid") }),
  }],
  ["roles may permit anything", "access/escalation", ["access.no-escalation"], {
    request: (request) =>
      request.method === "POST" && request.path.endsWith("/roles") ? asOneself(request) : request,
  }],
  ["roles may permit nothing", "access/escalation", [
    "access.role-within-own-permissions",
    "access.escalate-permits-escalation",
  ], {
    status: (request, status) =>
      request.query?.dryRun === "All" && request.path.endsWith("/roles") ? 403 : status,
  }],
  ["anything may be bound", "access/binding-escalation", ["access.no-escalation-by-binding"], {
    request: (request) => request.path.endsWith("/rolebindings") ? asOneself(request) : request,
  }],
  ["gathered rules stay", "access/aggregation", ["access.aggregation-follows-changes"], {
    request: (request) => request.method === "PATCH" ? reading(request) : request,
  }],
  ["nothing is gathered", "access/aggregation", ["access.aggregation-combines-rules"], {
    body: (request, body) =>
      request.method === "GET" && body.aggregationRule ? { ...body, rules: [] } : body,
  }],
  ["gathered rules can be written", "access/aggregation", [
    "access.aggregation-blocks-direct-writes",
  ], {
    body: (request, body) =>
      request.method === "GET" && JSON.stringify(body).includes("valves")
        ? { ...body, rules: [...body.rules as Json[], { resources: ["gutters"] }] }
        : body,
  }],
  ["the caller is another user", "access/own-identity", ["access.own-identity"], {
    body: (_ask, body) => withUser(body, { username: "another-user" }),
  }],
  ["extras are lost", "access/impersonated-identity", ["access.impersonated-extra"], {
    body: (_ask, body) => withUser(body, { extra: {} }),
  }],
  ["groups are the first one", "access/impersonated-identity", ["access.impersonated-groups"], {
    request: (request) => {
      const groups = request.headers?.["impersonate-group"];
      return groups === undefined
        ? request
        : { ...request, headers: { ...request.headers, "impersonate-group": groups[0]! } };
    },
  }],
  ["uids are names", "access/impersonated-identity", ["access.impersonated-uid"], {
    body: (_ask, body) => withUser(body, { uid: "uid" }),
  }],
  ["the caller stays", "access/impersonated-identity", ["access.impersonated-user"], {
    request: (request) =>
      request.path.endsWith("/selfsubjectreviews") ? asOneself(request) : request,
  }],
];

for (const [title, check, requirement, corruption] of CASES) {
  testCorruption({
    title,
    check,
    requirement,
    corruption: () => corruption,
    // The other parts of a generated rule are removed first, so that none of them is reported.
    options: {
      runs: 300,
      limits: { shrinkExecutions: 200, confirmations: 0, explainTime: 0, goesOn: false },
    },
  });
}
