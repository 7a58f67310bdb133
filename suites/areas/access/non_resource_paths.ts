/**
 * Checks of rules with `nonResourceURLs`.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import { allows, grantsOf, misses } from "../../model/access/grants.ts";
import type { Binding, PathRequest, Policy } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, sendReview, tryRequest } from "../../session/access/attempts.ts";
import { granting, grantingEverywhere } from "../../session/access/small_policies.ts";
import { testMember, type TestUser, testUser } from "../../session/access/policy_users.ts";
import { putBinding, putPolicy, putRole } from "../../session/access/policy_objects.ts";
import { asObject } from "../../model/object.ts";
import { permitsPath, textsOf } from "../../model/access/review_rules.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { recordViolation, verify } from "../../verify.ts";

interface Case {
  readonly verbs: readonly string[];
  /** Paths below one of the scope; `*` alone for all paths. */
  readonly urls: readonly string[];
  readonly inNamespace: boolean;
  /** True if the subject is a group of the user. */
  readonly byGroup: boolean;
  readonly requests: readonly {
    readonly verb: string;
    readonly path: string;
    /** Reviewed by the user. */
    readonly self: boolean;
  }[];
}

/** A rule for one path. */
interface VerbAndUrl {
  readonly verb: string;
  readonly url: string;
}

