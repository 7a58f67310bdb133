/**
 * Checks of rules with `nonResourceURLs`.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, property, Violation } from "../../check.ts";
import { allows, grantsOf, misses } from "../../model/access/grants.ts";
import type { Binding, PathRequest, Policy } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import {
  awaitDecision,
  impersonating,
  sendReview,
  tryRequest,
} from "../../session/access/attempts.ts";
import { grantingEverywhere, subjectOf, userIn } from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";

interface Case {
  readonly verbs: readonly string[];
  /** Paths below one of the scope; `*` alone for all paths. */
  readonly urls: readonly string[];
  readonly inNamespace: boolean;
  readonly requests: readonly { readonly verb: string; readonly path: string }[];
}

/** Checks of rules for paths. */
export const NON_RESOURCE_PATHS: readonly Check[] = [
  property<Case>({
    id: "access/paths",
    title: "Rules for paths permit the listed paths, through ClusterRoleBindings only",
    requirements: [
      "access.path-named",
      "access.path-prefix",
      "access.wildcard-path",
      "access.only-paths-listed",
      "access.only-path-verbs-listed",
      "access.paths-through-cluster-bindings-only",
    ],
    level: "must",
    needs: ["impersonation"],
    arbitrary: () =>
      fc.record({
        verbs: fc.oneof(fc.subarray(["get", "post"], { minLength: 1 }), fc.constant(["*"])),
        urls: fc.oneof(
          fc.subarray(["/one", "/two/*"], { minLength: 1 }),
          fc.subarray(["/one/*", "/two"], { minLength: 1 }),
          fc.constant(["/one", "/two"]),
          fc.constant(["*"]),
        ),
        inNamespace: fc.nat(4).map((number) => number === 0),
        requests: fc.array(
          fc.record({
            verb: fc.constantFrom("get", "get", "post", "delete"),
            path: fc.constantFrom("/one", "/one/a", "/one/a/b", "/oneself", "/two", "/two/a"),
          }),
          { minLength: 3, maxLength: 6, size: "max" },
        ),
      }),
    run: async (scope, { verbs, urls, inNamespace, requests }) => {
      const actor = userIn(scope, "walker");
      const root = `/${scope.name("path")}`;
      const nonResourceURLs = urls.map((url) => url === "*" ? url : root + url);
      const everywhere = grantingEverywhere(scope, [{ verbs, nonResourceURLs }], [
        subjectOf(actor),
      ]);
      const policy = inNamespace ? boundInNamespace(scope, everywhere) : everywhere;
      await putPolicy(scope, policy);
      const grants = grantsOf(policy);
      for (const each of requests) {
        const request: PathRequest = { ...each, path: root + each.path };
        const shouldAllow = allows(grants, actor, request);
        scope.note(shouldAllow ? "allowed" : "forbidden");
        const review = await awaitDecision(
          scope,
          shouldAllow,
          () => sendReview(scope, "subject", actor, request),
        );
        const missed = shouldAllow ? [] : misses(grants[0]!, actor, request);
        const requirement = shouldAllow ? requirementOfUrls(urls) : requirementOfMismatch(missed);
        const expected = `${request.verb} ${request.path} ${shouldAllow ? "allowed" : "forbidden"}`;
        if (review.allowed !== shouldAllow) {
          throw new Violation(requirement, { expected, actual: review.description });
        }
        // The path is not served, so that a forbidden request may also return 404.
        if (!shouldAllow) continue;
        const response = await awaitDecision(
          scope,
          true,
          () => tryRequest(scope, request, impersonating(actor)),
        );
        if (response.allowed) continue;
        throw new Violation(requirement, { expected, actual: response.description });
      }
    },
  }),
];

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
