/**
 * Checks that decisions of reviews match requests and each other.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import { permits, permitsPath, textsOf } from "../../model/access/review_rules.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, objectPath, resourceType, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import type { Target } from "../../client/target.ts";
import {
  arbitraryAction,
  attributesOf,
  nameIn,
  type ReviewedAction,
  sendReviewAs,
  specOf,
  statusOf,
} from "./review_requests.ts";
import { withPermissionsOf } from "./unchanged_permissions.ts";
import { stopUnless, verify } from "../../verify.ts";

/** An action, and the index of the identity that performs it. */
interface IdentityAction {
  readonly action: ReviewedAction;
  readonly identity: number;
}

const arbitraryCase = () => fc.record({ action: arbitraryAction(), identity: fc.nat(9) });
/** Actions that have no effect if sent as dry runs or reads. */
const harmlessAction = (target: Target) =>
  fc.tuple(arbitraryAction(target), fc.constantFrom("get", "list", "delete", "patch"))
    .map(([{ resource }, verb]) => ({
      verb,
      resource,
      name: verb === "list" ? "" : "a",
    }));
const SELF = "selfsubjectaccessreviews";

/** Checks of decisions. */
export const DECISIONS: readonly Check[] = [
  property<IdentityAction>({
    id: "reviews/self-review-matches-request",
    title: "A request succeeds exactly if a SelfSubjectAccessReview allows it",
    requirements: ["reviews.self-review-matches-request", "reviews.self-always-allowed"],
    features: ["dry-run"],
    types: "any",
    arbitrary: (target) => fc.record({ action: harmlessAction(target), identity: fc.nat(9) }),
    run: asIdentity(async (scope, identity, action) => {
      const attributes = attributesOf(scope, action);
      const reviewed = await sendReviewAs(scope, SELF, specOf(SELF, attributes), { identity });
      const isDecided = verify("reviews.self-always-allowed", {
        holds: reviewed.status !== 401 && reviewed.status !== 403,
        expected: "a decision",
        actual: describeResponse(reviewed),
      });
      stopUnless(isDecided, "whether the decision matches the request");
      const { allowed } = statusOf(SELF, reviewed);
      const response = await tryRequest(scope, action, identity);
      if (response === undefined) {
        throw new Discard(`a ${action.verb} request could have an effect`);
      }
      scope.note(`${allowed ? "allowed" : "not allowed"} ${action.verb}`);
      verify("reviews.self-review-matches-request", {
        holds: (response.status === 403) === !allowed,
        expected: allowed ? "not 403" : "403, as the review does not allow it",
        actual: describeResponse(response),
      });
    }),
  }),
  property<IdentityAction>({
    id: "reviews/rules-match-decisions",
    title: "Actions permitted by listed rules are allowed, and no others if the list is complete",
    requirements: [
      "reviews.rules-status-filled",
      "reviews.rule-has-verbs",
      "reviews.resource-rules-correct",
      "reviews.rules-complete",
    ],
    arbitrary: arbitraryCase,
    run: asIdentity(async (scope, identity, action) => {
      const namespace = scope.namespaces[0];
      const resource = "selfsubjectrulesreviews";
      const status = statusOf(
        resource,
        await sendReviewAs(scope, resource, { namespace }, { identity }),
      );
      const rules = Array.isArray(status.resourceRules) ? status.resourceRules : [];
      const withoutVerbs = rules.find((rule) => textsOf(asObject(rule)?.verbs).length === 0);
      verify("reviews.rule-has-verbs", {
        holds: withoutVerbs === undefined,
        expected: "a rule with verbs",
        actual: JSON.stringify(withoutVerbs),
      });
      const attributes = attributesOf(scope, action);
      const { group } = attributes as { group: string };
      const listed = permits(rules, { ...action, group });
      const response = await sendReviewAs(scope, SELF, specOf(SELF, attributes), { identity });
      const { allowed } = statusOf(SELF, response);
      scope.note(listed ? "listed" : "not listed");
      verify("reviews.resource-rules-correct", {
        holds: !listed || allowed === true,
        expected: "allowed, as a listed rule permits it",
        actual: "not allowed",
      });
      // A rules review of a namespace does not cover cluster-scoped resources.
      const namespaced = resourceType(action.resource).namespaced;
      verify("reviews.rules-complete", {
        holds: listed || allowed !== true || status.incomplete !== false || !namespaced,
        expected: "not allowed, as no listed rule permits it",
        actual: "allowed",
      });
    }),
  }),
  example({
    id: "reviews/path-rules-complete",
    title: "Paths that a SelfSubjectAccessReview allows are listed, if the list is complete",
    requirements: ["reviews.rules-complete"],
    run: async (scope) => {
      const [{ name: identity }] = scope.target.identities;
      const resource = "selfsubjectrulesreviews";
      const namespace = scope.namespaces[0];
      const status = statusOf(
        resource,
        await sendReviewAs(scope, resource, { namespace }, { identity }),
      );
      const rules = Array.isArray(status.nonResourceRules) ? status.nonResourceRules : [];
      for (const path of ["/plumbline", "/plumbline/nowhere", "/livez", "/"]) {
        for (const verb of ["get", "plumb"]) {
          const spec = { nonResourceAttributes: { path, verb } };
          const { allowed } = statusOf(SELF, await sendReviewAs(scope, SELF, spec, { identity }));
          const listed = permitsPath(rules, { path, verb });
          scope.note(listed ? "listed" : "not listed");
          verify("reviews.rules-complete", {
            holds: listed || allowed !== true || status.incomplete !== false,
            expected: `not allowed, as no listed rule permits ${verb} of ${path}`,
            actual: "allowed",
          });
        }
      }
    },
  }),
  property<{ action: ReviewedAction; local: boolean }>({
    id: "reviews/superuser",
    title: "Members of `system:masters` are allowed every action",
    requirements: ["reviews.superuser-allowed"],
    arbitrary: () => fc.record({ action: arbitraryAction(), local: fc.boolean() }),
    run: async (scope, { action, local }) => {
      const subject = { user: "plumbline-nobody", groups: ["system:masters"] };
      const actual = await decide(scope, action, { local, subject });
      verify("reviews.superuser-allowed", {
        holds: actual === true,
        expected: "allowed: true",
        actual: `allowed: ${actual}`,
      });
    },
  }),
  property<{ verb: string; number: number; local: boolean }>({
    id: "reviews/unbound-user",
    title: "A user without bindings is not allowed to access secrets",
    requirements: ["reviews.unbound-user-not-allowed"],
    arbitrary: () =>
      fc.record({
        verb: arbitraryAction().map(({ verb }) => verb),
        number: fc.nat(9_999),
        local: fc.boolean(),
      }),
    run: async (scope, { verb, number, local }) => {
      const subject = { user: `plumbline-nobody-${scope.id}-${number}` };
      const action = { verb, resource: "secrets", name: "" };
      const actual = await decide(scope, action, { local, subject });
      verify("reviews.unbound-user-not-allowed", {
        holds: actual === false,
        expected: "allowed: false",
        actual: `allowed: ${actual}`,
      });
    },
  }),
  property<IdentityAction>({
    id: "reviews/self-review-ignores-subject",
    title: "A SelfSubjectAccessReview decides for the caller even if it names another user",
    requirements: ["reviews.self-review-ignores-subject"],
    arbitrary: arbitraryCase,
    run: asIdentity(async (scope, identity, action) => {
      const spec = specOf(SELF, attributesOf(scope, action));
      const withoutSubject = statusOf(SELF, await sendReviewAs(scope, SELF, spec, { identity }));
      const subject = { user: "system:admin", groups: ["system:masters"], group: "system:masters" };
      const response = await sendReviewAs(scope, SELF, { ...spec, ...subject }, { identity });
      if (response.status >= 400) {
        expectError("reviews.self-review-ignores-subject", response);
        return;
      }
      const named = statusOf(SELF, response);
      verify("reviews.self-review-ignores-subject", {
        holds: named.allowed === withoutSubject.allowed,
        expected: `allowed: ${withoutSubject.allowed}, as without a subject`,
        actual: `allowed: ${named.allowed}`,
      });
    }),
  }),
];

