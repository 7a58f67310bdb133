/**
 * Checks of requests for reviews and their responses.
 *
 * @module
 */
import fc from "fast-check";
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { awaitDecision } from "../../session/access/attempts.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { type Check, example, property } from "../../check.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { RBAC_TYPES, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import {
  ACCESS_REVIEWS,
  arbitraryAction,
  attributesOf,
  type ReviewedAction,
  sendReviewAs,
  specOf,
  statusOf,
} from "./review_requests.ts";
import { stopUnless, verify } from "../../verify.ts";

type AccessReview = typeof ACCESS_REVIEWS[number];

const ONE_ATTRIBUTE: Readonly<Record<AccessReview, RequirementId>> = {
  selfsubjectaccessreviews: "reviews.self-one-attribute",
  subjectaccessreviews: "reviews.subject-one-attribute",
  localsubjectaccessreviews: "reviews.local-one-attribute",
};

/** Namespaces of attributes that are not the one of the path. */
const OTHER_NAMESPACES = ["another", "longer", "shorter", "capitals", "all"] as const;

/** A subject with every field of one. */
const SUBJECT: JsonObject = {
  user: "plumbline-nobody",
  uid: "plumbline-uid",
  groups: ["plumbline-one", "plumbline-two"],
  extra: { "plumbline.invalid/one": ["a", "b"], "plumbline.invalid/two": ["c"] },
};

const PATH: JsonObject = { path: "/plumbline", verb: "get" };

/** Attributes of which a review takes none; an empty object is set, too. */
const ATTRIBUTES = {
  neither: (): JsonObject => ({}),
  both: (resourceAttributes: JsonObject): JsonObject => ({
    resourceAttributes,
    nonResourceAttributes: PATH,
  }),
  "an empty path": (resourceAttributes: JsonObject): JsonObject => ({
    resourceAttributes,
    nonResourceAttributes: {},
  }),
  "an empty resource": (): JsonObject => ({ resourceAttributes: {}, nonResourceAttributes: PATH }),
} as const;

const accessReview = () => fc.constantFrom(...ACCESS_REVIEWS);

/** Checks of requests and responses. */
export const REQUESTS_AND_RESPONSES: readonly Check[] = [
  property<{ resource: AccessReview; action: ReviewedAction }>({
    id: "reviews/same-kind-returned",
    title: "An access review returns its own kind with a decision",
    requirements: [
      "reviews.same-kind-returned",
      "reviews.status-filled",
      "reviews.never-allowed-and-denied",
    ],
    arbitrary: () => fc.record({ resource: accessReview(), action: arbitraryAction() }),
    run: async (scope, { resource, action }) => {
      const spec = specOf(resource, attributesOf(scope, action));
      statusOf(resource, await sendReviewAs(scope, resource, spec));
      scope.note(resource);
    },
  }),
  property<{ resource: AccessReview; action: ReviewedAction }>({
    id: "reviews/spec-kept",
    version: 2,
    title: "A review returns its `spec`, and the same decision each time",
    requirements: ["reviews.spec-kept", "reviews.deterministic"],
    arbitrary: () => fc.record({ resource: accessReview(), action: arbitraryAction() }),
    run: async (scope, { resource, action }) => {
      const spec = specOf(resource, attributesOf(scope, action), SUBJECT);
      const [one, two] = [
        await sendReviewAs(scope, resource, spec),
        await sendReviewAs(scope, resource, spec),
      ];
      const decisions = [one, two].map((response) => statusOf(resource, response).allowed);
      verify("reviews.deterministic", {
        holds: decisions[0] === decisions[1],
        expected: `allowed: ${decisions[0]}, twice`,
        actual: decisions.join(", then "),
      });
      const kept = asObject(asObject(one.json)?.spec) ?? {};
      const { resourceAttributes, ...subject } = spec;
      // An empty string may be omitted.
      const isKept = (sent: JsonObject, shown: JsonObject) =>
        Object.entries(sent).every(([field, value]) =>
          canonical(shown[field] ?? "") === canonical(value)
        );
      verify("reviews.spec-kept", {
        holds: isKept(subject, kept) &&
          isKept(asObject(resourceAttributes)!, asObject(kept.resourceAttributes) ?? {}),
        expected: JSON.stringify(spec),
        actual: JSON.stringify(kept),
      });
    },
  }),
  property<{ resource: AccessReview; sent: keyof typeof ATTRIBUTES }>({
    id: "reviews/one-attribute",
    version: 2,
    title: "A review with both kinds of attributes, or neither, is rejected",
    requirements: [
      "reviews.self-one-attribute",
      "reviews.subject-one-attribute",
      "reviews.local-one-attribute",
    ],
    ...enumerated(() =>
      combinations<{ resource: AccessReview; sent: keyof typeof ATTRIBUTES }>({
        resource: ACCESS_REVIEWS,
        sent: Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[],
      }, 0)
    ),
    run: async (scope, { resource, sent }) => {
      const action = { verb: "get", resource: "secrets", name: "" } as const;
      const { resourceAttributes, ...rest } = specOf(resource, attributesOf(scope, action));
      scope.note(sent);
      const spec = { ...rest, ...ATTRIBUTES[sent](resourceAttributes as JsonObject) };
      expectError(ONE_ATTRIBUTE[resource], await sendReviewAs(scope, resource, spec));
    },
  }),
  property<{ action: ReviewedAction; other: typeof OTHER_NAMESPACES[number] }>({
    id: "reviews/local-namespace-equal",
    version: 2,
    share: 0.4,
    title: "A LocalSubjectAccessReview of another namespace than its path is rejected",
    requirements: ["reviews.local-namespace-equal"],
    arbitrary: () =>
      fc.record({ action: arbitraryAction(), other: fc.constantFrom(...OTHER_NAMESPACES) }),
    run: async (scope, { action, other }) => {
      const [own] = scope.namespaces;
      const namespaces = {
        "another": "plumbline-another",
        "longer": `${own}x`,
        "shorter": own.slice(0, -1),
        "capitals": own.toUpperCase(),
        "all": "*",
      };
      const attributes = { ...attributesOf(scope, action), namespace: namespaces[other] };
      const resource = "localsubjectaccessreviews";
      const response = await sendReviewAs(scope, resource, specOf(resource, attributes));
      expectError("reviews.local-namespace-equal", response);
    },
  }),
  property<ReviewedAction>({
    id: "reviews/local-namespace-defaulted",
    types: RBAC_TYPES,
    share: 0.3,
    title: "The namespace of a LocalSubjectAccessReview defaults to that of its path",
    requirements: ["reviews.local-namespace-defaulted"],
    arbitrary: () => arbitraryAction(),
    run: async (scope, action) => {
      const attributes = { ...attributesOf(scope, action), namespace: "" };
      const resource = "localsubjectaccessreviews";
      const user = `plumbline-local-${scope.id}`;
      const send = () => sendReviewAs(scope, resource, specOf(resource, attributes, { user }));
      const response = await send();
      const isAnswered = verify("reviews.local-namespace-defaulted", {
        holds: [200, 201, 202].includes(response.status),
        expected: "200, 201 or 202",
        actual: describeResponse(response),
      });
      stopUnless(isAnswered, "the namespace that the review is about");
      statusOf(resource, response);
      // A grant in the namespace of the path shows which namespace the review is about.
      await grantInNamespace(scope, user, action);
      const { description, allowed } = await awaitDecision(scope, true, async () => {
        const status = statusOf(resource, await send());
        return { allowed: status.allowed === true, description: JSON.stringify(status) };
      });
      verify("reviews.local-namespace-defaulted", {
        holds: allowed,
        expected: "allowed, as a role in the namespace of the path grants it",
        actual: description,
      });
    },
  }),
  example({
    id: "reviews/subject-required",
    title: "A review without user and groups is rejected",
    requirements: ["reviews.subject-required"],
    run: async (scope) => {
      const action = { verb: "get", resource: "secrets", name: "" };
      for (const resource of ["subjectaccessreviews", "localsubjectaccessreviews"]) {
        const spec = specOf(resource, attributesOf(scope, action), {});
        expectError("reviews.subject-required", await sendReviewAs(scope, resource, spec));
      }
    },
  }),
  example({
    id: "reviews/rules-namespace-required",
    title: "A SelfSubjectRulesReview without `namespace` is rejected",
    requirements: ["reviews.rules-namespace-required"],
    run: async (scope) => {
      const response = await sendReviewAs(scope, "selfsubjectrulesreviews", {});
      expectError("reviews.rules-namespace-required", response);
    },
  }),
];

/** Grants an action to a user in the first namespace only. */
async function grantInNamespace(scope: Scope, user: string, action: ReviewedAction): Promise<void> {
  const { verb, resource } = action;
  const apiGroup = resourceType(resource).group(scope.target.dialect);
  const [namespace] = scope.namespaces;
  const name = scope.name("local");
  await putPolicy(scope, {
    roles: [{
      name,
      namespace,
      rules: [{ verbs: [verb], apiGroups: [apiGroup], resources: [resource] }],
    }],
    bindings: [{
      name,
      namespace,
      role: { kind: "Role", name },
      subjects: [{ kind: "User", name: user }],
    }],
  });
}
