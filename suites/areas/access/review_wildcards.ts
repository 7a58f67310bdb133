/**
 * Checks of reviews with wildcards, of unserved resources, and of users with and without groups.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example, property } from "../../check.ts";
import { allows, grantsOf, misses } from "../../model/access/grants.ts";
import type { ActionOnResource, Actor, Rule } from "../../model/access/policy.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, type Review, sendReview } from "../../session/access/attempts.ts";
import { senderOf } from "../../session/access/policy_users.ts";
import {
  granting,
  grantingEverywhere,
  onSecrets,
  ownSubject,
  subjectOf,
  userIn,
} from "../../session/access/small_policies.ts";
import { putPolicy } from "../../session/access/policy_objects.ts";
import { recordViolation, verify } from "../../verify.ts";

interface Case {
  readonly rules: readonly Rule[];
  readonly everywhere: boolean;
  /** The rules are granted to a group of the user, not to the user. */
  readonly toGroup: boolean;
  readonly requests: readonly (Omit<ActionOnResource, "namespace"> & {
    /** Asks here for what a rule permits but for one part of it; for what was generated where null. */
    readonly near: Near | null;
    /** The namespace of the scope, all namespaces, or one with a longer name. */
    readonly where: "here" | "anywhere" | "elsewhere";
    readonly version: string;
    readonly review: Review;
  })[];
}

/** The parts of a request in which it can differ from a rule. */
const PARTS = [
  "verb",
  "all verbs",
  "group",
  "all groups",
  "resource",
  "all resources",
  "name",
] as const;

/** A rule, and the part in which a request differs from it. */
interface Near {
  readonly rule: number;
  readonly differs: typeof PARTS[number];
}

/** Returns a request for what a rule permits, with one part as it was generated, or for all. */
function nearRule(
  rules: Case["rules"],
  { rule: index, differs }: Near,
  generated: Case["requests"][number],
): Case["requests"][number] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [] } =
    rules[index % rules.length]!;
  // A rule for all permits what was generated.
  const firstOf = (all: readonly string[], other: string) =>
    all[0] === undefined || all[0] === "*" ? other : all[0];
  const part = (words: string, permitted: string, other: string) =>
    differs === `all ${words}s` ? "*" : differs === words ? other : permitted;
  const [resource = "", subresource = ""] = firstOf(resources, generated.resource).split("/");
  return {
    ...generated,
    where: "here",
    verb: part("verb", firstOf(verbs, generated.verb), generated.verb),
    group: part("group", firstOf(apiGroups, generated.group), generated.group),
    resource: part("resource", resource === "*" ? "plumbs" : resource, generated.resource),
    subresource,
    name: differs === "name" ? generated.name : resourceNames[0] ?? generated.name,
  };
}

/** The namespace that servers have, and that clients take where none is named. */
const DEFAULT_NAMESPACE = "default";

const GET_SECRETS = { verb: "get", group: "", resource: "secrets", subresource: "", name: "" };

/** The verbs on resources: a server may take each for another kind of request. */
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

