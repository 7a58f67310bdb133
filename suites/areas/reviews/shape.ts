/**
 * How reviews are asked and answered.
 *
 * @module
 */
import fc from "fast-check";
import { settled } from "../../session/access/attempts.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { type Check, example, property, Violation } from "../../check.ts";
import { REVIEW_KINDS, reviewPath } from "../../session/operations.ts";
import { asObject } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import {
  ACCESS_REVIEWS,
  type Action,
  action,
  attributesOf,
  review,
  specOf,
  statusOf,
} from "./ask.ts";

type AccessReview = typeof ACCESS_REVIEWS[number];

const ONE_ATTRIBUTE: Readonly<Record<AccessReview, RequirementId>> = {
  selfsubjectaccessreviews: "reviews.self-one-attribute",
  subjectaccessreviews: "reviews.subject-one-attribute",
  localsubjectaccessreviews: "reviews.local-one-attribute",
};

const accessReview = () => fc.constantFrom(...ACCESS_REVIEWS);

/** Checks of shapes and field rules. */
export const SHAPES: readonly Check[] = [
  property<{ resource: AccessReview; about: Action }>({
    id: "reviews/answered-in-kind",
    title: "An access review is answered in kind, with a decision",
    requirements: [
      "reviews.answered-in-kind",
      "reviews.status-filled",
      "reviews.never-allowed-and-denied",
    ],
    level: "must",
    arbitrary: () => fc.record({ resource: accessReview(), about: action() }),
    run: async (scope, { resource, about }) => {
      const spec = specOf(resource, attributesOf(scope, about));
      statusOf(resource, await review(scope, resource, spec));
      scope.note(resource);
    },
  }),
  property<{ resource: AccessReview; about: Action }>({
    id: "reviews/spec-kept",
    title: "A review's answer bears its spec, and the same decision each time",
    requirements: ["reviews.spec-kept", "reviews.deterministic"],
    level: "convention",
    arbitrary: () => fc.record({ resource: accessReview(), about: action() }),
    run: async (scope, { resource, about }) => {
      const spec = specOf(resource, attributesOf(scope, about));
      const [one, two] = [await review(scope, resource, spec), await review(scope, resource, spec)];
      const decisions = [one, two].map((answer) => statusOf(resource, answer).allowed);
      if (decisions[0] !== decisions[1]) {
        const actual = decisions.join(", then ");
        throw new Violation("reviews.deterministic", { expected: `${decisions[0]} twice`, actual });
      }
      const kept = asObject(asObject(asObject(one.json)?.spec)?.resourceAttributes);
      const due = asObject(spec.resourceAttributes)!;
      // An empty text and none are the same.
      const lost = Object.keys(due).filter((field) => (kept?.[field] ?? "") !== due[field]);
      if (lost.length === 0) return;
      const actual = JSON.stringify(kept ?? null);
      throw new Violation("reviews.spec-kept", { expected: JSON.stringify(due), actual });
    },
  }),
  property<{ resource: AccessReview; about: Action; both: boolean }>({
    id: "reviews/one-attribute",
    title: "A review of both kinds of attributes, or neither, is refused",
    requirements: [
      "reviews.self-one-attribute",
      "reviews.subject-one-attribute",
      "reviews.local-one-attribute",
    ],
    level: "must",
    arbitrary: () => fc.record({ resource: accessReview(), about: action(), both: fc.boolean() }),
    run: async (scope, { resource, about, both }) => {
      const { resourceAttributes, ...rest } = specOf(resource, attributesOf(scope, about));
      const nonResourceAttributes = { path: "/plumbline", verb: "get" };
      const spec: JsonObject = both
        ? { ...rest, resourceAttributes: resourceAttributes!, nonResourceAttributes }
        : rest;
      scope.note(both ? "both" : "neither");
      expectRefusal(ONE_ATTRIBUTE[resource], await review(scope, resource, spec));
    },
  }),
  property<Action>({
    id: "reviews/local-namespace-equal",
    title: "A local review of another namespace is refused",
    requirements: ["reviews.local-namespace-equal"],
    level: "must",
    arbitrary: action,
    run: async (scope, about) => {
      const attributes = { ...attributesOf(scope, about), namespace: "plumbline-another" };
      const resource = "localsubjectaccessreviews";
      const answer = await review(scope, resource, specOf(resource, attributes));
      expectRefusal("reviews.local-namespace-equal", answer);
    },
  }),
  property<Action>({
    id: "reviews/local-namespace-defaulted",
    title: "A local review of no namespace is about its path's",
    requirements: ["reviews.local-namespace-defaulted"],
    level: "must",
    arbitrary: action,
    run: async (scope, about) => {
      const attributes = { ...attributesOf(scope, about), namespace: "" };
      const resource = "localsubjectaccessreviews";
      const user = `plumbline-local-${scope.id}`;
      const ask = () => review(scope, resource, specOf(resource, attributes, { user }));
      const answer = await ask();
      if (![200, 201, 202].includes(answer.status)) {
        const facts = { expected: "an answer to the review", actual: describeAnswer(answer) };
        throw new Violation("reviews.local-namespace-defaulted", facts);
      }
      statusOf(resource, answer);
      // What is granted in the path's namespace tells which one the review is about.
      await grantInNamespace(scope, user, about);
      const { said, allowed } = await settled(scope, true, async () => {
        const status = statusOf(resource, await ask());
        return { allowed: status.allowed === true, said: JSON.stringify(status) };
      });
      if (allowed) return;
      throw new Violation("reviews.local-namespace-defaulted", {
        expected: "allowed, as a role in the path's namespace grants it",
        actual: said,
      });
    },
  }),
  example({
    id: "reviews/subject-needed",
    title: "A review of nobody is refused",
    requirements: ["reviews.subject-needed"],
    level: "convention",
    run: async (scope) => {
      const about = { verb: "get", resource: "secrets", name: "" };
      for (const resource of ["subjectaccessreviews", "localsubjectaccessreviews"]) {
        const spec = specOf(resource, attributesOf(scope, about), {});
        expectRefusal("reviews.subject-needed", await review(scope, resource, spec));
      }
    },
  }),
  example({
    id: "reviews/rules-namespace-required",
    title: "A rules review without a namespace is refused",
    requirements: ["reviews.rules-namespace-required"],
    level: "must",
    run: async (scope) => {
      const answer = await review(scope, "selfsubjectrulesreviews", {});
      expectRefusal("reviews.rules-namespace-required", answer);
    },
  }),
  example({
    id: "reviews/create-only",
    title: "Reviews can be created, not read, listed or deleted",
    requirements: ["reviews.create-only"],
    level: "must",
    run: async (scope) => {
      for (const resource of Object.keys(REVIEW_KINDS)) {
        for (const method of ["GET", "PUT", "DELETE"] as const) {
          const path = reviewPath(scope, resource);
          const body = method === "PUT" ? { body: {} } : {};
          expectRefusal("reviews.create-only", await scope.send({ method, path, ...body }));
        }
      }
    },
  }),
];

/** Lets somebody carry out an action in the scope's first namespace, and nowhere else. */
async function grantInNamespace(scope: Scope, user: string, about: Action): Promise<void> {
  const { verb, resource } = about;
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
