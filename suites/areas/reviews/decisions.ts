/**
 * What reviews decide, held against attempts and against each other.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { permits, textsOf } from "../../model/access/review_rules.ts";
import { asObject } from "../../model/object.ts";
import { collectionPath, objectPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import type { HttpResponse } from "../../client/http_client.ts";
import { type Action, action, attributesOf, nameIn, review, specOf, statusOf } from "./ask.ts";

/** An action, and who is to do it: a place in the list of identities. */
interface ActionOfOne {
  readonly about: Action;
  readonly who: number;
}

const actionOfOne = () => fc.record({ about: action(), who: fc.nat(9) });
/** Actions that can be tried without harm. */
const triable = () =>
  fc.tuple(action(), fc.constantFrom("get", "list", "delete", "patch"))
    .map(([{ resource }, verb]) => ({
      verb,
      resource,
      name: verb === "list" ? "" : "a",
    }));
const SELF = "selfsubjectaccessreviews";

/** Checks of decisions. */
export const DECISIONS: readonly Check[] = [
  property<ActionOfOne>({
    id: "reviews/self-agrees-with-attempt",
    title: "What a self review allows can be done, what it does not allow is forbidden",
    requirements: ["reviews.self-agrees-with-attempt", "reviews.self-always-allowed"],
    level: "must",
    features: ["dry-run"],
    arbitrary: () => fc.record({ about: triable(), who: fc.nat(9) }),
    run: async (scope, { about, who }) => {
      const identity = identityOf(scope, who);
      const attributes = attributesOf(scope, about);
      const asked = await review(scope, SELF, specOf(SELF, attributes), { identity });
      if (asked.status === 401 || asked.status === 403) {
        const actual = describeAnswer(asked);
        throw new Violation("reviews.self-always-allowed", { expected: "a decision", actual });
      }
      const { allowed } = statusOf(SELF, asked);
      const answer = await attempt(scope, about, identity);
      if (answer === undefined) throw new Discard(`${about.verb} cannot be tried without harm`);
      scope.note(`${allowed ? "allowed" : "not allowed"} ${about.verb}`);
      if ((answer.status === 403) === !allowed) return;
      throw new Violation("reviews.self-agrees-with-attempt", {
        expected: allowed ? "not 403" : "403, as the review does not allow it",
        actual: describeAnswer(answer),
      });
    },
  }),
  property<ActionOfOne>({
    id: "reviews/rules",
    title: "What the listed rules permit is allowed, and where they are complete nothing else is",
    requirements: [
      "reviews.rules-status-filled",
      "reviews.rule-has-verbs",
      "reviews.rules-can-be-trusted",
      "reviews.rules-complete",
    ],
    level: "must",
    arbitrary: actionOfOne,
    run: async (scope, { about, who }) => {
      const identity = identityOf(scope, who);
      const namespace = scope.namespaces[0];
      const resource = "selfsubjectrulesreviews";
      const status = statusOf(resource, await review(scope, resource, { namespace }, { identity }));
      const rules = Array.isArray(status.resourceRules) ? status.resourceRules : [];
      const idle = rules.find((rule) => textsOf(asObject(rule)?.verbs).length === 0);
      if (idle !== undefined) {
        const actual = JSON.stringify(idle);
        throw new Violation("reviews.rule-has-verbs", { expected: "verbs", actual });
      }
      const attributes = attributesOf(scope, about);
      const { group } = attributes as { group: string };
      const listed = permits(rules, { ...about, group });
      const answer = await review(scope, SELF, specOf(SELF, attributes), { identity });
      const { allowed } = statusOf(SELF, answer);
      scope.note(listed ? "listed" : "not listed");
      if (listed && allowed !== true) {
        const expected = "allowed, as a rule permits it";
        throw new Violation("reviews.rules-can-be-trusted", { expected, actual: "not allowed" });
      }
      // Rules in a namespace do not speak of what is outside all of them.
      const inside = resourceType(about.resource).namespaced;
      if (!listed && allowed === true && status.incomplete === false && inside) {
        const expected = "not allowed, as no rule permits it";
        throw new Violation("reviews.rules-complete", { expected, actual: "allowed" });
      }
    },
  }),
  property<{ about: Action; local: boolean }>({
    id: "reviews/superuser",
    title: "Members of system:masters are allowed everything",
    requirements: ["reviews.superuser-allowed"],
    level: "convention",
    arbitrary: () => fc.record({ about: action(), local: fc.boolean() }),
    run: async (scope, { about, local }) => {
      const subject = { user: "plumbline-nobody", groups: ["system:masters"] };
      const actual = await decide(scope, about, { local, subject });
      if (actual === true) return;
      throw new Violation("reviews.superuser-allowed", { expected: "true", actual: `${actual}` });
    },
  }),
  property<{ verb: string; number: number; local: boolean }>({
    id: "reviews/nobody",
    title: "A user nobody has heard of may not touch secrets",
    requirements: ["reviews.nobody-not-allowed"],
    level: "must",
    arbitrary: () =>
      fc.record({
        verb: action().map(({ verb }) => verb),
        number: fc.nat(9_999),
        local: fc.boolean(),
      }),
    run: async (scope, { verb, number, local }) => {
      const subject = { user: `plumbline-nobody-${scope.id}-${number}` };
      const about = { verb, resource: "secrets", name: "" };
      const actual = await decide(scope, about, { local, subject });
      if (actual === false) return;
      throw new Violation("reviews.nobody-not-allowed", { expected: "false", actual: `${actual}` });
    },
  }),
  property<ActionOfOne>({
    id: "reviews/self-believes-no-subject",
    title: "A self review is about who asks, whoever it names",
    requirements: ["reviews.self-believes-no-subject"],
    level: "must",
    arbitrary: actionOfOne,
    run: async (scope, { about, who }) => {
      const identity = identityOf(scope, who);
      const spec = specOf(SELF, attributesOf(scope, about));
      const plain = statusOf(SELF, await review(scope, SELF, spec, { identity }));
      const others = { user: "system:admin", groups: ["system:masters"], group: "system:masters" };
      const answer = await review(scope, SELF, { ...spec, ...others }, { identity });
      if (answer.status >= 400) {
        return expectRefusal("reviews.self-believes-no-subject", answer);
      }
      const named = statusOf(SELF, answer);
      if (named.allowed === plain.allowed) return;
      throw new Violation("reviews.self-believes-no-subject", {
        expected: `${plain.allowed}, as without a subject`,
        actual: `${named.allowed}`,
      });
    },
  }),
];