const someOf = <Word>(words: readonly Word[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.subarray([...words], { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constant(["*"]) },
  );

/** Returns an arbitrary of one of the words, seldom of one that looks like them. */
const mostlyOf = <const Word extends string>(words: readonly Word[], others: readonly Word[]) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

/** Checks of reviews. */
export const REVIEW_WILDCARDS: readonly Check[] = [
  property<Case>({
    id: "access/review-wildcards",
    share: 0.8,
    version: 3,
    title: "A review of all verbs, groups, resources, names or namespaces needs a rule for all",
    requirements: [
      "access.review-wildcard-verb",
      "access.review-wildcard-group",
      "access.review-wildcard-resource",
      "access.review-any-name",
      "access.review-any-namespace",
      "access.review-any-version",
      "access.review-of-subresource",
      "access.review-of-unserved-resources",
      "access.subresource-of-all-resources",
      "access.wildcard-verb",
      "access.wildcard-group",
      "access.wildcard-resource",
      "access.only-verbs-listed",
      "access.only-groups-listed",
      "access.only-resources-listed",
      "access.only-names-listed",
    ],
    arbitrary: () =>
      fc.record({
        rules: fc.array(
          fc.record({
            verbs: someOf(["get", "proxy", "plumb"]),
            apiGroups: someOf(["", "plumbline.invalid"]),
            resources: someOf(["secrets", "plumb", "plumbs", "plumbs/status", "*/status"]),
            resourceNames: fc.oneof(fc.constant([]), fc.constant([]), fc.constant(["x", "y"])),
          }),
          { minLength: 1, maxLength: 2 },
        ),
        everywhere: fc.boolean(),
        toGroup: fc.boolean(),
        requests: fc.array(
          fc.record({
            verb: mostlyOf(["get", "proxy", "plumb", "*"], ["GET", "plum", "plumbs"]),
            group: mostlyOf(["", "plumbline.invalid", "*"], ["invalid", "plumbline.invalid.x"]),
            resource: mostlyOf(["secrets", "plumb", "plumbs", "*"], ["Secret", "secret"]),
            subresource: fc.constantFrom("", "", "", "status", "statuses"),
            name: fc.constantFrom("", "x", "y", "xx", "X", "z"),
            where: mostlyOf(["here", "anywhere"] as const, ["elsewhere"] as const),
            version: fc.constantFrom("", "v1", "*", "v7"),
            review: fc.constantFrom("subject", "local", "self"),
            near: fc.option(fc.record({ rule: fc.nat(1), differs: fc.constantFrom(...PARTS) })),
          }),
          { minLength: 6, maxLength: 8, size: "max" },
        ),
      }),
    run: async (scope, { rules, everywhere, toGroup, requests }) => {
      const group = ownSubject(scope, "askers");
      const actor = { ...userIn(scope, "asker"), groups: toGroup ? [group] : [] };
      const subject = toGroup ? { kind: "Group" as const, name: group } : subjectOf(actor);
      const policy = (everywhere ? grantingEverywhere : granting)(scope, rules, [subject]);
      await putPolicy(scope, policy);
      const grants = grantsOf(policy);
      const [own] = scope.namespaces;
      for (const generated of requests) {
        const { where, review, near: _, ...request } = generated.near
          ? nearRule(rules, generated.near, generated)
          : generated;
        // Real servers join resource and subresource, so that `*` includes subresources.
        if (request.resource === "*" && request.subresource !== "") continue;
        const namespace = where === "here" ? own : where === "anywhere" ? "" : `${own}x`;
        const action = { ...request, namespace };
        const shouldAllow = allows(grants, actor, action);
        const kind = review === "local" && where !== "here" ||
            review === "self" && senderOf(scope, actor) === undefined
          ? "subject"
          : review;
        scope.note(`${kind}: ${shouldAllow ? "allowed" : "forbidden"}`);
        const { allowed, description } = await awaitDecision(
          scope,
          shouldAllow,
          () => sendReview(scope, kind, actor, action),
        );
        if (allowed === shouldAllow) continue;
        // The rule that comes closest to the action.
        const [nearest] = grants.map(({ rule }, at) => ({
          rule,
          missed: misses(grants[at]!, actor, action),
        })).toSorted((one, other) => one.missed.length - other.missed.length);
        const { rule, missed } = nearest!;
        const requirement = violatedRequirement(rule, action, missed);
        const isOfVersion = requirement === "access.review-any-version";
        const plain = { ...action, version: "" };
        const again = isOfVersion ? await sendReview(scope, kind, actor, plain) : undefined;
        // What is wrong without a version, too, is not wrong for it.
        const wrong = again !== undefined && again.allowed === allowed
          ? { action: plain, actual: again.description }
          : { action, actual: description };
        // The last request is to be the one whose answer is wrong.
        if (isOfVersion && wrong.action === action) await sendReview(scope, kind, actor, action);
        recordViolation(violatedRequirement(rule, wrong.action, missed), {
          expected: `${kind} review ${shouldAllow ? "allowed" : "forbidden"}: ${
            JSON.stringify(wrong.action)
          }`,
          actual: wrong.actual,
        });
      }
    },
  }),
  example({
    id: "access/review-of-every-namespace",
    title: "A review without a namespace is not about the namespace `default`, nor any other one",
    version: 2,
    requirements: ["access.review-any-namespace"],
    run: async (scope) => {
      const actor = userIn(scope, "asker");
      const places = [
        DEFAULT_NAMESPACE,
        ...scope.namespaces.filter((each) => each !== DEFAULT_NAMESPACE),
      ];
      // The last grant is in force when the first is.
      for (const [at, namespace] of places.entries()) {
        const name = scope.name(`in ${at}`);
        await putPolicy(scope, {
          roles: [{ name, namespace, rules: [onSecrets(VERBS)] }],
          bindings: [{
            name,
            namespace,
            role: { kind: "Role", name },
            subjects: [subjectOf(actor)],
          }],
        });
      }
      const reviews = senderOf(scope, actor) === undefined
        ? ["subject"] as const
        : ["subject", "self"] as const;
      for (const review of reviews) {
        const ask = (verb: string, namespace: string) =>
          sendReview(scope, review, actor, { ...GET_SECRETS, verb, namespace });
        for (const namespace of places) {
          const decision = await awaitDecision(scope, true, () => ask("get", namespace));
          if (decision.allowed === true) continue;
          throw new Discard(`the binding has no effect: ${decision.description}`);
        }
        for (const verb of VERBS) {
          const { allowed, description } = await ask(verb, "");
          verify("access.review-any-namespace", {
            holds: allowed === false,
            expected: `${review} review of ${verb} forbidden, as no rule holds in all namespaces`,
            actual: description,
          });
        }
      }
    },
  }),
  example({
    id: "access/review-groups",
    title: "A review applies to exactly the groups it names",
    requirements: ["access.review-without-groups", "access.review-of-groups"],
    run: async (scope) => {
      const groups = [ownSubject(scope, "masons")];
      const rule = { verbs: ["get"], apiGroups: [""], resources: ["secrets"] };
      await putPolicy(scope, granting(scope, [rule], [{ kind: "Group", name: groups[0]! }]));
      const user = ownSubject(scope, "ann");
      const others = [ownSubject(scope, "others")];
      await expectReview(scope, { user: "", groups }, true, "access.review-of-groups");
      await expectReview(scope, { user, groups }, true, "access.review-of-groups");
      const both = [...others, ...groups];
      await expectReview(scope, { user, groups: both }, true, "access.review-of-groups");
      await expectReview(scope, { user, groups: [] }, false, "access.review-without-groups");
      // A name implies no group: neither that of authenticated users nor those of service accounts.
      const [namespace] = scope.namespaces;
      const account = `system:serviceaccount:${namespace}:${scope.name("robot")}`;
      const implied = [
        [user, "system:authenticated"],
        ["system:anonymous", "system:unauthenticated"],
        [account, "system:serviceaccounts"],
        [account, `system:serviceaccounts:${namespace}`],
      ] as const;
      const name = scope.name("known");
      const subjects = implied.map(([, name]) => ({ kind: "Group", name }) as const);
      await putPolicy(
        scope,
        granting(scope, [onSecrets(["get"], [name])], subjects, "to the known"),
      );
      for (const [user, group] of implied) {
        const member = { user, groups: [group] };
        await expectReview(scope, member, true, "access.review-of-groups", name);
        const alone = { user, groups: [] };
        await expectReview(scope, alone, false, "access.review-without-groups", name);
      }
      const named = { user: groups[0]!, groups: others };
      await expectReview(scope, named, false, "access.review-of-groups");
    },
  }),
];

/** Unserved verbs, resources and API groups. */
const UNSERVED = ["proxy", "plumb", "plumbs", "plumbline.invalid"];

/** The requirement on requests that a rule does not match in one dimension. */
const REQUIREMENT_BY_DIMENSION: Readonly<Record<string, RequirementId>> = {
  verb: "access.only-verbs-listed",
  group: "access.only-groups-listed",
  resource: "access.only-resources-listed",
  name: "access.only-names-listed",
};

/**
 * Returns the violated requirement: that of the rarest feature of the request, then of the rule.
 */
function violatedRequirement(
  rule: Rule,
  { version, ...action }: ActionOnResource & { readonly version: string },
  missed: readonly string[],
): RequirementId {
  const { verb, group, resource, subresource, name, namespace } = action;
  const shouldAllow = missed.length === 0;
  const concerns = (dimension: string) => shouldAllow || missed.includes(dimension);
  if (verb === "*" && concerns("verb")) return "access.review-wildcard-verb";
  if (group === "*" && concerns("group")) return "access.review-wildcard-group";
  if (resource === "*" && concerns("resource")) return "access.review-wildcard-resource";
  if (shouldAllow && version !== "" && version !== "v1") return "access.review-any-version";
  if (shouldAllow && [verb, group, resource].some((each) => UNSERVED.includes(each))) {
    return "access.review-of-unserved-resources";
  }
  if (shouldAllow && rule.apiGroups?.includes("*")) return "access.wildcard-group";
  if (shouldAllow && rule.resources?.includes("*")) return "access.wildcard-resource";
  if (shouldAllow && rule.verbs.includes("*")) return "access.wildcard-verb";
  if (subresource !== "" && concerns("resource")) return "access.review-of-subresource";
  if (name === "" && concerns("name")) return "access.review-any-name";
  if (namespace === "" && concerns("namespace")) return "access.review-any-namespace";
  const [only] = missed;
  return (missed.length === 1 && REQUIREMENT_BY_DIMENSION[only!]) ||
    "access.review-of-unserved-resources";
}

async function expectReview(
  scope: Scope,
  actor: Actor,
  shouldAllow: boolean,
  requirement: RequirementId,
  name = "",
): Promise<void> {
  const [namespace] = scope.namespaces;
  const request = {
    verb: "get",
    group: "",
    resource: "secrets",
    subresource: "",
    name,
    namespace,
  };
  // Both kinds of review that name a subject.
  for (const review of ["subject", "local"] as const) {
    const decision = await awaitDecision(
      scope,
      shouldAllow,
      () => sendReview(scope, review, actor, request),
    );
    verify(requirement, {
      holds: decision.allowed === shouldAllow,
      expected: `${shouldAllow ? "allowed" : "forbidden"} to ${
        JSON.stringify(actor)
      } by a ${review} review`,
      actual: decision.description,
    });
  }
}