/** Runs steps as one of the identities, while no other check changes what it may do. */
function asIdentity(
  run: (scope: Scope, identity: string, action: ReviewedAction) => Promise<void>,
): (scope: Scope, input: IdentityAction) => Promise<void> {
  return (scope, { action, identity: index }) => {
    const { identities } = scope.target;
    const { name } = identities[index % identities.length]!;
    return withPermissionsOf(scope, name, () => run(scope, name, action));
  };
}

async function decide(
  scope: Scope,
  action: ReviewedAction,
  { local, subject }: { local: boolean; subject: Parameters<typeof specOf>[2] },
): Promise<unknown> {
  const resource = local ? "localsubjectaccessreviews" : "subjectaccessreviews";
  const spec = specOf(resource, attributesOf(scope, action), subject);
  return statusOf(resource, await sendReviewAs(scope, resource, spec)).allowed;
}

/** Sends a request for the action that has no effect; undefined if there is none. */
async function tryRequest(
  scope: Scope,
  action: ReviewedAction,
  identity: string,
): Promise<HttpResponse | undefined> {
  const type = typeNamed(scope.target, action.resource);
  const { dialect } = scope.target;
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const collection = collectionPath(type, dialect, namespace);
  const query = { labelSelector: scope.selector };
  if (action.verb === "list" && action.name === "") {
    return await scope.send({ method: "GET", path: collection, query, identity });
  }
  if (action.name === "") return undefined;
  const path = objectPath(type, dialect, { namespace, name: nameIn(scope, action.name) });
  switch (action.verb) {
    case "get":
      return await scope.send({ method: "GET", path, identity });
    // No object has this name; authorization precedes the lookup.
    case "delete":
      return await scope.send({ method: "DELETE", path, query: { dryRun: "All" }, identity });
    case "patch": {
      const headers = { "content-type": "application/merge-patch+json" };
      const dry = { dryRun: "All" };
      return await scope.send({ method: "PATCH", path, query: dry, headers, body: {}, identity });
    }
    default:
      return undefined;
  }
}