/** Checks of rules for paths. */
export const NON_RESOURCE_PATHS: readonly Check[] = [
  property<Case>({
    id: "access/paths",
    share: 0.7,
    title: "Rules for paths permit the listed paths, through ClusterRoleBindings only",
    requirements: [
      "access.path-named",
      "access.path-prefix",
      "access.wildcard-path",
      "access.only-paths-listed",
      "access.only-path-verbs-listed",
      "access.paths-through-cluster-bindings-only",
      "access.rules-review-lists-granted",
      "access.rules-review-lists-only-granted",
      "reviews.path-rule-has-verbs",
      "reviews.path-rule-wildcard-last",
    ],
    version: 6,
    needs: ["another identity or impersonation"],
    arbitrary: () =>
      fc.record({
        // Neither does `get` permit `head`, nor the other way round.
        verbs: fc.oneof(
          fc.subarray(["get", "post"], { minLength: 1 }),
          fc.constant(["head"]),
          fc.constant(["*"]),
        ),
        urls: fc.oneof(
          fc.subarray(["/one", "/two/*"], { minLength: 1 }),
          fc.subarray(["/one/*", "/two"], { minLength: 1 }),
          fc.constant(["/one", "/two"]),
          fc.constant(["/one/*/b"]),
          fc.constant(["/*"]),
          fc.constant(["*"]),
        ),
        inNamespace: fc.nat(4).map((number) => number === 0),
        byGroup: fc.boolean(),
        requests: fc.array(
          fc.record({
            // A review may ask for all verbs.
            verb: fc.constantFrom("get", "get", "post", "delete", "head", "put", "*"),
            self: fc.boolean(),
            path: fc.constantFrom(
              "/one",
              "/one/a",
              "/one/a/b",
              "/oneself",
              "-old",
              "/ONE",
              "/on",
              "/two",
              "/two/a",
            ),
          }),
          { minLength: 3, maxLength: 6, size: "max" },
        ),
      }),
    run: async (scope, { verbs, urls, inNamespace, byGroup, requests }) => {
      const user = await (byGroup ? testMember : testUser)(scope, "walker");
      const { actor } = user;
      const root = `/${scope.name("path")}`;
      const nonResourceURLs = urls.map((url) => url === "*" ? url : root + url);
      const everywhere = grantingEverywhere(scope, [{ verbs, nonResourceURLs }], [user.subject]);
      const policy = inNamespace ? boundInNamespace(scope, everywhere) : everywhere;
      await putPolicy(scope, policy);
      const grants = grantsOf(policy);
      for (const { self, ...each } of requests) {
        const request: PathRequest = { ...each, path: root + each.path };
        const shouldAllow = allows(grants, actor, request);
        scope.note(shouldAllow ? "allowed" : "forbidden");
        const review = await awaitDecision(
          scope,
          shouldAllow,
          () => sendReview(scope, self ? "self" : "subject", actor, request),
        );
        const missed = shouldAllow ? [] : misses(grants[0]!, actor, request);
        const requirement = shouldAllow ? requirementOfUrls(urls) : requirementOfMismatch(missed);
        const expected = `${request.verb} ${request.path} ${shouldAllow ? "allowed" : "forbidden"}`;
        verify(requirement, {
          holds: review.allowed === shouldAllow,
          expected,
          actual: review.description,
        });
        // The path is not served, so that a forbidden request may also return 404.
        if (!shouldAllow || ["head", "*"].includes(request.verb)) continue;
        const response = await awaitDecision(
          scope,
          true,
          () => tryRequest(scope, request, user.sender),
        );
        verify(requirement, {
          holds: response.allowed === true,
          expected,
          actual: response.description,
        });
      }
      // access/unlisted-paths covers rules bound in a namespace. A review cannot list a `*` elsewhere.
      if (inNamespace || urls.some((url) => /\*./.test(url))) return;
      const decided = requests.map(({ verb, path }) => {
        const request = { verb, path: root + path };
        return { request, granted: allows(grants, actor, request) };
      });
      await expectListed(scope, user, decided);
    },
  }),
  property<VerbAndUrl>({
    id: "access/unlisted-paths",
    title: "A SelfSubjectRulesReview lists no path that a RoleBinding cannot grant",
    requirements: ["access.rules-review-lists-no-bound-paths"],
    needs: ["another identity or impersonation"],
    ...enumerated(() =>
      combinations<VerbAndUrl>({ verb: ["get", "post", "*"], url: ["/one", "/one/*"] }, 0)
    ),
    run: async (scope, { verb, url }) => {
      const user = await testUser(scope, "walker");
      const root = `/${scope.name("path")}`;
      const rules = [
        { verbs: [verb], nonResourceURLs: [root + url] },
        // A rule for resources shows that the binding has taken effect.
        { verbs: ["get"], apiGroups: ["plumbline.invalid"], resources: ["seen"] },
      ];
      const everywhere = grantingEverywhere(scope, rules, [user.subject]);
      await putPolicy(scope, boundInNamespace(scope, everywhere));
      const listed = await awaitDecision(scope, true, async () => {
        const { resourceRules, nonResourceRules } = await rulesOf(scope, user);
        const description = JSON.stringify(nonResourceRules ?? null);
        return { allowed: JSON.stringify(resourceRules ?? null).includes('"seen"'), description };
      });
      if (!listed.allowed) throw new Discard("the binding has no effect");
      verify("access.rules-review-lists-no-bound-paths", {
        holds: !listed.description.includes(root),
        expected: `no rule for ${url}`,
        actual: listed.description,
      });
    },
  }),
  property<{ readonly url: string; readonly path: string }>({
    id: "access/star-within-a-path",
    title: "A `*` within `nonResourceURLs` is rejected or matches no other path",
    requirements: ["access.star-within-a-path"],
    ...enumerated(() => [
      { url: "/*/b", path: "/a/b" },
      { url: "/a/*/c", path: "/a/b/c" },
      { url: "/a/*/c", path: "/a/b/d" },
      { url: "/*/b/*", path: "/a/b/c" },
      { url: "/**/b", path: "/a/b" },
      { url: "/a*/b", path: "/ax/b" },
    ]),
    run: (scope, { url, path }) => expectLiteral(scope, url, path),
  }),
  property<VerbAndUrl>({
    id: "access/paths-in-roles",
    title: "A rule with `nonResourceURLs` in a Role is rejected or grants nothing",
    requirements: ["access.paths-in-roles-grant-nothing"],
    ...enumerated(() =>
      combinations<VerbAndUrl>({ verb: ["get", "post", "*"], url: ["/one", "/*", "*"] }, 0)
    ),
    run: async (scope, { verb, url }) => {
      const { actor, subject } = await testUser(scope, "walker");
      const root = `/${scope.name("path")}`;
      const rule = { verbs: [verb], nonResourceURLs: [url === "*" ? url : root + url] };
      const policy = granting(scope, [rule], [subject]);
      const { status } = await putRole(scope, policy.roles[0]!);
      if (status >= 400) return scope.note("rejected");
      const bound = await putBinding(scope, policy.bindings[0]);
      if (bound.status >= 300) throw new Discard(`the role could not be bound: ${bound.status}`);
      const request = { verb: verb === "*" ? "get" : verb, path: `${root}/one` };
      scope.note("accepted");
      const review = await sendReview(scope, "subject", actor, request);
      verify("access.paths-in-roles-grant-nothing", {
        holds: review.allowed === false,
        expected: "not allowed by a Role",
        actual: review.description,
      });
    },
  }),
];