function identityOf(scope: Scope, who: number): string {
  const { identities } = scope.target;
  return identities[who % identities.length]!.name;
}

async function decide(
  scope: Scope,
  about: Action,
  { local, subject }: { local: boolean; subject: Parameters<typeof specOf>[2] },
): Promise<unknown> {
  const resource = local ? "localsubjectaccessreviews" : "subjectaccessreviews";
  const spec = specOf(resource, attributesOf(scope, about), subject);
  return statusOf(resource, await review(scope, resource, spec)).allowed;
}

/** Tries an action that does no harm whatever the decision; undefined where there is none such. */
async function attempt(
  scope: Scope,
  about: Action,
  identity: string,
): Promise<HttpResponse | undefined> {
  const type = resourceType(about.resource);
  const { dialect } = scope.target;
  const namespace = type.namespaced ? scope.namespaces[0] : undefined;
  const collection = collectionPath(type, dialect, namespace);
  const query = { labelSelector: scope.selector };
  if (about.verb === "list" && about.name === "") {
    return await scope.send({ method: "GET", path: collection, query, identity });
  }
  if (about.name === "") return undefined;
  const path = objectPath(type, dialect, { namespace, name: nameIn(scope, about.name) });
  switch (about.verb) {
    case "get":
      return await scope.send({ method: "GET", path, identity });
    // Nothing has this name: both ask before they look.
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