/** Checks that a rule for a path with a star is rejected, or does not match another path. */
async function expectLiteral(
  scope: Scope,
  url: string,
  path: string,
): Promise<void> {
  const user = { user: `plumbline:${scope.id}:walker`, groups: [] };
  const root = `/${scope.name("path")}`;
  const rules = [{ verbs: ["get"], nonResourceURLs: [root + url, `${root}/seen`] }];
  const policy = grantingEverywhere(scope, rules, [{ kind: "User", name: user.user }]);
  const role = await putRole(scope, policy.roles[0]!);
  if (role.status === 403) throw new Discard("the current identity may not create the role");
  if (role.status >= 400) return scope.note("rejected");
  const bound = await putBinding(scope, policy.bindings[0]);
  if (bound.status >= 300) throw new Discard(`the role could not be bound: ${bound.status}`);
  // Another path of the rule shows that the binding has taken effect.
  const review = (path: string) =>
    sendReview(scope, "subject", user, { verb: "get", path: root + path });
  const seen = await awaitDecision(scope, true, () => review("/seen"));
  if (!seen.allowed) throw new Discard("the binding has no effect");
  scope.note("accepted");
  const { allowed, description } = await review(path);
  verify("access.star-within-a-path", {
    holds: allowed === false,
    expected: `${path} not allowed by a rule for ${url}`,
    actual: description,
  });
}

/** Returns the status of a rules review sent as a user. */
async function rulesOf(scope: Scope, { sender }: TestUser): Promise<JsonObject> {
  const apiVersion = `authorization.${scope.target.dialect.suffix}/v1`;
  const [namespace] = scope.namespaces;
  const { json, status } = await scope.send({
    method: "POST",
    path: `/apis/${apiVersion}/selfsubjectrulesreviews`,
    body: { apiVersion, kind: "SelfSubjectRulesReview", spec: { namespace } },
    ...sender,
  });
  if (status === 403) throw new Discard("the user may not create rules reviews");
  return asObject(asObject(json)?.status) ?? {};
}

/** Checks that a rules review lists what is granted on paths, and no more. */
async function expectListed(
  scope: Scope,
  user: TestUser,
  requests: readonly { readonly request: PathRequest; readonly granted: boolean }[],
): Promise<void> {
  const listed = await awaitDecision(scope, true, async () => {
    const review = await rulesOf(scope, user);
    const rules: readonly Json[] = Array.isArray(review.nonResourceRules)
      ? review.nonResourceRules
      : [];
    const wrong = requests.find(({ request, granted }) =>
      permitsPath(rules, request) ? !granted : granted && review.incomplete === false
    );
    return { allowed: wrong === undefined, description: JSON.stringify(rules), wrong, rules };
  });
  for (const rule of listed.rules) {
    const { verbs, nonResourceURLs } = asObject(rule) ?? {};
    verify("reviews.path-rule-has-verbs", {
      holds: textsOf(verbs).length !== 0,
      expected: "a rule with verbs",
      actual: JSON.stringify(rule),
    });
    const misplaced = textsOf(nonResourceURLs)
      .find((url) => url.replace(/(^|\/)\*$/, "").includes("*"));
    verify("reviews.path-rule-wildcard-last", {
      holds: misplaced === undefined,
      expected: "* as the whole last segment",
      actual: misplaced,
    });
  }
  if (listed.wrong === undefined) return;
  const { granted, request } = listed.wrong;
  recordViolation(
    granted ? "access.rules-review-lists-granted" : "access.rules-review-lists-only-granted",
    {
      expected: `${granted ? "a" : "no"} rule for ${request.verb} ${request.path}`,
      actual: listed.description,
    },
  );
}

function boundInNamespace({ namespaces }: Scope, policy: Policy): Policy {
  const bindings = policy.bindings.map((binding): Binding => ({
    ...binding,
    namespace: namespaces[0],
  }));
  return { ...policy, bindings };
}

function requirementOfUrls(urls: readonly string[]): RequirementId {
  if (urls.includes("*")) return "access.wildcard-path";
  return urls.some((url) => url.endsWith("/*")) ? "access.path-prefix" : "access.path-named";
}

function requirementOfMismatch(missed: readonly string[]): RequirementId {
  if (missed.includes("namespace")) return "access.paths-through-cluster-bindings-only";
  return missed.includes("path") ? "access.only-paths-listed" : "access.only-path-verbs-listed";
}
